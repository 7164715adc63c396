/// The state and the control of a task that a request carries out in place of a URLSession.
///
/// Each module with another library's names has one conforming type.
package protocol RequestTaskWork: AnyObject, Sendable {
    /// The request that carries out the task.
    var request: Request { get }

    func resume(_ task: URLSessionTask)
    func suspend(_ task: URLSessionTask)
    func cancel(_ task: URLSessionTask)
    var hasEnded: Bool { get }

    var identifier: Int { get }
    /// The request as it was given, or `nil` for a download that continues another.
    var original: URLRequest? { get }
    /// The request as it was sent last.
    var current: URLRequest? { get }
    var response: URLResponse? { get }
    var error: (any Error)? { get }

    func uploadProgress(of task: URLSessionTask) -> Progress
    func downloadProgress(of task: URLSessionTask) -> Progress
}

extension RequestTaskWork {
    package func cancel(_ task: URLSessionTask) { request.cancel() }
    package var hasEnded: Bool { request.isFinished }
    package var state: URLSessionTask.State {
        switch request.state {
        case _ where hasEnded: .completed
        case .initialized, .suspended: .suspended
        case .resumed, .finished: .running
        case .cancelled: .canceling
        }
    }
}
