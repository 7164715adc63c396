import URLSerializationSession

extension Error {
    /// The error that Foundation would report, with this one as its underlying error: a `CocoaError` if a file cannot
    /// be placed, and otherwise a `URLError`.
    var asFoundationError: any Error {
        let userInfo: [String: Any] = [NSUnderlyingErrorKey: self, NSLocalizedDescriptionKey: localizedDescription]
        let code: URLError.Code
        switch self {
        case let error as SessionError:
            if let place = placeCodes[error.code] { return CocoaError(place, userInfo: userInfo) }
            code = transferCodes[error.code] ?? .unknown
        case let error as RequestSerializationError where error.code == .unusableFile:
            code = fileCodes[(error.underlyingError as? NSError)?.code ?? 0] ?? .cannotOpenFile
        case let error as RequestSerializationError: code = requestCodes[error.code] ?? .badURL
        default: return self
        }
        return URLError(code, userInfo: userInfo)
    }
}

private let placeCodes: [SessionError.Code: CocoaError.Code] = [
    .destinationExists: .fileWriteFileExists, .missingDirectory: .fileNoSuchFile,
    .permissionDenied: .fileWriteNoPermission, .insufficientSpace: .fileWriteOutOfSpace,
    .unusableDestination: .fileWriteUnknown,
]
private let transferCodes: [SessionError.Code: URLError.Code] = [
    .unsafeRedirect: .unsupportedURL, .bodyNotRepeatable: .requestBodyStreamExhausted,
    .unwritableFile: .cannotWriteToFile, .unusableResumeData: .cannotWriteToFile,
    .unsupportedChallenge: .userAuthenticationRequired, .noResponse: .badServerResponse,
    .invalidFraming: .badServerResponse, .invalidPartialContent: .badServerResponse, .tooManyParts: .badServerResponse,
]
private let requestCodes: [RequestSerializationError.Code: URLError.Code] = [
    .invalidURL: .unsupportedURL, .unreadableSource: .requestBodyStreamExhausted,
    .sourceConsumed: .requestBodyStreamExhausted, .sourceTooShort: .requestBodyStreamExhausted,
    .sourceTooLong: .requestBodyStreamExhausted,
]
private let fileCodes: [Int: URLError.Code] = [
    Int(ENOENT): .fileDoesNotExist, Int(EISDIR): .fileIsDirectory, Int(EACCES): .noPermissionsToReadFile,
]
