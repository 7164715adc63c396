/// A serializer that puts parameters into a property list body, or into the URL (`AFPropertyListRequestSerializer`).
///
/// Without parameters there is neither body nor `Content-Type`. Dates and bytes are written as such. A value that a
/// property list cannot represent is a `CocoaError` with code 3851, like Foundation's own refusals, whose underlying
/// error is a ``RequestSerializationError`` naming the key path. Such values are nulls, sets, URLs, keys that are not
/// strings, and dates that are not a number; in XML also control characters and dates outside the years 1 to 9999,
/// which Foundation would write although no reader accepts them. In an `Encodable` model sets become arrays, sorted as
/// in a query, and URLs and UUIDs become their strings.
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
    public init(headers: HTTPHeaders) {
        self.init(configuration: HTTPRequestConfiguration(headers: headers))
    }

    /// `application/x-plist`.
    public var contentType: String { "application/x-plist" }

    /// Returns the parameters as a property list, or `nil` for `nil`.
    ///
    /// - Throws: `CocoaError` with code 3851.
    public func body(for parameters: Any?, in request: URLRequest) throws -> Data? {
        try parameters.map { try body(of: .object($0)) }
    }

    /// Returns the parameters as a property list if a library port's own check accepts them, too.
    ///
    /// - Parameter check: Called on a stack that is large enough for the parameters, whose depth is known to be finite.
    /// - Throws: `CocoaError` with code 3851 and a ``RequestSerializationError`` as its underlying error; the error of
    ///   `check` in the same form.
    package func body(for parameters: Any, check: () throws -> Void) throws -> Data {
        try body(of: .object(parameters), check: check)
    }

    /// Returns the request with default headers and an `Encodable` model as its parameters, with the same property list
    /// as for the equivalent dictionary.
    ///
    /// - Throws: The errors of ``serialize(_:with:)``, and the error of the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, .model(model)) { try body(of: .model(model)) }
    }

    private func body(of input: ParameterInput, check: () throws -> Void = {}) throws -> Data {
        do {
            try Self.validate(format)
            let depth = min(configuration.maximumDepth, PropertyListBuilder.maximumDepth)
            let tree =
                switch input {
                case .object(let value):
                    try ParameterFiller.tree(of: value, ParameterFiller.Options(maximumDepth: depth))
                case .model(let model):
                    try ModelEncoder.tree(of: model, ModelEncoder.Options(maximumDepth: depth))
                }
            return try PropertyListBuilder.data(of: tree, format, options: writeOptions, check: check)
        } catch let error as RequestSerializationError {
            throw Self.foundationError(for: error)
        }
    }

    /// Throws for a format that cannot be written. Foundation on Linux ends the process when asked for one.
    static func validate(_ format: PropertyListSerialization.PropertyListFormat) throws {
        guard format == .xml || format == .binary else {
            throw RequestSerializationError(
                .invalidSetting, field: "format",
                reason: "Property lists cannot be written in this format. Choose XML or binary.")
        }
    }

    static func foundationError(for error: RequestSerializationError) -> CocoaError {
        CocoaError(
            .propertyListWriteStream,
            userInfo: [
                NSLocalizedDescriptionKey: error.description,
                NSLocalizedFailureReasonErrorKey: error.reason,
                NSUnderlyingErrorKey: error,
            ]
        )
    }
}

extension RequestSerialization where Self == PropertyListRequestSerializer {
    /// A serializer of queries and XML property list bodies, with AFNetworking's defaults.
    public static var propertyList: PropertyListRequestSerializer { PropertyListRequestSerializer() }
}
