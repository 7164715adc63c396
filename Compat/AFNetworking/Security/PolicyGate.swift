import URLSerialization
import URLSerializationSession

/// The transport policy of a session that applies a security policy. The security policy may be replaced between two
/// requests.
package struct PolicyGate: TransportPolicy {
    let policy: @Sendable () -> AFSecurityPolicy
    /// Whether ``policy`` is consulted about each server.
    private let evaluatesServerTrust: Bool

    private let log: OnceLog

    /// - Parameters:
    ///   - evaluatesServerTrust: Whether the policy is consulted about each server. `nil` for the system's value; tests
    ///     pass others.
    ///   - log: The log that names the settings without effect.
    ///   - policy: Called on the session's queue, for each request.
    package init(
        evaluatingServerTrust evaluatesServerTrust: Bool? = nil, log: OnceLog = .shared,
        _ policy: @escaping @Sendable () -> AFSecurityPolicy
    ) {
        self.policy = policy
        self.log = log
        self.evaluatesServerTrust = evaluatesServerTrust ?? SecurityTraits.evaluatesServerTrust
    }

    package func check(_ request: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
        let trust = policy().currentSettings.trust
        let isSecure = request.url?.absoluteURL.scheme?.lowercased() == "https"
        guard trust != .system, !(isSecure && evaluatesServerTrust) else { return nil }
        let isApplied = applies(trust)
        if let reason = trust.refusal(of: request.url, isApplied: isApplied) {
            throw AFSecurityPolicyError(request.url, reason: reason)
        }
        guard isSecure, !isApplied else { return trust }
        // The system's own evaluation is stricter than the policy, and cannot be loosened.
        if !trust.validatesChains { log.write(Self.unheeded("allowInvalidCertificates = true")) }
        if !trust.validatesNames { log.write(Self.unheeded("validatesDomainName = false")) }
        return nil
    }

    private static func unheeded(_ setting: String) -> String {
        "AFSecurityPolicy: \(setting) has no effect with URLSession on this system, which accepts only valid "
            + "certificates of the right domain. Give the server such a certificate, or add its authority to those "
            + "that the system trusts."
    }
}

/// A log to which each line is written once.
package final class OnceLog: Sendable {
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
        return !SecurityTraits.evaluatesServerTrust
            || (!settings.allowsInvalidCertificates && settings.validatesDomainName)
    }
}
