/// The delegate of the URLSessions, which passes their events on to the transfers of their tasks.
///
/// Its methods run on the session's queue, except the one that asks for a body stream.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// The closure that gets the answer to a challenge.
    typealias Reply = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    /// The policy that evaluates servers, or `nil` for none.
    let policy: (any TransportPolicy)?
    /// The queue of the delegate's calls.
    let queue: DispatchQueue
    /// The transfers by their tasks, which exist until they complete.
    private let transfers = Locked<[ObjectIdentifier: (task: URLSessionTask, transfer: Transfer)]>([:])

    init(policy: (any TransportPolicy)?, queue: DispatchQueue) {
        self.policy = policy
        self.queue = queue
    }

    func register(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[ObjectIdentifier(task)] = (task, transfer) }
    }

    func transfer(_ task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[ObjectIdentifier(task)]?.transfer }
    }

    // MARK: - Tasks

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let (_, transfer) = transfers.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
        let (response, hasDeclined) = transfer.state.withLock { state in
            state.work = nil
            return (state.response ?? task.response, state.hasDeclined)
        }
        let isDeclined = hasDeclined && error?.urlErrorCode == .cancelled && response != nil
        // URLSession on Linux reports some responses only with the end, as a 302 without a usable `Location`.
        transfer.end(isDeclined ? nil : error?.asURLError.withoutSecrets, response)
    }

    /// Declines every redirection: the module follows them itself, with the body and without secrets for other hosts.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard !URLSessionTraits.isApples else { return completionHandler(nil) }
        // On Linux an answer for a task that was cancelled in the meantime ends the process. So none is sent: the task
        // is cancelled, and the redirection is its response. An answer is needed only where the redirection's body is.
        guard let transfer = transfer(task), !transfer.isAbandoned else { return }
        guard transfer.owner?.keepsRedirections == false else {
            if task.state == .running { completionHandler(nil) }
            return
        }
        transfer.state.withLock { state in
            state.response = response
            state.hasDeclined = true
        }
        DispatchQueue.urlSessionTasks.async { task.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping Reply
    ) {
        let transfer = transfer(task)
        if asksOwner(about: challenge, to: transfer, completionHandler) { return }
        if evaluatesServer(of: challenge, to: transfer, completionHandler) { return }
        guard URLSessionTraits.isApples else {
            // Ends the task as cancelled, with the 401 as its response.
            transfer?.state.withLock { $0.hasDeclined = true }
            return DispatchQueue.urlSessionTasks.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        }
        guard Self.methods.contains(challenge.protectionSpace.authenticationMethod), let transfer,
            challenge.previousFailureCount == 0, let credential = transfer.credential,
            transfer.answersFirstChallenge()
        else { return completionHandler(.performDefaultHandling, nil) }
        completionHandler(.useCredential, credential)
    }

    /// The authentication methods of user and password.
    private static let methods: Set = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
    ]

    /// Returns another body stream. Called on URLSession's own thread, which waits.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(transfer(task)?.body.makeStream?())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(task)?.report(.sent(totalBytesSent, of: totalBytesExpectedToSend))
    }

    // MARK: - Data tasks

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let transfer = transfer(dataTask) else { return }
        // URLSession on Linux reports interim responses too (RFC 9110, section 15.2).
        if let status = (response as? HTTPURLResponse)?.statusCode, (100..<200).contains(status) { return }
        transfer.state.withLock { $0.response = response }
        transfer.report(.head(response))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(dataTask)?.report(.bytes(data))
    }
}

extension Transfer {
    /// Returns whether the next challenge is the first.
    fileprivate func answersFirstChallenge() -> Bool {
        state.withLock { state in
            defer { state.hasAnsweredChallenge = true }
            return !state.hasAnsweredChallenge
        }
    }
}

extension Error {
    /// The error as a `URLError` where it is of that domain: URLSession on Linux reports some as plain `NSError`s,
    /// which cannot be caught as `URLError`.
    fileprivate var asURLError: any Error {
        guard !(self is URLError), let code = urlErrorCode else { return self }
        return URLError(code, userInfo: (self as NSError).userInfo)
    }
}
