/// The policy consulted before each transfer, and about each server where the system asks.
///
/// A refusal fails the request, and the retriers are not asked.
package protocol TransportPolicy: ServerEvaluation {
    /// Checks a request before it is sent, as is each redirection, answered challenge and retry.
    ///
    /// Called on any queue, where nothing may wait.
    ///
    /// - Parameter applies: Returns whether the session's engine applies a trust.
    /// - Returns: The trust that the engine must apply, or `nil` for the system's.
    /// - Throws: The reason of a refusal, which becomes the request's error. Nothing of the request is sent.
    func check(_ request: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust?
}

// Certificates can be evaluated where the module Security exists. That part follows the documentation of
// URLAuthenticationChallenge and has not been run. URLSession on Linux does not ask its delegate about certificates.
#if canImport(Security)
    import Security

    /// The evaluation of servers by their certificates.
    package protocol ServerEvaluation: Sendable {
        /// Returns whether to trust a server, in place of the system's own evaluation.
        ///
        /// Called on a global queue.
        ///
        /// - Parameters:
        ///   - trust: The server's certificates.
        ///   - host: The host of the request.
        func evaluate(_ trust: SecTrust, host: String) -> Bool
    }

    extension SessionDelegate {
        /// Asks the policy to evaluate a server. Returns `false` if the challenge is about something else, or the
        /// session has no policy.
        ///
        /// The policy may be the user's code, for which the session's queue does not wait.
        func evaluatesServer(
            of challenge: URLAuthenticationChallenge, to transfer: Transfer?, _ completionHandler: @escaping Reply
        ) -> Bool {
            let space = challenge.protectionSpace
            guard let policy, space.authenticationMethod == NSURLAuthenticationMethodServerTrust else { return false }
            guard let transfer, transfer.owner != nil else {
                // The transfer has ended, so no request waits for the answer.
                completionHandler(.cancelAuthenticationChallenge, nil)
                return true
            }
            // It passes from one queue to another, and is used on one at a time.
            let evidence = UncheckedSendable((trust: space.serverTrust, host: space.host))
            DispatchQueue.global().async { [self] in
                let (trust, host) = evidence.value
                if let trust, policy.evaluate(trust, host: host) {
                    return completionHandler(.useCredential, URLCredential(trust: trust))
                }
                self.queue.async {
                    // Before the completion handler: a cancelled challenge ends the task with an error that omits the
                    // reason.
                    transfer.report(.refused(URLError.untrusted(host, transfer.message.url)))
                    completionHandler(.cancelAuthenticationChallenge, nil)
                }
            }
            return true
        }
    }

#else
    /// An evaluation without effect: on this system URLSession does not ask about servers.
    package protocol ServerEvaluation: Sendable {}

    extension SessionDelegate {
        func evaluatesServer(
            of challenge: URLAuthenticationChallenge, to transfer: Transfer?, _ completionHandler: @escaping Reply
        ) -> Bool { false }
    }
#endif
