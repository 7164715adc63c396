/// Refuses what is sent by the URLSession that a manager shows, where the manager's policy wants more than the system does
/// by itself: URLSession's own tasks would ignore it.
final class RefusingProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let error = AFSecurityPolicyError(
            request.url,
            reason:
                "The manager's security policy would not be asked about a task of its session. Have the manager make "
                + "the task.")
        client?.urlProtocol(self, didFailWithError: error)
    }

    override func stopLoading() {}
}

extension AFSecurityPolicy {
    /// Whether the system's own evaluation is what the policy wants, or as near to it as the system allows.
    var isTheSystems: Bool {
        guard sslPinningMode == .none else { return false }
        return !SecurityTraits.judgesServers || (!allowInvalidCertificates && validatesDomainName)
    }
}
