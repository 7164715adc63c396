import URLSerializationSession

/// A caller's closure, called on its queue.
struct Callback<Value: Sendable>: Sendable {
    let queue: DispatchQueue
    let handler: @Sendable (Value) -> Void

    /// Calls the closure, immediately on the root queue, where the request's next step would otherwise precede the
    /// call.
    func callAsFunction(_ value: Value) { queue.perform { handler(value) } }
}

/// The mutable state of a request, behind its one lock.
struct RequestRecord: Sendable {
    typealias Work = @Sendable () -> Void

    /// Made on first access, because the system's random numbers are read from a file.
    lazy var id = UUID()
    var state = Request.State.initialized
    var error: AFError?
    var requests: [URLRequest] = []
    var tasks: [any AttemptTask] = []
    var retryCount = 0
    /// Whether no notifications are posted for the request, because too many were waiting when it was resumed.
    var isSilent = false
    /// Whether the request has begun to end, and its serializers run.
    var isEnding = false
    /// Whether the handlers were called.
    var hasEnded = false
    /// The closures that serialize the response for the handlers.
    var serializers: [Work] = []
    /// The handlers whose serializers have run.
    var completions: [Work] = []
    var isSerializing = false
    /// Continues without another attempt, while the retriers are asked or a delay passes.
    var retryWait: TakenOnce<@Sendable (AFError?) -> Void>?
    var validators: [Work] = []
    /// The closures to call after the handlers.
    var endings: [Work] = []

    var monitor: CompositeEventMonitor
    var interceptor: (any RequestInterceptor)?
    var credential: URLCredential?
    var redirectHandler: (any RedirectHandler)?
    var cachedResponseHandler: (any CachedResponseHandler)?
    var uploadProgress: Callback<Progress>?
    var downloadProgress: Callback<Progress>?
    var requestHandler: Callback<URLRequest>?
    var taskHandler: Callback<URLSessionTask>?
    var commandHandler: Callback<String>?
    /// Whether the handler of the head refused the body, of which parts may be in memory.
    var isRefused = false
    /// The closures that receive the parts of a stream.
    var streams: [@Sendable (Data) -> Void] = []
    var headHandler: Callback<(HTTPURLResponse, @Sendable (Request.ResponseDisposition) -> Void)>?

    /// Begins another attempt, unless the request was cancelled.
    mutating func beginAgain() -> Bool {
        guard state != .cancelled else { return false }
        retryCount += 1
        (error, isEnding, hasEnded, completions, isSerializing) = (nil, false, false, [], false)
        return true
    }

    /// Returns the next serializer, or the handlers to call once there is none.
    mutating func nextSerializer() -> (serializer: Work?, handlers: [Work])? {
        guard !isSerializing else { return nil }
        if completions.count < serializers.count {
            isSerializing = true
            return (serializers[completions.count], [])
        }
        let calls = completions + endings
        (serializers, completions, endings) = ([], [], [])
        if state != .cancelled { state = .finished }
        hasEnded = true
        return (nil, calls)
    }
}

/// A task that represents an attempt.
protocol AttemptTask: URLSessionTask {
    var work: Attempt { get }
}

extension RequestDataTask: AttemptTask where Work == Attempt {}
extension RequestUploadTask: AttemptTask where Work == Attempt {}
extension RequestDownloadTask: AttemptTask where Work == Attempt {}

/// One attempt to send a request, with its redirections and answered challenges: what URLSession calls a task.
final class Attempt: RequestTaskWork {
    let request: URLSerializationSession.Request
    let original: URLRequest?
    let identifier: Int
    /// Taken when the progress of a direction is observed.
    let (sentObserver, receivedObserver) = (TakenOnce(()), TakenOnce(()))

    init(_ request: URLSerializationSession.Request, original: URLRequest?, identifier: Int) {
        (self.request, self.original, self.identifier) = (request, original, identifier)
    }

    func resume(_ task: URLSessionTask) { request.resume() }
    func suspend(_ task: URLSessionTask) { request.suspend() }

    var current: URLRequest? { request.request ?? original }
    var response: URLResponse? { request.response }
    var error: (any Error)? { request.error?.asFoundationError }

    func uploadProgress(of task: URLSessionTask) -> Progress { request.uploadProgress }
    func downloadProgress(of task: URLSessionTask) -> Progress { request.downloadProgress }
}
