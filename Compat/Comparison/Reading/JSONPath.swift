/// The way to a value inside a JSON document, for errors. A step costs the same at any depth.
indirect enum JSONPath {
    case root
    case key(String, of: JSONPath)
    case index(Int, of: JSONPath)

    /// The path as a query spells it, `user[tags][3]`; nil at the root.
    var text: String? {
        var steps: [String] = []
        var path = self
        while true {
            switch path {
            case .root:
                guard let first = steps.last else { return nil }
                return steps.dropLast().reversed().reduce(first) { "\($0)[\($1)]" }
            case .key(let key, let parent):
                steps.append(key)
                path = parent
            case .index(let index, let parent):
                steps.append("\(index)")
                path = parent
            }
        }
    }

    /// An error at this path.
    func error(_ reason: String) -> ParameterReadingError {
        ParameterReadingError(keyPath: text, reason: reason)
    }
}
