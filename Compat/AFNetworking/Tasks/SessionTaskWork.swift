import URLSerialization
import URLSerializationSession

/// The request behind a task, in the terms of URLSession and AFNetworking.
final class SessionTaskWork: RequestTaskWork {
    let request: Request
    /// The number of the task, unique within the manager.
    let identifier: Int
    /// The identity of the task's manager, which is not retained.
    let owner: ObjectIdentifier
    /// The request as it was given, or `nil` for a download that continues another.
    let original: URLRequest?
    private let progressLock = NSLock()
    /// Whether a notification of the task has been posted.
    let isKnown = Locked(false)
    /// The latest response with the name of its file, and the response that it was made from.
    private let named = Locked<(response: URLResponse, source: URLResponse)?>(nil)
    /// The response and the error of a task that has ended.
    private let end = Locked<(response: URLResponse?, error: NSError?)?>(nil)

    /// - Parameter manager: The task's manager, which the task does not hold.
    init(_ request: Request, identifier: Int, of manager: AnyObject, original: URLRequest?) {
        self.request = request
        self.identifier = identifier
        owner = ObjectIdentifier(manager)
        self.original = original?.withoutStreamFields
    }

    // MARK: - Control

    func resume(_ task: URLSessionTask) {
        guard state == .suspended, let task = task as? any SessionTask else { return }
        // First, because the end may come before the next line.
        TaskNotification.post(.AFNetworkingTaskDidResume, of: task)
        request.resume()
    }

    func suspend(_ task: URLSessionTask) {
        guard state == .running, let task = task as? any SessionTask else { return }
        request.suspend()
        TaskNotification.post(.AFNetworkingTaskDidSuspend, of: task)
    }

    // MARK: - State

    /// Releases the task's URLSession objects. Called once, at the end.
    func releaseTask() {
        let resumeData = (request as? DownloadRequest)?.resumeData
        let end = (response, (error as NSError?)?.adding(resumeData: resumeData))
        self.end.withLock { $0 = end }
        request.releaseTask()
    }

    /// The request as it was sent last.
    var current: URLRequest? { request.request?.withoutStreamFields }

    var response: URLResponse? { end.value?.response ?? (request.response ?? request.task?.response).map(named) }

    /// Returns the response with the name of its file, the same one each time.
    func named(_ response: URLResponse) -> URLResponse {
        named.withLock { named in
            if let named, named.source === response { return named.response }
            let new = NamedResponse.of(response)
            named = (new, response)
            return new
        }
    }

    /// The `NSError` with which the task failed, with AFNetworking's domain and code.
    ///
    /// An existing file at a download's destination is not an error, as in AFNetworking.
    var error: (any Error)? {
        if let end = end.value { return end.error }
        return fileInTheWay == nil ? request.error.map { NSError.bridging($0.cause) } : nil
    }

    /// The error of a download that was not moved because its destination exists.
    var fileInTheWay: RequestError? {
        request.error.flatMap { $0.placing == .fileWriteFileExists ? $0 : nil }
    }

    // MARK: - Progress

    /// Returns the progress of the request's body, which cancels, pauses and resumes the task.
    func uploadProgress(of task: URLSessionTask) -> Progress { controllable(request.uploadProgress, task) }

    /// Returns the progress of the response's body, which cancels, pauses and resumes the task.
    func downloadProgress(of task: URLSessionTask) -> Progress { controllable(request.downloadProgress, task) }

    private func controllable(_ progress: Progress, _ task: URLSessionTask) -> Progress {
        progressLock.withLock {
            guard progress.cancellationHandler == nil else { return }
            // On Linux it is false by default.
            progress.isCancellable = true
            progress.cancellationHandler = { [weak task] in task?.cancel() }
            progress.isPausable = true
            progress.pausingHandler = { [weak task] in task?.suspend() }
            progress.resumingHandler = { [weak task] in task?.resume() }
        }
        return progress
    }
}

/// A task of one of URLSession's classes that a request of the module URLSerializationSession carries out.
protocol SessionTask: URLSessionTask {
    var work: SessionTaskWork { get }
}

/// URLSession's data task, carried out by a request.
typealias SessionDataTask = RequestDataTask<SessionTaskWork>
/// URLSession's upload task, carried out by a request.
typealias SessionUploadTask = RequestUploadTask<SessionTaskWork>
/// URLSession's download task, carried out by a request.
typealias SessionDownloadTask = RequestDownloadTask<SessionTaskWork>

extension RequestDataTask: SessionTask where Work == SessionTaskWork {}
extension RequestUploadTask: SessionTask where Work == SessionTaskWork {}
extension RequestDownloadTask: SessionTask where Work == SessionTaskWork {}

/// The destination of a downloaded file.
///
/// `@unchecked Sendable`: the download calls the user's closure once; the task is set before it is resumed.
final class DownloadedFile: @unchecked Sendable {
    weak var task: SessionDownloadTask?
    let destination: GivenBlock<(URL, URLResponse) -> URL>
    private let chosen = Locked<URL?>(nil)

    init(_ destination: ((URL, URLResponse) -> URL)?) { self.destination = GivenBlock(destination) }

    /// The chosen destination, or `nil` if none was chosen.
    var url: URL? { chosen.value }

    /// Returns the destination that the manager's block or the task's closure chooses, or the temporary file's own URL.
    func destination(
        of temporaryURL: URL, _ response: URLResponse, block: (SessionDownloadTask) -> URL?
    ) -> URL {
        let place = task.flatMap(block)
        guard let place = place ?? destination.block?(temporaryURL, response) else { return temporaryURL }
        chosen.withLock { $0 = place }
        return place
    }
}

/// A block of a task. The task releases the block at its end, because the block may retain the task.
final class GivenBlock<Block>: Sendable {
    private let held: Locked<UncheckedSendable<Block>?>

    init(_ block: Block?) { held = Locked(block.map { UncheckedSendable($0) }) }

    /// The block, until it is released.
    var block: Block? { held.value?.value }

    func release() {
        // Released outside the lock, because arbitrary code may run then.
        var given: UncheckedSendable<Block>?
        held.withLock { swap(&$0, &given) }
    }
}

/// The response with the name of its file.
enum NamedResponse {
    /// Returns the response itself, or on Linux one with the `suggestedFilename` of Apple's systems.
    static func of(_ response: URLResponse) -> URLResponse {
        #if canImport(ObjectiveC)
            response
        #else
            // Responses from libcurl have it; URLSession's do not.
            response is NamedHTTPURLResponse
                ? response : (response as? HTTPURLResponse).flatMap(NamedHTTPURLResponse.init) ?? response
        #endif
    }
}
