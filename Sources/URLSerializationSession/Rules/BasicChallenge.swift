extension URLAuthenticationChallenge {
    /// Returns the Basic challenge of a complete response: URLSession on Linux accepts no answer by then.
    static func basic(
        of response: HTTPURLResponse, previousFailureCount: Int, proposing credential: URLCredential?
    ) -> URLAuthenticationChallenge {
        let url = response.url
        let isSecure = url?.scheme?.lowercased() == "https"
        let space = URLProtectionSpace(
            host: url?.host ?? "", port: url?.port ?? (isSecure ? 443 : 80), protocol: isSecure ? "https" : "http",
            realm: AuthenticationChallenges(response).basicRealm,
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: credential, previousFailureCount: previousFailureCount,
            failureResponse: response, error: nil, sender: UnusedSender())
    }
}

/// The sender of a challenge that is answered by a closure, so that no method of the sender is called.
private final class UnusedSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
