/// Decodes a model from JSON or a property list.
///
/// ```swift
/// let user = try DecodableResponseSerializer(User.self).decode(data, from: response)
/// ```
///
/// As for JSON, an empty body or a single space yields neither an object nor an error; for an optional model, as in
/// `DecodableResponseSerializer(Order?.self)`, it yields `nil`. As for JSON, the body of an unacceptable status is
/// decoded too. If that fails because the body is not this model, ``ResponseSerializationError/statusCode`` still has
/// the status and ``ResponseSerializationError/data`` the body. Decoders cannot be archived, so this serializer cannot
/// be either.
public struct DecodableResponseSerializer<Value: Decodable>: HTTPResponseSerialization {
    /// The format of the body, with its decoder.
    ///
    /// - Warning: A decoder is an object. Configure it first, and do not change it after a serializer has it: several
    ///   tasks may be using it.
    public enum Format: Sendable {
        /// JSON.
        case json(JSONDecoder = JSONDecoder())
        /// A property list of any format.
        case propertyList(PropertyListDecoder = PropertyListDecoder())

        /// The media types accepted by default.
        public var contentTypes: Set<String> {
            switch self {
            case .json: JSONResponseSerializer.contentTypes
            case .propertyList: PropertyListResponseSerializer.contentTypes
            }
        }
    }

    /// The acceptable responses. By default the content types are those of the format.
    public var configuration: HTTPResponseConfiguration
    /// The format of the body, with its decoder.
    public var format: Format

    /// Creates a serializer of models of one type.
    ///
    /// - Parameters:
    ///   - type: The type of the models.
    ///   - format: The format of the body, with its decoder.
    ///   - configuration: The acceptable responses; `nil` accepts the media types of the format.
    public init(
        _ type: Value.Type = Value.self, format: Format = .json(), configuration: HTTPResponseConfiguration? = nil
    ) {
        self.format = format
        self.configuration = configuration ?? HTTPResponseConfiguration(acceptableContentTypes: format.contentTypes)
    }

    /// Creates a serializer of models of one type, in JSON.
    public init(_ type: Value.Type = Value.self, decoder: JSONDecoder) {
        self.init(type, format: .json(decoder))
    }

    /// Returns the model.
    ///
    /// Data nested deeper than 100 levels is decoded on a thread with a larger stack, for which the current thread
    /// waits.
    ///
    /// - Throws: `DecodingError`, whose context names the key path.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Value? {
        guard let data, !data.isEmpty, data != Data([0x20]) else {
            return (Value.self as? any OptionalModel.Type)?.none as? Value
        }
        return try LargeStack.run(ifDeeper: try Self.depth(of: data, in: format)) {
            switch format {
            case .json(let decoder):
                do {
                    return try decoder.decode(Value.self, from: data)
                } catch {
                    throw JSONCheck.explained(error, of: data, for: decoder)
                }
            case .propertyList(let decoder): return try decoder.decode(Value.self, from: data)
            }
        }
    }

    /// Returns an upper bound for the nesting of the data.
    ///
    /// - Throws: The error that the decoder would eventually have thrown.
    private static func depth(of data: Data, in format: Format) throws(DecodingError) -> Int {
        do throws(UndecodableData) {
            switch format {
            case .json(let decoder):
                try JSONCheck.check(data, for: decoder)
                return Nesting.depth(ofJSON: data)
            case .propertyList:
                let levels = try PropertyListCheck.check(data)
                let isBinary = data.prefix(6) == Data("bplist".utf8)
                return isBinary ? levels : Nesting.bound(ofPropertyListText: data)
            }
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: error.reason, underlyingError: error))
        }
    }
}

extension ResponseSerialization {
    /// Returns a serializer of models of one type, from JSON or a property list.
    public static func decodable<Value>(
        _ type: Value.Type, format: DecodableResponseSerializer<Value>.Format = .json()
    ) -> Self where Self == DecodableResponseSerializer<Value> {
        DecodableResponseSerializer(type, format: format)
    }
}

/// An optional of unknown type.
private protocol OptionalModel {
    static var none: Self { get }
}

extension Optional: OptionalModel {}
