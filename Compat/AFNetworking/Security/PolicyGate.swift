import URLSerializationSession

/// Holds a session's requests to a security policy: to that of the moment, which may be replaced between two of them.
package struct PolicyGate: TransportPolicy {
    /// The policy of the moment.
    let policy: @Sendable () -> AFSecurityPolicy
    /// Whether somebody asks ``policy`` about each server, so that a request to one may begin.
    private let judgesServers: Bool

    /// - Parameters:
    ///   - judgesServers: Whether somebody asks; the tests' alone, which have one system.
    ///   - policy: Called on the session's queue, for each request.
    package init(judgingServers judgesServers: Bool? = nil, _ policy: @escaping @Sendable () -> AFSecurityPolicy) {
        self.policy = policy
        self.judgesServers = judgesServers ?? SecurityTraits.judgesServers
    }

    package func check(_ request: URLRequest) throws {
        let policy = policy()
        let isSecure = request.url?.absoluteURL.scheme?.lowercased() == "https"
        if policy.sslPinningMode != .none {
            guard isSecure else {
                throw AFSecurityPolicyError(
                    request.url,
                    reason: "The security policy pins certificates, and this URL's connection has none. Ask for an "
                        + "https URL, or send the request with a manager whose policy has no pins.")
            }
            guard judgesServers else {
                throw AFSecurityPolicyError(
                    request.url,
                    reason: "The security policy pins certificates, and pins cannot be checked on this system. Add the "
                        + "server's authority to those that the system trusts and use AFSecurityPolicy.default(), or "
                        + "send the request where pins can be checked.")
            }
        }
        guard isSecure, !judgesServers else { return }
        // The system would evaluate as it always does, and refuse what the policy lets pass.
        if policy.allowInvalidCertificates { throw unheeded("allowInvalidCertificates = true", request.url) }
        if !policy.validatesDomainName { throw unheeded("validatesDomainName = false", request.url) }
    }

    private func unheeded(_ setting: String, _ url: URL?) -> AFSecurityPolicyError {
        AFSecurityPolicyError(
            url,
            reason: "The security policy has \(setting), which cannot be done on this system: its own evaluation "
                + "accepts valid certificates of the right domain alone. Give the server such a one, or add its "
                + "authority to those that the system trusts, and use AFSecurityPolicy.default().")
    }
}
