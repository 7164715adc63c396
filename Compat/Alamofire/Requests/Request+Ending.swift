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
        serializeNext()
        notify(isPosted: true) { [self] in $0.requestDidFinish(self) }
    }

    private func serializeNext() {
        switch record.withLock({ $0.nextSerializer() }) {
        case .serializer(let serialize): serializationQueue.async(execute: serialize)
        case .handlers(let calls):
            for call in calls { call() }
            didFinish()
            owner?.didFinish(self)
        case nil: break
        }
    }

    /// Adds the handler of a response, and starts the request if it starts with its first handler. A request that has
    /// ended calls the handler at once.
    ///
    /// - Parameters:
    ///   - queue: The queue of the handler.
    ///   - asksRetriers: Whether the retriers decide about the response's error.
    ///   - serialize: Makes the value on the queue of serializers.
    func respond<Value: Sendable>(
        on queue: DispatchQueue, asksRetriers: Bool = true, _ serialize: @escaping @Sendable () throws -> Value,
        _ handler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) {
        add(serializer: { [self] in
            let start = ProcessInfo.processInfo.systemUptime
            let result = Result(catching: serialize).mapError(\.asSerializationError)
            let made = answer(result, after: asksRetriers ? ProcessInfo.processInfo.systemUptime - start : 0)
            underlyingQueue.async { [self] in
                notify { [self] in report(made, to: $0) }
                guard asksRetriers, let error = made.error else { return complete(on: queue) { handler(made) } }
                decide(about: error) { [self] decision in
                    switch decision {
                    case .end: complete(on: queue) { handler(made) }
                    case .failure(let error): complete(on: queue) { handler(made.with(.failure(error))) }
                    case .retry(let delay): retry(after: delay)
                    }
                }
            }
        })
    }

    private func complete(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
        didSerialize { queue.async(execute: handler) }
    }

    /// Keeps a handler until all serializers have run.
    func didSerialize(_ completion: @escaping @Sendable () -> Void) {
        record.withLock { record in
            record.isSerializing = false
            record.completions.append(completion)
        }
        serializeNext()
    }

    /// Adds a closure that serializes the response and then calls ``didSerialize(_:)``.
    func add(serializer: @escaping @Sendable () -> Void) {
        let (hasEnded, mayStart) = record.withLock { record in
            record.serializers.append(serializer)
            if record.state == .finished { record.state = .resumed }
            return (record.hasEnded, record.state.canBecome(.resumed))
        }
        if hasEnded { return underlyingQueue.async { self.serializeNext() } }
        guard let owner else { return underlyingQueue.async { self.finish(.sessionDeinitialized) } }
        guard mayStart, shouldAutomaticallyResume ?? owner.startRequestsImmediately else { return }
        // The calls after this one in the same expression count.
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

extension Error {
    /// The error as that of a serializer.
    var asSerializationError: AFError {
        asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: self)))
    }
}
