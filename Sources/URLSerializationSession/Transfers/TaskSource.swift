/// The URLSessions of a session, and the source of its tasks.
///
/// URLSession on Linux adds stored cookies to a request even if its `httpShouldHandleCookies` is `false`, so such
/// requests have a URLSession without a store.
final class TaskSource: Sendable {
    private struct State: Sendable {
        var sessions: [Bool: URLSession] = [:]
        var isInvalidated = false
    }

    private let configuration: URLSessionConfiguration
    private let delegate: SessionDelegate
    private let operations: OperationQueue
    private let state = Locked(State())

    /// Creates a source without a URLSession yet.
    ///
    /// - Parameters:
    ///   - policy: The policy that evaluates servers, or `nil` for none.
    ///   - queue: The queue of URLSession's events.
    init(
        _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?, reportingOn queue: DispatchQueue
    ) {
        delegate = SessionDelegate(policy: policy)
        operations = URLSessionTraits.delegateQueue(on: queue)
        self.configuration = Self.sanitized(configuration)
    }

    /// The storage of the cookies that URLSession sends.
    var cookieStorage: HTTPCookieStorage? {
        configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
    }

    /// The number of tasks that have not completed.
    var count: Int { delegate.count }

    /// Returns a task that has not been resumed, or `nil` after ``invalidate()``, when creating one would end the
    /// process.
    func make(_ transfer: Transfer) -> URLSessionTask? {
        state.withLock { state in
            guard !state.isInvalidated else { return nil }
            // On Linux stored cookies would replace the caller's own.
            let handlesCookies =
                transfer.request.httpShouldHandleCookies
                && transfer.request.value(forHTTPHeaderField: "Cookie") == nil
            let session = state.sessions[handlesCookies] ?? makeSession(handlesCookies: handlesCookies)
            state.sessions[handlesCookies] = session
            let task = session.dataTask(with: transfer.request)
            delegate.register(transfer, for: task, in: session)
            return task
        }
    }

    /// Lets the existing tasks finish, and prevents new ones.
    func invalidate() {
        let sessions = state.withLock { state in
            state.isInvalidated = true
            defer { state.sessions = [:] }
            return state.sessions.values
        }
        for session in sessions { session.finishTasksAndInvalidate() }
    }

    private func makeSession(handlesCookies: Bool) -> URLSession {
        guard !handlesCookies, let cookieless = configuration.copy() as? URLSessionConfiguration else {
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: operations)
        }
        cookieless.httpCookieStorage = nil
        cookieless.httpShouldSetCookies = false
        return URLSession(configuration: cookieless, delegate: delegate, delegateQueue: operations)
    }

    /// Returns a configuration without settings over which URLSession would end the process, and without those that the
    /// session implements itself.
    private static func sanitized(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpAdditionalHeaders = nil
        configuration.timeoutIntervalForRequest = 60
        configuration.timeoutIntervalForResource = 604_800
        URLSessionTraits.sanitize(configuration)
        return configuration
    }
}
