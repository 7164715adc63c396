import URLSerializationSession

/// A request whose response's body is kept in memory.
public class DataRequest: Request, RespondingRequest, ValidatingRequest, HeadReceivingRequest, @unchecked Sendable {
    /// A closure that validates a response.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ data: Data?) -> ValidationResult

    /// The value that makes the request.
    public let convertible: any URLRequestConvertible
    private let received = Locked<Data?>(nil)
    /// Whether the handler of the head refused the body.
    private let isRefused = Locked(false)

    init(_ convertible: any URLRequestConvertible, _ session: Session, _ options: RequestOptions) {
        self.convertible = convertible
        super.init(session, options)
    }

    /// The body of the current attempt so far, or `nil` while it is empty.
    public var data: Data? {
        if isRefused.value { return nil }
        if let data = received.value { return data }
        let data = (record.withLock { $0.sending }?.attempt.carrier as? URLSerializationSession.DataRequest)?.data
        return data?.isEmpty == false ? data : nil
    }

    /// Adds a closure that validates the response. Its error is the request's, and the retriers are asked about it.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(validation: { [weak self] response in validation(self?.request, response, self?.data) })
        return self
    }

    // MARK: - For the base class

    override func makeRequest() throws -> URLRequest? { try convertible.asURLRequest() }

    override func makeCarrier(
        _ request: URLRequest?, in session: URLSerializationSession.Session
    ) -> URLSerializationSession.Request {
        guard let request else { return super.makeCarrier(request, in: session) }
        return session.request(request)
    }

    override func observe(_ attempt: Attempt, _ task: URLSessionTask) {
        handOutHead(of: attempt, task) { [weak self] disposition in
            self?.isRefused.withLock { $0 = disposition == .cancel }
        }
        guard let session = observedSession, let task = task as? URLSessionDataTask
        else { return }
        attempt.carrier.onData { [weak self] data in
            self?.notifySession { $0.urlSession(session, dataTask: task, didReceive: data) }
        }
    }

    override func didEnd(_ attempt: Attempt, _ task: URLSessionTask) {
        let data = (attempt.carrier as? URLSerializationSession.DataRequest)?.data
        received.withLock { $0 = data?.isEmpty == false ? data : nil }
    }

    override func reset() { received.withLock { $0 = nil } }

    override func hasAcceptableContent(_ response: HTTPURLResponse, _ types: [String]) -> ValidationResult {
        data == nil ? .success(()) : AcceptedType.validate(response, types)
    }

    override func report(_ result: ValidationResult, of response: HTTPURLResponse) {
        let (request, data) = (request, data)
        notify { [self] in
            $0.request(self, didValidateRequest: request, response: response, data: data, withResult: result)
        }
    }

    override func answer<Value: Sendable>(
        _ result: AFResult<Value>, after duration: TimeInterval
    ) -> AFDataResponse<Value> {
        AFDataResponse(
            request: request, response: response, data: data, metrics: nil, serializationDuration: duration,
            result: result)
    }

    override func value<Serializer: ResponseSerializer>(
        by serializer: Serializer
    ) throws -> Serializer.SerializedObject {
        try serializer.serialize(request: request, response: response, data: data, error: error)
    }

    override func report<Value: Sendable>(_ answer: AFDataResponse<Value>, to monitor: any EventMonitor) {
        if let answer = answer as? AFDataResponse<Data?> {
            monitor.request(self, didParseResponse: answer)
        } else {
            monitor.request(self, didParseResponse: answer)
        }
    }

    // MARK: - Responses

    /// Calls a closure with the response when the request has ended.
    @discardableResult
    public func response(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        respond(on: queue, asksRetriers: false, { [self] in try bodyOrError() }, completionHandler)
        return self
    }

    private func bodyOrError() throws -> Data? {
        if let error { throw error }
        return data
    }

    /// Calls a closure with the value that a serializer makes of the body when the request has ended.
    @discardableResult
    public func response<Serializer: DataResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        respond(
            on: queue,
            { [self] in
                try responseSerializer.serialize(request: request, response: response, data: data, error: error)
            }, completionHandler)
        return self
    }
}
