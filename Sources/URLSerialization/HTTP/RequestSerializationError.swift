/// The error of a request that could not be built: the problem, its place, and the remedy.
///
/// As an `NSError` it has AFNetworking's domain for request serialization and code −1016 for refused parameters
/// (`NSURLErrorCannotDecodeContentData`, as `AFURLRequestSerialization.m` uses), −1000 for an unusable URL or file, or
/// −1021 for a body that cannot be sent again.
public struct RequestSerializationError: Error, Sendable {
    /// The kind of problem. More kinds may be added: switch over them with a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// Parameters that are neither a dictionary nor an empty array or set, in a query.
        public static let parametersNotDictionary = Code("parametersNotDictionary")
        /// A value that no Objective-C collection could contain, and that therefore has no text.
        public static let unsupportedValue = Code("unsupportedValue")
        /// A dictionary key without a stable text: a collection or bytes.
        public static let unsupportedKey = Code("unsupportedKey")
        /// Bytes where no ``DataStrategy`` was chosen.
        public static let dataWithoutStrategy = Code("dataWithoutStrategy")
        /// A date that the current ``DateStrategy`` cannot represent.
        public static let dateWithoutText = Code("dateWithoutText")
        /// An empty array, set or dictionary where the style's ``QueryStyle/emptyCollections`` refuses it.
        public static let emptyCollection = Code("emptyCollection")
        /// A null where the style's ``QueryStyle/nulls`` refuses it.
        public static let nullRefused = Code("nullRefused")
        /// A value that the style's ``QueryStyle/dialect`` would read back as a different one.
        public static let misread = Code("misread")
        /// Parameters beyond the limits of the style's ``QueryStyle/dialect``: see ``QueryStyle/limits``.
        public static let beyondLimits = Code("beyondLimits")
        /// Parameters nested deeper than ``HTTPRequestConfiguration/maximumDepth``, or containing themselves.
        public static let tooDeep = Code("tooDeep")
        /// Parameters with more values, or longer keys, than can be counted.
        public static let tooLarge = Code("tooLarge")
        /// Parameters that JSON cannot express, such as NaN, a set or a URL.
        public static let invalidJSON = Code("invalidJSON")
        /// Parameters that a property list cannot express.
        public static let invalidPropertyList = Code("invalidPropertyList")
        /// Text that is not a URL, or a URL that became invalid when the query was added.
        public static let invalidURL = Code("invalidURL")
        /// A request method that is not a token (RFC 9110, section 9.1).
        public static let invalidMethod = Code("invalidMethod")
        /// A header whose name is not a token, or whose value contains control characters (RFC 9110, section 5.5).
        public static let invalidHeader = Code("invalidHeader")
        /// A request setting out of its range.
        public static let invalidSetting = Code("invalidSetting")
        /// Text that ``HTTPRequestConfiguration/stringEncoding`` or ``HTTPRequestConfiguration/escapedEncoding`` cannot
        /// represent.
        public static let unrepresentableText = Code("unrepresentableText")

        /// A multipart form for GET or HEAD, whose requests have no body.
        public static let methodWithoutBody = Code("methodWithoutBody")
        /// A boundary that RFC 2046, section 5.1.1, does not allow.
        public static let invalidBoundary = Code("invalidBoundary")
        /// A part's name or file name with NUL, which ends the name for some servers.
        public static let invalidPartName = Code("invalidPartName")
        /// A part's length that is missing, negative, or takes the body beyond 2⁶³ − 1 bytes.
        public static let invalidPartLength = Code("invalidPartLength")
        /// A part's file that is missing, cannot be opened, or is not a regular file; a URL that is not a file URL.
        public static let unusableFile = Code("unusableFile")
        /// A part's stream, file or sequence that failed while it was read.
        public static let unreadableSource = Code("unreadableSource")
        /// A part's source that ended before its length, such as a short stream or a file that shrank.
        public static let sourceTooShort = Code("sourceTooShort")
        /// A part's source that continued beyond its length, such as a long stream or a file that grew.
        public static let sourceTooLong = Code("sourceTooLong")
        /// A part's stream that can be read only once and was read before.
        public static let sourceConsumed = Code("sourceConsumed")
        /// A body stream that was read twice at the same time.
        public static let streamInUse = Code("streamInUse")
        /// A file to which a body, or the temporary copy of a part, could not be written.
        public static let unwritableFile = Code("unwritableFile")
        /// A request without a multipart body, where one is required.
        public static let noMultipartBody = Code("noMultipartBody")

        /// The kind's name in this type, such as `invalidURL`.
        public let description: String

        private init(_ description: String) { self.description = description }
    }

    /// The kind of problem, such as ``Code/invalidURL``.
    public let code: Code
    /// The path of the offending parameter, such as `user[tags][3]`; `nil` if the problem is elsewhere or at the top.
    public let keyPath: String?
    /// The offending field of the request: the name of a header or a setting; `nil` for parameters.
    public let field: String?
    /// The name of the offending part of a multipart form, or `nil` if the problem is elsewhere. A part with custom
    /// headers is named by its `Content-Disposition`, or by an empty text if it has none.
    public let part: String?
    /// The problem and its remedy, in a sentence.
    public let reason: String
    /// The error that caused this one, if any.
    public let underlyingError: (any Error)?

    package init(
        _ code: Code, keyPath: String? = nil, field: String? = nil, part: String? = nil, reason: String,
        underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.keyPath = keyPath
        self.field = field
        self.part = part
        self.reason = reason.printable
        self.underlyingError = underlyingError
    }

    /// AFNetworking's domain for errors of request serialization (`AFURLRequestSerializationErrorDomain`).
    public static let errorDomain = "com.alamofire.error.serialization.request"
}

extension RequestSerializationError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// The place, the problem and its remedy.
    public var description: String {
        if let keyPath {
            "Parameter '\(keyPath.printable)': \(reason)"
        } else if let part {
            "Part \(part.quoted): \(reason)"
        } else if let field {
            "\(field.quoted.dropFirst().dropLast()): \(reason)"
        } else {
            reason
        }
    }

    /// The same as ``description``, so that `localizedDescription` returns it too.
    public var errorDescription: String? { description }
    /// The same as ``reason``: the description without the place.
    public var failureReason: String? { reason }
    /// −1000 (`NSURLErrorBadURL`) for an unusable URL or file, −1021 (`NSURLErrorRequestBodyStreamExhausted`) for a
    /// source that can be read only once, −1016 (`NSURLErrorCannotDecodeContentData`) otherwise.
    public var errorCode: Int {
        switch code {
        case .invalidURL, .unusableFile: NSURLErrorBadURL
        case .sourceConsumed: -1021
        default: NSURLErrorCannotDecodeContentData
        }
    }

    /// The description and reason under Foundation's keys, and the underlying error.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        if let underlyingError { userInfo[NSUnderlyingErrorKey] = underlyingError }
        return userInfo
    }
}
