/// The mutable state of a request.
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
    /// The request's own adapters, retriers and redirect handlers, asked before the session's.
    var adapters: [any RequestAdapter] = []
    var retriers: [@Sendable (Request, any Error) async -> RetryDecision] = []
    var redirectHandlers: [any RedirectHandler] = []
    /// The closure that returns the handler of a redirection that comes now.
    var redirectionHandler: (@Sendable () -> RedirectionHandler?)?
    /// The handlers of challenges and of data, and whether they are wanted now.
    var challengeHandler: (isWanted: @Sendable () -> Bool, handler: ChallengeHandler)?
    var responseHandler: ResponseHandler?
    var dataHandler: (isWanted: @Sendable () -> Bool, handler: DataHandler)?
    var bodyLimit = BodyLimit()
    var validations: [Request.Validation] = []
    /// The validations of a download's file.
    var fileValidations: [@Sendable (HTTPURLResponse, URL) throws -> Void] = []
    /// The number of validations that the latest attempt has had to pass: those that are added later come late.
    var validatedCount = 0
    /// Called at the end; empty after it.
    var handlers: [@Sendable () -> Void] = []
    /// Whether the file is being placed, after which cancelling is too late.
    var isPlacing = false
    /// Tasks that wait for the end.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var sent = TransferCount()
    var received = TransferCount()
    /// The notifications of the start, and of later actions, that wait for the first task.
    var owedNotifications: [RequestState.Action] = []
    /// Whether the request was started before its session was invalidated.
    var isAdmitted = true
    /// Whether the execution will look at the state soon.
    var isChangeReported = false

    init(request: URLRequest?, body: RequestBody) {
        self.request = request
        self.body = body
    }
}
