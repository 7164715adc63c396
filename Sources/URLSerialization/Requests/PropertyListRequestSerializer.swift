/// A serializer that puts parameters into a property list body, or into the URL (`AFPropertyListRequestSerializer`).
///
/// Without parameters, the request has neither a body nor a `Content-Type`. Dates and bytes are written as such. A
/// value that a property list cannot represent is a `CocoaError` with code 3851, like Foundation's own refusals, whose
/// underlying error is a ``RequestSerializationError`` naming the key path. Such values are nulls, sets, URLs, keys
/// that are not strings, and dates that are not a number; in XML also control characters and dates outside the years 1
/// to 9999, which Foundation would write although no reader accepts them. In an `Encodable` model sets become arrays,
/// sorted as in a query, and URLs and UUIDs become their strings.
///
/// Archiving the serializer throws `EncodingError` naming a field of the configuration that holds a closure.
public struct PropertyListRequestSerializer: HTTPRequestSerialization, Codable {
    /// The headers, placement, encodings and settings.
    public var configuration: HTTPRequestConfiguration
    /// The format of the body: XML or binary. OpenStep's format can be read, but not written.
    public var format: PropertyListSerialization.PropertyListFormat {
        get { codedFormat.value }
        set { codedFormat.value = newValue }
    }
    /// The options of Foundation's writer, by default 0. The writer uses none of them.
    public var writeOptions: PropertyListSerialization.WriteOptions
    private var codedFormat: RawCoded<PropertyListSerialization.PropertyListFormat>

    private enum CodingKeys: String, CodingKey {
        case configuration, writeOptions
        case codedFormat = "format"
    }

    /// Creates a serializer. The default configuration is AFNetworking's.
    public init(
        format: PropertyListSerialization.PropertyListFormat = .xml,
        writeOptions: PropertyListSerialization.WriteOptions = 0,
        configuration: HTTPRequestConfiguration = HTTPRequestConfiguration()
    ) {
        codedFormat = RawCoded(format)
        self.writeOptions = writeOptions
        self.configuration = configuration
    }

    /// Creates a serializer with headers in addition to AFNetworking's.
    public init(headers: HTTPHeaders) { self.init(configuration: HTTPRequestConfiguration(headers: headers)) }

    /// `application/x-plist`, for both formats.
    public var contentType: String { "application/x-plist" }

    /// Returns the parameters as a property list, or `nil` for `nil`.
    ///
    /// - Throws: `CocoaError` with code 3851.
    public func body(for parameters: Any?, in request: URLRequest) throws -> Data? {
        try parameters.map { try body(of: .object($0)) }
    }

    /// Returns the request with default headers and an `Encodable` model as its parameters, with the same property list
    /// as for the equivalent dictionary.
    ///
    /// - Throws: The same errors as ``serialize(_:with:)``, and any error from the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, .model(model)) { try body(of: .model(model)) }
    }

    /// Returns the property list of an object or a model, if a library port's own check also accepts it.
    ///
    /// - Parameter check: Called on a stack that is large enough for the parameters, whose depth is known to be finite.
    /// - Throws: `CocoaError` with code 3851 and a ``RequestSerializationError`` as its underlying error; the error of
    ///   `check` in the same form.
    package func body(of input: ParameterInput, check: () throws -> Void = {}) throws -> Data {
        do {
            // Foundation on Linux crashes the process when asked for another format.
            guard format == .xml || format == .binary else {
                throw RequestSerializationError(
                    .invalidSetting, field: "format",
                    reason: "Property lists cannot be written in this format. Choose XML or binary.")
            }
            // Foundation's writer recurses, so a configuration cannot allow more.
            let tree = try input.tree(ParameterTree.Options(maximumDepth: min(configuration.maximumDepth, 512)))
            let object = try PropertyListBuilder(tree: tree, isXML: format == .xml).object()
            return try LargeStack.run(ifDeeper: tree.depth) {
                try check()
                return try PropertyListSerialization.data(
                    fromPropertyList: object, format: format, options: writeOptions)
            }
        } catch let error as RequestSerializationError {
            let userInfo: [String: Any] = [
                NSLocalizedDescriptionKey: error.description, NSLocalizedFailureReasonErrorKey: error.reason,
                NSUnderlyingErrorKey: error,
            ]
            throw CocoaError(.propertyListWriteStream, userInfo: userInfo)
        }
    }
}

extension RequestSerialization where Self == PropertyListRequestSerializer {
    /// A serializer of queries and XML property list bodies, with AFNetworking's defaults.
    public static var propertyList: PropertyListRequestSerializer { PropertyListRequestSerializer() }
}

/// The builder of the object that `PropertyListSerialization` writes from a ``ParameterTree``.
///
/// Everything is checked before Foundation sees it. Foundation does not always refuse a value with an error: for some
/// it raises an exception or crashes the process.
struct PropertyListBuilder {
    let tree: ParameterTree
    let isXML: Bool

    /// Returns the object of the tree.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path.
    func object() throws -> Any {
        let nodes = tree.nodes
        var current = ParameterTree.root
        do {
            return try nodes.fold(
                ParameterTree.root, current: &current,
                enter: { try enter($0) },
                leaf: { try object(for: $0) },
                collection: { node, children in
                    guard nodes[node].kind == .dictionary else { return children }
                    let keys = nodes.children(of: node).map { nodes.keyText(of: $0) }
                    if let dictionary = FoundationDictionary.make(keys: keys, objects: children) { return dictionary }
                    throw ParameterError.equivalentKeys(.invalidPropertyList, name)
                })
        } catch let error as ParameterError {
            throw error.error(at: nodes.path(of: current))
        }
    }

    private var name: String { isXML ? "an XML property list" : "a binary property list" }

    private func cannotBeWritten(_ value: String, _ remedy: String) -> ParameterError {
        ParameterError(.invalidPropertyList, "\(value) cannot be represented in \(name). \(remedy)")
    }

    private func enter(_ node: Int32) throws {
        let nodes = tree.nodes
        try checkRepresentable(node)
        if nodes[node].kind == .set {
            try SetOrder.sort(node, of: tree, style: .total)
        } else if nodes[node].kind == .dictionary {
            // Foundation writes keys in an order it chooses, but the first refusal must not depend on hash order.
            if !nodes[node].flags.contains(.isOrdered) { ChildOrder.sort(node, of: nodes, as: .afNetworking) }
            for child in nodes.children(of: node) { _ = try text(nodes.keyText(of: child)) }
        }
    }

    private func checkRepresentable(_ node: Int32) throws(ParameterError) {
        if let (value, remedy) = tree.unrepresentable(node) { throw cannotBeWritten(value, remedy) }
    }

    private func object(for node: Int32) throws(ParameterError) -> Any {
        try checkRepresentable(node)
        let leaf = try tree.nodes.leaf(of: node)
        switch leaf {
        case .string(let value): return try text(value)
        case .url(let value): return try text(value.absoluteString)
        case .date(let value): return try checked(value)
        case .null: throw cannotBeWritten("Null", "Leave the key out.")
        default: return leaf.foundationObject
        }
    }

    private func checked(_ date: Date) throws(ParameterError) -> Date {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { throw cannotBeWritten("A date that is not a number", "Send a date that is.") }
        // 0001-01-01 00:00:00 to 9999-12-31 23:59:59.
        guard !isXML || (seconds >= -62_135_596_800 && seconds < 253_402_300_800) else {
            throw cannotBeWritten("A date outside the years 1 to 9999", "Send the binary format or a string.")
        }
        return date
    }

    /// Returns text that XML 1.0 can represent (section 2.2). Foundation would write other characters unchanged, and no
    /// reader would accept them.
    private func text(_ text: String) throws(ParameterError) -> String {
        guard !isXML || text.withRun(\.firstOutsideXML) == nil else {
            throw cannotBeWritten("Text with control characters", "Remove them, or send the binary format or Data.")
        }
        return text
    }
}
