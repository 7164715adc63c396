#if canImport(Security)
    import Security
#endif

/// The policy consulted before each transfer, and about each server where the system asks.
///
/// A refusal fails the request, and the retriers are not asked.
package protocol TransportPolicy: Sendable {
    /// Checks a message before it is sent, including each redirection, answered challenge and retry.
    ///
    /// Called on any queue. It must not block.
    ///
    /// - Parameter applies: Returns whether the session's engine applies a trust.
    /// - Returns: The trust that the engine must apply, or `nil` for the system's.
    /// - Throws: The reason for a refusal, which becomes the request's error. Nothing of the request is sent.
    func check(_ message: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust?

    // URLSession on Linux does not ask its delegate about certificates.
    #if canImport(Security)
        /// Returns whether to trust a server, in place of the system's own evaluation.
        ///
        /// Called on a global queue.
        ///
        /// - Parameters:
        ///   - trust: The server's certificates.
        ///   - host: The host of the request.
        func evaluate(_ trust: SecTrust, host: String) -> Bool
    #endif
}

extension ServerTrust: TransportPolicy {
    package func check(_ message: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
        if let reason = refusal(of: message.url, isApplied: applies(self)) {
            throw URLError.making(.serverCertificateUntrusted, message.url, reason)
        }
        return self
    }
}
