import URLSerialization
import URLSerializationSession

/// The session of a manager from its creation to its invalidation, and the session's tasks.
final class ManagedSession: RepresentedRequests {
    private struct State: Sendable {
        var tasks: [Int: any SessionTask] = [:]
        var isInvalidated = false
        /// The URLSession that represents the manager, or `nil` until it is needed.
        var urlSession: URLSession?
        var hasEnded = false
    }

    let session: Session
    private let configuration: URLSessionConfiguration
    private let operationQueue: OperationQueue
    private let watcher: InvalidationWatcher
    private let state = Locked(State())

    init(
        _ configuration: URLSessionConfiguration, policy: any TransportPolicy, operationQueue: OperationQueue,
        observers: [any RequestObserver], certificates: [ClientCertificate], of manager: AFURLSessionManager
    ) {
        self.configuration = configuration
        self.operationQueue = operationQueue
        session = Session(
            configuration: configuration, start: .manually, observers: observers, maximumReceivedBytes: nil,
            transportPolicy: policy, clientCertificates: certificates, notifies: false)
        watcher = InvalidationWatcher(manager)
        watcher.managed = self
    }

    /// Invalidates the session. A task that has ended may stay in memory for long, for example in a notification that
    /// waits for the main queue, but its connections do not stay open.
    deinit {
        session.invalidate()
        state.value.urlSession?.endForGood()
    }

    /// A URLSession with the configuration that represents the manager. It runs none of the tasks: URLSession on Linux
    /// ends the process when a task is created after an invalidation, or cancelled at the wrong moment.
    var urlSession: URLSession {
        if let urlSession = state.value.urlSession { return urlSession }
        // Outside the lock, because a subclass may override the policy.
        let isTheSystems = watcher.policy?.isTheSystems ?? true
        return state.withLock { state in
            if let urlSession = state.urlSession { return urlSession }
            let configuration = configuration.copy() as? URLSessionConfiguration ?? .default
            if !isTheSystems { configuration.protocolClasses = [RefusingProtocol.self] }
            let urlSession = URLSession.representing(
                self, configuration, delegate: watcher, delegateQueue: operationQueue)
            state.urlSession = urlSession
            return urlSession
        }
    }

    // MARK: - Tasks

    /// The tasks that have not ended, in the order of their creation.
    var tasks: [any SessionTask] { state.value.tasks.sorted { $0.key < $1.key }.map(\.value) }

    func withTasks(perform action: @escaping @Sendable ([URLSessionTask]) -> Void) { action(tasks) }

    func add(_ task: any SessionTask) {
        state.withLock { $0.tasks[task.work.identifier] = task }
    }

    func remove(_ task: any SessionTask) {
        let removed = state.withLock { $0.tasks.removeValue(forKey: task.work.identifier) }
        withExtendedLifetime(removed) {}
        endIfIdle()
    }

    // MARK: - Invalidation

    /// Invalidates the session: tasks that are resumed later fail.
    func invalidate(cancellingTasks cancelsTasks: Bool) {
        state.withLock { $0.isInvalidated = true }
        watcher.keepManager(and: self)
        cancelsTasks ? session.invalidateAndCancel() : session.invalidate()
        // This includes tasks that have not been resumed, as in URLSession.
        if cancelsTasks { for task in tasks { task.cancel() } }
        endIfIdle()
    }

    /// Invalidates the represented URLSession once no task is left.
    private func endIfIdle() {
        let isOver = state.withLock { state in
            guard state.isInvalidated, state.tasks.isEmpty, !state.hasEnded else { return false }
            state.hasEnded = true
            return true
        }
        if isOver { urlSession.endForGood() }
    }

    /// Invalidates the session after the user has invalidated the represented URLSession.
    func urlSessionIsInvalid() {
        let isNews = state.withLock { state in
            defer {
                state.isInvalidated = true
                state.hasEnded = true
            }
            return !state.isInvalidated
        }
        if isNews { session.invalidate() }
    }
}

/// The delegate of the represented URLSession, which retains its delegate until it is invalidated. The delegate reports
/// the invalidation to the manager.
///
/// `@unchecked Sendable`: the reference is set once, before the URLSession is created.
final class InvalidationWatcher: NSObject, URLSessionDelegate, @unchecked Sendable {
    private struct State: Sendable {
        var hasNotified = false
        /// The receivers of the report after an invalidation, retained so that a released manager reports it too.
        var kept: (manager: AFURLSessionManager, managed: ManagedSession)?
    }

    weak var managed: ManagedSession?
    private weak var manager: AFURLSessionManager?
    private let state = Locked(State())

    init(_ manager: AFURLSessionManager) { self.manager = manager }

    var policy: AFSecurityPolicy? { manager?.securityPolicy }

    func keepManager(and managed: ManagedSession) {
        guard let manager else { return }
        state.withLock { if !$0.hasNotified { $0.kept = (manager, managed) } }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        // URLSession on Linux reports every invalidation.
        let before = state.exchange(State(hasNotified: true))
        guard !before.hasNotified else { return }
        (before.kept?.managed ?? managed)?.urlSessionIsInvalid()
        (before.kept?.manager ?? manager)?.sessionIsInvalid(session, error)
    }
}

extension OperationQueue {
    /// Returns a serial queue, and a queue whose operations run one at a time on it.
    static func serial(named label: String) -> (DispatchQueue, OperationQueue) {
        let (queue, operations) = (DispatchQueue(label: label), OperationQueue())
        operations.maxConcurrentOperationCount = 1
        operations.underlyingQueue = queue
        return (queue, operations)
    }
}
