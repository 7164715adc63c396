import URLSerialization
import URLSerializationSession

// The creation of tasks, and the delivery of their events.
extension AFURLSessionManager {
    typealias ProgressBlock = (Progress) -> Void
    typealias Completion = (URLResponse, Any?, (any Error)?) -> Void

    /// The current session, made when a task needs it.
    var managed: ManagedSession {
        state.withLock { state in
            if let session = state.session { return session }
            // Looked up for each request, because a subclass may override the policy. Running tasks retain the manager.
            let gate = PolicyGate { [weak self, policy] in self?.securityPolicy ?? policy.value }
            let session = ManagedSession(
                configuration, policy: gate, operationQueue: queue, observers: state.observers,
                certificates: state.clientCertificates, of: self)
            state.session = session
            return session
        }
    }

    /// Returns a description with the parts that a subclass adds.
    func described(_ parts: [String]) -> String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        let all =
            ["\(type(of: self)): 0x\(address)"] + parts + ["session: \(session)", "operationQueue: \(operationQueue)"]
        return "<\(all.joined(separator: ", "))>"
    }

    func set<Field>(_ path: WritableKeyPath<ManagerState, Field>, _ value: Field) { state.set(path, value) }

    var blocks: ManagerBlocks { state.withLock { $0.blocks } }

    /// A number that no other task of this manager has, in any of its sessions.
    var nextIdentifier: Int {
        state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
    }

    /// Returns the task if it belongs to this manager and has not ended.
    func own(_ task: URLSessionTask) -> (any SessionTask)? {
        // A task retains its manager until it ends, so no other manager can have the same identity.
        guard let task = task as? any SessionTask, task.work.owner == ObjectIdentifier(self), !task.work.hasEnded
        else { return nil }
        return task
    }

    func add<Task: SessionTask>(
        _ request: URLRequest?, _ upload: ProgressBlock?, _ download: ProgressBlock?,
        placement: DownloadedFile? = nil, _ completion: Completion?, as makeTask: (SessionTaskWork) -> Task,
        by make: (ManagedSession) -> Request
    ) -> Task {
        let managed = managed
        let task = makeTask(SessionTaskWork(make(managed), identifier: nextIdentifier, of: self, original: request))
        watch(task, in: managed, upload, download, placement: placement, completion)
        return task
    }

    func downloadTask(
        _ request: URLRequest?, _ progress: ProgressBlock?, _ destination: ((URL, URLResponse) -> URL)?,
        _ completion: ((URLResponse, URL?, (any Error)?) -> Void)?,
        by make: (Session, @escaping DownloadDestination) -> DownloadRequest
    ) -> URLSessionDownloadTask {
        let placement = DownloadedFile(destination)
        let finish: Completion = { response, object, error in completion?(response, object as? URL, error) }
        // The placement has its task before others can see and resume it.
        let makeTask = { (work: SessionTaskWork) in
            let task = SessionDownloadTask(work)
            placement.task = task
            return task
        }
        return add(request, nil, progress, placement: placement, finish, as: makeTask) { managed in
            make(managed.session) { [weak self, weak managed] temporaryURL, response in
                let block = self?.blocks.downloadTaskDidFinishDownloading
                let place = placement.destination(of: temporaryURL, NamedResponse.of(response)) { task in
                    managed.flatMap { block?($0.urlSession, task, temporaryURL) }
                }
                let replaces = self?.replacesFilesOfDownloads == true
                return (place, replaces ? [.removePreviousFile, .requiresDirectory] : .requiresDirectory)
            }
        }
    }

    /// Delivers a task's events, and retains the manager until the task ends.
    private func watch(
        _ task: any SessionTask, in managed: ManagedSession, _ upload: ProgressBlock?, _ download: ProgressBlock?,
        placement: DownloadedFile? = nil, _ completion: Completion?
    ) {
        managed.add(task)
        // The serializer does not read the body of a download.
        if !(task is SessionDownloadTask), let limit = maximumReceivedBytes {
            task.work.request.limitReceivedBytes(to: limit)
        }
        let (upload, download) = (GivenBlock(upload), GivenBlock(download))
        watchDecisions(of: task, in: managed)
        let message = task.work.original
        // No progress object is made if nothing is sent.
        if upload.block != nil || task is SessionUploadTask || message?.httpBody != nil
            || message?.httpBodyStream != nil
        {
            watch(SessionTaskWork.uploadProgress, of: task, in: managed, upload, Request.uploadProgress) {
                $0.taskDidSendBodyData?($1.urlSession, $2, $3, $4, $5)
            }
        }
        if download.block != nil || task is SessionDownloadTask {
            watch(SessionTaskWork.downloadProgress, of: task, in: managed, download, Request.downloadProgress) {
                guard let task = $2 as? SessionDownloadTask else { return }
                $0.downloadTaskDidWriteData?($1.urlSession, task, $3, $4, $5)
            }
        }
        let completion = completion.map(UncheckedSendable.init)
        task.work.request.whenFinished { [self] in
            task.work.releaseTask()
            managed.remove(task)
            let passesBlocks =
                placement != nil || upload.block != nil || download.block != nil || state.withLock { $0.hasBlocks }
            TaskEnd(of: task, file: placement, serializer: ForeignResponseSerializer.original(of: serializerInUse))
                .report(by: self, in: managed, to: completion, passesBlocks: passesBlocks)
            guard passesBlocks else { return }
            // Released after their last call.
            blockQueue.async {
                upload.release()
                download.release()
                placement?.destination.release()
            }
        }
    }

    /// Calls the manager's blocks with the task's events. Each block is looked up when its event occurs.
    ///
    /// The closures do not retain the session: otherwise a task that waits for the main queue would keep the session's
    /// connections open.
    private func watchDecisions(of task: any SessionTask, in managed: ManagedSession) {
        let request = task.work.request
        request.onRedirection(by: { [weak self, weak task, weak managed] in
            guard let block = self?.blocks.taskWillPerformHTTPRedirection else { return nil }
            let given = UncheckedSendable(block)
            return { [weak task, weak managed] response, request, decide in
                guard let task, let managed else { return decide(request) }
                decide(given.value(managed.urlSession, task, NamedResponse.of(response), request))
            }
        })
        request.onChallenge(where: { [weak self] in self?.blocks.answersChallenges ?? false }) {
            [weak self, weak task, weak managed] challenge, answer in
            guard let self, let task, let managed else { return false }
            let challenge = UncheckedSendable(challenge)
            blockQueue.async { self.answer(challenge.value, to: task, in: managed, answer) }
            return true
        }
        guard task is URLSessionDataTask else { return }
        let isRefused = Locked(false)
        request.onResponse { [weak self, weak task, weak managed] response, decide in
            guard let self, let managed, let given = task, let task = given as? URLSessionDataTask,
                blocks.dataTaskDidReceiveResponse != nil
            else { return false }
            let response = given.work.named(response)
            blockQueue.async {
                let disposition = self.blocks.dataTaskDidReceiveResponse?(managed.urlSession, task, response)
                let refusal = disposition.flatMap { $0.refusal(of: response) }
                isRefused.withLock { $0 = refusal != nil }
                decide(refusal)
            }
            return true
        }
        request.onData(where: { [weak self] in self?.blocks.dataTaskDidReceiveData != nil }) {
            [weak self, weak task, weak managed] data in
            guard let self, let managed, let task = task as? URLSessionDataTask, blocks.dataTaskDidReceiveData != nil
            else { return }
            blockQueue.async {
                // Data may arrive before the block for the response has returned.
                if !isRefused.value { self.blocks.dataTaskDidReceiveData?(managed.urlSession, task, data) }
            }
        }
    }

    /// Calls the task's block and the manager's with the progress of one direction.
    ///
    /// - Parameter report: Calls the manager's block with the number of new bytes, the number of all bytes so far, and
    ///   the total.
    private func watch(
        _ progress: (SessionTaskWork) -> (URLSessionTask) -> Progress, of task: any SessionTask,
        in managed: ManagedSession, _ given: GivenBlock<ProgressBlock>,
        _ observe: (Request) -> (DispatchQueue, @escaping @Sendable (Progress) -> Void) -> Request,
        _ report: @escaping @Sendable (ManagerBlocks, ManagedSession, any SessionTask, Int64, Int64, Int64) -> Void
    ) {
        let controllable = given.block == nil ? nil : progress(task.work)(task)
        let reported = Locked<Int64>(0)
        _ = observe(task.work.request)(blockQueue) { [weak self, weak task, weak managed] progress in
            guard let self, let task, let managed else { return }
            if let controllable { given.block?(controllable) }
            let completed = progress.completedUnitCount
            let before = reported.exchange(completed)
            // A new attempt counts from 0.
            let count = completed < before ? completed : completed - before
            report(blocks, managed, task, count, completed, progress.totalUnitCount)
        }
    }

    /// Reports the end of the session and its tasks. Called on the operation queue.
    func sessionIsInvalid(_ session: URLSession, _ error: (any Error)?) {
        let error = error ?? RequestError(.invalidated, reason: "The session has been invalidated.")
        blocks.sessionDidBecomeInvalid?(session, NSError.bridging(error))
        NotificationCenter.default.post(name: .AFURLSessionDidInvalidate, object: session)
    }
}

extension URLSession.ResponseDisposition {
    /// Returns the error of a task that must not continue after a response, or `nil`.
    fileprivate func refusal(of response: URLResponse) -> (any Error)? {
        switch self {
        case .allow: nil
        case .cancel: URLError.cancelled(response.url)
        default:
            RequestSerializationError(
                .invalidSetting, field: "setDataTaskDidReceiveResponseBlock",
                reason: "The block returned a disposition that makes the task another, becomeDownload or becomeStream. "
                    + "Return allow or cancel, and make downloads by downloadTask(with:progress:destination:"
                    + "completionHandler:).")
        }
    }
}
