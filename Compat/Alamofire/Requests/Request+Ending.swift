import URLSerializationSession

/// The end of a request: its serializers run one after another, and then its handlers are called.
extension Request {
    /// Ends the request, unless its end has begun.
    func finish(_ error: AFError? = nil) {
        let hasBegun = record.withLock { record in
            defer { record.isEnding = true }
            if !record.isEnding { record.error = error ?? record.error }
            return record.isEnding
        }
        if hasBegun { return }
        describe()
        notify(posting: Self.didFinishNotification) { $0.requestDidFinish($1) }
        serialize()
    }

    /// Runs the serializers that are left, and then calls all handlers.
    private func serialize(_ handlers: [RequestRecord.Work] = []) {
        let (serializer, endings) = record.withLock { $0.serializer(after: handlers.count) }
        if let serializer { return serializationQueue.async { serializer { self.serialize(handlers + [$0]) } } }
        didFinish()
        delegate?.didFinish(self)
        for call in endings + handlers { call() }
    }

    /// Adds the handler of a response, and starts the request if it starts with its first handler. A request that has
    /// ended calls the handler at once.
    ///
    /// - Parameters:
    ///   - queue: The queue of the handler.
    ///   - asksRetriers: Whether the retriers decide about the response's error.
    ///   - startsAtOnce: Whether the request starts within the call.
    ///   - serialize: Makes the value on the queue of serializers.
    func respond<Value>(
        on queue: DispatchQueue, asksRetriers: Bool = true, startsAtOnce: Bool = false,
        _ serialize: @escaping @Sendable () throws -> Value,
        _ handler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        add(startsAtOnce: startsAtOnce) { [self] done in
            let start = ProcessInfo.processInfo.systemUptime
            let result = Result(catching: serialize).mapError(\.asSerializationError)
            let duration = asksRetriers ? ProcessInfo.processInfo.systemUptime - start : 0
            let (data, fileURL, resumeData) = received
            // Only the monitors and the handler use the value.
            let answer = UncheckedSendable(
                AFDataResponse(
                    request: request, response: response, data: data, fileURL: fileURL, resumeData: resumeData,
                    metrics: nil, serializationDuration: duration, result: result))
            underlyingQueue.perform { [self] in
                notify { $0.report(answer.value, of: $1) }
                retry(after: asksRetriers ? answer.value.error : nil) { error in
                    done { queue.perform { handler(error.map { answer.value.with(.failure($0)) } ?? answer.value) } }
                }
            }
        }
    }

    /// Adds a serializer, and starts the request if it starts with its first handler.
    func add(startsAtOnce: Bool = false, serializer: @escaping RequestRecord.Serializer) -> Self {
        let (hasEnded, mayStart) = record.withLock { record in
            record.serializers.append(serializer)
            if record.state == .finished { record.state = .resumed }
            defer { record.hasEnded = false }
            return (record.hasEnded, record.state.canBecome(.resumed))
        }
        if hasEnded {
            underlyingQueue.async { self.serialize() }
        } else if delegate == nil {
            underlyingQueue.async { self.finish(.sessionDeinitialized) }
        } else if mayStart, shouldAutomaticallyResume ?? delegate?.startRequestsImmediately == true {
            // Otherwise, calls that follow in the same expression still count.
            if startsAtOnce { resume() } else { underlyingQueue.async { self.resume() } }
        }
        return self
    }

    /// Calls a closure before the handlers, or soon if they were called.
    @discardableResult
    func whenFinished(_ handler: @escaping @Sendable () -> Void) -> Self {
        let hasEnded = record.withLock { record in
            if !record.hasEnded { record.endings.append(handler) }
            return record.hasEnded
        }
        if hasEnded { underlyingQueue.async(execute: handler) }
        return self
    }
}

extension EventMonitor {
    /// Calls the method for a request's kind and for an answer with or without a serializer.
    fileprivate func report<Value>(_ answer: AFDataResponse<Value>, of request: Request) {
        // Monitors declare their methods for `Sendable` values. At run time every type is `Sendable`.
        // swift-format-ignore: NeverForceUnwrap
        let type = (Value.self as Any) as! any Sendable.Type
        report(answer, as: type, of: request)
    }

    private func report<Value: Sendable>(_ answer: Any, as _: Value.Type, of request: Request) {
        switch (request, answer) {
        case (let data as DataRequest, let answer as AFDataResponse<Data?>):
            self.request(data, didParseResponse: answer)
        case (let data as DataRequest, let answer as AFDataResponse<Value>):
            self.request(data, didParseResponse: answer)
        case (let file as DownloadRequest, let answer as AFDownloadResponse<URL?>):
            self.request(file, didParseResponse: answer)
        case (let file as DownloadRequest, let answer as AFDownloadResponse<Value>):
            self.request(file, didParseResponse: answer)
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
