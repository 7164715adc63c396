import URLSerialization
import URLSerializationSession

/// A manager that makes tasks and serializes their responses (`AFURLSessionManager`).
///
/// ```swift
/// let manager = AFURLSessionManager(sessionConfiguration: .default)
/// let task = manager.downloadTask(
///     with: request, progress: nil,
///     destination: { _, response in folder.appendingPathComponent(response.suggestedFilename ?? "file") },
///     completionHandler: { response, fileURL, error in … })
/// task.resume()
/// ```
///
/// Its tasks have URLSession's classes. The module URLSerializationSession carries them out, both on Linux and on
/// Apple's systems. A completion handler is called exactly once, even for a task that could not be sent.
///
/// The class is open for subclassing, and many threads may use a manager at once: its state is one value behind a lock.
/// It is `@unchecked Sendable` because the compiler cannot check an open class. A subclass restates the conformance.
///
/// A manager that is released finishes its running tasks. A task that is neither resumed nor cancelled retains its
/// manager until ``invalidateSessionCancelingTasks(_:resetSession:)``.
open class AFURLSessionManager: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Swift lets subclasses override only members declared in the class itself. The work is in the extensions.

    let state = Locked(ManagerState())
    /// The policy, under a separate lock because the session consults it.
    let policy = Locked(AFSecurityPolicy.default())
    let configuration: URLSessionConfiguration
    /// The serial queue of the blocks, and an operation queue on it.
    let (blockQueue, queue) = OperationQueue.serial(named: "AFNetworkingCompat.manager")

    /// Creates a manager with a configuration (`initWithSessionConfiguration:`).
    ///
    /// - Parameter configuration: The configuration, which is copied, or `nil` for Foundation's default.
    public init(sessionConfiguration configuration: URLSessionConfiguration?) {
        self.configuration = configuration?.copy() as? URLSessionConfiguration ?? .default
        super.init()
    }

    /// Creates a manager with Foundation's default configuration.
    public convenience override init() { self.init(sessionConfiguration: nil) }

    // MARK: - Properties

    /// A URLSession with the manager's configuration that represents the manager. On Linux it lists the manager's
    /// tasks, and invalidating it invalidates the manager's session. On Apple's systems it has no tasks: use ``tasks``
    /// and ``invalidateSessionCancelingTasks(_:resetSession:)``.
    ///
    /// Tasks that it makes are URLSession's own, and do not consult the ``securityPolicy``. If the policy is stricter
    /// than the system's evaluation when the session is first used, they fail with ``AFSecurityPolicyError``.
    open var session: URLSession { managed.urlSession }

    /// The serial queue on which progress is reported and blocks are called.
    open var operationQueue: OperationQueue { queue }

    /// The policy that decides which servers tasks connect to over TLS. On Linux libcurl applies its settings: see
    /// ``AFSecurityPolicy``.
    open var securityPolicy: AFSecurityPolicy {
        get { policy.value }
        set { policy.withLock { $0 = newValue } }
    }

    /// The monitor of the network. Tasks do not consult it.
    open var reachabilityManager: AFNetworkReachabilityManager {
        get { state.withLock { $0.reachabilityManager } }
        set { set(\.reachabilityManager, newValue) }
    }

    /// The queue of completion handlers, or `nil` for the main queue.
    open var completionQueue: DispatchQueue? {
        get { state.withLock { $0.completionQueue } }
        set { set(\.completionQueue, newValue) }
    }

    /// The group of completion handlers, or `nil` for a private group.
    open var completionGroup: DispatchGroup? {
        get { state.withLock { $0.completionGroup } }
        set { set(\.completionGroup, newValue) }
    }

    /// Whether a download replaces a file at its destination, atomically. The default is `false`.
    ///
    /// AFNetworking has no such property. Its downloads leave the old file in place, drop the new one, and report
    /// success: see ``downloadTask(with:progress:destination:completionHandler:)``.
    public final var replacesFilesOfDownloads: Bool {
        get { state.withLock { $0.settings.replacesFilesOfDownloads } }
        set { set(\.settings.replacesFilesOfDownloads, newValue) }
    }

    /// The limit of the response of a data or upload task, in bytes after decompression, or `nil` for none. The default
    /// is `nil`.
    ///
    /// A longer response ends the task with a `RequestError` of kind `tooLarge`. The limit applies to tasks that
    /// are made after it is set. AFNetworking has no such limit. The `maximumBytes` of a response serializer does not
    /// end a task: the serializer refuses the received response.
    open var maximumReceivedBytes: Int64? {
        get { state.withLock { $0.settings.maximumReceivedBytes } }
        set { set(\.settings.maximumReceivedBytes, newValue) }
    }

    /// The observers of the requests of tasks, such as TrafficRecording's `HARRecorder`. Set them before the manager's
    /// first task. AFNetworking has no such property.
    public final var observers: [any RequestObserver] {
        get { state.withLock { $0.observers } }
        set { set(\.observers, newValue) }
    }

    /// The certificates by which servers recognize the client. On Linux a challenge cannot bring one. Set them before
    /// the manager's first task. A copy and an archive do not have them. AFNetworking has no such property.
    public final var clientCertificates: [ClientCertificate] {
        get { state.withLock { $0.clientCertificates } }
        set { set(\.clientCertificates, newValue) }
    }

    /// The tasks that have not ended, in the order of their creation.
    open var tasks: [URLSessionTask] { managed.tasks }
    /// The data tasks that have not ended.
    open var dataTasks: [URLSessionDataTask] { managed.tasks.compactMap { $0 as? SessionDataTask } }
    /// The upload tasks that have not ended.
    open var uploadTasks: [URLSessionUploadTask] { managed.tasks.compactMap { $0 as? SessionUploadTask } }
    /// The download tasks that have not ended.
    open var downloadTasks: [URLSessionDownloadTask] { managed.tasks.compactMap { $0 as? SessionDownloadTask } }

    /// Invalidates the session: tasks that are resumed later fail with a `RequestError` of kind `invalidated`.
    ///
    /// - Parameters:
    ///   - cancelPendingTasks: Whether tasks that have not ended are cancelled. If not, the running ones finish.
    ///   - resetSession: Whether tasks that are made later belong to a new session.
    open func invalidateSessionCancelingTasks(_ cancelPendingTasks: Bool, resetSession: Bool) {
        let ending = managed
        if resetSession { state.withLock { if $0.session === ending { $0.session = nil } } }
        ending.invalidate(cancellingTasks: cancelPendingTasks)
    }

    /// Invalidates the session for good (AFNetworking 3).
    open func invalidateSessionCancelingTasks(_ cancelPendingTasks: Bool) {
        invalidateSessionCancelingTasks(cancelPendingTasks, resetSession: false)
    }

    // MARK: - Data tasks

    /// Creates a data task. Like every task that this class creates, it is not resumed.
    ///
    /// - Parameters:
    ///   - request: The request. If it cannot be sent, for example because it has no URL, the completion handler
    ///     receives the error.
    ///   - uploadProgressBlock: Called on ``operationQueue`` while the body is sent.
    ///   - downloadProgressBlock: Called on ``operationQueue`` while the response is received.
    ///   - completionHandler: Called once on ``completionQueue`` with the response, the response serializer's object,
    ///     which may accompany an error, and the error. Without a response it receives an empty one with the request's
    ///     URL, because its type does not allow `nil`.
    @discardableResult
    open func dataTask(
        with request: URLRequest, uploadProgress uploadProgressBlock: ((Progress) -> Void)?,
        downloadProgress downloadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDataTask {
        add(request, uploadProgressBlock, downloadProgressBlock, completionHandler, as: SessionDataTask.init) {
            $0.session.request(request)
        }
    }

    /// Creates a data task (AFNetworking 3).
    @discardableResult
    open func dataTask(
        with request: URLRequest, completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDataTask {
        dataTask(with: request, uploadProgress: nil, downloadProgress: nil, completionHandler: completionHandler)
    }

    // MARK: - Upload tasks

    /// Creates a task that sends a file, which is read while it is sent. If the file cannot be read, the completion
    /// handler receives the error.
    @discardableResult
    open func uploadTask(
        with request: URLRequest, fromFile fileURL: URL, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        add(request, uploadProgressBlock, nil, completionHandler, as: SessionUploadTask.init) {
            $0.session.upload(.file(fileURL), with: request)
        }
    }

    /// Creates a task that sends bytes, or with `nil` the request's own body: its `httpBody` or its stream.
    ///
    /// A stream is sent with the length in the request's `Content-Length`, or in chunks if there is none. A request
    /// without a body is sent with an empty one.
    @discardableResult
    open func uploadTask(
        with request: URLRequest, from bodyData: Data?, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        let hasOwnBody = request.httpBody != nil || request.httpBodyStream != nil
        return add(request, uploadProgressBlock, nil, completionHandler, as: SessionUploadTask.init) { managed in
            if bodyData == nil, hasOwnBody { return managed.session.request(request) }
            return managed.session.upload(.data(bodyData ?? Data()), with: request)
        }
    }

    /// Creates a task that sends the request's body stream, such as a multipart form, which is read while it is sent.
    @discardableResult
    open func uploadTask(
        withStreamedRequest request: URLRequest, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        add(request, uploadProgressBlock, nil, completionHandler, as: SessionUploadTask.init) {
            $0.session.request(request)
        }
    }

    // MARK: - Download tasks

    /// Creates a task whose response is written to a file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - downloadProgressBlock: Called on ``operationQueue`` while the response is received.
    ///   - destination: Called on any thread with the temporary file's URL and the response, whatever its status.
    ///     Returns the URL that the file is moved to. Without a destination the file is removed.
    ///   - completionHandler: Called once on ``completionQueue`` with the response, the file's URL and the error. The
    ///     response serializer receives the response without a body; for an unacceptable status, the handler receives
    ///     an error and the URL of the file, which has been moved. If a file already exists at that URL, it stays, and
    ///     the handler receives the URL and no error, as in AFNetworking; `AFURLSessionDownloadTaskDidFailToMoveFile`
    ///     is posted, and the log names the path. Set ``replacesFilesOfDownloads`` to replace the file. If the file
    ///     cannot be moved for another reason, that is the handler's error, without a URL; AFNetworking only posts the
    ///     notification.
    @discardableResult
    open func downloadTask(
        with request: URLRequest, progress downloadProgressBlock: ((Progress) -> Void)?,
        destination: ((URL, URLResponse) -> URL)?, completionHandler: ((URLResponse, URL?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDownloadTask {
        downloadTask(request, downloadProgressBlock, destination, completionHandler) { $0.download(request, to: $1) }
    }

    /// Creates a task that continues a download from the data of `cancel(byProducingResumeData:)`.
    ///
    /// If this module did not make the data, for example if it comes from URLSession's own tasks, the completion
    /// handler receives an error.
    @discardableResult
    open func downloadTask(
        withResumeData resumeData: Data, progress downloadProgressBlock: ((Progress) -> Void)?,
        destination: ((URL, URLResponse) -> URL)?, completionHandler: ((URLResponse, URL?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDownloadTask {
        downloadTask(nil, downloadProgressBlock, destination, completionHandler) {
            $0.download(resumingWith: resumeData, to: $1)
        }
    }

    // MARK: - Progress

    /// Returns the progress of a task's request body, which cancels, pauses and resumes the task, or `nil` for a task
    /// that has ended or belongs to another manager.
    open func uploadProgress(for task: URLSessionTask) -> Progress? {
        own(task).map { $0.work.uploadProgress(of: $0) }
    }

    /// Returns the progress of a task's response body, or `nil` for a task that has ended or belongs to another
    /// manager.
    open func downloadProgress(for task: URLSessionTask) -> Progress? {
        own(task).map { $0.work.downloadProgress(of: $0) }
    }

    // MARK: - NSObject

    /// The class, the address, the session and the operation queue.
    open override var description: String { described([]) }

    // MARK: - NSSecureCoding, NSCopying

    /// `true`, so that unarchivers that require secure coding accept the class.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a manager with Foundation's default configuration, because configurations cannot be archived on any
    /// system.
    public required init?(coder: NSCoder) {
        let content = (coder as? CopyingCoder)?.content as? ManagerCopy
        configuration = content?.configuration ?? .default
        super.init()
        if let content { apply(content) }
    }

    /// Archives nothing. ``AFHTTPSessionManager`` archives its properties.
    open func encode(with coder: NSCoder) {}

    /// Returns a manager of the same class and configuration with a separate session, created by `init(coder:)`.
    ///
    /// A copy also has the serializer and the policy. A copy in AFNetworking has the defaults.
    open func copy(with zone: NSZone? = nil) -> Any { copyWithProperties() }

    // MARK: - Differences between the managers

    var serializerInUse: any AFURLResponseSerialization { state.withLock { $0.settings.responseSerializer } }

    func setResponseSerializer(_ serializer: any AFURLResponseSerialization) {
        set(\.settings.responseSerializer, serializer)
    }
}
