/// URLSession's data task, carried out by a request.
///
/// Foundation's task classes can be subclassed, but only a URLSession can run what Foundation implements, so the
/// subclasses override it. There are three of them, because old code distinguishes data, upload and download tasks by
/// their classes.
///
/// Not run on Apple's systems, where creating a task is deprecated and members that are not overridden may have no
/// implementation.
package final class RequestDataTask<Work: RequestTaskWork>: URLSessionDataTask, @unchecked Sendable {
    package let work: Work
    private let label = Locked(RequestTaskLabel())

    package init(_ work: Work) { self.work = work }

    package override func resume() { work.resume(self) }
    package override func suspend() { work.suspend(self) }
    package override func cancel() { work.cancel(self) }

    package override var taskIdentifier: Int { work.identifier }
    package override var state: URLSessionTask.State { work.state }
    package override var originalRequest: URLRequest? { work.original }
    package override var currentRequest: URLRequest? { work.current }
    package override var response: URLResponse? { work.response }
    package override var error: (any Error)? { work.error }
    package override var progress: Progress { work.downloadProgress(of: self) }
    package override var countOfBytesSent: Int64 { work.uploadProgress(of: self).completedUnitCount }
    package override var countOfBytesExpectedToSend: Int64 { work.uploadProgress(of: self).totalUnitCount }
    package override var countOfBytesReceived: Int64 { work.downloadProgress(of: self).completedUnitCount }
    package override var countOfBytesExpectedToReceive: Int64 { work.downloadProgress(of: self).totalUnitCount }
    package override var taskDescription: String? {
        get { label.value.description }
        set { label.withLock { $0.description = newValue } }
    }
    package override var priority: Float {
        get { label.value.priority }
        set { label.withLock { $0.priority = newValue } }
    }
}

/// URLSession's upload task, carried out by a request.
package final class RequestUploadTask<Work: RequestTaskWork>: URLSessionUploadTask, @unchecked Sendable {
    package let work: Work
    private let label = Locked(RequestTaskLabel())

    package init(_ work: Work) { self.work = work }

    package override func resume() { work.resume(self) }
    package override func suspend() { work.suspend(self) }
    package override func cancel() { work.cancel(self) }

    package override var taskIdentifier: Int { work.identifier }
    package override var state: URLSessionTask.State { work.state }
    package override var originalRequest: URLRequest? { work.original }
    package override var currentRequest: URLRequest? { work.current }
    package override var response: URLResponse? { work.response }
    package override var error: (any Error)? { work.error }
    package override var progress: Progress { work.uploadProgress(of: self) }
    package override var countOfBytesSent: Int64 { work.uploadProgress(of: self).completedUnitCount }
    package override var countOfBytesExpectedToSend: Int64 { work.uploadProgress(of: self).totalUnitCount }
    package override var countOfBytesReceived: Int64 { work.downloadProgress(of: self).completedUnitCount }
    package override var countOfBytesExpectedToReceive: Int64 { work.downloadProgress(of: self).totalUnitCount }
    package override var taskDescription: String? {
        get { label.value.description }
        set { label.withLock { $0.description = newValue } }
    }
    package override var priority: Float {
        get { label.value.priority }
        set { label.withLock { $0.priority = newValue } }
    }
}

/// URLSession's download task, carried out by a ``DownloadRequest``.
package final class RequestDownloadTask<Work: RequestTaskWork>: URLSessionDownloadTask, @unchecked Sendable {
    package let work: Work
    private let label = Locked(RequestTaskLabel())

    package init(_ work: Work) { self.work = work }

    package override func resume() { work.resume(self) }
    package override func suspend() { work.suspend(self) }
    package override func cancel() { work.cancel(self) }

    package override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        let handler = UncheckedSendable(completionHandler)
        (work.request as? DownloadRequest)?.cancel { handler.value($0) }
    }

    package override var taskIdentifier: Int { work.identifier }
    package override var state: URLSessionTask.State { work.state }
    package override var originalRequest: URLRequest? { work.original }
    package override var currentRequest: URLRequest? { work.current }
    package override var response: URLResponse? { work.response }
    package override var error: (any Error)? { work.error }
    package override var progress: Progress { work.downloadProgress(of: self) }
    package override var countOfBytesSent: Int64 { work.uploadProgress(of: self).completedUnitCount }
    package override var countOfBytesExpectedToSend: Int64 { work.uploadProgress(of: self).totalUnitCount }
    package override var countOfBytesReceived: Int64 { work.downloadProgress(of: self).completedUnitCount }
    package override var countOfBytesExpectedToReceive: Int64 { work.downloadProgress(of: self).totalUnitCount }
    package override var taskDescription: String? {
        get { label.value.description }
        set { label.withLock { $0.description = newValue } }
    }
    package override var priority: Float {
        get { label.value.priority }
        set { label.withLock { $0.priority = newValue } }
    }
}

/// The properties that the user may set on a task.
private struct RequestTaskLabel: Sendable {
    var description: String?
    var priority = URLSessionTask.defaultPriority
}
