import URLSerializationSession

extension RequestError {
    /// The error that Foundation would report, with this one as its underlying error: a `CocoaError` if a file cannot
    /// be placed, and otherwise a `URLError`.
    var asFoundationError: any Error {
        let userInfo: [String: Any] = [NSUnderlyingErrorKey: cause, NSLocalizedDescriptionKey: description]
        let code: URLError.Code
        switch cause {
        case is RequestError:
            if let placing { return CocoaError(placing, userInfo: userInfo) }
            code = transferCodes[kind] ?? .unknown
        case let error as RequestSerializationError where error.code == .unusableFile:
            code = fileCodes[(error.underlyingError as? NSError)?.code ?? 0] ?? .cannotOpenFile
        case let error as RequestSerializationError: code = requestCodes[error.code] ?? .badURL
        default: return cause
        }
        return URLError(code, userInfo: userInfo)
    }
}

private let transferCodes: [RequestError.Kind: URLError.Code] = [
    .redirection: .unsupportedURL, .bodyNotRepeatable: .requestBodyStreamExhausted,
    .file: .cannotWriteToFile, .resumeData: .cannotWriteToFile,
    .authentication: .userAuthenticationRequired, .noResponse: .badServerResponse,
    .invalidResponse: .badServerResponse, .partialContent: .badServerResponse,
]
private let requestCodes: [RequestSerializationError.Code: URLError.Code] = [
    .invalidURL: .unsupportedURL, .unreadableSource: .requestBodyStreamExhausted,
    .sourceConsumed: .requestBodyStreamExhausted, .sourceTooShort: .requestBodyStreamExhausted,
    .sourceTooLong: .requestBodyStreamExhausted,
]
private let fileCodes: [Int: URLError.Code] = [
    Int(ENOENT): .fileDoesNotExist, Int(EISDIR): .fileIsDirectory, Int(EACCES): .noPermissionsToReadFile,
]
