/// The state and the control of a task that a request carries out in place of a URLSession.
///
/// The modules with other libraries' names have one each.
package protocol RequestTaskWork: AnyObject, Sendable {
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
