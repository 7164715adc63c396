/// The elements of a set in the order they are written: by their descriptions, as AFNetworking sorts them, and where an
/// element is a collection by its serialized text.
///
/// AFNetworking sorts collections inside a set by an address or crashes; here the text decides. Sets inside such a
/// collection are sorted first and stay so: each level is sorted once, whatever the nesting.
struct SortedSet {
    let elements: [Any]

    /// Sorts the elements of a set.
    ///
    /// - Throws: ``ParameterFault`` for an element without text, or for nesting beyond `maximumDepth` or 512.
    init(_ elements: [Any], style: QueryStyle, maximumDepth: Int) throws {
        let texts = try elements.map { element in
            let settled = try Self.settle(element, style: style, depthLeft: min(maximumDepth, 512))
            return (text: try Self.text(of: settled, style: style), element: settled)
        }
        self.elements = texts.sorted { KeyOrder.precedes($0.text, $1.text) }.map(\.element)
    }

    private static func text(of element: Any, style: QueryStyle) throws -> String {
        if case .leaf(let leaf) = try ParameterNode(classifying: element) {
            return try LeafText.description(of: leaf, style: style)
        }
        var walk = ParameterWalk(sink: QueryWriter(style: style), style: style, maximumDepth: .max)
        try walk.walkElement(element)
        return walk.sink.string()
    }

    /// An element with every set inside it sorted. Recursive: `depthLeft` keeps it from the end of the stack.
    private static func settle(_ element: Any, style: QueryStyle, depthLeft: Int) throws -> Any {
        func settled(_ value: Any, _ place: @autoclosure () -> [ParameterKeyPath.Component]) throws -> Any {
            do {
                return try settle(value, style: style, depthLeft: depthLeft - 1)
            } catch let fault as ParameterFault {
                throw fault.below(place())
            }
        }
        if depthLeft == 512 - LargeStack.depth, !Thread.isMainThread {
            return try LargeStack.run { try settle(element, style: style, depthLeft: depthLeft - 1) }
        }
        guard depthLeft > 0 else {
            throw ParameterFault(
                .tooDeep, "The set's elements are nested too deep, or contain themselves. Flatten them.")
        }
        switch try ParameterNode(classifying: element) {
        case .leaf: return element
        case .array(let elements):
            return try elements.all.enumerated().map { try settled($0.element, [.index($0.offset)]) }
        case .dictionary(let entries):
            return ParameterEntries(
                try entries.all.map { entry in
                    let key = try KeyText.text(of: entry.key)
                    return (key: key, value: try settled(entry.value, [.key(key)]))
                })
        case .set(let elements, isSorted: false):
            return try SortedSet(elements, style: style, maximumDepth: depthLeft - 1)
        case .set(_, isSorted: true): return element
        }
    }
}

extension QueryStyle {
    /// A style in which every leaf has a text, to sort by.
    static var total: QueryStyle {
        var style = QueryStyle.afNetworking
        style.data = .base64
        style.dates = .custom { String($0.timeIntervalSince1970) }
        return style
    }
}
