import URLSerializationSession

/// The attempts of a request: building, adapting, sending, validating, deciding about another one. All steps run on the
/// root queue except those that say otherwise.
extension Request {
    func notify(isPosted: Bool = false, _ event: @escaping @Sendable (any EventMonitor) -> Void) {
        eventMonitor.notify(isPosted: isPosted, event)
    }

    /// The URLSession that events of tasks name, or `nil` if no monitor of the session observes them.
    var observedSession: URLSession? { owner.flatMap { $0.eventMonitor.observesAll ? $0.session : nil } }

    /// Passes an event of a task to the session's monitors, but not to the request's own.
    func notifySession(_ event: @escaping @Sendable (any EventMonitor) -> Void) {
        owner?.eventMonitor.notify(event)
    }

    /// Begins an attempt, from any queue.
    func begin() {
        guard let session = owner else { return underlyingQueue.async { self.finish(.sessionDeinitialized) } }
        session.didStart(self)
        session.requestQueue.async { self.build(in: session) }
    }

    /// Begins the first attempt, unless it has begun.
    func beginOnce() {
        let isFirst = record.withLock { record in
            defer { record.hasBegun = true }
            return !record.hasBegun
        }
        if isFirst { begin() }
    }

    /// Builds and adapts the request. Called on the queue of requests.
    private func build(in session: Session) {
        let built: URLRequest
        do {
            guard let made = try makeRequest() else { return underlyingQueue.async { self.send(nil, in: session) } }
            try made.validate()
            built = made
        } catch {
            let error = error.asAFError(or: .createURLRequestFailed(error: error))
            return underlyingQueue.async { [self] in
                fail(with: error)
                notify { [self] in $0.request(self, didFailToCreateURLRequestWithError: error) }
                describe()
                retryOrFinish(error)
            }
        }
        underlyingQueue.async { [self] in
            record.withLock { $0.requests.append(built) }
            notify { [self] in $0.request(self, didCreateInitialURLRequest: built) }
        }
        guard !isCancelled else { return }
        guard let adapter = session.interceptor(for: self) else { return prepare(built, in: session) }
        // Only the first answer counts.
        let once = TakenOnce(())
        adapter.adapt(built, using: RequestAdapterState(requestID: id, session: session)) { [self] result in
            guard once.take() != nil else { return }
            do {
                let adapted = try result.get()
                try adapted.validate()
                underlyingQueue.async { [self] in
                    record.withLock { $0.requests.append(adapted) }
                    notify { [self] in $0.request(self, didAdaptInitialRequest: built, to: adapted) }
                }
                prepare(adapted, in: session)
            } catch {
                let error = AFError.requestAdaptationFailed(error: error)
                underlyingQueue.async { [self] in
                    fail(with: error)
                    notify { [self] in $0.request(self, didFailToAdaptURLRequest: built, withError: error) }
                    describe()
                    retryOrFinish(error)
                }
            }
        }
    }

    /// Makes the body, and then sends the request. Called on any queue.
    private func prepare(_ request: URLRequest, in session: Session) {
        do {
            try prepareBody()
        } catch {
            let error = error.asAFError(or: .createUploadableFailed(error: error))
            return underlyingQueue.async { [self] in
                fail(with: error)
                didFailToPrepareBody(error)
                retryOrFinish(error)
            }
        }
        underlyingQueue.async { self.send(request, in: session) }
    }

    private func send(_ request: URLRequest?, in session: Session) {
        if let request {
            if let handler = record.withLock({ $0.requestHandler }) { handler.queue.async { handler.call(request) } }
            notify { [self] in $0.request(self, didCreateURLRequest: request) }
            describe()
        }
        guard !isCancelled else { return }
        let carrier = makeCarrier(request, in: session.engine)
        let attempt = Attempt(carrier, original: request, identifier: session.nextIdentifier())
        let task = makeTask(attempt)
        if let credential { carrier.authenticate(with: credential) }
        observe(attempt, task)
        carrier.onRedirection(by: { [weak self] in self?.redirection(of: attempt, task) })
        carrier.whenFinished { [self] in
            attempt.redirection.value?.signal()
            underlyingQueue.async { self.complete(attempt, task) }
        }
        let (state, handler) = record.withLock { record in
            record.sendings.append((attempt, task))
            return (record.state, record.taskHandler)
        }
        if let handler { handler.queue.async { handler.call(task) } }
        notify { [self] in $0.request(self, didCreateTask: task) }
        observeProgress()
        switch state {
        case .initialized, .finished: break
        case .resumed:
            carrier.resume()
            notify(isPosted: true) { [self] in $0.request(self, didResumeTask: task) }
        case .suspended: notify(isPosted: true) { [self] in $0.request(self, didSuspendTask: task) }
        case .cancelled:
            carrier.cancel()
            notify(isPosted: true) { [self] in $0.request(self, didCancelTask: task) }
        }
    }

    /// Calls the handler of the request's command, if it waits.
    func describe() {
        let handler = record.withLock { record in
            defer { record.commandHandler = nil }
            return record.commandHandler
        }
        if let handler { handler.queue.async { handler.call(self.cURLDescription()) } }
    }

    // MARK: - An attempt

    /// Returns the handler of a redirection received now, or `nil` to follow it.
    private func redirection(of attempt: Attempt, _ task: URLSessionTask) -> RedirectionHandler? {
        let handler = redirectHandler ?? owner?.redirectHandler
        let isObserved = observedSession != nil
        guard handler != nil || isObserved else { return nil }
        return { [self] response, proposed in
            if let session = observedSession {
                notifySession {
                    $0.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: proposed)
                }
            }
            guard let handler else { return proposed }
            // A handler that decides later keeps this thread until then, or until the attempt ends.
            let decided = Locked(URLRequest?.none)
            let isDecided = DispatchSemaphore(value: 0)
            attempt.redirection.withLock { $0 = isDecided }
            handler.task(task, willBeRedirectedTo: proposed, for: response) { request in
                decided.withLock { $0 = request }
                isDecided.signal()
            }
            if !attempt.hasEnded { isDecided.wait() }
            return decided.value
        }
    }

    /// Observes the progress of the current attempt where someone wants to know it.
    func observeProgress() {
        let (sending, wantsSent, wantsReceived) = record.withLock { record in
            (record.sending, record.uploadProgress != nil, record.downloadProgress != nil)
        }
        guard let (attempt, task) = sending else { return }
        let observesAll = observedSession != nil
        let (addsSent, addsReceived) = attempt.observed.withLock { observed in
            let before = observed
            observed = (observed.sent || wantsSent || observesAll, observed.received || wantsReceived || observesAll)
            return (observed.sent && !before.sent, observed.received && !before.received)
        }
        if addsSent {
            let last = Locked(Int64(0))
            attempt.carrier.uploadProgress(queue: underlyingQueue) { [weak self] progress in
                let (sent, total) = (progress.completedUnitCount, progress.totalUnitCount)
                let count = last.withLock { last in
                    defer { last = sent }
                    return sent - last
                }
                self?.didSend(count, sent, total, task)
            }
        }
        if addsReceived {
            let last = Locked(Int64(0))
            attempt.carrier.downloadProgress(queue: underlyingQueue) { [weak self] progress in
                let (received, total) = (progress.completedUnitCount, progress.totalUnitCount)
                let count = last.withLock { last in
                    defer { last = received }
                    return received - last
                }
                self?.didReceive(count, received, total, task)
            }
        }
    }

    private func didSend(_ count: Int64, _ sent: Int64, _ total: Int64, _ task: URLSessionTask) {
        guard sent > 0 else { return }
        let progress = uploadProgress
        if let handler = record.withLock({ $0.uploadProgress }) { handler.queue.async { handler.call(progress) } }
        guard let session = observedSession else { return }
        notifySession {
            $0.urlSession(
                session, task: task, didSendBodyData: count, totalBytesSent: sent, totalBytesExpectedToSend: total)
        }
    }

    private func didReceive(_ count: Int64, _ received: Int64, _ total: Int64, _ task: URLSessionTask) {
        guard received > 0 else { return }
        let progress = downloadProgress
        if let handler = record.withLock({ $0.downloadProgress }) { handler.queue.async { handler.call(progress) } }
        guard let session = observedSession, let task = task as? URLSessionDownloadTask
        else { return }
        notifySession {
            $0.urlSession(
                session, downloadTask: task, didWriteData: count, totalBytesWritten: received,
                totalBytesExpectedToWrite: total)
        }
    }

    // MARK: - The end of an attempt

    /// Sets the request's error, unless it has one.
    func fail(with error: AFError) { record.withLock { $0.error = $0.error ?? error } }

    private func complete(_ attempt: Attempt, _ task: URLSessionTask) {
        attempt.carrier.releaseTask()
        guard !record.withLock({ $0.isEnding }) else { return }
        didEnd(attempt, task)
        let failure = attempt.error.map { AFError.sessionTaskFailed(error: $0) }
        if let failure { fail(with: failure) }
        for validator in record.withLock({ $0.validators }) where error == nil { validator() }
        if let session = observedSession {
            let error = attempt.error
            notifySession { $0.urlSession(session, task: task, didCompleteWithError: error) }
        }
        notify(isPosted: true) { [self] in $0.request(self, didCompleteTask: task, with: failure) }
        retryOrFinish(error)
    }

    /// Asks the retriers about an error, and ends the request without one.
    private func retryOrFinish(_ error: AFError?) {
        guard let error else { return finish() }
        decide(about: error) { [self] decision in
            switch decision {
            case .end: finish()
            case .failure(let error): finish(error)
            case .retry(let delay): retry(after: delay)
            }
        }
    }

    /// The outcome of a question to the retriers.
    enum Decision: Sendable {
        case end
        case failure(AFError)
        case retry(after: TimeInterval)
    }

    /// Asks the retriers about an error, and calls a closure on the root queue.
    func decide(about error: AFError, _ handler: @escaping @Sendable (Decision) -> Void) {
        guard !isCancelled, let session = owner, let retrier = session.interceptor(for: self) else {
            return handler(.end)
        }
        // Only the first decision counts.
        let once = TakenOnce(handler)
        retrier.retry(self, for: session, dueTo: error) { [self] result in
            guard let handler = once.take() else { return }
            let decision: Decision =
                switch result {
                case .retry: .retry(after: 0)
                case .retryWithDelay(let delay): .retry(after: delay.isFinite ? min(max(delay, 0), 315_360_000) : 0)
                case .doNotRetry: .end
                case .doNotRetryWithError(let cause):
                    .failure(.requestRetryFailed(retryError: cause, originalError: error))
                }
            underlyingQueue.async { handler(decision) }
        }
    }

    /// Sends the request again, unless it was cancelled.
    func retry(after delay: TimeInterval) {
        let retry: @Sendable () -> Void = { [self] in
            let isDue = record.withLock { record in
                guard record.state != .cancelled else { return false }
                record.retryCount += 1
                (record.error, record.isEnding, record.hasEnded) = (nil, false, false)
                (record.completions, record.isSerializing) = ([], false)
                return true
            }
            guard isDue else { return finish() }
            reset()
            notify { [self] in $0.requestIsRetrying(self) }
            begin()
        }
        if delay > 0 { underlyingQueue.asyncAfter(deadline: .now() + delay, execute: retry) } else { retry() }
    }
}
