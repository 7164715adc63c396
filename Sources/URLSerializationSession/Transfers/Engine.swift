/// The part that carries out legs: it sends a message and its body and reports the answer. It follows no redirections
/// and retries nothing. ``URLSessionEngine`` is one; tests have another.
///
/// No member waits; all may be called from any queue.
package protocol Engine: AnyObject, Sendable {
    /// Whether the engine answers challenges itself, with the receiver's credential.
    var answersChallenges: Bool { get }
    /// Whether a transfer can be paused and continued in place.
    var pausesTransfers: Bool { get }

    func start(_ transfer: Transfer)
    func pause(_ transfer: Transfer)
    func resume(_ transfer: Transfer)
    /// Goes on with a transfer whose receiver has room again.
    func proceed(_ transfer: Transfer)
    /// Ends the resources of a transfer, after ``Transfer/abandon()``.
    func cancel(_ transfer: Transfer)
    /// The cookies that the engine adds to a message.
    func cookies(for message: URLRequest) -> [HTTPCookie]
    /// Returns whether the engine applies a transfer's trust. Otherwise the system decides about servers.
    func applies(_ trust: ServerTrust) -> Bool
    /// Lets the existing transfers finish, and refuses new ones.
    func invalidate()
}

extension Engine {
    func proceed(_ transfer: Transfer) {}
    func applies(_ trust: ServerTrust) -> Bool { false }
}

/// A report of an engine about a transfer. Those about one transfer come one after another, ``started(_:)`` aside.
enum TransferReport: Sendable {
    /// A task was made. Reported before it is resumed, on the queue of tasks.
    case started(URLSessionTask)
    /// The progress of sending the body; the total is not positive where it is unknown.
    case sent(Int64, of: Int64)
    /// The head of the response, never an interim one.
    case head(URLResponse)
    case bytes(Data)
    /// The metrics of the transfer, right before the last report.
    case measured(TransferMetrics)
    /// The last report. A head that was not reported before comes with it.
    case ended((any Error)?, URLResponse?)
    /// The last report: the connection was lost or given up during a pause.
    case interrupted(any Error)
    /// The last report: a kept connection was found dead, and the body has to be made anew.
    case exhausted
    /// The transport policy or the caller refuses the server.
    case refused(any Error)
}

/// The owner of transfers, which gets their reports and answers the engine's questions. A number is that of a leg.
protocol TransferOwner: AnyObject, Sendable {
    func received(_ report: TransferReport, of leg: Int)
    /// Returns whether more of the body can be received. Otherwise an engine that is able to waits for
    /// ``Engine/proceed(_:)``. Called on the engine's thread, which waits for the request's locks: under these nothing
    /// waits for the network or for the user's code.
    func hasRoom(_ leg: Int) -> Bool
    /// Returns the credential that answers a challenge of the server, where the engine answers challenges.
    func credential(of leg: Int) -> URLCredential?
    /// Whether the transfer can be ended, and continued by another one.
    var isResumable: Bool { get }
    /// Whether the body of a redirection is of use.
    var keepsRedirections: Bool { get }
    /// The handler for a challenge received now, or `nil` for none.
    var challengeHandler: ChallengeHandler? { get }
}

/// A leg in the hands of an engine. An abandoned transfer reports nothing.
package final class Transfer: Sendable {
    struct State: Sendable {
        /// The owner, or `nil` after the last report and once the transfer is abandoned. The machine makes one of both
        /// happen to every transfer that it starts, so that the two do not keep each other.
        fileprivate(set) var owner: (any TransferOwner)?
        fileprivate(set) var isAbandoned = false
        /// The engine's own part of the transfer: URLSession's task, or libcurl's transfer.
        var work: (any Sendable)?
        /// The response, or `nil` before its head.
        var response: URLResponse?
        /// Whether the task was cancelled because this module continues from its response, which is then the answer.
        var hasDeclined = false
        var hasAnsweredChallenge = false
    }

    private let leg: Int
    /// The message to send, and its body.
    let message: URLRequest
    let body: PreparedBody
    /// The trust to apply, or `nil` for the system's.
    let trust: ServerTrust?
    let state: Locked<State>
    /// The number of transfers of a session that exist: an engine keeps one until it has completed.
    private let count: Locked<Int>

    init(
        _ message: URLRequest, body: PreparedBody, trust: ServerTrust?, of leg: Int, owner: any TransferOwner,
        in count: Locked<Int>
    ) {
        self.leg = leg
        self.count = count
        self.message = message
        self.body = body
        self.trust = trust
        state = Locked(State(owner: owner))
        count.withLock { $0 += 1 }
    }

    deinit { count.withLock { $0 -= 1 } }

    /// The owner, or `nil` after the last report.
    var owner: (any TransferOwner)? { state.withLock { $0.owner } }
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }
    var hasRoom: Bool { owner?.hasRoom(leg) ?? true }
    var credential: URLCredential? { owner?.credential(of: leg) }

    func report(_ report: TransferReport) { owner?.received(report, of: leg) }

    /// Reports the end, and nothing after it.
    func end(_ error: (any Error)?, _ response: URLResponse? = nil) {
        // URLSession does not report the error of reading the body.
        end(with: .ended(error.map { body.failure() ?? $0 }, response))
    }

    /// Makes a report, and none after it.
    func end(with report: TransferReport) { takeOwner(abandoning: false)?.received(report, of: leg) }

    /// Prevents further reports.
    func abandon() { withExtendedLifetime(takeOwner(abandoning: true)) {} }

    private func takeOwner(abandoning isAbandoned: Bool) -> (any TransferOwner)? {
        state.withLock { state in
            state.isAbandoned = state.isAbandoned || isAbandoned
            defer { state.owner = nil }
            return state.owner
        }
    }
}
