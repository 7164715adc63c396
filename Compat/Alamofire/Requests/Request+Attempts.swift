import URLSerializationSession

/// The attempts of a request: building, adapting, sending, validating, deciding about another one. All steps run on the
/// root queue unless they say otherwise.
extension Request {
    /// Begins an attempt, from any queue.
    func begin() {
        guard let session = delegate else { return underlyingQueue.async { self.finish(.sessionDeinitialized) } }
        session.didStart(self)
        // No other thread has to be woken if there is no caller's code to run.
        let isPlain = isPlain && session.interceptor(for: self) == nil
        isPlain ? build(in: session) : session.requestQueue.perform { self.build(in: session) }
    }

    /// Begins the first attempt, unless it has begun.
    func beginOnce() { if beginning.take() != nil { begin() } }

    /// Builds and adapts the request. Called on the queue of requests.
    private func build(in session: Session) {
        let made: URLRequest?
        do {
            made = try source?.asURLRequest()
            try made?.validate()
        } catch {
            let error = error.asAFError(or: .createURLRequestFailed(error: error))
            return abandon(error) { $0.request($1, didFailToCreateURLRequestWithError: error) }
        }
        guard let made else { return send(nil, in: session) }
        set { $0.requests.append(made) }.notify { $0.request($1, didCreateInitialURLRequest: made) }
        guard !isCancelled else { return }
        guard let adapter = session.interceptor(for: self) else { return prepare(made, in: session) }
        // Only the first completion counts.
        let once = TakenOnce(())
        adapter.adapt(made, using: RequestAdapterState(requestID: id, session: session)) { [self] result in
            guard once.take() != nil else { return }
            do {
                let adapted = try result.get()
                try adapted.validate()
                set { $0.requests.append(adapted) }.notify { $0.request($1, didAdaptInitialRequest: made, to: adapted) }
                prepare(adapted, in: session)
            } catch {
                let error = AFError.requestAdaptationFailed(error: error)
                abandon(error) { $0.request($1, didFailToAdaptURLRequest: made, withError: error) }
            }
        }
    }

    private func abandon(_ error: AFError, _ event: @escaping @Sendable (any EventMonitor, Request) -> Void) {
        underlyingQueue.perform { [self] in
            fail(with: error)
            notify(event)
            describe()
            retry(after: error) { self.finish($0) }
        }
    }

    /// Makes the body, and then sends the request. Called on any queue.
    private func prepare(_ request: URLRequest, in session: Session) {
        do {
            try prepareBody()
            send(request, in: session)
        } catch {
            let error = error.asAFError(or: .createUploadableFailed(error: error))
            abandon(error) { monitor, request in
                guard let upload = request as? UploadRequest else { return }
                monitor.request(upload, didFailToCreateUploadableWithError: error)
            }
        }
    }

    /// Sends the request. Called on any queue.
    private func send(_ request: URLRequest?, in session: Session) {
        if let request {
            record.withLock { $0.requestHandler }?(request)
            notify { $0.request($1, didCreateURLRequest: request) }
            describe()
        }
        guard !isCancelled else { return }
        let carrier = makeCarrier(request ?? URLRequest(url: URL(fileURLWithPath: "/")), in: session.engine)
        let attempt = Attempt(carrier, original: request, identifier: session.nextIdentifier())
        let task = makeTask(attempt)
        if let credential { carrier.authenticate(with: credential) }
        if let dataTask = task as? URLSessionDataTask { observe(dataTask, of: carrier) }
        carrier.onRedirection(by: { [weak self] in self?.redirection(of: task) })
        // Not within a call to cancel, and after the last progress, which waits for the same queue.
        carrier.whenEnded { [self] in underlyingQueue.async { self.complete(task, attempt) } }
        let (state, handler) = record.withLock { record in
            record.tasks.append(task)
            record.attempt = attempt
            return (record.state, record.taskHandler)
        }
        handler?(task)
        notify { $0.request($1, didCreateTask: task) }
        observeProgress()
        report(state, of: task)
        synchronize(attempt)
    }

    /// Calls the handler of the request's command, if one is waiting.
    func describe() { record.withLock { $0.commandHandler }?.take()?(cURLDescription()) }

    // MARK: - An attempt

    /// Returns the handler of a redirection received now, or `nil` to follow it.
    private func redirection(of task: URLSessionTask) -> RedirectionHandler? {
        let handler = redirectHandler ?? delegate?.redirectHandler
        guard handler != nil || observedSession != nil else { return nil }
        return { [self] response, proposed, decide in
            notify(of: task) { $0.urlSession($1, task: $2, willPerformHTTPRedirection: response, newRequest: proposed) }
            guard let handler else { return decide(proposed) }
            handler.task(task, willBeRedirectedTo: proposed, for: response, completion: decide)
        }
    }

    /// Observes the progress of the current attempt if the caller or a monitor needs it.
    @discardableResult
    func observeProgress() -> Self {
        let (task, attempt) = record.withLock { ($0.tasks.last, $0.attempt) }
        guard let attempt else { return self }
        observe(task, \.uploadProgress, attempt.sentObserver, attempt.request.uploadProgress(queue:_:)) {
            $0.urlSession($1, task: $2, didSendBodyData: $3, totalBytesSent: $4, totalBytesExpectedToSend: $5)
        }
        let download = task as? URLSessionDownloadTask
        observe(download, \.downloadProgress, attempt.receivedObserver, attempt.request.downloadProgress(queue:_:)) {
            $0.urlSession($1, downloadTask: $2, didWriteData: $3, totalBytesWritten: $4, totalBytesExpectedToWrite: $5)
        }
        return self
    }

    /// - Parameter report: Called with the number of new bytes, the number of all bytes so far, and the total.
    private func observe<Task: URLSessionTask>(
        _ task: Task?, _ callback: any KeyPath<RequestRecord, Callback<Progress>?> & Sendable, _ once: TakenOnce<Void>,
        _ add: (DispatchQueue, @escaping @Sendable (Progress) -> Void) -> Carrier,
        _ report: @escaping @Sendable (any EventMonitor, URLSession, Task, Int64, Int64, Int64) -> Void
    ) {
        guard record.value[keyPath: callback] != nil || observedSession != nil, once.take() != nil else { return }
        let last = Locked(Int64(0))
        _ = add(underlyingQueue) { [weak self] progress in
            let (completed, total) = (progress.completedUnitCount, progress.totalUnitCount)
            let count = completed - last.exchange(completed)
            guard let self, completed > 0 else { return }
            record.value[keyPath: callback]?(progress)
            notify(of: task) { report($0, $1, $2, count, completed, total) }
        }
    }

    // MARK: - The end of an attempt

    /// Sets the request's error, unless it has one.
    func fail(with error: AFError) { set { $0.error = $0.error ?? error } }

    private func complete(_ task: URLSessionTask, _ attempt: Attempt) {
        attempt.request.releaseTask()
        guard !record.withLock({ $0.isEnding }) else { return }
        didEnd(task)
        let error = attempt.error
        let failure = error.map { AFError.sessionTaskFailed(error: $0) }
        if let failure { fail(with: failure) }
        for validator in record.withLock({ $0.validators }) where self.error == nil { validator() }
        notify(of: task) { $0.urlSession($1, task: $2, didCompleteWithError: error) }
        notify(posting: Self.didCompleteTaskNotification) { $0.request($1, didCompleteTask: task, with: failure) }
        retry(after: self.error) { self.finish($0) }
    }

    /// Asks the retriers about an error, if there is one. Then sends the request again, or calls a closure on the root
    /// queue with the retriers' error, if any.
    func retry(after error: AFError?, or end: @escaping @Sendable (AFError?) -> Void) {
        guard let error, !isCancelled, let session = delegate, let retrier = session.interceptor(for: self) else {
            return end(nil)
        }
        // A cancellation ends the wait for a decision or for its delay.
        let wait = TakenOnce(end)
        set { $0.retryWait = wait }
        // A cancellation after the first check may have found nothing to end.
        guard !isCancelled else { return _ = wait.take()?(.explicitlyCancelled) }
        // Only the first decision counts.
        let once = TakenOnce(())
        retrier.retry(self, for: session, dueTo: error) { [self] result in
            guard once.take() != nil else { return }
            underlyingQueue.async { [self] in
                switch result {
                case .retry: sendAgain(after: wait)
                case .retryWithDelay(let delay):
                    // Dispatch overflows beyond a few centuries.
                    let seconds = delay.isFinite ? min(max(delay, 0), 315_360_000) : 0
                    underlyingQueue.asyncAfter(deadline: .now() + seconds) { self.sendAgain(after: wait) }
                case .doNotRetry: wait.take()?(nil)
                case .doNotRetryWithError(let cause):
                    wait.take()?(.requestRetryFailed(retryError: cause, originalError: error))
                }
            }
        }
    }

    /// Sends the request again, unless it was cancelled.
    private func sendAgain(after wait: TakenOnce<@Sendable (AFError?) -> Void>) {
        guard let end = wait.take() else { return }
        guard record.withLock({ $0.beginAgain() }) else { return end(.explicitlyCancelled) }
        notify { $0.requestIsRetrying($1) }
        begin()
    }
}
