/// The state and the control of a task that a request carries out in place of a URLSession.
///
/// The modules with other libraries' names have one each.
package protocol RequestTaskWork: AnyObject, Sendable {
    /// The request that carries out the task.
    var request: Request { get }

    func resume(_ task: URLSessionTask)
    func suspend(_ task: URLSessionTask)
    func cancel()

    var identifier: Int { get }
    var state: URLSessionTask.State { get }
    /// The request as it was given, or `nil` for a download that continues another.
    var original: URLRequest? { get }
    /// The request as it was sent last.
    var current: URLRequest? { get }
    var response: URLResponse? { get }
    var error: (any Error)? { get }
    /// The bytes of the request's body that were sent, and the total, or −1 if it is unknown.
    var sent: (completed: Int64, total: Int64) { get }
    /// The bytes of the response's body that were received, and the total, or −1 if it is unknown.
    var received: (completed: Int64, total: Int64) { get }
    /// The properties that the user may set on a task.
    var label: Locked<RequestTaskLabel> { get }

    func uploadProgress(of task: URLSessionTask) -> Progress
    func downloadProgress(of task: URLSessionTask) -> Progress
    /// Cancels a download and calls a closure with its resume data, or with `nil` if it cannot be resumed.
    func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void)
}

/// The properties that the user may set on a task.
package struct RequestTaskLabel: Sendable {
    package var description: String?
    package var priority = URLSessionTask.defaultPriority

    package init() {}
}

extension RequestTaskWork {
    package var hasEnded: Bool { request.isFinished }
    package var state: URLSessionTask.State {
        if hasEnded { return .completed }
        return switch request.state {
        case .initialized, .suspended: .suspended
        case .resumed, .finished: .running
        case .cancelled: .canceling
        }
    }
    package var sent: (completed: Int64, total: Int64) { request.sentCount }
    package var received: (completed: Int64, total: Int64) { request.receivedCount }

    package func cancel() { request.cancel() }

    package func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) {
        if let download = request as? DownloadRequest {
            download.cancel(producingResumeData: handler)
        } else {
            cancel()
            handler(nil)
        }
    }
}

extension RequestTaskWork {
    var text: String? {
        get { label.value.description }
        set { label.withLock { $0.description = newValue } }
    }

    var priority: Float {
        get { label.value.priority }
        set { label.withLock { $0.priority = newValue } }
    }
}
