import URLSerializationSession

/// A request that an ``AFSecurityPolicy`` does not let go out, because nobody could check what the policy wants.
///
/// As `NSError` it is what a server that fails its pin ends with: `NSURLErrorDomain`, code −1202, which is that of
/// `URLError.serverCertificateUntrusted` and on Apple's systems `NSURLErrorServerCertificateUntrusted`. Foundation on Linux
/// has −1203 under that last name, by mistake: compare with the first.
public struct AFSecurityPolicyError: Error, Sendable {
    /// The request's URL without user, password, query and fragment; nil if it has none.
    public let url: URL?
    /// What is wrong and what to do about it.
    public let reason: String

    init(_ url: URL?, reason: String) {
        self.url = url?.withoutSecrets
        self.reason = reason
    }
}

extension AFSecurityPolicyError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// `NSURLErrorDomain`.
    public static var errorDomain: String { NSURLErrorDomain }
    /// −1202.
    public var errorCode: Int { URLError.serverCertificateUntrusted.rawValue }

    /// Which URL, what is wrong, and what to do.
    public var description: String { "\(url?.absoluteString ?? "The request"): \(reason)" }
    /// The same as ``description``.
    public var errorDescription: String? { description }
    /// The same as ``reason``.
    public var failureReason: String? { reason }

    /// The description, the reason and the URL under Foundation's keys.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return userInfo
    }
}
