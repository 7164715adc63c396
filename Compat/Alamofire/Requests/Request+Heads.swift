import URLSerializationSession

/// A request whose response's head is handed out before the body.
public protocol HeadReceivingRequest: Request {}

extension HeadReceivingRequest {
    /// Calls a closure with the head of the response, which then calls another with its decision.
    @_disfavoredOverload
    @discardableResult
    public func onHTTPResponse(
        on queue: DispatchQueue = .main,
        perform handler:
            @escaping @Sendable (
                _ response: HTTPURLResponse, _ completionHandler: @escaping @Sendable (ResponseDisposition) -> Void
            ) -> Void
    ) -> Self {
        record.withLock { $0.headHandler = (queue, handler) }
        return self
    }

    /// Calls a closure with the head of the response.
    @discardableResult
    public func onHTTPResponse(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (HTTPURLResponse) -> Void
    ) -> Self {
        onHTTPResponse(on: queue) { response, completion in
            handler(response)
            completion(.allow)
        }
    }

    /// Calls an asynchronous closure with the head of the response, which decides about the body.
    @_disfavoredOverload
    @discardableResult
    public func onHTTPResponse(
        perform handler: @escaping @Sendable (_ response: HTTPURLResponse) async -> ResponseDisposition
    ) -> Self {
        onHTTPResponse(on: underlyingQueue) { response, completion in
            Task { completion(await handler(response)) }
        }
    }

    /// Calls an asynchronous closure with the head of the response.
    @discardableResult
    public func onHTTPResponse(
        perform handler: @escaping @Sendable (_ response: HTTPURLResponse) async -> Void
    ) -> Self {
        onHTTPResponse { response -> ResponseDisposition in
            await handler(response)
            return .allow
        }
    }
}

extension Request {
    /// Hands out the head of an attempt's response.
    ///
    /// - Parameters:
    ///   - hold: Called before the handler decides.
    ///   - decide: Called with the handler's decision.
    func handOutHead(
        of attempt: Attempt, _ task: URLSessionTask, hold: @escaping @Sendable () -> Void = {},
        decide: @escaping @Sendable (ResponseDisposition) -> Void
    ) {
        attempt.carrier.onResponse { [weak self] head, proceed in
            guard let self, let response = head as? HTTPURLResponse else { return false }
            if let session = observedSession, let task = task as? URLSessionDataTask {
                notifySession { $0.urlSession(session, dataTask: task, didReceive: head) }
            }
            guard let handler = record.withLock({ $0.headHandler }) else { return false }
            hold()
            handler.queue.async {
                handler.call(response) { disposition in
                    decide(disposition)
                    if disposition == .cancel { self.cancel() }
                    proceed(nil)
                }
            }
            return true
        }
    }
}
