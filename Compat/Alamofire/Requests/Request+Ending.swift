import URLSerializationSession

/// The end of a request: its serializers run one after another, and then its handlers are called.
extension Request {
    /// Ends the request, unless its end has begun.
    func finish(_ error: AFError? = nil) {
        let isFirst = record.withLock { record in
            guard !record.isEnding else { return false }
            record.isEnding = true
            if let error { record.error = error }
            return true
        }
        guard isFirst else { return }
        describe()
        notify(posting: Self.didFinishNotification) { $0.requestDidFinish($1) }
        serializeNext()
    }

    private func serializeNext() {
        guard let (serializer, handlers) = record.withLock({ $0.nextSerializer() }) else { return }
        if let serializer { return serializationQueue.async(execute: serializer) }
        didFinish()
        owner?.didFinish(self)
        for handler in handlers { handler() }
    }

    /// Adds the handler of a response, and starts the request if it starts with its first handler. A request that has
    /// ended calls the handler at once.
    ///
    /// - Parameters:
    ///   - queue: The queue of the handler.
    ///   - asksRetriers: Whether the retriers decide about the response's error.
    ///   - startsAtOnce: Whether the request starts within the call.
    ///   - serialize: Makes the value on the queue of serializers.
    func respond<Value: Sendable>(
        on queue: DispatchQueue, asksRetriers: Bool = true, startsAtOnce: Bool = false,
        _ serialize: @escaping @Sendable () throws -> Value,
        _ handler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        add(startsAtOnce: startsAtOnce) { [self] in
            let start = ProcessInfo.processInfo.systemUptime
            let result = Result(catching: serialize).mapError(\.asSerializationError)
            let duration = asksRetriers ? ProcessInfo.processInfo.systemUptime - start : 0
            let (data, fileURL, resumeData) = received
            let answer = AFDataResponse(
                request: request, response: response, data: data, fileURL: fileURL, resumeData: resumeData,
                metrics: nil, serializationDuration: duration, result: result)
            underlyingQueue.perform { [self] in
                notify { $0.report(answer, of: $1) }
                let end: @Sendable (AFError?) -> Void = { [self] error in
                    let answer = error.map { answer.with(.failure($0)) } ?? answer
                    didSerialize { queue.perform { handler(answer) } }
                }
                retry(after: asksRetriers ? answer.error : nil, or: end)
            }
        }
        return self
    }

    /// Returns a value of the answer, or throws the request's error.
    func unlessFailed<Value>(_ value: Value) throws -> Value {
        if let error { throw error }
        return value
    }

    /// Keeps a handler until all serializers have run.
    func didSerialize(_ completion: @escaping @Sendable () -> Void) {
        set { ($0.isSerializing, $0.completions) = (false, $0.completions + [completion]) }
        serializeNext()
    }

    /// Adds a closure that serializes the response and then calls ``didSerialize(_:)``.
    func add(startsAtOnce: Bool = false, serializer: @escaping @Sendable () -> Void) {
        let (hasEnded, mayStart) = record.withLock { record in
            record.serializers.append(serializer)
            if record.state == .finished { record.state = .resumed }
            return (record.hasEnded, record.state.canBecome(.resumed))
        }
        if hasEnded { return underlyingQueue.async { self.serializeNext() } }
        guard let owner else { return underlyingQueue.async { self.finish(.sessionDeinitialized) } }
        guard mayStart, shouldAutomaticallyResume ?? owner.startRequestsImmediately else { return }
        if startsAtOnce { return _ = resume() }
        // This way, calls that follow in the same expression still count.
        underlyingQueue.async { self.resume() }
    }

    /// Calls a closure after the handlers, or at once if they were called.
    func whenFinished(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = record.withLock { record in
            if !record.hasEnded { record.endings.append(handler) }
            return record.hasEnded
        }
        if hasEnded { handler() }
    }
}

extension EventMonitor {
    /// Calls the method for a request's kind and for an answer with or without a serializer.
    fileprivate func report<Value: Sendable>(_ answer: AFDataResponse<Value>, of request: Request) {
        switch (request, answer) {
        case (let data as DataRequest, let answer as AFDataResponse<Data?>):
            self.request(data, didParseResponse: answer)
        case (let data as DataRequest, _): self.request(data, didParseResponse: answer)
        case (let file as DownloadRequest, let answer as AFDownloadResponse<URL?>):
            self.request(file, didParseResponse: answer)
        case (let file as DownloadRequest, _): self.request(file, didParseResponse: answer)
        default: break
        }
    }
}

extension Error {
    /// The error as a serializer's error.
    var asSerializationError: AFError {
        asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: self)))
    }
}
