/// The state and the control of a task that a request carries out in place of a URLSession.
///
/// Each module with another library's names has one conforming type.
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

    func uploadProgress(of task: URLSessionTask) -> Progress
    func downloadProgress(of task: URLSessionTask) -> Progress
    /// Cancels a download and calls a closure with its resume data, or with `nil` if it cannot be resumed.
    func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void)
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
