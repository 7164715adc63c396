extension URLAuthenticationChallenge {
    /// Returns the challenge that a complete response makes, the strongest that this module answers.
    static func http(
        of response: HTTPURLResponse, previousFailureCount: Int, proposing credential: URLCredential?
    ) -> URLAuthenticationChallenge {
        let url = response.url
        let isSecure = url?.scheme?.lowercased() == "https"
        let strongest = AuthenticationChallenges(response).strongest
        let space = URLProtectionSpace(
            host: url?.host ?? "", port: url?.port ?? (isSecure ? 443 : 80), protocol: isSecure ? "https" : "http",
            realm: strongest?.parameters["realm"],
            authenticationMethod: strongest?.scheme == "digest"
                ? NSURLAuthenticationMethodHTTPDigest : NSURLAuthenticationMethodHTTPBasic)
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
