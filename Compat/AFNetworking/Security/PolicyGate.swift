import URLSerialization
import URLSerializationSession

/// The transport policy of a session that applies a security policy. The security policy may be replaced between two
/// requests.
package struct PolicyGate: TransportPolicy {
    /// The current policy.
    let policy: @Sendable () -> AFSecurityPolicy
    /// Whether ``policy`` is consulted about each server.
    private let judgesServers: Bool

    private let log: OnceLog

    /// - Parameters:
    ///   - judgesServers: Whether the policy is consulted about each server. `nil` for the system's value; tests pass
    ///     others.
    ///   - log: The log that names the settings without effect.
    ///   - policy: Called on the session's queue, for each request.
    package init(
        judgingServers judgesServers: Bool? = nil, log: OnceLog = .shared,
        _ policy: @escaping @Sendable () -> AFSecurityPolicy
    ) {
        self.policy = policy
        self.log = log
        self.judgesServers = judgesServers ?? SecurityTraits.judgesServers
    }

    package func check(_ request: URLRequest) throws {
        let settings = policy().currentSettings
        let isSecure = request.url?.absoluteURL.scheme?.lowercased() == "https"
        if settings.pinningMode != .none {
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
        // The system's own evaluation is stricter than the policy, and cannot be loosened.
        if settings.allowsInvalidCertificates { log.write(Self.unheeded("allowInvalidCertificates = true")) }
        if !settings.validatesDomainName { log.write(Self.unheeded("validatesDomainName = false")) }
    }

    private static func unheeded(_ setting: String) -> String {
        "AFSecurityPolicy: \(setting) has no effect on this system, which accepts only valid certificates of the right "
            + "domain. Give the server such a certificate, or add its authority to those that the system trusts."
    }
}

/// A log to which each line is written once.
package final class OnceLog: Sendable {
    /// The log of the process.
    package static let shared = OnceLog { NSLog("%@", $0 as NSString) }

    private let lines = Locked<Set<String>>([])
    private let output: @Sendable (String) -> Void

    package init(_ output: @escaping @Sendable (String) -> Void) { self.output = output }

    func write(_ line: String) {
        if lines.withLock({ $0.insert(line).inserted }) { output(line) }
    }
}

/// A protocol that refuses the tasks of a manager's represented URLSession, if the manager's policy is stricter than
/// the system's evaluation: URLSession's own tasks would ignore the policy.
final class RefusingProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let error = AFSecurityPolicyError(
            request.url,
            reason:
                "A task of the manager's session would not consult the security policy. Create the task with a method "
                + "of the manager.")
        client?.urlProtocol(self, didFailWithError: error)
    }

    override func stopLoading() {}
}

extension AFSecurityPolicy {
    /// Whether the system's own evaluation satisfies the policy, as far as the system allows.
    var isTheSystems: Bool {
        let settings = currentSettings
        guard settings.pinningMode == .none else { return false }
        return !SecurityTraits.judgesServers || (!settings.allowsInvalidCertificates && settings.validatesDomainName)
    }
}
