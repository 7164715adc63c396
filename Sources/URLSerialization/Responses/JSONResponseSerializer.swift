/// A serializer that decodes JSON (`AFJSONResponseSerializer`).
///
/// An empty body or a single space, which Rails sends for `head :ok`, yields neither an object nor an error. If a key
/// is repeated, its last value is used. A `null` fragment is decoded as an `NSNull`.
public struct JSONResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// The acceptable responses. The default content types are `application/json`, `text/json` and `text/javascript`.
    public var configuration: HTTPResponseConfiguration
    /// The options of `JSONSerialization`. With `.fragmentsAllowed` it also reads values that are neither array nor
    /// dictionary.
    public var readingOptions: JSONSerialization.ReadingOptions {
        get { options.value }
        set { options.value = newValue }
    }
    /// The nulls that are removed from the decoded object (`removesKeysWithNullValues`), by default none.
    public var nullRemoval: NullRemoval
    private var options: RawCoded<JSONSerialization.ReadingOptions>

    private enum CodingKeys: String, CodingKey {
        case configuration, nullRemoval
        case options = "readingOptions"
    }

    /// Creates a serializer. The defaults are AFNetworking's.
    ///
    /// A configuration replaces the default one entirely: without content types it accepts every type. To change only
    /// the status codes, set `serializer.acceptableStatusCodes`.
    public init(
        readingOptions: JSONSerialization.ReadingOptions = [], nullRemoval: NullRemoval = .kept,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        options = RawCoded(readingOptions)
        self.nullRemoval = nullRemoval
        self.configuration = configuration
    }

    /// The media types accepted by default.
    public static let contentTypes: Set<String> = ["application/json", "text/json", "text/javascript"]

    /// Returns the dictionary, the array or, if the options allow it, the fragment.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840, with the byte, line and column at which the text stops being JSON.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Any? {
        guard let data, !data.isEmpty, data.count > 1 || data.first != 0x20 else { return nil }
        let options = ObjectOptions(
            nulls: nullRemoval, hasMutableContainers: readingOptions.contains(.mutableContainers),
            hasMutableLeaves: readingOptions.contains(.mutableLeaves))
        // Apple's systems have options that change the grammar.
        guard readingOptions.isSubset(of: [.mutableContainers, .mutableLeaves, .fragmentsAllowed]) else {
            let object = try JSONSerialization.jsonObject(with: data, options: readingOptions)
            guard nullRemoval != .kept else { return object }
            var sink = ObjectSink<String>(options)
            sink.add(object)
            return try sink.object()
        }
        return try JSONDocument(data).object(options, allowsFragments: readingOptions.contains(.fragmentsAllowed))
    }
}

extension ResponseSerialization where Self == JSONResponseSerializer {
    /// A serializer of JSON, with AFNetworking's defaults.
    public static var json: JSONResponseSerializer { JSONResponseSerializer() }
}
