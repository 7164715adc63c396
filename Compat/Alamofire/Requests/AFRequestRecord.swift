import URLSerialization
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
struct AFRequestRecord: Sendable {
    typealias Work = @Sendable () -> Void
    /// Serializes the response, and calls a closure on the root queue: with the work that calls the handler, and with
    /// the error about which the retriers are asked and the closure that replaces it, if any.
    typealias Serializer = @Sendable (_ done: @escaping @Sendable (@escaping Work, Failure?) -> Void) -> Void
    typealias Failure = (error: AFError, replace: @Sendable (AFError, inout AFRequestRecord) -> Void)

    /// Made on first access, because the system's random numbers are read from a file.
    lazy var id = UUID()
    /// The error of the current attempt.
    var error: AFError?
    var requests: [URLRequest] = []
    var tasks: [(task: URLSessionTask, attempt: AttemptWork)] = []
    /// The closures that serialize the response for the handlers, or `nil` once the last has run.
    var serializers: [Serializer]? = []
    /// The calls of the handlers whose serializers have run.
    var handlers: [Work] = []
    /// Replaces the error about which the retriers are asked: the attempt's, or a serializer's.
    var replace: (@Sendable (AFError, inout AFRequestRecord) -> Void)?
    /// The number of handlers that were added after the end and have not been called.
    var lateHandlers = 0
    var validators: [Work] = []
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

    /// Forgets the attempt that failed.
    mutating func forgetAttempt() {
        (error, fileURL, resumeData, move, replace) = (nil, nil, nil, nil, nil)
        isRefused = false
    }

    /// Sets an error in place of the one that the retriers decide about.
    mutating func replaceError(by error: AFError) { replace?(error, &self) }
}

/// One attempt to send a request, with its redirections and answered challenges: what URLSession calls a task.
final class AttemptWork: RequestTaskWork {
    let request: Carrier
    let original: URLRequest?
    let identifier: Int
    /// The result of an attempt that has ended.
    private let end = Locked<(current: URLRequest?, response: URLResponse?, error: (any Error)?)?>(nil)

    init(_ request: Carrier, original: URLRequest?, identifier: Int) {
        (self.request, self.original, self.identifier) = (request, original, identifier)
    }

    /// Ends the attempt, unless it has ended. Returns whether it had not.
    func end(_ error: (any Error)?) -> Bool {
        let last = (request.request, request.response as URLResponse?, error)
        return end.withLock { end in
            defer { end = end ?? last }
            return end == nil
        }
    }

    func resume(_ task: URLSessionTask) { if !hasEnded { request.resume() } }
    func suspend(_ task: URLSessionTask) { if !hasEnded { request.suspend() } }
    func cancel(_ task: URLSessionTask) { if !hasEnded { request.endAttempt(with: URLError(.cancelled)) } }

    var isOver: Bool { end.withLock { $0 != nil } }
    var hasEnded: Bool { isOver || request.isFinished }
    var current: URLRequest? { end.value.map(\.current) ?? request.request ?? original }
    var response: URLResponse? { end.value.map(\.response) ?? request.response }
    var error: (any Error)? { end.value?.error }

    func uploadProgress(of task: URLSessionTask) -> Progress { request.uploadProgress }
    func downloadProgress(of task: URLSessionTask) -> Progress { request.downloadProgress }
}

/// A value that is set once, and the closures that wait for it.
final class Promise<Value: Sendable>: Sendable {
    private let state = Locked<(value: Value?, waiters: [@Sendable (Value) -> Void])>((nil, []))

    /// Calls a closure with the value: now if it is set, or otherwise within the call that sets it.
    func whenSet(_ waiter: @escaping @Sendable (Value) -> Void) {
        let value = state.withLock { state in
            if state.value == nil { state.waiters.append(waiter) }
            return state.value
        }
        if let value { waiter(value) }
    }

    func set(_ value: Value) {
        for waiter in state.exchange((value, [])).waiters { waiter(value) }
    }
}
