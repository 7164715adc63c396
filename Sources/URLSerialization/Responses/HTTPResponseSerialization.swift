/// A response serializer of the kind AFNetworking's refine: the response is validated first, and decoded unless its
/// content type is unacceptable (`AFHTTPResponseSerializer`).
///
/// A conforming type supplies its configuration and decodes; everything else follows.
public protocol HTTPResponseSerialization<Output>: ResponseSerialization {
    /// The type of a decoded body. Declared again so that it follows from ``decodeBody(_:of:)``.
    associatedtype Output
    /// Which responses are acceptable.
    var configuration: HTTPResponseConfiguration { get set }

    /// The object that a body stands for, or nil if it stands for none.
    ///
    /// - Parameters:
    ///   - data: The body, or nil if none came.
    ///   - response: The response it came with.
    /// - Returns: A new object, which the serializer keeps no reference to.
    /// - Throws: Any error. It becomes a ``ResponseSerializationError`` of kind
    ///   ``ResponseSerializationError/Kind/undecodable``, with the error's own domain and code.
    func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Output?
}

extension HTTPResponseSerialization {
    /// Validates, then decodes (`responseObjectForResponse:data:error:`).
    ///
    /// An unacceptable content type stops decoding, an unacceptable status does not. The error of a body that cannot
    /// be decoded is outermost.
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

    /// Renamed to ``decodeBody(_:of:)``.
    @available(*, deprecated, renamed: "decodeBody(_:of:)")
    public func decode(_ data: Data?, of response: URLResponse?) throws -> Output? {
        try decodeBody(data, of: response)
    }

    /// Throws what is wrong with the response's status or content type (`validateResponse:data:error:`).
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
