/// The place of a value among the parameters, as errors name it: `user[tags][3]`.
package enum ParameterKeyPath {
    /// A key or an index on the path.
    package enum Component {
        case key(String)
        case index(Int)
    }

    private static let longest = 16

    /// Returns the path's text, or `nil` at the top. A path of many components, such as a cycle's, is cut in the
    /// middle.
    package static func text(of components: [Component]) -> String? {
        guard let first = components.first else { return nil }
        let isCut = components.count > longest
        let head = components.dropFirst().prefix(isCut ? longest / 2 : longest).map(bracketed)
        let tail = isCut ? ["…"] + components.suffix(longest / 4).map(bracketed) : []
        let start = if case .key(let key) = first { key } else { bracketed(first) }
        return start + head.joined() + tail.joined()
    }

    private static func bracketed(_ component: Component) -> String {
        switch component {
        case .key(let key): "[\(key)]"
        case .index(let index): "[\(index)]"
        }
    }
}
