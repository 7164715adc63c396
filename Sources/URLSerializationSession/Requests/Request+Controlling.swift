extension Request {
    /// Starts the request, or continues it after a suspension. It has no effect on a request that is running or has
    /// ended.
    @discardableResult
    public func resume() -> Self { perform { _ in .resume } }

    /// Suspends the request: nothing further is sent or handed out. A request that has not been started does not start
    /// until it is resumed.
    ///
    /// A transfer that has begun waits in place, and the server waits as well. With URLSession on Linux, the transfer
    /// continues, and its body is kept; only the transfer of a resumable download ends, and later continues from its
    /// last byte. The timeouts pause: after the suspension, the idle timeout starts again, and the total timeout of an
    /// attempt continues. A suspended request that is neither resumed nor cancelled stays in memory with its completion
    /// handlers.
    @discardableResult
    public func suspend() -> Self {
        // Read outside the lock, because the file may be busy with a write.
        let endsTransfer = !session.engine.pausesTransfers && sink.canPause
        return perform { machine in
            if endsTransfer, let leg = machine.leg { return .suspend(.endsTransfer(next: Boxed(leg.rest))) }
            return .suspend(session.engine.pausesTransfers ? .pausesTransfer : .holdsBody)
        }
    }

    /// Ends the request with an error of kind ``RequestError/Kind/cancelled``. It has no effect on a request that has
    /// ended.
    @discardableResult
    public func cancel() -> Self { perform { _ in .cancel } }

    /// Starts the request if the session's requests start with their first handler.
    func startWithHandler() { if session.start == .withFirstHandler { startIfNew() } }

    /// Starts a request that has been neither started nor suspended.
    func startIfNew() { perform(from: .initialized) { _ in .resume } }

    /// Passes an event to the machine, and posts the change of the state, if any.
    ///
    /// - Parameters:
    ///   - required: The state that the request must be in, or `nil` for any.
    ///   - event: Returns the event.
    @discardableResult
    private func perform(from required: RequestState? = nil, _ event: (Machine) -> Machine.Event) -> Self {
        change { record in
            let before = record.machine.state
            guard required == nil || before == required else { return }
            record.handle(event(record.machine))
            let after = record.machine.state
            guard after != before else { return }
            life?.stateChanged(to: after)
            if record.startTime == nil, after == .resumed { record.startTime = Date() }
            switch after {
            case .suspended: post(Notification.Name.Task.DidSuspend, record.task)
            case .cancelled: post(Notification.Name.Task.DidCancel, record.task)
            default: post(Notification.Name.Task.DidResume, record.task)
            }
        }
    }

    /// Ends the transfer of the current attempt with an error, about which the retriers are asked.
    package func endAttempt(with error: any Error) {
        change { $0.handle(.overdue(attempt: $0.machine.retries, error)) }
    }

    /// Calls a handler on the request's own queue at the end, or at once if the request has ended. It does not start
    /// the request.
    package func whenFinished(_ handler: @escaping @Sendable () -> Void) {
        record.withLock { record in
            if record.machine.isFinished { return callbacks.async(execute: handler) }
            record.settings.handlers.append(handler)
        }
    }

    /// Releases the task of a request that has ended: a task keeps its URLSession, which keeps its connections.
    package func releaseTask() {
        var task: URLSessionTask?
        record.withLock { if $0.machine.isFinished { swap(&$0.task, &task) } }
        withExtendedLifetime(task) {}
    }

    /// Starts a request that has not been started, and waits for its end. If the task is cancelled first, so is the
    /// request.
    func ended() async {
        startIfNew()
        await withTaskCancellationHandler {
            while let reports = await endOrReports() {
                reports()
                if record.withLock({ $0.hasCalledHandlers }) { return }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Waits for the end, or for the reports of a small response, which the caller makes.
    private func endOrReports() async -> (@Sendable () -> Void)? {
        await withCheckedContinuation { (task: RequestSettings.WaitingTask) in
            record.withLock { record in
                if record.machine.isFinished { return callbacks.async { task.resume(returning: nil) } }
                record.settings.tasks.append(task)
            }
            if !sink.hasRoom { proceed() }
        }
    }
}
