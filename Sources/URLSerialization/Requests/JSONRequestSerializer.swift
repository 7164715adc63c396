/// A serializer that puts parameters into a JSON body, or into the URL (`AFJSONRequestSerializer`).
///
/// ```swift
/// let request = try JSONRequestSerializer(writingOptions: .sortedKeys).request(
///     method: .post, url: "https://example.com/orders", parameters: ["paid": true, "items": [1, 2]])
/// // Content-Type: application/json
/// // {"items":[1,2],"paid":true}
/// ```
///
/// Without parameters, the request has neither a body nor a `Content-Type`. The body must be a dictionary or an array,
/// regardless of the options; `/` is written `\/` unless the options disable it. Values that JSON cannot represent are
/// an error naming their key path: NaN and infinity, sets, URLs, keys that are not strings, and, without a strategy,
/// dates and bytes. In an `Encodable` model sets become arrays, sorted as in a query, and URLs and UUIDs become their
/// strings.
public struct JSONRequestSerializer: HTTPRequestSerialization, Codable {
    /// The headers, placement, encodings and settings.
    public var configuration: HTTPRequestConfiguration
    /// The options of the JSON text. Only `.sortedKeys`, `.prettyPrinted` and `.withoutEscapingSlashes` have an effect.
    public var writingOptions: JSONSerialization.WritingOptions {
        get { options.value }
        set { options.value = newValue }
    }
    private var options: RawCoded<JSONSerialization.WritingOptions>
    /// The form of dates in the body. By default they are refused. Seconds and milliseconds are numbers.
    ///
    /// In the URL ``HTTPRequestConfiguration/queryStyle`` decides the form.
    public var dateStrategy: DateStrategy
    /// The form of bytes in the body. By default they are refused.
    ///
    /// In the URL ``HTTPRequestConfiguration/queryStyle`` decides the form.
    public var dataStrategy: DataStrategy

    /// The form of infinity and NaN in the body. By default they are refused.
    public var nonConformingFloatStrategy: NonConformingFloatStrategy
    /// The form of a model's keys in the body, by default the model's own. Keys of dictionaries never change.
    public var keyStrategy: JSONKeyStrategy
    /// The `userInfo` of the encoder that a model receives for the body. In the URL it is empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a serializer. The default configuration is AFNetworking's.
    public init(
        writingOptions: JSONSerialization.WritingOptions = [],
        dateStrategy: DateStrategy = .refused,
        dataStrategy: DataStrategy = .refused,
        nonConformingFloatStrategy: NonConformingFloatStrategy = .refused,
        keyStrategy: JSONKeyStrategy = .asGiven,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        configuration: HTTPRequestConfiguration = HTTPRequestConfiguration()
    ) {
        options = RawCoded(writingOptions)
        self.dateStrategy = dateStrategy
        self.dataStrategy = dataStrategy
        self.nonConformingFloatStrategy = nonConformingFloatStrategy
        self.keyStrategy = keyStrategy
        self.userInfo = userInfo
        self.configuration = configuration
    }

    /// Creates a serializer with headers in addition to AFNetworking's.
    public init(headers: HTTPHeaders) { self.init(configuration: HTTPRequestConfiguration(headers: headers)) }

    /// Unavailable: the body is not written by a `JSONEncoder`.
    @available(
        *, unavailable,
        message: "Set keyStrategy, dateStrategy, dataStrategy, nonConformingFloatStrategy and userInfo instead."
    )
    public init(encoder: JSONEncoder) { fatalError() }

    /// `application/json`, without a charset, because JSON is UTF-8 (RFC 8259, section 8.1).
    public var contentType: String { "application/json" }

    /// Returns the parameters as JSON, or `nil` for `nil`.
    ///
    /// - Throws: ``RequestSerializationError`` naming the offending key path.
    public func body(for parameters: Any?, in request: URLRequest) throws -> Data? {
        try parameters.map { try body(of: .object($0)) }
    }

    /// Returns the request with default headers and an `Encodable` model as its parameters, with the same JSON as for
    /// the equivalent dictionary.
    ///
    /// - Throws: The same errors as ``serialize(_:with:)``, and any error from the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, .model(model)) { try body(of: .model(model)) }
    }

    /// Returns the JSON of an object or a model, if a library port's own check also accepts it.
    ///
    /// - Parameter check: Called on a stack that is large enough for the parameters, whose depth is known to be finite.
    /// - Throws: ``RequestSerializationError`` naming the offending key path; any error from the model's `encode(to:)`;
    ///   the error of `check`.
    package func body(of input: ParameterInput, check: (() throws -> Void)? = nil) throws -> Data {
        let tree = try input.tree(
            ParameterTree.Options(
                maximumDepth: min(configuration.maximumDepth, 512), keys: keyStrategy, userInfo: userInfo))
        let strategies = JSONWriter.Strategies(
            dates: dateStrategy, data: dataStrategy, nonConformingFloats: nonConformingFloatStrategy)
        let data = try JSONWriter(tree, options: writingOptions, strategies: strategies).data()
        if let check { try LargeStack.run(ifDeeper: tree.depth, check) }
        return data
    }
}

extension JSONRequestSerializer {
    private enum CodingKeys: String, CodingKey {
        case configuration, dateStrategy, dataStrategy, nonConformingFloatStrategy, keyStrategy
        case options = "writingOptions"
    }

    /// Archives every field except ``userInfo``, which has to be empty.
    ///
    /// - Throws: `EncodingError` naming the field that contains a closure, and for a ``userInfo`` that is not empty.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(configuration, forKey: .configuration)
        try container.encode(options, forKey: .options)
        try container.encode(dateStrategy, forKey: .dateStrategy)
        try container.encode(dataStrategy, forKey: .dataStrategy)
        try container.encode(nonConformingFloatStrategy, forKey: .nonConformingFloatStrategy)
        try container.encode(keyStrategy, forKey: .keyStrategy)
        guard userInfo.isEmpty else {
            throw EncodingError.invalid(
                userInfo, at: container.codingPath + [ModelKey(stringValue: "userInfo")],
                "'userInfo' can hold values that cannot be archived. Empty it first.")
        }
    }
}

extension RequestSerialization where Self == JSONRequestSerializer {
    /// A serializer of queries and JSON bodies, with AFNetworking's defaults.
    public static var json: JSONRequestSerializer { JSONRequestSerializer() }

    /// Returns a serializer of queries and JSON bodies with these forms of a model's keys, of dates and of bytes.
    public static func json(
        keyStrategy: JSONKeyStrategy = .asGiven, dateStrategy: DateStrategy = .refused,
        dataStrategy: DataStrategy = .refused
    ) -> JSONRequestSerializer {
        JSONRequestSerializer(dateStrategy: dateStrategy, dataStrategy: dataStrategy, keyStrategy: keyStrategy)
    }
}
