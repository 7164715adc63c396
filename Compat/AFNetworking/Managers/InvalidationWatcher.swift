import URLSerialization

/// The delegate of the URLSession that is shown, which holds its delegate until it is invalidated: tells the manager then.
///
/// `@unchecked Sendable`: the reference is set once, before the URLSession is made.
final class InvalidationWatcher: NSObject, URLSessionDelegate, @unchecked Sendable {
    private struct State: Sendable {
        var hasTold = false
        /// Who is told, from the invalidation on: a manager that is invalidated and let go is told as well.
        var kept: (manager: AFURLSessionManager, managed: ManagedSession)?
    }

    weak var managed: ManagedSession?
    private weak var manager: AFURLSessionManager?
    private let state = Locked(State())

    init(_ manager: AFURLSessionManager) { self.manager = manager }

    /// The manager's policy.
    var policy: AFSecurityPolicy? { manager?.securityPolicy }

    func keepManager(and managed: ManagedSession) {
        guard let manager else { return }
        state.withLock { if !$0.hasTold { $0.kept = (manager, managed) } }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        // URLSession on Linux says it as often as it is invalidated.
        let (isNews, kept) = state.withLock { state in
            defer { state = State(hasTold: true) }
            return (!state.hasTold, state.kept)
        }
        guard isNews else { return }
        (kept?.managed ?? managed)?.shownIsInvalid()
        (kept?.manager ?? manager)?.sessionIsInvalid(session, error)
    }
}
