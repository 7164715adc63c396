import URLSerialization

/// The delegate of the represented URLSession, which retains its delegate until it is invalidated. The delegate reports
/// the invalidation to the manager.
///
/// `@unchecked Sendable`: the reference is set once, before the URLSession is created.
final class InvalidationWatcher: NSObject, URLSessionDelegate, @unchecked Sendable {
    private struct State: Sendable {
        var hasTold = false
        /// The receivers of the report after an invalidation, so that a released manager reports as well.
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
        // URLSession on Linux reports every invalidation.
        let (isNews, kept) = state.withLock { state in
            defer { state = State(hasTold: true) }
            return (!state.hasTold, state.kept)
        }
        guard isNews else { return }
        (kept?.managed ?? managed)?.shownIsInvalid()
        (kept?.manager ?? manager)?.sessionIsInvalid(session, error)
    }
}
