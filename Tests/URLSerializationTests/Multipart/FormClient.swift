import TestSupport
import URLSerialization

/// Sends one request through a separate session, whose delegate follows the documentation.
///
/// `@unchecked Sendable`: the session calls its delegate on a serial queue, where the state is used; the task is behind
/// a lock.
final class FormClient: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    enum Route: CaseIterable {
        /// A data task that reads the request's stream.
        case data
        /// An upload task that asks for a stream.
        case streamed
    }

    enum Redirection {
        /// A redirection followed by a GET without a body; others are refused.
        case followedByGET
        case refused
    }

    struct Outcome {
        let task: URLSessionTask
        let error: URLError?
        /// The new request of a redirection.
        let redirected: URLRequest?

        var status: Int? { error == nil ? (task.response as? HTTPURLResponse)?.statusCode : nil }
    }

    private let route: Route
    private let redirection: Redirection
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var redirected: URLRequest?
    private var continuation: CheckedContinuation<Outcome, Never>?

    init(_ route: Route, redirection: Redirection = .refused) {
        self.route = route
        self.redirection = redirection
    }

    func send(_ request: URLRequest) async -> Outcome {
        await withCheckedContinuation { continuation in
            let session = URLSession(configuration: .patient, delegate: self, delegateQueue: nil)
            let task =
                switch route {
                case .data: session.dataTask(with: request)
                case .streamed: session.uploadTask(withStreamedRequest: request)
                }
            lock.withLock {
                self.task = task
                self.continuation = continuation
            }
            task.resume()
            session.finishTasksAndInvalidate()
        }
    }

    func cancel() { lock.withLock { task }?.cancel() }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completion: @escaping @Sendable (InputStream?) -> Void
    ) {
        completion(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.previousFailureCount == 0 else { return completionHandler(.cancelAuthenticationChallenge, nil) }
        completionHandler(.useCredential, URLCredential(user: "zoe", password: "secret", persistence: .none))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        redirected = newRequest
        var next = newRequest
        next.multipartBody = nil
        completionHandler(redirection == .followedByGET && next.httpMethod == "GET" ? next : nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let continuation = lock.withLock {
            defer {
                self.continuation = nil
                self.task = nil
            }
            return self.continuation
        }
        let error = error.map { $0 as? URLError ?? URLError(.unknown) }
        continuation?.resume(returning: Outcome(task: task, error: error, redirected: redirected))
    }
}
