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
    /// Serializes the response, and calls a closure with the work that calls the handler.
    typealias Serializer = @Sendable (_ done: @escaping @Sendable (@escaping Work) -> Void) -> Void

    /// Made on first access, because the system's random numbers are read from a file.
    lazy var id = UUID()
    var state = Request.State.initialized
    var error: AFError?
    var requests: [URLRequest] = []
    var tasks: [URLSessionTask] = []
    /// The attempt of the last task.
    var attempt: Attempt?
    var retryCount = 0
    /// Whether the request has begun to end, and its serializers run.
    var isEnding = false
    /// Whether the last serializer has run, so that a new handler needs another round.
    var hasEnded = false
    /// The closures that serialize the response for the handlers.
    var serializers: [Serializer] = []
    /// Continues without another attempt, while the retriers are asked or a delay passes.
    var retryWait: TakenOnce<@Sendable (AFError?) -> Void>?
    var validators: [Work] = []
    /// The closures to call before the handlers.
    var endings: [Work] = []
    /// The received file of a download.
    var fileURL: URL?
    var resumeData: Data?
    /// Whether a download that is cancelled has resume data.
    var producesResumeData = false
    /// The source and the destination of the file that was moved last.
    var move: (source: URL, destination: URL)?

    var monitor: CompositeEventMonitor
    var interceptor: (any RequestInterceptor)?
    var credential: URLCredential?
    var redirectHandler: (any RedirectHandler)?
    var cachedResponseHandler: (any CachedResponseHandler)?
    var uploadProgress: Callback<Progress>?
    var downloadProgress: Callback<Progress>?
    var requestHandler: Callback<URLRequest>?
    var taskHandler: Callback<URLSessionTask>?
    var commandHandler: TakenOnce<Callback<String>>?
    /// Whether the handler of the head refused the body. Parts of it may be in memory.
    var isRefused = false
    /// The closures that receive the parts of a stream.
    var streams: [@Sendable (Data) -> Void] = []
    var headHandler: Callback<(HTTPURLResponse, @Sendable (Request.ResponseDisposition) -> Void)>?

    /// Begins another attempt, unless the request was cancelled.
    mutating func beginAgain() -> Bool {
        guard state != .cancelled else { return false }
        retryCount += 1
        (error, isEnding, hasEnded, fileURL, resumeData, move) = (nil, false, false, nil, nil, nil)
        return true
    }

    /// Returns the serializer after a number of others. If there is none, the request has ended.
    mutating func serializer(after count: Int) -> (Serializer?, endings: [Work]) {
        if count < serializers.count { return (serializers[count], []) }
        if state != .cancelled { state = .finished }
        defer { (serializers, endings, hasEnded) = ([], [], true) }
        return (nil, endings)
    }
}

/// One attempt to send a request, with its redirections and answered challenges: what URLSession calls a task.
final class Attempt: RequestTaskWork {
    let request: Carrier
    let original: URLRequest?
    let identifier: Int
    /// Taken when the progress of a direction is observed.
    let (sentObserver, receivedObserver) = (TakenOnce(()), TakenOnce(()))

    init(_ request: Carrier, original: URLRequest?, identifier: Int) {
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
