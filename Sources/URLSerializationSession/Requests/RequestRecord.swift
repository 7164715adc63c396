/// Everything about a request that changes, behind the request's one lock.
struct RequestRecord: Sendable {
    typealias Machine = RequestMachine<RequestPayloads>

    private(set) var machine: Machine
    private var effects: [Machine.Effect] = []
    /// The index of the next effect.
    private var next = 0
    /// Whether a thread performs the effects.
    private var isDraining = false

    var settings = RequestSettings()
    var credential: URLCredential?
    var bodyLimit = BodyLimit()
    /// The tasks that wait for the end.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the request was started before its session was invalidated.
    var isAdmitted = true
    /// Whether the request was described, so that it need not be started.
    var isDescribed = false
    /// The task of an adapter or a retrier.
    var job: Task<Void, Never>?

    /// The message as it was sent last, and the source of its body.
    var message: URLRequest?
    var body: RequestBody
    var task: URLSessionTask?
    var response: HTTPURLResponse?
    var error: (any Error)?
    var startTime: Date?
    var endTime: Date?
    var sent = TransferCount()
    var received = TransferCount()
    /// The numbers of validations of the response and of the file that have run. Those that were added later run at the
    /// end.
    var validated = (responses: 0, files: 0)
    /// The notifications of the start and of later changes, which wait for the first task.
    var owedNotifications: [Notification.Name] = []

    init(_ message: URLRequest?, body: RequestBody) {
        machine = Machine(isBodyRepeatable: body.isRepeatable)
        self.message = message
        self.body = body
    }

    /// Passes an event to the machine, whose effects are then due.
    mutating func handle(_ event: Machine.Event) { machine.handle(event, &effects) }

    /// Returns whether the caller has to perform the effects, because no thread does.
    mutating func beginsDraining() -> Bool {
        guard !isDraining, next < effects.count else { return false }
        isDraining = true
        return true
    }

    /// Returns the next effect to perform, or `nil` after the last.
    mutating func nextEffect() -> Machine.Effect? {
        while next < effects.count {
            let effect = effects[next]
            next += 1
            if machine.wants(effect) { return effect }
        }
        effects.removeAll(keepingCapacity: next < 64)
        next = 0
        isDraining = false
        return nil
    }

    /// Returns the leg if it is the current one and transferred.
    func leg(transferring number: Int) -> Leg? { machine.isTransferring(number) ? machine.leg : nil }

    /// Returns the current leg if it has this number.
    func leg(_ number: Int) -> Leg? { machine.number == number ? machine.leg : nil }

    mutating func update(_ leg: Int, _ change: (inout Leg) -> Void) { machine.update(leg, change) }

    /// Ends the request for good if that is due.
    mutating func finish() -> Machine.Outcome? { machine.finish() }

    /// Forgets a response that is not the answer.
    mutating func forgetResponse() {
        validated = (0, 0)
        response = nil
    }
}

/// The caller's closures, which are released at the end.
struct RequestSettings: Sendable {
    /// The request's own adapters, retriers and redirect handlers, called before the session's.
    var adapters: [any RequestAdapter] = []
    var retriers: [any RequestRetrier] = []
    var redirectHandlers: [any RedirectHandler] = []
    /// The closure that returns the handler for a redirection received now.
    var redirectionHandler: (@Sendable () -> RedirectionHandler?)?
    /// The handlers of challenges and of data, each with a closure that returns whether to call it now.
    var challengeHandler: (isWanted: @Sendable () -> Bool, handler: ChallengeHandler)?
    var responseHandler: ResponseHandler?
    var dataHandler: (isWanted: @Sendable () -> Bool, handler: DataHandler)?
    var validations: [Request.Validation] = []
    /// The validations of a download's file.
    var fileValidations: [Request.Validation] = []
    /// The place of a download's file.
    var destination: DownloadDestination?
    /// The completion handlers.
    var handlers: [@Sendable () -> Void] = []

    var isEmpty: Bool {
        adapters.isEmpty && retriers.isEmpty && redirectHandlers.isEmpty && redirectionHandler == nil
            && challengeHandler == nil && responseHandler == nil && dataHandler == nil && validations.isEmpty
            && fileValidations.isEmpty && destination == nil && handlers.isEmpty
    }
}

/// The data of a request's machine.
enum RequestPayloads: RequestPayload {
    typealias Leg = URLSerializationSession.Leg
    typealias Transfer = URLSerializationSession.Transfer
    typealias Head = URLResponse
    typealias Segment = Data
    typealias Question = URLSerializationSession.Question
    typealias Failure = any Error
}

extension Plan {
    /// The place for the response's body.
    var reception: RequestRecord.Machine.Reception {
        switch self {
        case .answer: .stored
        case .redirection(_, .some), .challenge: .apart
        case .redirection(_, nil), .authentication, .failure: .dropped
        }
    }
}
