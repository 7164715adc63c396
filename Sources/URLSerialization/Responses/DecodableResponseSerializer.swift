/// A serializer that decodes a model from JSON or a property list.
///
/// ```swift
/// let user = try DecodableResponseSerializer(User.self).decode(data, from: response)
/// ```
///
/// As with JSON, an empty body or a single space yields neither an object nor an error; for an optional model, as in
/// `DecodableResponseSerializer(Order?.self)`, it yields `nil`. As with JSON, the body of an unacceptable status is
/// decoded too. If that fails because the body is not this model, ``ResponseSerializationError/statusCode`` still has
/// the status and ``ResponseSerializationError/data`` the body. Decoders cannot be archived, so this serializer cannot
/// be archived either.
public struct DecodableResponseSerializer<Value: Decodable>: HTTPResponseSerialization {
    /// The format of the body, with its decoder.
    ///
    /// The decoder's strategies and `userInfo` are read when decoding begins. Models are then decoded with the same
    /// results as the decoder's, but several times faster. A decoder that is a subclass, reads JSON5 or assumes a
    /// dictionary decodes the model itself.
    ///
    /// - Warning: A decoder is an object. Configure it first, and do not change it after a serializer has it: several
    ///   tasks may be using it.
    public enum Format: Sendable {
        /// JSON, by default with the strategies of a new `JSONDecoder`.
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

    /// The acceptable responses. By default the content types are the format's.
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
    public init(_ type: Value.Type = Value.self, decoder: JSONDecoder) { self.init(type, format: .json(decoder)) }

    /// Returns the model, or `nil` for an empty body or a single space.
    ///
    /// Data nested deeper than 100 levels is decoded on a thread with a larger stack, for which the current thread
    /// waits.
    ///
    /// - Throws: `DecodingError`, whose context names the key path, and the byte, line and column of the value.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Value? {
        guard let data, !data.isEmpty, data.count > 1 || data.first != 0x20 else {
            return (Value.self as? any OptionalModel.Type)?.none as? Value
        }
        switch format {
        case .json(let decoder): return try Self.decode(data, with: decoder)
        case .propertyList(let decoder): return try Self.decode(data, with: decoder)
        }
    }

    private static func decode(_ data: Data, with decoder: JSONDecoder) throws -> Value {
        func document() throws(UndecodableData) -> (ParameterTree, JSONDocument) {
            let document = try JSONDocument(data)
            return (try document.tree(), document)
        }
        guard let strategies = TreeDecodingStrategies(decoder) else {
            if !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary { _ = try read(document) }
            return try LargeStack.run { try decoder.decode(Value.self, from: data) }
        }
        let (tree, document) = try read(document)
        return try tree.decode(strategies, userInfo: decoder.userInfo, from: document)
    }

    private static func decode(_ data: Data, with decoder: PropertyListDecoder) throws -> Value {
        let (tree, document) = try read { () throws(UndecodableData) in
            let document = try PropertyListDocument(data)
            return (try document.tree(), document)
        }
        guard let tree, var strategies = TreeDecodingStrategies(decoder) else {
            try read { () throws(UndecodableData) in try document.checkUTF8() }
            return try LargeStack.run { try decoder.decode(Value.self, from: data) }
        }
        strategies.floats = document.format == .binary ? .exact : .rounded
        return try tree.decode(strategies, userInfo: decoder.userInfo, from: document)
    }

    /// Calls `body`, and throws its error as the error for a malformed document.
    private static func read<Result>(_ body: () throws(UndecodableData) -> Result) throws(DecodingError) -> Result {
        do throws(UndecodableData) {
            return try body()
        } catch {
            throw .dataCorrupted(.init(codingPath: [], debugDescription: error.reason, underlyingError: error))
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

    /// Returns a serializer of models of one type, in JSON.
    public static func decodable<Value>(
        _ type: Value.Type, decoder: JSONDecoder
    ) -> Self where Self == DecodableResponseSerializer<Value> {
        DecodableResponseSerializer(type, decoder: decoder)
    }
}

/// An optional whose wrapped type is not known, for its `nil`.
private protocol OptionalModel {
    static var none: Self { get }
}

extension Optional: OptionalModel {}

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
