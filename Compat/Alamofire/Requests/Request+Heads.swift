import URLSerializationSession

/// A request that delivers the head of its response before the body.
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
    ) -> Self { set { $0.headHandler = Callback(queue: queue) { handler($0.0, $0.1) } } }

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
        onHTTPResponse(on: underlyingQueue) { response, done in Task { done(await handler(response)) } }
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
    /// Delivers the head of an attempt's response, whose body waits for the handler's decision, and the parts of the
    /// body if a stream or a monitor needs them.
    func observeReceived() {
        core.onResponse { [weak self] head, proceed in
            guard let self, let response = head as? HTTPURLResponse else { return false }
            notify(of: lastTask as? URLSessionDataTask) { $0.urlSession($1, dataTask: $2, didReceive: head) }
            guard let handler = record.value.headHandler else { return false }
            let decide: @Sendable (ResponseDisposition) -> Void = { [self] disposition in
                if disposition == .cancel { set { $0.isRefused = true }.cancel() }
                proceed(nil)
            }
            handler((response, decide))
            return true
        }
        guard self is DataStreamRequest || observedSession != nil else { return }
        core.onData { [weak self] data in
            guard let self else { return }
            for stream in record.withLock({ $0.streams }) { stream(data) }
            notify(of: lastTask as? URLSessionDataTask) { $0.urlSession($1, dataTask: $2, didReceive: data) }
        }
    }
}
