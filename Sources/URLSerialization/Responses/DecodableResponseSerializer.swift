/// Decodes a model from JSON or a property list.
///
/// ```swift
/// let user = try DecodableResponseSerializer(User.self).decode(data, from: response)
/// ```
///
/// An empty body and a single space are no object and no error, as for JSON; for an optional model, as in
/// `DecodableResponseSerializer(Order?.self)`, they are `nil`. The body of an unacceptable status is decoded
/// too, as for JSON; where it is another model's, ``ResponseSerializationError/statusCode`` still tells the status and
/// ``ResponseSerializationError/data`` has the body. A decoder cannot be archived, and so this serializer cannot.
public struct DecodableResponseSerializer<Value: Decodable>: HTTPResponseSerialization {
    /// What reads the body.
    ///
    /// - Warning: A decoder is an object. Set it up first, and do not change it once a serializer holds it: several tasks
    ///   may be using it.
    public enum Format: Sendable {
        /// JSON.
        case json(JSONDecoder = JSONDecoder())
        /// A property list of any format.
        case propertyList(PropertyListDecoder = PropertyListDecoder())

        /// The media types accepted at first.
        public var contentTypes: Set<String> {
            switch self {
            case .json: JSONResponseSerializer.contentTypes
            case .propertyList: PropertyListResponseSerializer.contentTypes
            }
        }
    }

    /// Which responses are acceptable. At first the content types of the format.
    public var configuration: HTTPResponseConfiguration
    /// What reads the body.
    public var format: Format

    /// A serializer of models of one type.
    ///
    /// - Parameters:
    ///   - type: The type of the models.
    ///   - format: What reads the body.
    ///   - configuration: Which responses are acceptable; nil accepts the media types of the format.
    public init(
        _ type: Value.Type = Value.self, format: Format = .json(), configuration: HTTPResponseConfiguration? = nil
    ) {
        self.format = format
        self.configuration = configuration ?? HTTPResponseConfiguration(acceptableContentTypes: format.contentTypes)
    }

    /// The model.
    ///
    /// What nests deeper than 100 levels is decoded on a thread with a stack of its own, which this one waits for.
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

    /// How deep the data nests at most.
    ///
    /// - Throws: The error that the decoder would have found in the end.
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
    /// Models of one type, from JSON or a property list.
    public static func decodable<Value>(
        _ type: Value.Type, format: DecodableResponseSerializer<Value>.Format = .json()
    ) -> Self where Self == DecodableResponseSerializer<Value> {
        DecodableResponseSerializer(type, format: format)
    }
}

/// An optional, whose type is not known.
private protocol OptionalModel {
    static var none: Self { get }
}

extension Optional: OptionalModel {}
