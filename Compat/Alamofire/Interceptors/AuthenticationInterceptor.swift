/// A credential such as an OAuth token.
public protocol AuthenticationCredential {
    /// Whether the credential must be refreshed before it is used.
    var requiresRefresh: Bool { get }
}

/// Puts a credential into requests and refreshes it.
public protocol Authenticator: AnyObject, Sendable {
    /// The credential that the authenticator applies and refreshes, such as an OAuth token.
    associatedtype Credential: AuthenticationCredential & Sendable

    /// Puts the credential into a request.
    func apply(_ credential: Credential, to urlRequest: inout URLRequest)

    /// Refreshes the credential, and calls the completion once, from any queue, with the new one or an error.
    func refresh(
        _ credential: Credential, for session: Session,
        completion: @escaping @Sendable (Result<Credential, any Error>) -> Void)

    /// Returns whether the server refused the request's credential.
    func didRequest(
        _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
    ) -> Bool

    /// Returns whether the request has this credential, and not an older one.
    func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Credential) -> Bool
}

/// The errors of an ``AuthenticationInterceptor``, within `AFError.requestAdaptationFailed` or `requestRetryFailed`.
public enum AuthenticationError: Error {
    /// A request is sent, or refused by the server, while ``AuthenticationInterceptor/credential`` is `nil`.
    case missingCredential
    /// The credential was refreshed too often within the interceptor's window.
    case excessiveRefresh
}

/// Puts a credential into every request, and refreshes it once when it expires or the server refuses it.
public final class AuthenticationInterceptor<AuthenticatorType>: RequestInterceptor, Sendable
where AuthenticatorType: Authenticator {
    /// The type of credential that the authenticator applies and refreshes.
    public typealias Credential = AuthenticatorType.Credential

    /// The limit of refreshes in a period.
    public struct RefreshWindow: Sendable {
        /// The length of the period in seconds.
        public let interval: TimeInterval
        /// The largest number of refreshes in the period.
        public let maximumAttempts: Int

        /// Creates a limit, by default of 5 refreshes in 30 seconds.
        public init(interval: TimeInterval = 30.0, maximumAttempts: Int = 5) {
            self.interval = interval
            self.maximumAttempts = maximumAttempts
        }
    }

    private struct State: Sendable {
        var credential: Credential?
        /// The number of credentials so far.
        var version = 0
        var isRefreshing = false
        /// The error of the last refresh, until a request uses the credential again.
        var failure: (any Error)?
        var refreshes: [TimeInterval] = []
        /// The requests that wait for the refresh.
        var waiting: [@Sendable ((any Error)?) -> Void] = []
        /// Whether a request waits before it is sent for the first time.
        var delaysRequests = false

        mutating func replace(_ credential: Credential?) {
            (self.credential, isRefreshing, failure) = (credential, false, nil)
            version += 1
        }
    }

    /// The credential. A new one is used from the next request on.
    public var credential: Credential? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.replace(newValue) } }
    }

    private let authenticator: AuthenticatorType
    private let window: RefreshWindow?
    private let queue = DispatchQueue(label: "AlamofireCompat.authentication")
    private let state: Locked<State>

    /// Creates an interceptor that asks an authenticator to apply and refresh the credential.
    ///
    /// - Parameters:
    ///   - authenticator: The authenticator.
    ///   - credential: The first credential, or `nil` for none yet.
    ///   - refreshWindow: The limit of refreshes, or `nil` for none.
    public init(
        authenticator: AuthenticatorType, credential: Credential? = nil, refreshWindow: RefreshWindow? = RefreshWindow()
    ) {
        self.authenticator = authenticator
        window = refreshWindow
        state = Locked(State(credential: credential))
    }

    /// Puts the credential into a request, and refreshes it first if necessary.
    public func adapt(_ urlRequest: URLRequest, for session: Session, completion: @escaping AdaptCompletion) {
        let known = state.withLock { state -> Result<Credential, any Error>? in
            guard let credential = state.credential else { return .failure(AuthenticationError.missingCredential) }
            // During a refresh for retries, a request is sent with the old credential, and the server decides.
            guard state.isRefreshing ? state.delaysRequests : credential.requiresRefresh else {
                state.failure = nil
                return .success(credential)
            }
            state.delaysRequests = true
            refresh(credential, for: session, &state) { [self] error in
                if let error { return completion(.failure(error)) }
                // The new credential may have to be refreshed too.
                adapt(urlRequest, for: session, completion: completion)
            }
            return nil
        }
        guard let known else { return }
        completion(
            known.map { credential in
                var request = urlRequest
                authenticator.apply(credential, to: &request)
                return request
            })
    }

    /// Refreshes the credential if necessary, and sends again a request whose credential the server refused.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error, completion: @escaping RetryCompletion
    ) {
        guard let sent = request.request, let response = request.response,
            authenticator.didRequest(sent, with: response, failDueToAuthenticationError: error)
        else { return completion(.doNotRetry) }
        let (current, version) = state.withLock { ($0.credential, $0.version) }
        guard let current else { return completion(.doNotRetryWithError(AuthenticationError.missingCredential)) }
        guard authenticator.isRequest(sent, authenticatedWith: current) else { return completion(.retry) }
        let known = state.withLock { state -> RetryResult? in
            if state.version != version { return .retry }
            if let failure = state.failure { return .doNotRetryWithError(failure) }
            refresh(current, for: session, &state) { completion($0.map { .doNotRetryWithError($0) } ?? .retry) }
            return nil
        }
        if let known { completion(known) }
    }

    /// Calls a closure after the refresh that runs, or else after a new one. Fails the waiting requests if there were
    /// too many.
    private func refresh(
        _ credential: Credential, for session: Session, _ state: inout State,
        then next: @escaping @Sendable ((any Error)?) -> Void
    ) {
        state.waiting.append(next)
        if state.isRefreshing { return }
        let now = ProcessInfo.processInfo.systemUptime
        if let window {
            state.refreshes.removeAll { $0 < now - window.interval }
            if state.refreshes.count >= window.maximumAttempts {
                return finish(.failure(AuthenticationError.excessiveRefresh), &state)
            }
            state.refreshes.append(now)
        }
        state.isRefreshing = true
        queue.async { [self] in
            authenticator.refresh(credential, for: session) { result in
                self.state.withLock { self.finish(result, &$0) }
            }
        }
    }

    private func finish(_ result: Result<Credential, any Error>, _ state: inout State) {
        switch result {
        case .success(let credential): state.replace(credential)
        case .failure(let error): (state.isRefreshing, state.failure) = (false, error)
        }
        let (waiting, failure) = (state.waiting, state.failure)
        (state.waiting, state.delaysRequests) = ([], false)
        queue.async { for next in waiting { next(failure) } }
    }
}
