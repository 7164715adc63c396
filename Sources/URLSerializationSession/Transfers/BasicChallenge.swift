extension URLAuthenticationChallenge {
    /// Creates the Basic challenge of a response, which URLSession on Linux cannot be asked to answer later.
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

/// The sender of a challenge that is answered by a return value.
private final class UnusedSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
