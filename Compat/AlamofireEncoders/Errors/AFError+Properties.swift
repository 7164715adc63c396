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

    /// Returns the error as an ``AFError``, or another one if it is not one.
    package func asAFError(or other: @autoclosure () -> AFError) -> AFError { asAFError ?? other() }
}

extension AFError {
    /// Whether a value was not a URL.
    public var isInvalidURLError: Bool { if case .invalidURL = self { true } else { false } }
    /// Whether a ``ParameterEncoding`` failed. ``underlyingError`` then has the cause, if there is one.
    public var isParameterEncodingError: Bool { if case .parameterEncodingFailed = self { true } else { false } }
    /// Whether a ``ParameterEncoder`` failed. ``underlyingError`` then has the cause, if there is one.
    public var isParameterEncoderError: Bool { if case .parameterEncoderFailed = self { true } else { false } }
    /// Whether a ``MultipartFormData`` failed. ``url`` and ``underlyingError`` then have the file and the cause, if
    /// there are any.
    public var isMultipartEncodingError: Bool { if case .multipartEncodingFailed = self { true } else { false } }
    /// Whether the session was released while the request ran.
    public var isSessionDeinitializedError: Bool { if case .sessionDeinitialized = self { true } else { false } }
    /// Whether the session was invalidated. Always `false` for the errors that this package makes.
    public var isSessionInvalidatedError: Bool { if case .sessionInvalidated = self { true } else { false } }
    /// Whether the caller cancelled the request.
    public var isExplicitlyCancelledError: Bool { if case .explicitlyCancelled = self { true } else { false } }
    /// Whether an adapter failed or returned an invalid request.
    public var isRequestAdaptationError: Bool { if case .requestAdaptationFailed = self { true } else { false } }
    /// Whether a retrier ended the request.
    public var isRequestRetryError: Bool { if case .requestRetryFailed = self { true } else { false } }
    /// Whether a validation refused the response.
    public var isResponseValidationError: Bool { if case .responseValidationFailed = self { true } else { false } }
    /// Whether a response serializer failed. ``underlyingError`` then has the cause, if there is one.
    public var isResponseSerializationError: Bool {
        if case .responseSerializationFailed = self { true } else { false }
    }

    /// Whether the body of an upload could not be made.
    public var isCreateUploadableError: Bool { if case .createUploadableFailed = self { true } else { false } }
    /// Whether the request could not be built.
    public var isCreateURLRequestError: Bool { if case .createURLRequestFailed = self { true } else { false } }
    /// Whether a downloaded file could not be moved.
    public var isDownloadedFileMoveError: Bool { if case .downloadedFileMoveFailed = self { true } else { false } }
    /// Whether the transfer failed. ``underlyingError`` then has the cause, usually a `URLError`.
    public var isSessionTaskError: Bool { if case .sessionTaskFailed = self { true } else { false } }
    /// Whether the server was not trusted.
    @available(*, unavailable, message: "Use underlyingError, which is a URLError.")
    public var isServerTrustEvaluationError: Bool { false }
    /// The value that is not a URL.
    public var urlConvertible: (any URLConvertible)? { if case .invalidURL(let url) = self { url } else { nil } }
    /// The offending file of a multipart form.
    public var url: URL? {
        guard case .multipartEncodingFailed(let reason) = self else { return nil }
        return switch reason {
        case .bodyPartURLInvalid(let url), .bodyPartFilenameInvalid(let url), .bodyPartFileNotReachable(let url),
            .bodyPartFileNotReachableWithError(let url, _), .bodyPartFileIsDirectory(let url),
            .bodyPartFileSizeNotAvailable(let url), .bodyPartFileSizeQueryFailedWithError(let url, _),
            .bodyPartInputStreamCreationFailed(let url), .outputStreamCreationFailed(let url),
            .outputStreamFileAlreadyExists(let url), .outputStreamURLInvalid(let url):
            url
        case .outputStreamWriteFailed, .inputStreamReadFailed: nil
        }
    }
    /// The error that caused this one.
    public var underlyingError: (any Error)? {
        switch self {
        case .createUploadableFailed(let error), .createURLRequestFailed(let error),
            .downloadedFileMoveFailed(let error, _, _), .requestAdaptationFailed(let error),
            .requestRetryFailed(let error, _), .sessionTaskFailed(let error),
            .responseValidationFailed(.customValidationFailed(let error)),
            .responseSerializationFailed(.jsonSerializationFailed(let error)),
            .responseSerializationFailed(.decodingFailed(let error)),
            .responseSerializationFailed(.customSerializationFailed(let error)),
            .multipartEncodingFailed(.bodyPartFileNotReachableWithError(_, let error)),
            .multipartEncodingFailed(.bodyPartFileSizeQueryFailedWithError(_, let error)),
            .multipartEncodingFailed(.outputStreamWriteFailed(let error)),
            .multipartEncodingFailed(.inputStreamReadFailed(let error)),
            .parameterEncodingFailed(.jsonEncodingFailed(let error)),
            .parameterEncodingFailed(.propertyListEncodingFailed(let error)),
            .parameterEncodingFailed(.customEncodingFailed(let error)),
            .parameterEncoderFailed(.encoderFailed(let error)):
            error
        case .sessionInvalidated(let error): error
        default: nil
        }
    }

    /// The acceptable media types, if a validation refused the response's media type.
    public var acceptableContentTypes: [String]? {
        switch self {
        case .responseValidationFailed(.missingContentType(let types)),
            .responseValidationFailed(.unacceptableContentType(let types, _)):
            types
        default: nil
        }
    }

    /// The response's media type, if a validation refused it.
    public var responseContentType: String? {
        if case .responseValidationFailed(.unacceptableContentType(_, let type)) = self { type } else { nil }
    }

    /// The response's status, if a validation refused it.
    public var responseCode: Int? {
        if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self { code } else { nil }
    }

    /// The encoding in which a body could not be read as text.
    public var failedStringEncoding: String.Encoding? {
        if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self { encoding } else { nil }
    }

    /// The temporary file that could not be moved.
    public var sourceURL: URL? { if case .downloadedFileMoveFailed(_, let source, _) = self { source } else { nil } }
    /// The destination that a file could not be moved to.
    public var destinationURL: URL? {
        if case .downloadedFileMoveFailed(_, _, let destination) = self { destination } else { nil }
    }

    /// The resume data in the error of a transfer. Always `nil`: the request has it.
    public var downloadResumeData: Data? { nil }
}
