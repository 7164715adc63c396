extension DecodingError {
    /// The problem of a model's data, with its path: `items[3].price: Expected to decode Double but found a string.`
    /// Ambiguous keys are in quotes. Foundation on Linux sometimes omits part of the path or all of it, as for a number
    /// that does not fit its type; it is then missing here too.
    var reason: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.reason(context.debugDescription, at: context.codingPath)
        case .keyNotFound(let key, let context):
            Self.reason("The key is missing.", at: context.codingPath + [key])
        @unknown default:
            "The data is not what the model reads: \(self)"
        }
    }

    private static func reason(_ reason: String, at path: [any CodingKey]) -> String {
        let path = path.reduce(into: "") { path, key in
            let text = key.stringValue
            if let index = key.intValue, text == "Index \(index)" {
                path += "[\(index)]"
            } else {
                let isPlain = !text.isEmpty && key.intValue == nil && !text.contains { ".[]\"".contains($0) }
                path += (path.isEmpty ? "" : ".") + (isPlain ? text : text.debugDescription)
            }
        }
        return path.isEmpty ? reason : "\(path): \(reason)"
    }
}
