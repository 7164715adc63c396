import URLSerializationSession

/// The attempts of a request: building, adapting, sending, validating, deciding about another one. All steps run on the
/// root queue except those that say otherwise.
extension Request {
    /// Begins an attempt, from any queue.
    func begin() {
        guard let session = owner else { return underlyingQueue.async { self.finish(.sessionDeinitialized) } }
        session.didStart(self)
        session.requestQueue.async { self.build(in: session) }
    }

    /// Begins the first attempt, unless it has begun.
    func beginOnce() {
        if beginning.take() != nil { begin() }
    }

    /// Builds and adapts the request. Called on the queue of requests.
    private func build(in session: Session) {
        let made: URLRequest?
        do {
            made = try makeRequest()
            try made?.validate()
        } catch {
            let error = error.asAFError(or: .createURLRequestFailed(error: error))
            return abandon(error) { $0.request($1, didFailToCreateURLRequestWithError: error) }
        }
        guard let made else { return underlyingQueue.async { self.send(nil, in: session) } }
        keep(made) { $0.request($1, didCreateInitialURLRequest: made) }
        guard !isCancelled else { return }
        guard let adapter = session.interceptor(for: self) else { return prepare(made, in: session) }
        // Only the first answer counts.
        let once = TakenOnce(())
        adapter.adapt(made, using: RequestAdapterState(requestID: id, session: session)) { [self] result in
            guard once.take() != nil else { return }
            do {
                let adapted = try result.get()
                try adapted.validate()
                keep(adapted) { $0.request($1, didAdaptInitialRequest: made, to: adapted) }
                prepare(adapted, in: session)
            } catch {
                let error = AFError.requestAdaptationFailed(error: error)
                abandon(error) { $0.request($1, didFailToAdaptURLRequest: made, withError: error) }
            }
        }
    }

    private func keep(_ request: URLRequest, _ event: @escaping @Sendable (any EventMonitor, Request) -> Void) {
        underlyingQueue.async { [self] in
            record.withLock { $0.requests.append(request) }
            notify(event)
        }
    }

    private func abandon(_ error: AFError, _ event: @escaping @Sendable (any EventMonitor, Request) -> Void) {
        underlyingQueue.async { [self] in
            fail(with: error)
            notify(event)
            describe()
            retryOrFinish(error)
        }
    }

    /// Makes the body, and then sends the request. Called on any queue.
    private func prepare(_ request: URLRequest, in session: Session) {
        do {
            try prepareBody()
            underlyingQueue.async { self.send(request, in: session) }
        } catch {
            let error = error.asAFError(or: .createUploadableFailed(error: error))
            abandon(error) { monitor, request in
                guard let upload = request as? UploadRequest else { return }
                monitor.request(upload, didFailToCreateUploadableWithError: error)
            }
        }
    }

    private func send(_ request: URLRequest?, in session: Session) {
        if let request {
            record.value.requestHandler?(request)
            notify { $0.request($1, didCreateURLRequest: request) }
            describe()
        }
        guard !isCancelled else { return }
        let carrier = makeCarrier(request ?? URLRequest(url: URL(fileURLWithPath: "/")), in: session.engine)
        let task = makeTask(Attempt(carrier, original: request, identifier: session.nextIdentifier()))
        if let credential { carrier.authenticate(with: credential) }
        observe(task)
        carrier.onRedirection(by: { [weak self] in self?.redirection(of: task) })
        carrier.whenEnded { [self] in
            task.work.redirection.value?.signal()
            underlyingQueue.async { self.complete(task) }
        }
        let (state, handler) = record.withLock { record in
            record.tasks.append(task)
            return (record.state, record.taskHandler)
        }
        handler?(task)
        notify { $0.request($1, didCreateTask: task) }
        observeProgress()
        report(state, of: task)
        synchronize(task.work)
    }

    /// Calls the handler of the request's command, if it waits.
    func describe() {
        let handler = record.withLock { record in
            defer { record.commandHandler = nil }
            return record.commandHandler
        }
        handler?(cURLDescription())
    }

    // MARK: - An attempt

    /// Returns the handler of a redirection received now, or `nil` to follow it.
    private func redirection(of task: any AttemptTask) -> RedirectionHandler? {
        let handler = redirectHandler ?? owner?.redirectHandler
        guard handler != nil || observedSession != nil else { return nil }
        return { [self] response, proposed in
            notify(of: task as URLSessionTask) {
                $0.urlSession($1, task: $2, willPerformHTTPRedirection: response, newRequest: proposed)
            }
            guard let handler else { return proposed }
            // A handler that decides later keeps this thread until then, or until the attempt ends.
            let decided = Locked(URLRequest?.none)
            let isDecided = DispatchSemaphore(value: 0)
            task.work.redirection.withLock { $0 = isDecided }
            handler.task(task, willBeRedirectedTo: proposed, for: response) { request in
                decided.withLock { $0 = request }
                isDecided.signal()
            }
            if !task.work.hasEnded { isDecided.wait() }
            return decided.value
        }
    }

    /// Observes the progress of the current attempt where someone wants to know it.
    func observeProgress() {
        let (last, wantsSent, wantsReceived) = record.withLock { record in
            (record.tasks.last, record.uploadProgress != nil, record.downloadProgress != nil)
        }
        guard let task = last else { return }
        let observesAll = observedSession != nil
        let (addsSent, addsReceived) = task.work.observed.withLock { observed in
            let before = observed
            observed = (observed.sent || wantsSent || observesAll, observed.received || wantsReceived || observesAll)
            return (observed.sent && !before.sent, observed.received && !before.received)
        }
        if addsSent {
            task.work.carrier.uploadProgress(
                queue: underlyingQueue,
                Self.counting { [weak self] count, sent, total in
                    guard let self else { return }
                    record.value.uploadProgress?(uploadProgress)
                    notify(of: task as URLSessionTask) {
                        $0.urlSession(
                            $1, task: $2, didSendBodyData: count, totalBytesSent: sent, totalBytesExpectedToSend: total)
                    }
                })
        }
        if addsReceived {
            task.work.carrier.downloadProgress(
                queue: underlyingQueue,
                Self.counting { [weak self] count, received, total in
                    guard let self else { return }
                    record.value.downloadProgress?(downloadProgress)
                    notify(of: task as? URLSessionDownloadTask) {
                        $0.urlSession(
                            $1, downloadTask: $2, didWriteData: count, totalBytesWritten: received,
                            totalBytesExpectedToWrite: total)
                    }
                })
        }
    }

    /// Returns a progress handler that calls a closure with the new bytes, all bytes and the total.
    private static func counting(
        _ handle: @escaping @Sendable (Int64, Int64, Int64) -> Void
    ) -> @Sendable (Progress) -> Void {
        let last = Locked(Int64(0))
        return { progress in
            let (completed, total) = (progress.completedUnitCount, progress.totalUnitCount)
            let before = last.withLock { last in
                defer { last = completed }
                return last
            }
            if completed > 0 { handle(completed - before, completed, total) }
        }
    }

    // MARK: - The end of an attempt

    /// Sets the request's error, unless it has one.
    func fail(with error: AFError) { record.withLock { $0.error = $0.error ?? error } }

    private func complete(_ task: any AttemptTask) {
        task.work.carrier.releaseTask()
        guard !record.withLock({ $0.isEnding }) else { return }
        didEnd(task)
        let error = task.work.error
        let failure = error.map { AFError.sessionTaskFailed(error: $0) }
        if let failure { fail(with: failure) }
        for validator in record.withLock({ $0.validators }) where self.error == nil { validator() }
        notify(of: task as URLSessionTask) { $0.urlSession($1, task: $2, didCompleteWithError: error) }
        notify(isPosted: true) { $0.request($1, didCompleteTask: task, with: failure) }
        retryOrFinish(self.error)
    }

    /// Asks the retriers about an error, and ends the request without one.
    private func retryOrFinish(_ error: AFError?) {
        guard let error else { return finish() }
        retry(after: error) { [self] in finish($0) }
    }

    /// Asks the retriers about an error, and sends the request again, or calls a closure on the root queue, with the
    /// error of the retriers if they have one.
    func retry(after error: AFError, or end: @escaping @Sendable (AFError?) -> Void) {
        guard !isCancelled, let session = owner, let retrier = session.interceptor(for: self) else { return end(nil) }
        // Only the first decision counts.
        let once = TakenOnce(end)
        retrier.retry(self, for: session, dueTo: error) { [self] result in
            guard let end = once.take() else { return }
            underlyingQueue.async { [self] in
                switch result {
                case .retry: sendAgain()
                case .retryWithDelay(let delay) where delay > 0:
                    // Dispatch overflows beyond some centuries.
                    underlyingQueue.asyncAfter(deadline: .now() + (delay.isFinite ? min(delay, 315_360_000) : 0)) {
                        self.sendAgain()
                    }
                case .retryWithDelay: sendAgain()
                case .doNotRetry: end(nil)
                case .doNotRetryWithError(let cause):
                    end(.requestRetryFailed(retryError: cause, originalError: error))
                }
            }
        }
    }

    /// Sends the request again, unless it was cancelled.
    private func sendAgain() {
        let isDue = record.withLock { record in
            guard record.state != .cancelled else { return false }
            record.retryCount += 1
            (record.error, record.isEnding, record.hasEnded) = (nil, false, false)
            (record.completions, record.isSerializing) = ([], false)
            return true
        }
        guard isDue else { return finish() }
        reset()
        notify { $0.requestIsRetrying($1) }
        begin()
    }
}
