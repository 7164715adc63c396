/// Has a say in which requests go out, and, where the system asks, to which servers.
///
/// What it refuses is the request's error, and is not sent again: the retrier is not asked.
package protocol TransportPolicy: ServerEvaluation {
    /// Looks at a request that is about to go out: each redirection, answered challenge and retry is one.
    ///
    /// Called on the session's queue, where nothing may wait.
    ///
    /// - Throws: Why it must not go. Nothing of it has been sent then, nor is.
    func check(_ request: URLRequest) throws
}

// Certificates can be judged where the module Security is. That part is written after the documentation of
// URLAuthenticationChallenge, and has not been run. On Linux URLSession asks nobody about them.
#if canImport(Security)
    import Security

    /// Judges servers by their certificates.
    package protocol ServerEvaluation: Sendable {
        /// Whether to talk to a server, in the place of the system's own evaluation.
        ///
        /// Called on a global queue.
        ///
        /// - Parameters:
        ///   - trust: The server's certificates.
        ///   - host: The host that was asked for.
        func evaluate(_ trust: SecTrust, host: String) -> Bool
    }

    extension SessionDelegate {
        /// Has the policy judge a server; false if that is not what the challenge is about, or there is no policy.
        ///
        /// The policy may be the user's code, for which the session's queue does not wait.
        func judgesServer(
            of challenge: URLAuthenticationChallenge, to transfer: Transfer?,
            _ completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) -> Bool {
            let space = challenge.protectionSpace
            guard let policy, space.authenticationMethod == NSURLAuthenticationMethodServerTrust else { return false }
            guard let transfer, let queue = transfer.delegate?.queue else {
                // Nobody waits for the answer any more.
                completionHandler(.cancelAuthenticationChallenge, nil)
                return true
            }
            let evidence = Evidence(trust: space.serverTrust, host: space.host)
            DispatchQueue.global().async {
                if let trust = evidence.trust, policy.evaluate(trust, host: evidence.host) {
                    return completionHandler(.useCredential, URLCredential(trust: trust))
                }
                queue.async {
                    // First, because the cancelled challenge ends the task with an error that does not say why.
                    transfer.delegate?.transfer(transfer, wasRefused: URLError.untrusted(evidence.host, transfer))
                    completionHandler(.cancelAuthenticationChallenge, nil)
                }
            }
            return true
        }
    }

    /// What a server is judged by.
    ///
    /// `@unchecked Sendable`: it goes from one queue to another, and is used on one at a time.
    private struct Evidence: @unchecked Sendable {
        let trust: SecTrust?
        let host: String
    }

    extension URLError {
        fileprivate static func untrusted(_ host: String, _ transfer: Transfer) -> URLError {
            var userInfo: [String: Any] = [
                NSLocalizedDescriptionKey: "The security policy does not trust the certificate of \(host). Ask who "
                    + "answers there; if it is the server, give the policy its certificate."
            ]
            if let url = transfer.request.url { userInfo[NSURLErrorFailingURLErrorKey] = url }
            return URLError(.serverCertificateUntrusted, userInfo: userInfo)
        }
    }
#else
    /// Judges servers: on this system nobody is asked.
    package protocol ServerEvaluation: Sendable {}

    extension SessionDelegate {
        func judgesServer(
            of challenge: URLAuthenticationChallenge, to transfer: Transfer?,
            _ completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) -> Bool { false }
    }
#endif
