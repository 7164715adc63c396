/// The mutable state of a request.
struct RequestRecord: Sendable {
    var state = RequestState.initialized
    var isFinished = false
    /// Whether the response and its body are complete, so that they can be serialized.
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
    /// The request's own adapters, retriers and redirect handlers, called before the session's.
    var adapters: [any RequestAdapter] = []
    var retriers: [@Sendable (Request, any Error) async -> RetryDecision] = []
    var redirectHandlers: [any RedirectHandler] = []
    /// The closure that returns the handler for a redirection received now.
    var redirectionHandler: (@Sendable () -> RedirectionHandler?)?
    /// The handlers of challenges and of data, each with a closure that returns whether to call it now.
    var challengeHandler: (isWanted: @Sendable () -> Bool, handler: ChallengeHandler)?
    var responseHandler: ResponseHandler?
    var dataHandler: (isWanted: @Sendable () -> Bool, handler: DataHandler)?
    var bodyLimit = BodyLimit()
    var validations: [Request.Validation] = []
    /// The validations of a download's file.
    var fileValidations: [@Sendable (HTTPURLResponse, URL) throws -> Void] = []
    /// The number of validations of the latest attempt. Those that were added after it are called at the end.
    var validatedCount = 0
    /// The number of file validations that have run.
    var validatedFileCount = 0
    /// The completion handlers, empty after the end.
    var handlers: [@Sendable () -> Void] = []
    /// Whether the file is being placed, from when on the request cannot be cancelled.
    var isPlacing = false
    /// The tasks that wait for the end.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var sent = TransferCount()
    var received = TransferCount()
    /// The notifications of the start and of later actions, which wait for the first task.
    var owedNotifications: [RequestState.Action] = []
    /// Whether the request was started before its session was invalidated.
    var isAdmitted = true
    /// Whether the execution has yet to follow a change of the state.
    var isChangeReported = false

    init(request: URLRequest?, body: RequestBody) {
        self.request = request
        self.body = body
    }
}
