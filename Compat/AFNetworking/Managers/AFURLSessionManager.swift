import URLSerialization
import URLSerializationSession

/// Makes tasks, and has what comes back serialized (`AFURLSessionManager`).
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
/// Its tasks are URLSession's by class, and are carried out by the module URLSerializationSession, on Linux and on Apple's
/// systems alike. Resume, suspend, cancel and ask them; a completion handler is called exactly once, also for a task that
/// could not be sent.
///
/// The class is made to be subclassed. It may be used by many threads at once. It is `@unchecked Sendable` because the
/// compiler checks no class that is open; what it holds is one value behind a lock. A subclass restates the conformance.
///
/// A manager that is released finishes the tasks that are running. A task that is never resumed nor cancelled keeps its
/// manager, until ``invalidateSessionCancelingTasks(_:resetSession:)``.
open class AFURLSessionManager: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // What subclasses may override must stand in the class itself: the work is in the extensions.

    let state = Locked(ManagerState())
    /// Apart from the rest, because the session asks it.
    let policy = Locked(AFSecurityPolicy.default())
    let configuration: URLSessionConfiguration
    /// Where blocks are called, one at a time.
    let blockQueue = DispatchQueue(label: "AFNetworkingCompat.manager")
    let queue: OperationQueue

    /// A manager (`initWithSessionConfiguration:`).
    ///
    /// - Parameter configuration: How to send; nil for Foundation's default. It is copied.
    public init(sessionConfiguration configuration: URLSessionConfiguration?) {
        self.configuration = configuration?.copy() as? URLSessionConfiguration ?? .default
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = blockQueue
        super.init()
    }

    /// A manager with Foundation's default configuration.
    public convenience override init() { self.init(sessionConfiguration: nil) }

    // MARK: - What it consists of

    /// A URLSession with the manager's configuration, which speaks for the manager: on Linux it lists the manager's tasks,
    /// and to invalidate it is to invalidate the manager's session. On Apple's systems it has no tasks; there take
    /// ``tasks`` and ``invalidateSessionCancelingTasks(_:resetSession:)``.
    ///
    /// Tasks that are made by it are URLSession's own. Of a manager whose policy is not the default one when the session is
    /// first asked for they fail with ``AFSecurityPolicyError``, because nobody would ask the policy about them.
    open var session: URLSession { managed.shown }

    /// Where progress is reported and blocks are called, one at a time.
    open var operationQueue: OperationQueue { queue }

    /// Whom tasks may talk to over TLS. See ``AFSecurityPolicy`` for what cannot be had on Linux: tasks that would need it
    /// fail.
    open var securityPolicy: AFSecurityPolicy {
        get { policy.value }
        set { policy.withLock { $0 = newValue } }
    }

    /// Watches the network; tasks do not ask it.
    open var reachabilityManager: AFNetworkReachabilityManager {
        get { state.withLock { $0.reachabilityManager } }
        set { set(\.reachabilityManager, newValue) }
    }

    /// Where completion handlers are called; nil for the main queue.
    open var completionQueue: DispatchQueue? {
        get { state.withLock { $0.completionQueue } }
        set { set(\.completionQueue, newValue) }
    }

    /// The group that completion handlers belong to; nil for one that nobody knows.
    open var completionGroup: DispatchGroup? {
        get { state.withLock { $0.completionGroup } }
        set { set(\.completionGroup, newValue) }
    }

    /// Whether a download replaces a file at its destination, at once and by a whole file. The default is `false`.
    ///
    /// AFNetworking has no such property. Its downloads leave the old file in place, drop the new one, and report success:
    /// see ``downloadTask(with:progress:destination:completionHandler:)``.
    public final var replacesFilesOfDownloads: Bool {
        get { state.withLock { $0.replacesFilesOfDownloads } }
        set { set(\.replacesFilesOfDownloads, newValue) }
    }

    /// The tasks that have not ended, in the order they were made.
    open var tasks: [URLSessionTask] { managed.tasks }
    /// The data tasks that have not ended.
    open var dataTasks: [URLSessionDataTask] { managed.tasks.compactMap { $0 as? SessionDataTask } }
    /// The upload tasks that have not ended.
    open var uploadTasks: [URLSessionUploadTask] { managed.tasks.compactMap { $0 as? SessionUploadTask } }
    /// The download tasks that have not ended.
    open var downloadTasks: [URLSessionDownloadTask] { managed.tasks.compactMap { $0 as? SessionDownloadTask } }

    /// Ends the session: tasks that are resumed from now on fail, with the code `sessionInvalidated` of `SessionError`.
    ///
    /// - Parameters:
    ///   - cancelPendingTasks: Whether the tasks that have not ended are cancelled; if not, those that are running finish.
    ///   - resetSession: Whether tasks that are made from now on belong to a new session.
    open func invalidateSessionCancelingTasks(_ cancelPendingTasks: Bool, resetSession: Bool) {
        let ending = managed
        if resetSession { state.withLock { if $0.session === ending { $0.session = nil } } }
        ending.invalidate(cancellingTasks: cancelPendingTasks)
    }

    /// Ends the session for good (AFNetworking 3).
    open func invalidateSessionCancelingTasks(_ cancelPendingTasks: Bool) {
        invalidateSessionCancelingTasks(cancelPendingTasks, resetSession: false)
    }

    // MARK: - Data tasks

    /// A task for a request. It is not resumed, here and in what follows.
    ///
    /// - Parameters:
    ///   - request: What to send. What is wrong with it, as a URL that is missing, is the completion handler's error.
    ///   - uploadProgressBlock: Called on ``operationQueue`` while the body is sent.
    ///   - downloadProgressBlock: Called on ``operationQueue`` while the answer comes.
    ///   - completionHandler: Called once, on ``completionQueue``: with the response, with what the response serializer
    ///     made of it, which may be there beside an error, and with the error. Without a response it is given an empty one
    ///     of the request's URL, because its type does not allow none.
    @discardableResult
    open func dataTask(
        with request: URLRequest, uploadProgress uploadProgressBlock: ((Progress) -> Void)?,
        downloadProgress downloadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDataTask {
        let managed = managed
        let task = SessionDataTask(
            TaskWork(managed.session.request(request), of: self, original: request))
        watch(task, in: managed, uploadProgressBlock, downloadProgressBlock, completionHandler)
        return task
    }

    /// A task for a request (AFNetworking 3).
    @discardableResult
    open func dataTask(
        with request: URLRequest, completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDataTask {
        dataTask(with: request, uploadProgress: nil, downloadProgress: nil, completionHandler: completionHandler)
    }

    // MARK: - Upload tasks

    /// A task that sends a file, read while it is sent. One that cannot be read is the completion handler's error.
    @discardableResult
    open func uploadTask(
        with request: URLRequest, fromFile fileURL: URL, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        uploadTask(request, uploadProgressBlock, completionHandler) { $0.upload(fileURL, with: request) }
    }

    /// A task that sends bytes: those given, or with `nil` the request's own body, its `httpBody` or its stream.
    ///
    /// A stream is sent with the length in the request's `Content-Length`, or without one in chunks. A request without a
    /// body is sent with an empty one.
    @discardableResult
    open func uploadTask(
        with request: URLRequest, from bodyData: Data?, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        let hasOwnBody = request.httpBody != nil || request.httpBodyStream != nil
        return uploadTask(request, uploadProgressBlock, completionHandler) { session in
            if bodyData == nil, hasOwnBody { return session.request(request) }
            return session.upload(bodyData ?? Data(), with: request)
        }
    }

    /// A task that sends a request's body stream, as that of a multipart form, which is read while it is sent.
    @discardableResult
    open func uploadTask(
        withStreamedRequest request: URLRequest, progress uploadProgressBlock: ((Progress) -> Void)?,
        completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)? = nil
    ) -> URLSessionUploadTask {
        uploadTask(request, uploadProgressBlock, completionHandler) { $0.request(request) }
    }

    // MARK: - Download tasks

    /// A task whose answer goes to a file.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - downloadProgressBlock: Called on ``operationQueue`` while the answer comes.
    ///   - destination: Called on any thread with the URL of the file as it is until then, and the response, whatever its
    ///     status; gives the URL that the file is moved to. Without it the file is removed.
    ///   - completionHandler: Called once, on ``completionQueue``, with the response, the file's URL, and the error. The
    ///     response serializer sees the response and no body: its complaint about a status is the error, beside the URL of
    ///     the file, which has been moved. If there is a file at that URL, it stays, and the handler receives the URL and no
    ///     error, as in AFNetworking; `AFURLSessionDownloadTaskDidFailToMoveFile` is posted, and the log names the path.
    ///     Set ``replacesFilesOfDownloads`` to replace it. Any other reason is the handler's error, without a URL;
    ///     AFNetworking only posts the notification.
    @discardableResult
    open func downloadTask(
        with request: URLRequest, progress downloadProgressBlock: ((Progress) -> Void)?,
        destination: ((URL, URLResponse) -> URL)?, completionHandler: ((URLResponse, URL?, (any Error)?) -> Void)? = nil
    ) -> URLSessionDownloadTask {
        downloadTask(request, downloadProgressBlock, destination, completionHandler) { $0.download(request, to: $1) }
    }

    /// A task that goes on with a download, with what `cancel(byProducingResumeData:)` of a task of this module gave.
    ///
    /// Other data, that of URLSession's tasks too, is the completion handler's error.
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

    /// The progress of a task's request body, which can cancel, pause and resume the task; nil for a task that has ended
    /// or is not of this manager.
    open func uploadProgress(for task: URLSessionTask) -> Progress? {
        own(task).map { $0.work.uploadProgress(of: $0) }
    }

    /// The progress of a task's response body; nil for a task that has ended or is not of this manager.
    open func downloadProgress(for task: URLSessionTask) -> Progress? {
        own(task).map { $0.work.downloadProgress(of: $0) }
    }

    // MARK: - NSObject

    /// The class, the object's address, and what it consists of.
    open override var description: String { described([]) }

    /// A description with parts that a subclass adds.
    func described(_ parts: [String]) -> String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        let all =
            ["\(type(of: self)): 0x\(address)"] + parts + ["session: \(session)", "operationQueue: \(operationQueue)"]
        return "<\(all.joined(separator: ", "))>"
    }

    // MARK: - NSSecureCoding, NSCopying

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// A manager with Foundation's default configuration: an archive has none, as no system archives configurations.
    public required init?(coder: NSCoder) {
        let content = (coder as? CopyingCoder)?.content as? ManagerCopy
        configuration = content?.configuration ?? .default
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = blockQueue
        super.init()
        if let content { apply(content) }
    }

    /// Archives nothing: see ``AFHTTPSessionManager`` for what it adds.
    open func encode(with coder: NSCoder) {}

    /// A manager of the same class and configuration, with a session of its own, made by `init(coder:)`.
    ///
    /// AFNetworking's has the defaults for all else; this one the serializer and the policy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let content = copyable
        let copy = CopyingCoder.copy(self, holding: content)
        copy.apply(content)
        return copy
    }

    // MARK: - What the classes of this module differ in

    /// The serializer of what comes back now.
    var serializerInUse: any AFURLResponseSerialization { state.withLock { $0.responseSerializer } }

    /// Sets the serializer of what comes back.
    func setResponseSerializer(_ serializer: any AFURLResponseSerialization) { set(\.responseSerializer, serializer) }

    /// What a copy of the manager has.
    var copyable: ManagerCopy {
        let serializer = serializerInUse
        return ManagerCopy(
            configuration: configuration,
            responseSerializer: .init(serializer.copy() as? any AFURLResponseSerialization ?? serializer),
            securityPolicy: securityPolicy.copy() as? AFSecurityPolicy ?? securityPolicy,
            replacesFilesOfDownloads: replacesFilesOfDownloads)
    }

    /// Takes over what a copy has.
    func apply(_ content: ManagerCopy) {
        set(\.responseSerializer, content.responseSerializer.value)
        set(\.replacesFilesOfDownloads, content.replacesFilesOfDownloads)
        policy.withLock { $0 = content.securityPolicy }
    }
}
