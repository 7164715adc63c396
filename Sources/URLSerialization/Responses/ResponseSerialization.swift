/// A serializer that makes an object from a response and its body (`AFURLResponseSerialization`).
public protocol ResponseSerialization<Output>: Sendable {
    /// The type of a decoded body.
    associatedtype Output

    /// Returns the object, the error, or both: the body of an unacceptable status is decoded *and* reported.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there was none. Only an `HTTPURLResponse` has a status to validate.
    ///   - data: The body, or `nil` if there was none.
    func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Output>
}

extension ResponseSerialization {
    /// Returns the result of ``serialize(_:data:)`` with an object of type `Any`, so that serializers of different
    /// outputs work in one array.
    public func serializeErased(_ response: URLResponse?, data: Data?) -> SerializedResponse<Any> {
        serialize(response, data: data).erased
    }

    /// Decodes a response's body. An empty body is an error.
    ///
    /// ```swift
    /// let order = try DecodableResponseSerializer(Order.self).decode(data, from: response)
    /// ```
    ///
    /// The error carries the decoded object: ``ResponseSerializationError/object``. Without a response only the body is
    /// checked.
    ///
    /// - Throws: ``ResponseSerializationError`` with the response, the data, the decoded object and the causes; of kind
    ///   ``ResponseSerializationError/Kind/noObject`` if there is neither an object nor an error.
    public func decode(_ data: Data?, from response: URLResponse? = nil) throws(ResponseSerializationError) -> Output {
        let result = serialize(response, data: data)
        guard let object = try thrown(result, for: response, data: data) else {
            throw ResponseSerializationError.noObject(response: response, data: data)
                .adding(causes: result.skippedErrors)
        }
        return object
    }

    /// Decodes a response's body, or returns `nil` if there is nothing to decode, as in an empty body.
    ///
    /// - Throws: The errors of ``decode(_:from:)``, except for an empty body.
    public func decodeIfPresent(
        _ data: Data?, from response: URLResponse? = nil
    ) throws(ResponseSerializationError) -> Output? {
        try thrown(serialize(response, data: data), for: response, data: data)
    }

    private func thrown(
        _ result: SerializedResponse<Output>, for response: URLResponse?, data: Data?
    ) throws(ResponseSerializationError) -> Output? {
        guard let error = result.error else { return result.object }
        guard let object = result.object else { throw error }
        // Nothing else refers to the object, which need not be `Sendable`.
        let decoded = TakenOnce<Any>(object)
        throw error.carrying(response, data) { decoded.take() ?? serialize(response, data: data).object }
    }
}

/// The result of serializing a response: an object, an error, both or neither.
///
/// As in AFNetworking there may be both: a JSON body with status 500 is decoded and the status reported. Neither means
/// that there was nothing to decode and no error, as with an empty body of status 204.
public struct SerializedResponse<Output> {
    /// The decoded body, or `nil` if nothing was decoded. An error may accompany it.
    public let object: Output?
    /// The error of the response or of its body, or `nil` for none. An object may accompany it.
    public let error: ResponseSerializationError?
    /// The errors of serializers that were tried and skipped, in order. Only a ``CompoundResponseSerializer`` has any.
    /// They are kept when there is an object as well, whereas AFNetworking drops them.
    public let skippedErrors: [ResponseSerializationError]

    /// Creates a result with an object, an error, both or neither.
    public init(
        object: Output?, error: ResponseSerializationError?, skippedErrors: [ResponseSerializationError] = []
    ) {
        self.object = object
        self.error = error
        self.skippedErrors = skippedErrors
    }

    /// The same result with an object of type `Any`.
    public var erased: SerializedResponse<Any> {
        SerializedResponse<Any>(object: object, error: error, skippedErrors: skippedErrors)
    }
}

extension SerializedResponse: Sendable where Output: Sendable {}

/// A response serializer in the style of AFNetworking, which validates the response, and decodes it unless its content
/// type is unacceptable (`AFHTTPResponseSerializer`).
///
/// A conforming type supplies its configuration and the decoding. The fields of the configuration are also members of
/// the serializer: `serializer.acceptableContentTypes` is `serializer.configuration.acceptableContentTypes`.
@dynamicMemberLookup
public protocol HTTPResponseSerialization<Output>: ResponseSerialization {
    /// The type of a decoded body. It is declared again so that it can be inferred from ``decodeBody(_:of:)``.
    associatedtype Output
    /// The acceptable responses, by status, content type and length.
    var configuration: HTTPResponseConfiguration { get set }

    /// Returns the object of a body, or `nil` if it has none.
    ///
    /// - Parameters:
    ///   - data: The body, or `nil` if there was none.
    ///   - response: The body's response.
    /// - Returns: A new object, to which the serializer keeps no reference.
    /// - Throws: Any error. It becomes a ``ResponseSerializationError`` of kind
    ///   ``ResponseSerializationError/Kind/undecodable`` with the error's own domain and code.
    func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Output?
}

extension HTTPResponseSerialization {
    /// A field of the ``configuration``, such as `serializer.acceptableContentTypes`.
    public subscript<Value>(dynamicMember field: WritableKeyPath<HTTPResponseConfiguration, Value>) -> Value {
        get { configuration[keyPath: field] }
        set { configuration[keyPath: field] = newValue }
    }

    /// Validates the response, then decodes its body (`responseObjectForResponse:data:error:`).
    ///
    /// An unacceptable content type prevents decoding; an unacceptable status does not. If the body cannot be decoded,
    /// its error is the outermost.
    public func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Output> {
        let problem = configuration.problem(in: response, data: data)
        if let problem, problem.stopsDecoding { return SerializedResponse(object: nil, error: problem) }
        do {
            return SerializedResponse(object: try decodeBody(data, of: response), error: problem)
        } catch {
            return SerializedResponse(
                object: nil, error: .undecodable(error, response: response, data: data, over: problem))
        }
    }

    /// Throws the error of the response's status or content type (`validateResponse:data:error:`).
    public func validate(_ response: URLResponse?, data: Data?) throws(ResponseSerializationError) {
        try configuration.validate(response, data: data)
    }
}

extension ResponseSerializationError {
    /// Whether the body must not be decoded.
    package var stopsDecoding: Bool { includes(.unacceptableContentType) || includes(.tooLarge) }

    /// Whether the error or one of its causes is of a kind.
    func includes(_ kind: Kind) -> Bool { self.kind == kind || causes.contains { $0.kind == kind } }
}

/// A serializer that validates a response and returns its body unchanged (`AFHTTPResponseSerializer`).
///
/// The object is the data, even with an error.
public struct HTTPResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// The acceptable responses, by default those with a status from 200 to 299.
    public var configuration: HTTPResponseConfiguration

    /// Creates a serializer, which accepts every content type by default.
    public init(configuration: HTTPResponseConfiguration = HTTPResponseConfiguration()) {
        self.configuration = configuration
    }

    /// Returns the data and the error of the response, if it has one.
    public func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Data> {
        SerializedResponse(object: data, error: configuration.problem(in: response, data: data))
    }

    /// Returns the data unchanged, even if it is empty.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> Data? { data }
}

extension ResponseSerialization where Self == HTTPResponseSerializer {
    /// A serializer of unchanged bodies, with AFNetworking's defaults.
    public static var data: HTTPResponseSerializer { HTTPResponseSerializer() }
}
