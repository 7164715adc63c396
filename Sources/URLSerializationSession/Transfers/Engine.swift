/// The part of a ``Session`` that transfers requests.
public enum SessionEngine: String, Hashable, Sendable {
    /// Foundation's URLSession, the only engine on Apple's systems.
    ///
    /// On Linux, a session without a chosen engine uses it if the configuration's `protocolClasses` contain classes
    /// that are not Foundation's own.
    case urlSession = "urlsession"
    /// libcurl itself, the default on Linux.
    @available(macOS, unavailable, message: "Apple's systems have URLSession.")
    @available(iOS, unavailable, message: "Apple's systems have URLSession.")
    @available(tvOS, unavailable, message: "Apple's systems have URLSession.")
    @available(watchOS, unavailable, message: "Apple's systems have URLSession.")
    @available(visionOS, unavailable, message: "Apple's systems have URLSession.")
    case libcurl

    /// Returns an engine of a kind, or the system's default if the kind is `nil` or cannot be used.
    static func make(
        _ kind: SessionEngine?, _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?,
        reportingOn queue: DispatchQueue, log: (String) -> Void
    ) -> any Engine {
        #if os(Linux)
            // A class that answers in place of the network is URLSession's.
            let own = Set((URLSessionConfiguration.ephemeral.protocolClasses ?? []).map { ObjectIdentifier($0) })
            let hasClass = (configuration.protocolClasses ?? []).contains { !own.contains(ObjectIdentifier($0)) }
            if (kind ?? (hasClass ? .urlSession : preferred)) == .libcurl {
                if let engine = LibcurlEngine(configuration, policy: policy, reportingOn: queue) { return engine }
                log(
                    "URLSerializationSession: libcurl 7.68 or later and zlib were not found, so URLSession is used. "
                        + "Install libcurl4.")
            }
        #endif
        return URLSessionEngine(configuration, policy: policy, reportingOn: queue)
    }

    #if os(Linux)
        /// The engine that the environment variable `URLSERIALIZATION_ENGINE` names, read once, or else libcurl.
        private static let preferred: SessionEngine = {
            let name = "URLSERIALIZATION_ENGINE"
            let value = ProcessInfo.processInfo.environment[name] ?? ""
            if value.isEmpty { return .libcurl }
            if let engine = SessionEngine(rawValue: value) { return engine }
            let problem = "\(name) is \(value.quoted), which is not an engine. Set it to libcurl or urlsession."
            FileHandle.standardError.write(Data("URLSerializationSession: \(problem)\n".utf8))
            return .libcurl
        }()
    #endif
}

/// The times and the byte counts of one transfer of a request: of an attempt, a redirection, an answered challenge or
/// the rest of a file.
///
/// Times are in seconds. Measurement begins when the transfer has its connection or begins to make one. It excludes the
/// wait for one of the connections that a configuration allows for each host.
public struct TransferMetrics: Hashable, Sendable {
    /// The URL of the transfer's own message: for a redirection, its target.
    public let url: URL?
    /// Whether the transfer used a connection of an earlier one.
    public let isReusedConnection: Bool
    /// The time of the lookup of the host's name, or `nil` without one.
    public let nameLookup: TimeInterval?
    /// The time of making the connection, without the lookup and TLS, or `nil` if it was not made.
    public let connect: TimeInterval?
    /// The time of the TLS handshake, or `nil` without one.
    public let secureConnect: TimeInterval?
    /// The time from the beginning to the first byte of the response, or `nil` if none came.
    public let firstByte: TimeInterval?
    /// The time from the beginning to the end.
    public let duration: TimeInterval
    /// The bytes of the body that were sent.
    public let sentByteCount: Int64
    /// The bytes of the response's body that were received, in its content coding.
    public let receivedByteCount: Int64
    /// The protocol by its name in ALPN (RFC 7301), such as `http/1.1` or `h2`, or `nil` if no response came.
    public let protocolName: String?
}

extension TransferMetrics: CustomStringConvertible, CustomReflectable {
    /// The URL without secrets, the protocol, the duration and the byte counts.
    public var description: String {
        "\(url.map(SessionError.text(of:)) ?? ""), \(protocolName ?? "no response"), \(duration) s, "
            + "\(sentByteCount) bytes sent, \(receivedByteCount) received"
    }

    /// A mirror with ``description`` as its only child, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// The part that carries out legs: it sends a message and its body and reports the response. It follows no redirections
/// and retries nothing.
///
/// No member blocks, and all may be called from any queue.
package protocol Engine: AnyObject, Sendable {
    /// Whether the engine answers challenges itself, with the owner's credential.
    var answersChallenges: Bool { get }
    /// Whether a transfer can be paused and continued in place.
    var pausesTransfers: Bool { get }

    /// Starts a transfer, and attaches the engine's part to it (``Transfer/begin(_:)``).
    func start(_ transfer: Transfer)
    /// The cookies that the engine adds to a message.
    func cookies(for message: URLRequest) -> [HTTPCookie]
    /// Returns whether the engine applies a transfer's trust. Otherwise the system decides about servers.
    func applies(_ trust: ServerTrust) -> Bool
    /// Lets the existing transfers finish, and refuses new ones.
    func invalidate()
}

extension Engine {
    package var answersChallenges: Bool { false }
    package func cookies(for message: URLRequest) -> [HTTPCookie] { [] }
    package func applies(_ trust: ServerTrust) -> Bool { false }
    package func invalidate() {}
}

/// An engine's own part of a transfer. No member blocks.
protocol TransferWork: Sendable {
    func pause()
    func resume()
    /// Continues after a wait for room (``TransferOwner/hasRoom``).
    func proceed()
    func cancel()
}

extension TransferWork {
    func pause() {}
    func resume() {}
    func proceed() {}
}

/// A report of an engine about a transfer. Reports about the same transfer come one after another, except
/// ``started(_:)``.
enum TransferReport: Sendable {
    /// A task was made. Reported before it is resumed, on the queue of tasks.
    case started(URLSessionTask)
    /// The progress of sending the body; the total is not positive if it is unknown.
    case sent(Int64, of: Int64)
    /// The head of the response, never an interim one.
    case head(URLResponse)
    case bytes(Data)
    /// The metrics of the transfer, right before the last report.
    case measured(TransferMetrics)
    /// The last report. A head that was not reported before comes with it.
    case ended((any Error)?, URLResponse?)
    /// The last report: another leg has to continue, or the request fails with the error. The connection was lost or
    /// given up during a pause; or a reused connection was found dead, so that the body has to be created again.
    case interrupted(any Error, isDead: Bool)
    /// The transport policy or the caller refuses the server.
    case refused(any Error)
}

/// The owner of transfers, which gets their reports and answers the engine's questions. A number identifies a leg.
protocol TransferOwner: AnyObject, Sendable {
    func received(_ report: TransferReport, of leg: Int)
    /// Returns whether more of the body can be received. Otherwise, an engine that can wait does so until
    /// ``TransferWork/proceed()``. Called on the engine's thread, which waits for the request's locks: code that holds
    /// them must not wait for the network or for the user's code.
    var hasRoom: Bool { get }
    /// Returns the credential that answers a challenge of the server, if the engine answers challenges.
    func credential(of leg: Int) -> URLCredential?
    /// Whether the transfer can be ended, and continued by another one.
    var isResumable: Bool { get }
    /// Whether the body of a redirection is needed.
    var keepsRedirections: Bool { get }
    /// The handler for a challenge received now, or `nil` for none.
    var challengeHandler: ChallengeHandler? { get }
}

/// A leg in the hands of an engine. An abandoned transfer reports nothing.
package final class Transfer: Sendable {
    private let leg: Int
    /// The message to send, and its body.
    let message: URLRequest
    let body: PreparedBody
    /// The trust to apply, or `nil` for the system's.
    let trust: ServerTrust?
    /// The idle timeout, which starts again with every report, or `nil` for none.
    let deadline: Deadline?
    /// The two ends of a transfer. The machine makes every transfer that it starts report its end or abandons it, so
    /// that they do not keep each other.
    ///
    /// - owner: `nil` after the last report and once the transfer is abandoned.
    /// - work: The engine's part, or `nil` before its start and together with the owner.
    private let state: Locked<(owner: (any TransferOwner)?, work: (any TransferWork)?, isPaused: Bool)>
    /// The number of transfers of a session that exist: an engine keeps one until it has completed.
    private let count: Locked<Int>

    init(
        _ leg: Leg, body: PreparedBody, of number: Int, owner: any TransferOwner, deadline: Deadline? = nil,
        in count: Locked<Int>
    ) {
        (message, trust, self.deadline) = (leg.wire, leg.trust, deadline)
        (self.leg, self.body, self.count) = (number, body, count)
        state = Locked((owner, nil, false))
        count.withLock { $0 += 1 }
    }

    deinit { count.withLock { $0 -= 1 } }

    var owner: (any TransferOwner)? { state.withLock { $0.owner } }
    var work: (any TransferWork)? { state.withLock { $0.work } }
    /// Whether no more reports are expected.
    var isOver: Bool { owner == nil }
    /// Whether more of the body can be received. Otherwise, the idle timeout pauses until there is room.
    var hasRoom: Bool {
        let hasRoom = owner?.hasRoom ?? true
        if hasRoom { deadline?.resume(.room) } else { deadline?.pause(.room) }
        return hasRoom
    }
    var credential: URLCredential? { owner?.credential(of: leg) }

    /// Sets the engine's part. Returns whether the transfer was paused before, so that it waits for
    /// ``TransferWork/resume()``, or `nil` if it was abandoned.
    func begin(_ work: some TransferWork) -> Bool? {
        state.withLock { state in
            guard state.owner != nil else { return nil }
            state.work = work
            return state.isPaused
        }
    }

    func pause() { setPaused(true)?.pause() }
    func resume() { setPaused(false)?.resume() }

    private func setPaused(_ isPaused: Bool) -> (any TransferWork)? {
        state.withLock { state in
            state.isPaused = isPaused
            return state.work
        }
    }

    func report(_ report: TransferReport) {
        deadline?.touch()
        owner?.received(report, of: leg)
    }

    /// Reports the end, and nothing after it.
    func end(_ error: (any Error)?, _ response: URLResponse? = nil) {
        // URLSession does not report the error of reading the body.
        end(with: .ended(error.map { body.failure() ?? $0 }, response))
    }

    /// Makes a report, and none after it.
    func end(with report: TransferReport) { state.exchange((nil, nil, false)).owner?.received(report, of: leg) }

    /// Ends the transfer without a report.
    func abandon() { state.exchange((nil, nil, false)).work?.cancel() }
}
