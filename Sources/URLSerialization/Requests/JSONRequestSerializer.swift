/// Puts parameters into a JSON body, or into the URL (`AFJSONRequestSerializer`).
///
/// ```swift
/// let request = try JSONRequestSerializer(writingOptions: .sortedKeys).request(
///     method: .post, url: "https://example.com/orders", parameters: ["paid": true, "items": [1, 2]])
/// // Content-Type: application/json
/// // {"items":[1,2],"paid":true}
/// ```
///
/// Without parameters there is neither body nor `Content-Type`. The body must be a dictionary or an array, whatever the
/// options; `/` is written `\/` unless they say otherwise. What JSON has no form for is an error naming its key path:
/// NaN and infinity, sets, URLs, keys that are not strings, and dates and bytes unless a strategy is chosen. In an
/// `Encodable` model sets become arrays, sorted as the query sorts them, and URLs and UUIDs their strings.
public struct JSONRequestSerializer: HTTPRequestSerialization, Codable {
    /// Headers, placement, encodings and settings.
    public var configuration: HTTPRequestConfiguration
    /// How `JSONSerialization` writes.
    public var writingOptions: JSONSerialization.WritingOptions
    /// How dates are written in the body: by default not at all. Seconds and milliseconds are numbers.
    ///
    /// In the URL they are written as ``HTTPRequestConfiguration/queryStyle`` says.
    public var dateStrategy: DateStrategy
    /// How bytes are written in the body: by default not at all.
    ///
    /// In the URL they are written as ``HTTPRequestConfiguration/queryStyle`` says.
    public var dataStrategy: DataStrategy

    /// A serializer; the default configuration is AFNetworking's.
    public init(
        writingOptions: JSONSerialization.WritingOptions = [],
        dateStrategy: DateStrategy = .refused,
        dataStrategy: DataStrategy = .refused,
        configuration: HTTPRequestConfiguration = HTTPRequestConfiguration()
    ) {
        self.writingOptions = writingOptions
        self.dateStrategy = dateStrategy
        self.dataStrategy = dataStrategy
        self.configuration = configuration
    }

    /// `application/json`.
    public var contentType: String { "application/json" }

    /// The parameters as JSON, nil for nil.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path at fault.
    public func body(for parameters: Any?, in request: URLRequest) throws -> Data? {
        guard let parameters else { return nil }
        let format = JSONBodyFormat(dateStrategy: dateStrategy, dataStrategy: dataStrategy)
        return try BodyObjectBuilder.write(
            parameters, format: format, maximumDepth: configuration.maximumDepth
        ) { object in
            guard object is [Any] || object is [String: Any] || object is NSDictionary else {
                throw RequestSerializationError(
                    .invalidJSON, reason: "A JSON body is a dictionary or an array. Put the value into one.")
            }
            do {
                return try JSONSerialization.data(withJSONObject: object, options: writingOptions)
            } catch {
                throw RequestSerializationError(
                    .invalidJSON, reason: "The parameters are not valid JSON.", underlyingError: error)
            }
        }
    }

    /// The request with default headers, and an `Encodable` model as its parameters: the JSON of the equivalent
    /// dictionary.
    ///
    /// - Throws: As ``serialize(_:with:)``, and what the model's own `encode(to:)` throws.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, encodingDirectly: model)
    }
}

extension JSONRequestSerializer {
    private enum CodingKeys: String, CodingKey {
        case configuration, writingOptions, dateStrategy, dataStrategy
    }

    /// Reads an archived serializer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        configuration = try container.decode(HTTPRequestConfiguration.self, forKey: .configuration)
        writingOptions = .init(rawValue: try container.decode(UInt.self, forKey: .writingOptions))
        dateStrategy = try container.decode(DateStrategy.self, forKey: .dateStrategy)
        dataStrategy = try container.decode(DataStrategy.self, forKey: .dataStrategy)
    }

    /// Archives the serializer.
    ///
    /// - Throws: `EncodingError` naming the field that holds a closure.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(configuration, forKey: .configuration)
        try container.encode(writingOptions.rawValue, forKey: .writingOptions)
        try container.encode(dateStrategy, forKey: .dateStrategy)
        try container.encode(dataStrategy, forKey: .dataStrategy)
    }
}

extension RequestSerialization where Self == JSONRequestSerializer {
    /// Queries and JSON bodies, with AFNetworking's defaults.
    public static var json: JSONRequestSerializer { JSONRequestSerializer() }
}
