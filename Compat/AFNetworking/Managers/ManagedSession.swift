import URLSerialization
import URLSerializationSession

/// One life of a manager's session, from its making to its invalidation: who carries requests out, and which tasks there
/// are.
final class ManagedSession: Sendable {
    private struct State: Sendable {
        var tasks: [Int: any SessionTask] = [:]
        var isInvalidated = false
        /// The URLSession that is shown.
        var shown: URLSession?
        var hasEnded = false
    }

    let session: Session
    private let configuration: URLSessionConfiguration
    private let operationQueue: OperationQueue
    private let watcher: InvalidationWatcher
    private let state = Locked(State())

    init(
        _ configuration: URLSessionConfiguration, policy: any TransportPolicy, operationQueue: OperationQueue,
        of manager: AFURLSessionManager
    ) {
        self.configuration = configuration
        self.operationQueue = operationQueue
        session = Session(configuration: configuration, startRequestsImmediately: false, transportPolicy: policy)
        watcher = InvalidationWatcher(manager)
        watcher.managed = self
    }

    deinit { state.value.shown?.endForGood() }

    /// A URLSession with the configuration, to be looked at. It runs none of the tasks: URLSession on Linux ends the
    /// process when one is made after the session has been invalidated, or a task is cancelled at the wrong moment.
    var shown: URLSession {
        if let shown = state.value.shown { return shown }
        // Asked outside of the lock: a subclass may override the policy.
        let isTheSystems = watcher.policy?.isTheSystems ?? true
        return state.withLock { state in
            if let shown = state.shown { return shown }
            let configuration = configuration.copy() as? URLSessionConfiguration ?? .default
            if !isTheSystems { configuration.protocolClasses = [RefusingProtocol.self] }
            let shown = URLSession.showing(self, configuration, delegate: watcher, delegateQueue: operationQueue)
            state.shown = shown
            return shown
        }
    }

    // MARK: - Tasks

    /// The tasks that have not ended, in the order they were made.
    var tasks: [any SessionTask] { state.value.tasks.sorted { $0.key < $1.key }.map(\.value) }

    func add(_ task: any SessionTask) {
        state.withLock { $0.tasks[task.work.identifier] = task }
    }

    func remove(_ task: any SessionTask) {
        let removed = state.withLock { $0.tasks.removeValue(forKey: task.work.identifier) }
        withExtendedLifetime(removed) {}
        endIfIdle()
    }

    // MARK: - Invalidation

    /// Ends the session: tasks that are resumed from now on fail.
    func invalidate(cancellingTasks cancelsTasks: Bool) {
        state.withLock { $0.isInvalidated = true }
        watcher.keepManager(and: self)
        session.invalidate(cancellingRequests: cancelsTasks)
        // Also those that have not been resumed, as URLSession does.
        if cancelsTasks { for task in tasks { task.cancel() } }
        endIfIdle()
    }

    /// Has the URLSession that is shown say that it is invalid, once no task is left.
    private func endIfIdle() {
        let isOver = state.withLock { state in
            guard state.isInvalidated, state.tasks.isEmpty, !state.hasEnded else { return false }
            state.hasEnded = true
            return true
        }
        if isOver { shown.endForGood() }
    }

    /// Somebody has invalidated the URLSession that is shown.
    func shownIsInvalid() {
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
