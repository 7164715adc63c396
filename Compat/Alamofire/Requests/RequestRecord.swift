import URLSerializationSession

/// Everything about a request that changes, behind its one lock.
struct RequestRecord: Sendable {
    /// A closure of the caller's and its queue.
    typealias Callback<Value> = (queue: DispatchQueue, call: @Sendable (Value) -> Void)
    /// The handler of a response's head.
    typealias HeadHandler =
        @Sendable (HTTPURLResponse, @escaping @Sendable (Request.ResponseDisposition) -> Void) -> Void

    var state = Request.State.initialized
    var error: AFError?
    var requests: [URLRequest] = []
    var sendings: [(attempt: Attempt, task: URLSessionTask)] = []
    var retryCount = 0
    /// Whether the first attempt was begun.
    var hasBegun = false
    /// Whether the end was begun: the serializers run.
    var isEnding = false
    /// Whether the handlers were called.
    var hasEnded = false
    /// The closures that serialize the response for the handlers.
    var serializers: [@Sendable () -> Void] = []
    /// The handlers whose serializers have run.
    var completions: [@Sendable () -> Void] = []
    var isSerializing = false
    var validators: [@Sendable () -> Void] = []
    /// The closures to call after the handlers.
    var endings: [@Sendable () -> Void] = []

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
    var headHandler: (queue: DispatchQueue, call: HeadHandler)?

    init(monitor: CompositeEventMonitor, interceptor: (any RequestInterceptor)?) {
        self.monitor = monitor
        self.interceptor = interceptor
    }

    /// The current attempt and its task, or the last ones.
    var sending: (attempt: Attempt, task: URLSessionTask)? { sendings.last }

    /// Returns the next serializer, or the handlers to call once there is none.
    mutating func nextSerializer() -> Next? {
        guard !isSerializing else { return nil }
        if completions.count < serializers.count {
            isSerializing = true
            return .serializer(serializers[completions.count])
        }
        let calls = completions + endings
        (serializers, completions, endings) = ([], [], [])
        if state != .cancelled { state = .finished }
        hasEnded = true
        return .handlers(calls)
    }

    enum Next {
        case serializer(@Sendable () -> Void)
        case handlers([@Sendable () -> Void])
    }
}

/// One sending of a request with its redirections and answered challenges: what URLSession calls a task.
final class Attempt: RequestTaskWork {
    let carrier: URLSerializationSession.Request
    let original: URLRequest?
    let identifier: Int
    let label = Locked(RequestTaskLabel())
    /// Whether the progress of each direction is observed.
    let observed = Locked((sent: false, received: false))
    /// Wakes a redirection that waits for a handler's decision when the attempt ends.
    let redirection = Locked<DispatchSemaphore?>(nil)

    init(_ carrier: URLSerializationSession.Request, original: URLRequest?, identifier: Int) {
        self.carrier = carrier
        self.original = original
        self.identifier = identifier
    }

    func resume(_ task: URLSessionTask) { carrier.resume() }
    func suspend(_ task: URLSessionTask) { carrier.suspend() }
    func cancel() { carrier.cancel() }

    var hasEnded: Bool { carrier.isFinished }
    var state: URLSessionTask.State {
        if hasEnded { return .completed }
        return switch carrier.state {
        case .initialized, .suspended: .suspended
        case .resumed, .finished: .running
        case .cancelled: .canceling
        }
    }
    var current: URLRequest? { carrier.request ?? original }
    var response: URLResponse? { carrier.response }
    var error: (any Error)? { carrier.error }
    var sent: (completed: Int64, total: Int64) { carrier.sentCount }
    var received: (completed: Int64, total: Int64) { carrier.receivedCount }

    func uploadProgress(of task: URLSessionTask) -> Progress { carrier.uploadProgress }
    func downloadProgress(of task: URLSessionTask) -> Progress { carrier.downloadProgress }

    func cancel(producingResumeData handler: @escaping @Sendable (Data?) -> Void) {
        guard let download = carrier as? URLSerializationSession.DownloadRequest else {
            carrier.cancel()
            return handler(nil)
        }
        download.cancel(producingResumeData: handler)
    }
}
