extension Request: ExecutionOwner {
    var isAdmitted: Bool { record.value.isAdmitted }
    var credential: URLCredential? { record.value.credential }

    // MARK: - The user's decisions

    var adapters: [any RequestAdapter] { record.value.adapters + host.adapters }

    var isRetriable: Bool { host.hasRetriers || !record.value.retriers.isEmpty }

    func retryDecision(after error: any Error) async -> RetryDecision {
        for retrier in record.value.retriers {
            let decision = await retrier(self, error)
            if decision != .doNotRetry { return decision }
        }
        return await host.retryDecision(for: self, after: error)
    }

    var redirectionHandler: RedirectionHandler? {
        let record = record.value
        if let handler = record.redirectionHandler { return handler() }
        let handlers = record.redirectHandlers + host.redirectHandlers
        guard !handlers.isEmpty else { return nil }
        return { response, request in
            var answer: URLRequest? = request
            for handler in handlers {
                answer = answer.flatMap { handler.request(after: response, proposing: $0) }
            }
            return answer
        }
    }

    var protectsBodies: Bool { record.value.redirectionHandler == nil }

    var responseHandler: ResponseHandler? { record.value.responseHandler }

    var dataHandler: DataHandler? {
        guard let (isWanted, handler) = record.value.dataHandler, isWanted() else { return nil }
        return handler
    }

    var challengeHandler: ChallengeHandler? {
        guard let (isWanted, handler) = record.value.challengeHandler, isWanted() else { return nil }
        return handler
    }

    func excess(_ length: Int64, of response: URLResponse?, isInMemory: Bool) -> (any Error)? {
        record.value.bodyLimit.error(
            for: length, of: response, sessionLimit: host.maximumReceivedBytes, isInMemory: isInMemory)
    }

    func validationResult() -> ValidationResult {
        let record = record.withLock { record in
            record.validatedCount = record.validations.count
            return record
        }
        do {
            if let response = record.response {
                let data = receivedData
                for validation in record.validations { try validation(record.request, response, data) }
            }
            try validateFile()
        } catch {
            return .failed(error, mayBeRetried: true)
        }
        do {
            try place()
            return .passed
        } catch {
            return .failed(error, mayBeRetried: false)
        }
    }

    // MARK: - Reports

    func report(_ stage: @autoclosure () -> RequestStage) {
        let observers = host.observers
        guard !observers.isEmpty else { return }
        let (stage, record) = (stage(), record.value)
        let metrics = RequestMetrics(
            duration: record.startTime.map { (record.endTime ?? Date()).timeIntervalSince($0) } ?? 0,
            sentByteCount: record.sent.completed, receivedByteCount: record.received.completed,
            retryCount: record.retryCount, requestDescription: record.description)
        host.notifications.async { [self] in
            for observer in observers { observer.request(self, didReach: stage, metrics: metrics) }
        }
    }

    func willSend(_ request: URLRequest, _ body: RequestBody) {
        record.withLock { record in
            record.request = request
            record.body = body
            return record.sent.set(0, of: -1)
        }?.notify()
    }

    func didStart(_ task: URLSessionTask) {
        record.withLock { record in
            // A request that has ended must not keep a task.
            if !record.isFinished { record.task = task }
            record.postOwedNotifications(of: self, task: task)
        }
    }

    func willReceive(_ response: URLResponse, from offset: Int64, of total: Int64?) {
        let length = response.expectedBodyLength
        record.withLock { record in
            record.response = response as? HTTPURLResponse
            return record.received.set(offset, of: total ?? (length < 0 ? -1 : offset.saturatingSum(length)))
        }?.notify()
        report(.responded(response))
    }

    func didSend(_ sent: Int64, of total: Int64) {
        record.withLock { $0.sent.set(sent, of: total) }?.notify()
    }

    func didReceive(_ count: Int64) {
        record.withLock { $0.received.add(count) }?.notify()
    }

    func countRetry() {
        record.withLock { record in
            record.retryCount += 1
            record.validatedCount = 0
            record.response = nil
        }
    }

    func forgetResponse() {
        record.withLock { record in
            record.validatedCount = 0
            record.response = nil
        }
    }

    func beginFinish() -> Bool {
        record.withLock { record in
            if record.state == .cancelled { return true }
            guard let state = record.state.after(.finish) else { return false }
            record.state = state
            return true
        }
    }

    /// Ends the request and calls its completion handlers.
    func finish(_ error: (any Error)?, isAnswered: Bool) {
        host.finished(self)
        let (waiters, changes) = record.withLock {
            record -> ([CheckedContinuation<Void, Never>], [TransferCount.Change]) in
            // A request that was cancelled reports that, even if its end came first.
            let isCancelled = record.state == .cancelled && error?.isCancellation != true
            record.error = isCancelled ? URLError.cancelled(record.request?.url) : error
            record.isAnswered = isAnswered && record.state != .cancelled
            record.endTime = Date()
            record.isFinished = true
            let (handlers, validations) = (record.handlers, record.validations)
            let waiters = record.waiters
            record.handlers = []
            record.validations = []
            record.waiters = []
            let task = record.startTime == nil ? nil : record.task
            if let task { postNotification(of: .finish, task: task) }
            var changes: [TransferCount.Change] = []
            if record.error == nil {
                changes.append(record.received.complete())
                if record.sent.isBegun { changes.append(record.sent.complete()) }
            }
            let lateFiles = record.fileValidations.count - record.validatedFileCount
            guard !handlers.isEmpty || !validations.isEmpty || lateFiles > 0 else { return (waiters, changes) }
            // Within the lock, so that a handler that is added later is called after these.
            let late = validations.dropFirst(record.validatedCount)
            let goesOn = handlers.isEmpty && late.isEmpty && lateFiles == 0
            callbacks.async { [self, changes] in
                for change in changes { change.notify() }
                for validation in late { validateLate(validation) }
                validateFileLate()
                for handler in handlers { handler() }
                // Closures are released on this queue, because releasing what they capture may run the user's code.
                withExtendedLifetime(validations) {}
                if !goesOn { for waiter in waiters { waiter.resume() } }
            }
            return goesOn ? (waiters, []) : ([], [])
        }
        for change in changes { change.notify() }
        // Waiters that follow handlers resume after them; the others need not wait for another thread.
        for waiter in waiters { waiter.resume() }
        report(.finished(self.error))
    }
}

extension URLResponse {
    /// The length of the body as it will be handed out, in bytes, or −1 where it is unknown.
    fileprivate var expectedBodyLength: Int64 {
        // URLSession decodes an encoded body, but reports its encoded length.
        if let response = self as? HTTPURLResponse, !response.isIdentity { return -1 }
        return max(expectedContentLength, -1)
    }
}
