/// Why a request could not be sent or its answer not be had, where neither URLSession nor a serializer is at fault.
///
/// The others come as they are: `URLError` for what went wrong on the way (`cancelled`, `timedOut`),
/// `RequestSerializationError` for a request that could not be built or a body that could not be read,
/// `ResponseSerializationError` for an answer that was not acceptable.
public struct SessionError: Error, Sendable {
    /// What kind of thing was wrong. More kinds may be added: switch over them with a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// In an order that stays: the raw values are the codes that `NSError` has.
        private enum Kind: Int, Sendable {
            case sessionInvalidated = 1
            case adaptationFailed, unsafeRedirect, bodyNotRepeatable
            case unusableDestination, unwritableFile, unusableResumeData, bodyConsumed
            case noResponse = 10
            case invalidPartialContent, tooManyParts, bodyTooLarge
            case unsupportedChallenge, destinationExists, missingDirectory, permissionDenied, insufficientSpace
        }

        private let kind: Kind

        /// A request of a session that has been invalidated.
        public static let sessionInvalidated = Code(kind: .sessionInvalidated)
        /// A ``RequestAdapter`` that threw; its error is the underlying one.
        public static let adaptationFailed = Code(kind: .adaptationFailed)
        /// A redirection to where no request may be sent without being asked for, as to a file.
        public static let unsafeRedirect = Code(kind: .unsafeRedirect)
        /// A body that has to be sent again, for a retry, a redirection or a challenge, and can be read only once.
        public static let bodyNotRepeatable = Code(kind: .bodyNotRepeatable)
        /// A destination for a download where no file can be put.
        public static let unusableDestination = Code(kind: .unusableDestination)
        /// A file that what was received could not be written to.
        public static let unwritableFile = Code(kind: .unwritableFile)
        /// Resume data that this module has not made.
        public static let unusableResumeData = Code(kind: .unusableResumeData)
        /// A received body that is asked for a second time.
        public static let bodyConsumed = Code(kind: .bodyConsumed)
        /// Renamed to ``bodyConsumed``.
        @available(*, deprecated, renamed: "bodyConsumed")
        public static var bodyTaken: Code { .bodyConsumed }
        /// A transfer that ended without a response and without a reason.
        public static let noResponse = Code(kind: .noResponse)
        /// A part of a file, status 206, that nobody asked for or whose length is not the one that it states.
        public static let invalidPartialContent = Code(kind: .invalidPartialContent)
        /// A file in more parts than are asked for.
        public static let tooManyParts = Code(kind: .tooManyParts)
        /// A body beyond ``Session/maximumReceivedBytes`` or ``Request/limitReceivedBytes(to:)``.
        public static let bodyTooLarge = Code(kind: .bodyTooLarge)
        /// A Digest challenge to a request with a credential, where URLSession does not answer it: on Linux.
        public static let unsupportedChallenge = Code(kind: .unsupportedChallenge)
        /// A destination where there is a file already.
        public static let destinationExists = Code(kind: .destinationExists)
        /// A destination whose directory does not exist and cannot be created.
        public static let missingDirectory = Code(kind: .missingDirectory)
        /// A destination that the process may not write to.
        public static let permissionDenied = Code(kind: .permissionDenied)
        /// A destination without enough space.
        public static let insufficientSpace = Code(kind: .insufficientSpace)

        /// The kind's name.
        public var description: String { "\(kind)" }
        fileprivate var number: Int { kind.rawValue }

        /// Whether a finished download could not be placed.
        package var isOfPlacing: Bool {
            switch kind {
            case .unusableDestination, .destinationExists, .missingDirectory, .permissionDenied, .insufficientSpace:
                true
            default: false
            }
        }

        /// Whether another attempt could end differently.
        var mayBeRetried: Bool {
            switch kind {
            case .bodyNotRepeatable, .sessionInvalidated, .unsupportedChallenge: false
            default: true
            }
        }
    }

    /// What kind of thing was wrong.
    public let code: Code
    /// The URL of the request at fault, or of the file; nil where there is none.
    public let url: URL?
    /// The problem and its remedy, in a sentence.
    public let reason: String
    /// The error that caused this one, if any.
    public let underlyingError: (any Error)?

    package init(_ code: Code, url: URL? = nil, reason: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.url = url
        self.reason = reason.printable
        self.underlyingError = underlyingError
    }

    /// The domain of these errors seen as `NSError`.
    public static let errorDomain = "URLSerializationSession.SessionError"
}

extension SessionError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// Where, what, and what to do. Of a URL neither user, password, query nor fragment, where secrets stand.
    public var description: String {
        guard let url else { return reason }
        return "\(Self.text(of: url)): \(reason)"
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
    /// The same as ``reason``.
    public var failureReason: String? { reason }

    /// The code as a number, for those who see the error as an `NSError`: 1 for ``Code/sessionInvalidated``, and so on in
    /// the order in which the codes are declared.
    public var errorCode: Int { code.number }

    /// The description and reason under Foundation's keys, and the underlying error.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        if let underlyingError { userInfo[NSUnderlyingErrorKey] = underlyingError }
        return userInfo
    }

    static func text(of url: URL) -> String {
        if url.isFileURL { return url.path.quoted }
        return url.withoutSecrets?.absoluteString ?? "The URL"
    }
}
