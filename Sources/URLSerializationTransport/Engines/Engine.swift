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

    /// The configuration of a session without one.
    package static var configuration: URLSessionConfiguration { URLSessionEngine.isApples ? .default : .ephemeral }

    /// Returns an engine of a kind, or the system's default if the kind is `nil` or cannot be used.
    package static func make(
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
            writeToStandardError("URLSerializationSession: \(problem)")
            return .libcurl
        }()
    #endif
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
package protocol TransferWork: Sendable {
    func pause()
    func resume()
    /// Continues after a wait for room (``TransferOwner/hasRoom``).
    func proceed()
    func cancel()
}

extension TransferWork {
    package func pause() {}
    package func resume() {}
    package func proceed() {}
}

/// A report of an engine about a transfer. Reports about the same transfer come one after another, except
/// ``started(_:)``.
package enum TransferReport: Sendable {
    /// A task was made. Reported before it is resumed, on the queue of tasks.
    case started(URLSessionTask)
    /// The progress of sending the body; the total is not positive if it is unknown.
    case sent(Int64, of: Int64)
    /// The head of the response, never an interim one.
    case head(ResponseHead)
    case bytes(Data)
    /// The metrics of the transfer, right before the last report.
    case measured(TransferMetrics)
    /// The last report. A head that was not reported before comes with it.
    case ended((any Error)?, ResponseHead?)
    /// The last report: another leg has to continue, or the request fails with the error. The connection was lost or
    /// given up during a pause; or a reused connection was found dead, so that the body has to be created again.
    case interrupted(any Error, isDead: Bool)
    /// The transport policy or the caller refuses the server.
    case refused(any Error)
}

/// The owner of transfers, which gets their reports and answers the engine's questions. A number identifies a leg.
package protocol TransferOwner: AnyObject, Sendable {
    func received(_ report: TransferReport, of leg: Int)
    /// Returns whether more of the body can be received. Otherwise, an engine that can wait does so until
    /// ``TransferWork/proceed()``. Called on the engine's thread, which waits for the request's locks: code that holds
    /// them must not wait for the network or for the user's code.
    var hasRoom: Bool { get }
    /// Returns the credential that answers a challenge of the server, if the engine answers challenges.
    func credential(of leg: Int) -> URLCredential?
    /// Makes all reports of a small response, in this call if they run none of the caller's code and write no file, and
    /// otherwise on another thread.
    func make(_ reports: @escaping @Sendable () -> Void)
    /// Whether the transfer can be ended, and continued by another one.
    var isResumable: Bool { get }
    /// Whether the body of a redirection is needed.
    var keepsRedirections: Bool { get }
    /// The handler for a challenge received now, or `nil` for none.
    var challengeHandler: ChallengeHandler? { get }
}

/// Writes a line for the developer.
@Sendable package func writeToStandardError(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
