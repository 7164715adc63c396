/// All that changes about a request and can be asked for.
struct RequestRecord: Sendable {
    var state = RequestState.initialized
    var isFinished = false
    /// Whether the response and its body came whole, so that they can be serialized.
    var isAnswered = false
    var request: URLRequest?
    var body: RequestBody
    var task: URLSessionTask?
    var response: HTTPURLResponse?
    var error: (any Error)?
    var retryCount = 0
    var startTime: Date?
    var endTime: Date?
    var credential: URLCredential?
    /// The closure that returns the handler of a redirection that comes now.
    var redirectionHandler: (@Sendable () -> Request.RedirectionHandler?)?
    /// The handlers of challenges and of data, and whether they are wanted now.
    var challengeHandler: (isWanted: @Sendable () -> Bool, handler: Request.ChallengeHandler)?
    var responseHandler: Request.ResponseHandler?
    var dataHandler: (isWanted: @Sendable () -> Bool, handler: Request.DataHandler)?
    var bodyLimit = BodyLimit()
    var validations: [Request.Validation] = []
    /// How many of them the last attempt has had to pass: those that are added later come late.
    var judgedCount = 0
    /// Called at the end; empty after it.
    var handlers: [@Sendable () -> Void] = []
    /// Whether the file is being put into its place, after which cancelling is too late.
    var isSettling = false
    /// Whether somebody waits for the answer, so that all that belongs to the request has been said.
    var isAwaited = false
    /// Whether the execution waits for that.
    var isExpecting = false
    /// Tasks that wait for the end.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var sent = TransferCount()
    var received = TransferCount()
    /// The notifications of the start, and of what came after it, that wait for the first task.
    var owedNotifications: [RequestState.Action] = []
    /// Whether the request was started before its session was invalidated.
    var isAdmitted = true

    init(request: URLRequest?, body: RequestBody) {
        self.request = request
        self.body = body
    }
}
