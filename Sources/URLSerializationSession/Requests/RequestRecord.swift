/// The mutable state of a request, behind the request's one lock.
struct RequestRecord: Sendable {
    typealias Machine = RequestMachine<RequestPayloads>

    private(set) var machine: Machine
    private var effects: [Machine.Effect] = []
    /// The index of the next effect.
    private var next = 0
    /// Whether a thread performs the effects.
    private var isDraining = false

    /// The number of the attempt that has been started and has not ended.
    var startedAttempt: Int?
    var settings = RequestSettings()
    var credential: URLCredential?
    var bodyLimit = BodyLimit()
    /// Whether the request was described, so that it need not be started.
    var isDescribed = false
    /// Whether the request was neither started nor described.
    var isUnused: Bool { !isDescribed && [.initialized, .suspended].contains(machine.state) }

    /// The message as it was sent last, and the source of its body.
    var message: URLRequest?
    /// The message of the attempt as it was made.
    var original: URLRequest?
    var body: Uploadable?
    var task: URLSessionTask?
    var response: HTTPURLResponse? { machine.answer?.http }
    var error: RequestError?
    /// The statuses that the throwing call accepts, or `nil` if none awaits the answer.
    var requiredStatus: HTTPResponseConfiguration?
    /// From 200 to 299.
    static let successes = HTTPResponseConfiguration()
    /// Whether a validation of the caller checks the status instead.
    var validatesStatus = false
    var startTime: Date?
    var endTime: Date?
    /// Whether the closures that were waiting for the end have been called.
    var hasCalledHandlers = false
    var sent = TransferCount()
    var received = TransferCount()
    var metrics: [TransferMetrics] = []
    /// The beginning of the body that the transfer receives, or `nil` if no observer asks for it.
    var observed: Data?

    init(_ message: URLRequest?, body: Uploadable?) {
        // A stream in the request can be sent only once. A form can be sent again if its parts can be read again.
        let isRepeatable =
            if case .multipart(let form) = body { form.isRepeatable } else { message?.httpBodyStream == nil }
        machine = Machine(isBodyRepeatable: isRepeatable)
        (self.message, original) = (message, message)
        self.body = body
    }

    /// The method, the URL and the status, without secrets.
    var description: String {
        guard let message else { return "No request has been made" }
        let url = message.url.map(RequestError.text(of:)) ?? ""
        let method = message.httpMethod ?? "GET"
        let line = "\(HTTPSyntax.isToken(method) ? method : method.quoted) \(url)"
        return response.map { "\(line) (\($0.statusCode))" } ?? line
    }

    /// Passes an event to the machine, whose effects are then due. The timeouts pause during a suspension: afterwards,
    /// the idle timeout starts again, and the attempt's timeout continues.
    mutating func handle(_ event: Machine.Event) {
        let wasPaused = machine.isPaused
        machine.handle(event, &effects)
        assert(machine.unexpected == nil, "Unexpected report: \(machine.unexpected ?? "")")
        guard machine.isPaused != wasPaused else { return }
        for deadline in [transfer?.deadline, machine.leg?.attempt.deadline] {
            if machine.isPaused { deadline?.pause(.suspension) } else { deadline?.resume(.suspension) }
        }
        if !machine.isPaused { transfer?.deadline?.touch() }
    }

    /// Begins the next serializer, if one is due.
    mutating func beginSerializer() -> Machine.Serialization? { machine.beginSerializer() }

    /// Takes the next segment for the handler of received data, or returns `nil` while none may be handed out.
    mutating func takeHeld() -> Data? { machine.takeHeld() }

    /// Returns whether the caller has to perform the effects, because no thread does.
    mutating func beginsDraining() -> Bool {
        guard !isDraining, next < effects.count else { return false }
        isDraining = true
        return true
    }

    /// Returns the next effect to perform, or `nil` after the last.
    mutating func nextEffect() -> Machine.Effect? {
        while next < effects.count {
            // Replaced, so that the thread that performs the effect releases what it refers to without delay.
            var effect = Machine.Effect.discard
            swap(&effect, &effects[next])
            next += 1
            if machine.wants(effect) { return effect }
        }
        effects.removeAll(keepingCapacity: next < 64)
        next = 0
        isDraining = false
        return nil
    }

    /// Returns the current leg if it has this number.
    func leg(_ number: Int) -> Boxed<Leg>? { machine.number == number ? machine.leg : nil }

    /// Returns the current leg if it has this head.
    func leg(of head: ResponseHead) -> Boxed<Leg>? { machine.leg.flatMap { $0.head === head ? $0 : nil } }

    /// Lets the retriers of another module decide about every failure.
    mutating func followLife() { machine.asksAlways = true }

    // MARK: - The engine's reports

    /// The transfer that is running, or `nil` for none.
    var transfer: Transfer? { if case .running(.transferring(let transfer)) = machine.phase { transfer } else { nil } }

    /// Passes on the head of a response. The leg contains the head and its consequence.
    mutating func receive(_ head: ResponseHead, of leg: Leg, _ number: Int) {
        handle(.report(leg: number, .head(Boxed(leg), head, leg.bodyPlace)))
        // The rest of a refused response may never come.
        if case .failure = leg.consequence { handle(.report(leg: number, .concluded(leg.ending))) }
    }

    /// Passes on bytes, or ends the transfer if no more are needed.
    mutating func receive(_ data: Data, of number: Int, sessionLimit: Int64?) {
        guard var leg = leg(number)?.value else { return }
        guard leg.bodyPlace != .stored else { return handle(.report(leg: number, .received(data))) }
        let limit = leg.bodyPlace == .apart ? bodyLimit : nil
        let isEnough = leg.count(unused: data, limit, sessionLimit: sessionLimit)
        handle(.report(leg: number, .unused(Boxed(leg), data)))
        if isEnough { handle(.report(leg: number, .concluded(leg.ending))) }
    }

    // MARK: - The end

    /// Returns the error that the caller gets: with the response, and with the part of its body that was kept.
    func wrapped(_ error: any Error, _ data: Data?) -> RequestError {
        RequestError(wrapping: error.withoutSecrets, request: message, response: response, data: data)
    }

    /// Whether a status is acceptable to the throwing call that awaits the answer, if there is one.
    func accepts(_ status: Int?) -> Bool {
        guard let status, let codes = requiredStatus?.acceptableStatusCodes, !validatesStatus else { return true }
        return codes.contains(status)
    }

    /// The closures to call at the end, and what is released before and after them.
    typealias End = (
        error: RequestError?, settings: RequestSettings, leg: Boxed<Leg>?, notifications: [TransferCount.Notification],
        files: Locked<(any Sendable)?>
    )

    /// Ends the request for good if that is due.
    mutating func finish(_ url: URL?, _ sink: BodySink) -> End? {
        let leg = machine.leg
        guard let outcome = machine.finish() else { return nil }
        switch outcome {
        case .success: break
        case .failure(let failure): error = wrapped(failure, sink.data)
        case .cancellation: error = wrapped(URLError.cancelled(url), sink.data)
        }
        endTime = Date()
        let last = [received.end(isComplete: error == nil), sent.end(isComplete: error == nil && sent.isBegun)]
        defer { settings = RequestSettings() }
        let files = sink.finish(error, isAnswered: machine.isAnswered)
        return (error, settings, leg, last.compactMap(\.self), Locked(files))
    }
}

/// The caller's closures, which are released at the end.
struct RequestSettings: Sendable {
    /// The request's own adapters, retriers and redirect handlers, called before the session's.
    var adapters: [any RequestAdapter] = []
    /// The idle timeout of the requests that the adapters get, or `nil` for their own.
    var timeout: TimeInterval?
    var retriers: [any RequestRetrier] = []
    var redirectHandlers: [any RedirectHandler] = []
    /// The closure that returns the handler for a redirection received now.
    var redirectionHandler: (@Sendable () -> RedirectionHandler?)?
    /// The closures that return the handlers of challenges and of data received now.
    var challengeHandler: (@Sendable () -> ChallengeHandler?)?
    var dataHandler: (@Sendable () -> DataHandler?)?
    var responseHandler: ResponseHandler?
    var serializers: [EarlySerializer] = []
    var validations: [Request.Validation] = []
    /// The validations of a download's file.
    var fileValidations: [Request.Validation] = []
    /// The place of a download's file.
    var destination: DownloadDestination?
    var handlers: [@Sendable () -> Void] = []
    /// The tasks that wait for the end, or for the reports of a small response, which the task then makes.
    var tasks: [WaitingTask] = []
    typealias WaitingTask = CheckedContinuation<(@Sendable () -> Void)?, Never>
    /// The task of an adapter or a retrier.
    var job: Task<Void, Never>?

    /// Whether closures are called with what is received, or at the end.
    var hasHandlers: Bool {
        responseHandler != nil || dataHandler != nil || challengeHandler != nil || !handlers.isEmpty
    }
    /// Whether the answer has to be validated or placed before the request ends.
    var needsValidation: Bool { !validations.isEmpty || !fileValidations.isEmpty || destination != nil }
}

/// The data of a request's machine.
enum RequestPayloads: RequestPayload {
    typealias Leg = Boxed<URLSerializationSession.Leg>
    typealias Transfer = URLSerializationSession.Transfer
    typealias Head = ResponseHead
    typealias Segment = Data
    typealias Question = URLSerializationSession.Question
    typealias Failure = any Error
}
