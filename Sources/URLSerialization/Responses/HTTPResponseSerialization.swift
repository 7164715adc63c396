/// A response serializer in the style of AFNetworking, which validates the response, and decodes it unless its content
/// type is unacceptable (`AFHTTPResponseSerializer`).
///
/// A conforming type supplies its configuration and the decoding. The fields of the configuration are also members of
/// the serializer: `serializer.acceptableContentTypes` is `serializer.configuration.acceptableContentTypes`.
@dynamicMemberLookup
public protocol HTTPResponseSerialization<Output>: ResponseSerialization {
    /// The type of a decoded body. It is declared again so that it can be inferred from ``decodeBody(_:of:)``.
    associatedtype Output
    /// The acceptable responses.
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
        let fault = configuration.fault(in: response, data: data)
        if let fault, fault.stopsDecoding { return SerializedResponse(object: nil, error: fault) }
        do {
            return SerializedResponse(object: try decodeBody(data, of: response), error: fault)
        } catch {
            return SerializedResponse(
                object: nil, error: .undecodable(error, response: response, data: data, over: fault))
        }
    }

    /// Throws the error of the response's status or content type (`validateResponse:data:error:`).
    public func validate(_ response: URLResponse?, data: Data?) throws(ResponseSerializationError) {
        try configuration.validate(response, data: data)
    }
}

extension ResponseSerializationError {
    /// Whether the body is larger than allowed.
    var isTooLarge: Bool {
        kind == .tooLarge || causes.contains { $0.kind == .tooLarge }
    }

    /// Whether the body must not be decoded.
    package var stopsDecoding: Bool {
        kind.stopsDecoding || causes.contains { $0.kind.stopsDecoding }
    }
}

extension ResponseSerializationError.Kind {
    fileprivate var stopsDecoding: Bool { self == .unacceptableContentType || self == .tooLarge }
}
