// The part for Apple's systems has not been run.
#if canImport(ObjectiveC)
    /// The location in which a challenge block stores a credential.
    public typealias AFCredentialPointer = AutoreleasingUnsafeMutablePointer<URLCredential?>
#else
    /// The location in which a challenge block stores a credential. Foundation on Linux has no
    /// `AutoreleasingUnsafeMutablePointer`.
    public typealias AFCredentialPointer = UnsafeMutablePointer<URLCredential?>
#endif

extension URLAuthenticationChallenge {
    /// Whether the challenge is about the server's certificates; on Linux none is.
    var isServerTrust: Bool {
        #if canImport(Security)
            protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
        #else
            false
        #endif
    }
}
