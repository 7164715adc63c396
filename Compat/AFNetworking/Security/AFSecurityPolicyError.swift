import URLSerializationSession

/// A request that an ``AFSecurityPolicy`` stops, because the policy's conditions cannot be checked.
///
/// As `NSError` it equals the error of a server that fails its pin: `NSURLErrorDomain`, code −1202, which is that of
/// `URLError.serverCertificateUntrusted`, and on Apple's systems of `NSURLErrorServerCertificateUntrusted`. Foundation
/// on Linux has −1203 under that last name, by mistake: compare with the first.
public struct AFSecurityPolicyError: Error, Sendable {
    /// The request's URL without user, password, query and fragment, or `nil` if it has none.
    public let url: URL?
    /// The problem and its remedy.
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

    /// The URL, the problem and its remedy.
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

#if !canImport(ObjectiveC)
    extension AFSecurityPolicyError: _ObjectiveCBridgeable {}
#endif
