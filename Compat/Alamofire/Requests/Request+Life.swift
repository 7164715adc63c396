import URLSerializationSession

/// The steps of a request that are Alamofire's: building, adapting, validating, asking the retriers, serializing. All
/// run on the root queue unless they say otherwise.
extension Request: RequestLife {
    // MARK: - The beginning of an attempt

    typealias Done = @Sendable (Made) -> Void

    package func adapt(_ done: @escaping @Sendable (Made) -> Void) {
        guard let session = delegate else {
            fail(with: .sessionDeinitialized)
            return done(.failure(AFError.sessionDeinitialized))
        }
        if core.retryCount > 0 {
            set { $0.forgetAttempt() }.notify { $0.requestIsRetrying($1) }
        } else {
            session.didStart(self)
            if let early { return early.whenSet(done) }
        }
        make(in: session, done)
    }

    /// Makes the message of an attempt, from any queue.
    func make(in session: Session, _ done: @escaping Done) {
        // No other thread has to be woken if there is no caller's code to run.
        let isPlain = isPlain && session.interceptor(for: self) == nil
        isPlain ? build(in: session, done) : session.requestQueue.perform { self.build(in: session, done) }
    }

    /// Builds and adapts the request. Called on the queue of requests.
    private func build(in session: Session, _ done: @escaping Done) {
        let made: URLRequest?
        do {
            made = try source?.asURLRequest()
            try made?.validate()
        } catch {
            let error = error.asAFError(or: .createURLRequestFailed(error: error))
            return abandon(error, done) { $0.request($1, didFailToCreateURLRequestWithError: error) }
        }
        guard let made else { return begin(nil, in: session, done) }
        set { $0.requests.append(made) }.notify { $0.request($1, didCreateInitialURLRequest: made) }
        guard !isCancelled else { return }
        guard let adapter = session.interceptor(for: self) else { return prepare(made, in: session, done) }
        // Only the first completion counts.
        let once = TakenOnce(())
        adapter.adapt(made, using: RequestAdapterState(requestID: id, session: session)) { [self] result in
            guard once.take() != nil else { return }
            do {
                let adapted = try result.get()
                try adapted.validate()
                set { $0.requests.append(adapted) }.notify { $0.request($1, didAdaptInitialRequest: made, to: adapted) }
                prepare(adapted, in: session, done)
            } catch {
                let error = AFError.requestAdaptationFailed(error: error)
                abandon(error, done) { $0.request($1, didFailToAdaptURLRequest: made, withError: error) }
            }
        }
    }

    private func abandon(
        _ error: AFError, _ done: @escaping Done, _ event: @escaping @Sendable (any EventMonitor, Request) -> Void
    ) {
        underlyingQueue.perform { [self] in
            fail(with: error)
            notify(event)
            describe()
            done(.failure(error))
        }
    }

    /// Makes the body, and then begins the attempt. Called on any queue.
    private func prepare(_ request: URLRequest, in session: Session, _ done: @escaping Done) {
        do {
            begin(request, body: try makeBody(of: request), in: session, done)
        } catch {
            let error = error.asAFError(or: .createUploadableFailed(error: error))
            abandon(error, done) { monitor, request in
                guard let upload = request as? UploadRequest else { return }
                monitor.request(upload, didFailToCreateUploadableWithError: error)
            }
        }
    }

    /// Makes the task that represents the attempt. Called on any queue.
    private func begin(
        _ request: URLRequest?, body: Uploadable? = nil, in session: Session, _ done: @escaping Done
    ) {
        if let request {
            record.withLock { $0.requestHandler }?(request)
            notify { $0.request($1, didCreateURLRequest: request) }
            describe()
        }
        guard !isCancelled else { return }
        let attempt = AttemptWork(core, original: request, identifier: session.nextIdentifier())
        let task = makeTask(attempt)
        // Their closures find the task by the request: with it they would keep each other.
        if task is URLSessionDataTask { observeReceived() }
        core.onRedirection(by: { [weak self] in self?.redirection })
        let handler = record.withLock { record in
            record.tasks.append((task, attempt))
            return record.taskHandler
        }
        handler?(task)
        notify { $0.request($1, didCreateTask: task) }
        observeProgress()
        report(state, of: task)
        done(.success(request.map { ($0, body) }))
    }

    /// Calls the handler of the request's command, if one is waiting.
    func describe() { record.withLock { $0.commandHandler }?.take()?(cURLDescription()) }

    // MARK: - An attempt

    /// The handler of a redirection received now, or `nil` to follow it.
    private var redirection: RedirectionHandler? {
        let handler = redirectHandler ?? delegate?.redirectHandler
        guard let task = lastTask, handler != nil || observedSession != nil else { return nil }
        return { [self] response, proposed, decide in
            notify(of: task) { $0.urlSession($1, task: $2, willPerformHTTPRedirection: response, newRequest: proposed) }
            guard let handler else { return decide(proposed) }
            handler.task(task, willBeRedirectedTo: proposed, for: response, completion: decide)
        }
    }

    /// Observes the progress of a direction if the caller or a monitor needs it.
    @discardableResult
    func observeProgress() -> Self {
        observe(URLSessionTask.self, \.uploadProgress, sentObserver, core.uploadProgress(queue:_:)) {
            $0.urlSession($1, task: $2, didSendBodyData: $3, totalBytesSent: $4, totalBytesExpectedToSend: $5)
        }
        observe(URLSessionDownloadTask.self, \.downloadProgress, receivedObserver, core.downloadProgress(queue:_:)) {
            $0.urlSession($1, downloadTask: $2, didWriteData: $3, totalBytesWritten: $4, totalBytesExpectedToWrite: $5)
        }
        return self
    }

    /// - Parameter report: Called with the number of new bytes, the number of all bytes so far, and the total.
    private func observe<Task: URLSessionTask>(
        _: Task.Type, _ callback: any KeyPath<AFRequestRecord, Callback<Progress>?> & Sendable, _ once: TakenOnce<Void>,
        _ add: (DispatchQueue, @escaping @Sendable (Progress) -> Void) -> Carrier,
        _ report: @escaping @Sendable (any EventMonitor, URLSession, Task, Int64, Int64, Int64) -> Void
    ) {
        guard record.value[keyPath: callback] != nil || observedSession != nil, once.take() != nil else { return }
        let last = Locked(Int64(0))
        _ = add(underlyingQueue) { [weak self] progress in
            let (completed, total) = (progress.completedUnitCount, progress.totalUnitCount)
            let before = last.exchange(completed)
            guard let self, completed > 0 else { return }
            record.value[keyPath: callback]?(progress)
            // A new attempt counts from 0.
            let count = completed < before ? completed : completed - before
            notify(of: lastTask as? Task) { report($0, $1, $2, count, completed, total) }
        }
    }

    /// Sets the request's error, unless it has one.
    func fail(with error: AFError) { set { $0.error = $0.error ?? error } }

    package func validate(_ done: @escaping @Sendable ((any Error)?) -> Void) {
        let validators = record.withLock { $0.validators }
        if validators.isEmpty, !(self is DownloadRequest) { return done(nil) }
        underlyingQueue.async { [self] in
            didReceive()
            for validator in validators where error == nil { validator() }
            done(error)
        }
    }

    package func attemptEnded(_ error: RequestError?) {
        guard let (task, attempt) = record.withLock({ $0.tasks.last }) else { return }
        // A validation's error is not the task's.
        let cause = error?.cause is AFError ? nil : error?.asFoundationError
        guard attempt.end(cause) else { return }
        // After the last progress, which waits for the same queue.
        underlyingQueue.async { [self] in
            if let error, cause != nil { didFail(error, task) }
            let failure = cause.map { AFError.sessionTaskFailed(error: $0) }
            if let failure { fail(with: failure) }
            notify(of: task) { $0.urlSession($1, task: $2, didCompleteWithError: cause) }
            notify(posting: Self.didCompleteTaskNotification) { $0.request($1, didCompleteTask: task, with: failure) }
        }
    }

    // MARK: - The end of an attempt

    package func retry(after failure: any Error, _ done: @escaping @Sendable (TimeInterval?, (any Error)?) -> Void) {
        underlyingQueue.async { [self] in
            guard !isCancelled, let session = delegate, let retrier = session.interceptor(for: self) else {
                return done(nil, nil)
            }
            let error = failure as? AFError ?? self.error ?? .sessionTaskFailed(error: failure)
            set { $0.replace = $0.replace ?? { $1.error = $0 } }
            // Only the first decision counts.
            let once = TakenOnce(())
            retrier.retry(self, for: session, dueTo: error) { [self] result in
                guard once.take() != nil else { return }
                underlyingQueue.async { [self] in
                    switch result {
                    case .retry: done(0, nil)
                    // Dispatch overflows beyond a few centuries.
                    case .retryWithDelay(let delay): done(delay.isFinite ? min(max(delay, 0), 315_360_000) : 0, nil)
                    case .doNotRetry: done(nil, nil)
                    case .doNotRetryWithError(let cause):
                        let error = AFError.requestRetryFailed(retryError: cause, originalError: error)
                        if !isCancelled { set { $0.replaceError(by: error) } }
                        done(nil, error)
                    }
                }
            }
        }
    }

    package func serialize(_ number: Int, _ done: @escaping @Sendable (SerializerResult) -> Void) {
        // Not within a call to cancel.
        underlyingQueue.async { [self] in
            let serializer = record.withLock { record -> AFRequestRecord.Serializer? in
                record.replace = nil
                if number == 0 { record.handlers = [] }
                guard let serializers = record.serializers, number < serializers.count else {
                    record.serializers = nil
                    return nil
                }
                return serializers[number]
            }
            guard let serializer else { return done(.none) }
            if number == 0 { reportEnd() }
            serializationQueue.async {
                serializer { handler, failure in
                    self.set { ($0.replace, $0.handlers) = (failure?.replace, $0.handlers + [handler]) }
                    done(.ran(failure?.error))
                }
            }
        }
    }

    /// Reports the end to the monitors, before the serializers run. A request without handlers is finished by then.
    func reportEnd() {
        describe()
        notify(posting: Self.didFinishNotification) { $0.requestDidFinish($1) }
    }
}
