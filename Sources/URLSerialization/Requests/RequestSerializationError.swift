/// Why a request could not be built: what was wrong, where, and what to do about it.
///
/// Seen as an `NSError` it has AFNetworking's domain for request serialization and code −1016 for refused parameters
/// (`NSURLErrorCannotDecodeContentData`, as `AFURLRequestSerialization.m` uses) or −1000 for an unusable URL.
public struct RequestSerializationError: Error, Sendable {
    /// What kind of thing was wrong. More kinds may be added: switch over them with a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case parametersNotDictionary, unsupportedValue, unsupportedKey, dataWithoutStrategy, dateWithoutText
            case tooDeep, invalidJSON, invalidPropertyList
            case invalidURL, invalidMethod, invalidHeader, invalidSetting, unrepresentableText
        }

        private let kind: Kind

        /// The query walk was given something other than a dictionary at the top.
        public static let parametersNotDictionary = Code(kind: .parametersNotDictionary)
        /// A value that no Objective-C collection could have held, and so has no text.
        public static let unsupportedValue = Code(kind: .unsupportedValue)
        /// A dictionary key without a stable text: a collection or bytes.
        public static let unsupportedKey = Code(kind: .unsupportedKey)
        /// Bytes where no ``DataStrategy`` was chosen.
        public static let dataWithoutStrategy = Code(kind: .dataWithoutStrategy)
        /// A date that the ``DateStrategy`` in force has no text for.
        public static let dateWithoutText = Code(kind: .dateWithoutText)
        /// Parameters nested deeper than ``HTTPRequestConfiguration/maximumDepth``, or containing themselves.
        public static let tooDeep = Code(kind: .tooDeep)
        /// Parameters that JSON cannot express.
        public static let invalidJSON = Code(kind: .invalidJSON)
        /// Parameters that a property list cannot express.
        public static let invalidPropertyList = Code(kind: .invalidPropertyList)
        /// Text that is not a URL, or a URL that stopped being one when the query was added.
        public static let invalidURL = Code(kind: .invalidURL)
        /// A request method that is not a token (RFC 9110, section 9.1).
        public static let invalidMethod = Code(kind: .invalidMethod)
        /// A header whose name is not a token, or whose value contains CR, LF or NUL (RFC 9110, section 5.5).
        public static let invalidHeader = Code(kind: .invalidHeader)
        /// A request setting out of its range.
        public static let invalidSetting = Code(kind: .invalidSetting)
        /// A query string that ``HTTPRequestConfiguration/stringEncoding`` cannot represent.
        public static let unrepresentableText = Code(kind: .unrepresentableText)

        /// The kind's name.
        public var description: String { kind.rawValue }
    }

    /// What kind of thing was wrong.
    public let code: Code
    /// The path of the offending parameter, as `user[tags][3]`; nil where the fault lies elsewhere or at the top.
    public let keyPath: String?
    /// The request's field at fault: a header's or a setting's name; nil for parameters.
    public let field: String?
    /// What is wrong and what to do about it, in a sentence.
    public let reason: String
    /// The error that caused this one, if any.
    public let underlyingError: (any Error)?

    package init(
        _ code: Code, keyPath: String? = nil, field: String? = nil, reason: String, underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.keyPath = keyPath
        self.field = field
        self.reason = reason
        self.underlyingError = underlyingError
    }

    /// AFNetworking's domain for errors of request serialization (`AFURLRequestSerializationErrorDomain`).
    public static let errorDomain = "com.alamofire.error.serialization.request"
}

extension RequestSerializationError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// Where, what, and what to do.
    public var description: String {
        switch (keyPath, field) {
        case (let keyPath?, _): "Parameter '\(keyPath)': \(reason)"
        case (nil, let field?): "\(field.debugDescription.dropFirst().dropLast()): \(reason)"
        case (nil, nil): reason
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
    /// The same as ``reason``.
    public var failureReason: String? { reason }
    /// −1000 (`NSURLErrorBadURL`) for an unusable URL, −1016 (`NSURLErrorCannotDecodeContentData`) otherwise.
    public var errorCode: Int { code == .invalidURL ? -1000 : -1016 }

    /// The description and reason under Foundation's keys, and the underlying error.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        if let underlyingError { userInfo[NSUnderlyingErrorKey] = underlyingError }
        return userInfo
    }
}
