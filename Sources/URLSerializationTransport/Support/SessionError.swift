/// An error of the session itself: a request could not be sent, or its answer could not be used.
///
/// Other errors are reported unchanged: `URLError` for the transfer (`cancelled`, `timedOut`),
/// `RequestSerializationError` for a request that could not be built or a body that could not be read,
/// `ResponseSerializationError` for an answer that was not acceptable.
public struct SessionError: Error, Sendable {
    /// The kind of an error. Kinds may be added: switch over them with a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code of the equivalent `NSError`, which must not change.
        fileprivate let number: Int
        private let name: String

        /// A request of a session that has been invalidated.
        public static let sessionInvalidated = Code(number: 1, name: "sessionInvalidated")
        /// A ``RequestAdapter`` that threw; its error is the underlying one.
        public static let adaptationFailed = Code(number: 2, name: "adaptationFailed")
        /// A redirection to an invalid URL or a scheme other than http and https, or one that would send a body in
        /// clear text.
        public static let unsafeRedirect = Code(number: 3, name: "unsafeRedirect")
        /// A body that can be read only once, although a retry, a redirection or a challenge requires it again.
        public static let bodyNotRepeatable = Code(number: 4, name: "bodyNotRepeatable")
        /// A destination that cannot hold a downloaded file, for a reason other than those below.
        public static let unusableDestination = Code(number: 5, name: "unusableDestination")
        /// A temporary file that received bytes could not be written to.
        public static let unwritableFile = Code(number: 6, name: "unwritableFile")
        /// Resume data that was not made by this module.
        public static let unusableResumeData = Code(number: 7, name: "unusableResumeData")
        /// A received body that is read a second time.
        public static let bodyConsumed = Code(number: 8, name: "bodyConsumed")
        /// A transfer that ended without a response and without an error.
        public static let noResponse = Code(number: 10, name: "noResponse")
        /// A part of a file (status 206) that was not requested, or whose length differs from its `Content-Range`.
        public static let invalidPartialContent = Code(number: 11, name: "invalidPartialContent")
        /// A file that arrives in more parts than the module requests.
        public static let tooManyParts = Code(number: 12, name: "tooManyParts")
        /// A body longer than ``Session/maximumReceivedBytes`` or ``Request/limitReceivedBytes(to:)``.
        public static let bodyTooLarge = Code(number: 13, name: "bodyTooLarge")
        /// On Linux, a Digest challenge to a request with a credential, with an unknown algorithm or only
        /// `qop=auth-int`.
        public static let unsupportedChallenge = Code(number: 14, name: "unsupportedChallenge")
        /// A destination where a file exists.
        public static let destinationExists = Code(number: 15, name: "destinationExists")
        /// A destination whose directory does not exist and cannot be created.
        public static let missingDirectory = Code(number: 16, name: "missingDirectory")
        /// A destination that the process may not write to.
        public static let permissionDenied = Code(number: 17, name: "permissionDenied")
        /// A destination on a full volume, or beyond the user's quota.
        public static let insufficientSpace = Code(number: 18, name: "insufficientSpace")
        /// A response that contradicts itself about the length of its body, or a change of protocol (status 101) that
        /// was not requested. The underlying error is `URLError.badServerResponse`.
        public static let invalidFraming = Code(number: 19, name: "invalidFraming")
        /// A line of a received body that is longer than ``ReceivedBody/lines(maximumBytes:)`` allows, or an event that
        /// is longer than ``DataRequest/events(maximumBytes:reconnects:)`` allows.
        public static let lineTooLong = Code(number: 20, name: "lineTooLong")

        /// The kind's name in this type, such as `bodyTooLarge`.
        public var description: String { name }

        /// Whether the error occurred while placing a finished download.
        package var isOfPlacing: Bool {
            [.unusableDestination, .destinationExists, .missingDirectory, .permissionDenied, .insufficientSpace]
                .contains(self)
        }

        package var mayBeRetried: Bool {
            ![.bodyNotRepeatable, .sessionInvalidated, .unsupportedChallenge].contains(self)
        }
    }

    /// The kind of the error, such as ``Code/bodyTooLarge``.
    public let code: Code
    /// The URL of the request or of the file, or `nil` for none.
    public let url: URL?
    /// The problem and its remedy in sentences, with escapes for invisible characters.
    public let reason: String
    /// The error that caused this one, or `nil` for none.
    public let underlyingError: (any Error)?

    package init(_ code: Code, url: URL? = nil, reason: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.url = url
        self.reason = reason.printable
        self.underlyingError = underlyingError
    }

    /// The domain of the equivalent `NSError`.
    public static let errorDomain = "URLSerializationSession.SessionError"
}

extension SessionError: CustomStringConvertible, CustomReflectable, LocalizedError, CustomNSError {
    /// The URL, the problem and its remedy. The URL omits the user, password, query and fragment, which may be secret.
    public var description: String {
        guard let url else { return reason }
        return "\(Self.text(of: url)): \(reason)"
    }

    /// A mirror with the code and ``description``, so that `dump` shows no secrets of the URL.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.description, "description": description]) }

    /// The same as ``description``, so that `localizedDescription` returns it too.
    public var errorDescription: String? { description }
    /// The same as ``reason``: the description without the URL.
    public var failureReason: String? { reason }

    /// The code of the equivalent `NSError`: 1 for ``Code/sessionInvalidated``, and so on in the order in which the
    /// codes were added.
    public var errorCode: Int { code.number }

    /// The description and reason under Foundation's keys, and the underlying error.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        if let underlyingError { userInfo[NSUnderlyingErrorKey] = underlyingError }
        return userInfo
    }

    package static func text(of url: URL) -> String {
        if url.isFileURL { return url.path.quoted }
        return url.withoutSecrets?.absoluteString ?? "The URL"
    }

    /// Creates an error whose reason is the same for every request.
    package init(_ code: Code, _ url: URL?) { self.init(code, url: url, reason: Self.reasons[code] ?? "") }

    private static let reasons: [Code: String] = [
        .sessionInvalidated: "The session has been invalidated. Make the request with another.",
        .bodyNotRepeatable: "The body has to be sent again, and its stream can be read only once. "
            + "Give a closure that makes the stream, a file, or data.",
        .noResponse: "The transfer ended without a response. Check that the server is running.",
        .unsupportedChallenge: "The server asks for Digest authentication (RFC 7616) in a form that is not supported. "
            + "Have it offer MD5 or SHA-256 with qop=auth, or set the Authorization header in an adapter.",
        .bodyConsumed: "The received body can be read once, by one task. Keep its segments, or make another request.",
        .unsafeRedirect: "The server redirects an encrypted body from https to http, where it would be sent in clear "
            + "text. Have the server redirect to an https URL, or send the body to the new URL yourself.",
    ]
}

extension URLError {
    /// Returns the error of a cancelled request.
    package static func cancelled(_ url: URL?) -> URLError { making(.cancelled, url, "The request was cancelled.") }

    package static func untrusted(_ host: String, _ url: URL?) -> URLError {
        making(
            .serverCertificateUntrusted, url,
            "The security policy does not trust the certificate of \(host). Check which server answers there; if it is "
                + "the right one, add its certificate to the policy.")
    }

    /// - Parameter cause: A description for developers, or `nil` for none.
    package static func making(_ code: Code, _ url: URL?, _ text: String, cause: String? = nil) -> URLError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        userInfo[NSDebugDescriptionErrorKey] = cause
        return URLError(code, userInfo: userInfo)
    }
}

extension Error {
    /// The code of a URLSession error, or `nil` for another error. On Linux an `NSError` of its domain does not cast to
    /// `URLError`.
    package var urlErrorCode: URLError.Code? {
        let error = self as NSError
        return error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) ?? .unknown : nil
    }
}
