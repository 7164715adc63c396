/// The part of a session that an execution needs.
protocol ExecutionHost: AnyObject, Sendable {
    /// The queue on which the events of the session's requests happen, one at a time.
    var queue: DispatchQueue { get }
    var clock: DeadlineClock { get }
    var transportPolicy: (any TransportPolicy)? { get }
    var followsRedirections: Bool { get }
    /// The limit of an attempt in seconds, or `nil` for none.
    var totalTimeout: TimeInterval? { get }
    /// The idle timeout of a request in seconds, or `nil` for none.
    func idleTimeout(of request: URLRequest) -> TimeInterval?
    /// Adds the session's headers to a request.
    ///
    /// - Throws: `RequestSerializationError` naming a header that cannot be sent.
    func addHeaders(to request: inout URLRequest) throws
    /// Creates the task of a transfer and resumes it.
    func launch(_ transfer: Transfer)
}

/// The part of a request that its execution needs. Members are called on the session's queue unless stated otherwise.
protocol ExecutionOwner: AnyObject, Sendable {
    /// The request's own queue, on which the user's code runs.
    var callbacks: DispatchQueue { get }
    var state: RequestState { get }
    /// Whether the request was started before its session was invalidated.
    var isAdmitted: Bool { get }
    var credential: URLCredential? { get }

    // MARK: - The user's decisions

    /// The adapters, in the order in which they change the request.
    var adapters: [any RequestAdapter] { get }
    /// Whether a retrier decides about failures.
    var isRetriable: Bool { get }
    /// Returns the retriers' decision, in a task that is cancelled with the request.
    func retryDecision(after error: any Error) async -> RetryDecision
    /// The handler for a redirection received now, or `nil` to follow it.
    var redirectionHandler: RedirectionHandler? { get }
    /// Whether a body that was sent over https is never sent over http, even if a handler says so.
    var protectsBodies: Bool { get }
    var responseHandler: ResponseHandler? { get }
    /// The handler for data received now, or `nil` for none.
    var dataHandler: DataHandler? { get }
    /// The handler for a challenge received now, or `nil` for none.
    var challengeHandler: ChallengeHandler? { get }
    /// Returns the error of a body that is longer than its limit, or `nil` for one that is not.
    func excess(_ length: Int64, of response: URLResponse?, isInMemory: Bool) -> (any Error)?
    /// Whether the request has to call ``validationResult()`` before its end.
    var needsValidation: Bool { get }
    /// Validates the response and places the file. Called on ``callbacks``.
    func validationResult() -> ValidationResult

    // MARK: - Reports

    func willSend(_ request: URLRequest, _ body: RequestBody)
    func willReceive(_ response: URLResponse, from offset: Int64, of total: Int64?)
    func didSend(_ sent: Int64, of total: Int64)
    func didReceive(_ count: Int64)
    /// Counts another attempt.
    func countRetry()
    /// Discards a response after which another follows.
    func forgetResponse()
    /// Changes the state to finished, which is final. Returns `false` if the request has been suspended.
    func beginFinish() -> Bool
    /// Ends the request.
    ///
    /// - Parameter isAnswered: Whether the response and its body are complete.
    func finish(_ error: (any Error)?, isAnswered: Bool)
    /// Notifies the observers of a stage.
    func report(_ stage: @autoclosure () -> RequestStage)
    /// Stores the task of a transfer. Called on the queue of tasks.
    func didStart(_ task: URLSessionTask)
}

/// The result of validating a response and placing its file.
enum ValidationResult {
    case passed
    /// - mayBeRetried: Whether another attempt could succeed, which it cannot where a file could not be placed.
    case failed(any Error, mayBeRetried: Bool)
}

extension Error {
    /// Whether another attempt could succeed.
    var mayBeRetried: Bool {
        switch self {
        case let error as SessionError: error.code.mayBeRetried
        case let error as RequestSerializationError: error.code == .unreadableSource
        default: true
        }
    }
}

/// A stage in the life of a request, of which a ``RequestObserver`` is notified. Stages may be added: switch over them
/// with a `default`.
public enum RequestStage: Sendable {
    /// The request was created.
    case made
    /// The adapters returned the request to send.
    case adapted(URLRequest)
    /// A transfer begins: of an attempt, a redirection or an answered challenge.
    case attemptStarted(URLRequest)
    /// The head of the response that answers the request was received.
    case responded(URLResponse)
    /// A redirection is followed.
    case redirected(from: HTTPURLResponse, to: URLRequest)
    /// The request is sent again after an error and a delay in seconds.
    case retrying(after: any Error, delay: TimeInterval)
    /// The request has ended, with an error or without.
    case finished((any Error)?)
}
