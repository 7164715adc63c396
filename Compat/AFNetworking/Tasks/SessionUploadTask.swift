/// URLSession's upload task, carried out by a request.
final class SessionUploadTask: URLSessionUploadTask, SessionTask, @unchecked Sendable {
    let work: TaskWork

    init(_ work: TaskWork) {
        self.work = work
        super.init()
    }

    override func resume() { work.resume(self) }
    override func suspend() { work.suspend(self) }
    override func cancel() { work.cancel() }

    override var taskIdentifier: Int { work.identifier }
    override var state: URLSessionTask.State { work.state }
    override var originalRequest: URLRequest? { work.original }
    override var currentRequest: URLRequest? { work.current }
    override var response: URLResponse? { work.response }
    override var error: (any Error)? { work.error }
    override var progress: Progress { work.uploadProgress(of: self) }
    override var countOfBytesSent: Int64 { work.sent.completed }
    override var countOfBytesExpectedToSend: Int64 { work.sent.total }
    override var countOfBytesReceived: Int64 { work.received.completed }
    override var countOfBytesExpectedToReceive: Int64 { work.received.total }
    override var taskDescription: String? {
        get { work.label.value.description }
        set { work.label.withLock { $0.description = newValue } }
    }
    override var priority: Float {
        get { work.label.value.priority }
        set { work.label.withLock { $0.priority = newValue } }
    }
}
