/// A request whose whole answer can be validated and serialized: in memory, or in a file.
public protocol RespondingRequest: ValidatingRequest {
    /// The type of the body: `Data`, or the `URL` of a file.
    associatedtype _Body: Sendable
    /// The body. Not for callers, who read ``DataRequest/data`` or ``DownloadRequest/fileURL``.
    var _body: _Body? { get }
}

/// The answers of requests with the serializers of the most common values.
extension RespondingRequest {
    /// A closure that validates a response and its body or its file.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ body: _Body?) -> ValidationResult

    /// Adds a closure that validates the response. Its error becomes the request's, and the retriers decide about it.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self { add { validation($0.request, $1, $0._body) } }

    /// Calls a closure with the response, without a serializer, when the request has ended.
    @discardableResult
    public func response(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDataResponse<_Body?>) -> Void
    ) -> Self {
        let body = { @Sendable [self] in
            if let error { throw error }
            return _body
        }
        return respond(on: queue, asksRetriers: false, body, completionHandler)
    }

    /// Calls a closure with the serialized value of the answer when the request has ended.
    @discardableResult
    public func response<Serializer: ResponseSerializer>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self { respond(on: queue, { [self] in try value(by: responseSerializer) }, completionHandler) }

    /// Returns the value that a serializer makes of the answer.
    func value<Serializer: ResponseSerializer>(by serializer: Serializer) throws -> Serializer.SerializedObject {
        try (self as? DownloadRequest)?.fileValue(by: serializer)
            ?? serializer.serialize(request: request, response: response, data: received.data, error: error)
    }

    /// Calls a closure with the body when the request has ended. An empty body is an error, unless the status or the
    /// method allows it.
    @discardableResult
    public func responseData(
        queue: DispatchQueue = .main, dataPreprocessor: any DataPreprocessor = .passthrough,
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods,
        completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
    ) -> Self {
        let serializer = DataResponseSerializer(dataPreprocessor, emptyResponseCodes, emptyRequestMethods)
        return response(queue: queue, responseSerializer: serializer, completionHandler: completionHandler)
    }

    /// Calls a closure with the body as text when the request has ended. If no encoding is given, the response's
    /// charset is used, or else ISO 8859-1.
    @discardableResult
    public func responseString(
        queue: DispatchQueue = .main, dataPreprocessor: any DataPreprocessor = .passthrough,
        encoding: String.Encoding? = nil, emptyResponseCodes: Set<Int> = Empty.responseCodes,
        emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods,
        completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
    ) -> Self {
        let serializer = StringResponseSerializer(dataPreprocessor, encoding, emptyResponseCodes, emptyRequestMethods)
        return response(queue: queue, responseSerializer: serializer, completionHandler: completionHandler)
    }

    /// Calls a closure with the body's JSON when the request has ended. Cast the value, for example with
    /// `as? [String: Any]`.
    @available(*, deprecated, message: "Use responseDecodable.")
    @discardableResult
    public func responseJSON(
        queue: DispatchQueue = .main, dataPreprocessor: any DataPreprocessor = .passthrough,
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods,
        options: JSONSerialization.ReadingOptions = .allowFragments,
        completionHandler: @escaping @Sendable (AFDataResponse<Any>) -> Void
    ) -> Self {
        let serializer = JSONResponseSerializer(
            dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods, options: options)
        return response(queue: queue, responseSerializer: serializer, completionHandler: completionHandler)
    }

    /// Calls a closure with the body as a model when the request has ended, whatever the response's media type.
    @discardableResult
    public func responseDecodable<Value>(
        of type: Value.Type = Value.self, queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = .passthrough, decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self where Value: Decodable, Value: Sendable {
        let serializer = DecodableResponseSerializer<Value>(
            dataPreprocessor, decoder, emptyResponseCodes, emptyRequestMethods)
        return response(queue: queue, responseSerializer: serializer, completionHandler: completionHandler)
    }
}
