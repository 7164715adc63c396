import URLSerialization

extension Error {
    /// The error as an ``AFError``, or `nil` if it is not one.
    public var asAFError: AFError? { self as? AFError }

    /// Returns the error as an ``AFError``, or ends the process if it is not one.
    ///
    /// - Parameters:
    ///   - message: The message with which the process ends for another error.
    ///   - file: The file that the message names.
    ///   - line: The line that the message names.
    /// - Precondition: The error is an ``AFError``.
    public func asAFError(
        orFailWith message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
    ) -> AFError {
        guard let error = asAFError else { preconditionFailure(message(), file: file, line: line) }
        return error
    }
}

extension AFError {
    /// Whether a value was not a URL.
    public var isInvalidURLError: Bool {
        if case .invalidURL = self { true } else { false }
    }

    /// Whether a ``ParameterEncoding`` failed. ``underlyingError`` then has the cause, if there is one.
    public var isParameterEncodingError: Bool {
        if case .parameterEncodingFailed = self { true } else { false }
    }

    /// Whether a ``ParameterEncoder`` failed. ``underlyingError`` then has the cause, if there is one.
    public var isParameterEncoderError: Bool {
        if case .parameterEncoderFailed = self { true } else { false }
    }

    /// Whether a ``MultipartFormData`` failed. ``url`` and ``underlyingError`` then have the file and the cause, if
    /// there are any.
    public var isMultipartEncodingError: Bool {
        if case .multipartEncodingFailed = self { true } else { false }
    }

    /// The value that is not a URL.
    public var urlConvertible: (any URLConvertible)? {
        if case .invalidURL(let url) = self { url } else { nil }
    }

    /// The offending file of a multipart form.
    public var url: URL? {
        if case .multipartEncodingFailed(let reason) = self { reason.url } else { nil }
    }

    /// The error that caused this one.
    public var underlyingError: (any Error)? {
        switch self {
        case .invalidURL: nil
        case .multipartEncodingFailed(let reason): reason.underlyingError
        case .parameterEncodingFailed(let reason): reason.underlyingError
        case .parameterEncoderFailed(let reason): reason.underlyingError
        }
    }
}

extension AFError.ParameterEncodingFailureReason {
    var underlyingError: (any Error)? {
        switch self {
        case .missingURL: nil
        case .jsonEncodingFailed(let error), .propertyListEncodingFailed(let error), .customEncodingFailed(let error):
            error
        }
    }
}

extension AFError.ParameterEncoderFailureReason {
    var underlyingError: (any Error)? {
        if case .encoderFailed(let error) = self { error } else { nil }
    }
}

extension AFError.MultipartEncodingFailureReason {
    var url: URL? {
        switch self {
        case .bodyPartURLInvalid(let url), .bodyPartFilenameInvalid(let url), .bodyPartFileNotReachable(let url),
            .bodyPartFileNotReachableWithError(let url, _), .bodyPartFileIsDirectory(let url),
            .bodyPartFileSizeNotAvailable(let url), .bodyPartFileSizeQueryFailedWithError(let url, _),
            .bodyPartInputStreamCreationFailed(let url), .outputStreamCreationFailed(let url),
            .outputStreamFileAlreadyExists(let url), .outputStreamURLInvalid(let url):
            url
        case .outputStreamWriteFailed, .inputStreamReadFailed:
            nil
        }
    }

    var underlyingError: (any Error)? {
        switch self {
        case .bodyPartFileNotReachableWithError(_, let error), .bodyPartFileSizeQueryFailedWithError(_, let error),
            .outputStreamWriteFailed(let error), .inputStreamReadFailed(let error):
            error
        default:
            nil
        }
    }
}
