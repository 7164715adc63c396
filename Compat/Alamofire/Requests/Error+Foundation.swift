import URLSerializationSession

extension Error {
    /// The error that URLSession would report for a transfer, with this one as its underlying error.
    var asTransferError: any Error {
        let code: URLError.Code? =
            switch self {
            case let error as SessionError: error.code.ofTransfer
            case let error as RequestSerializationError: error.codeOfTransfer
            case is UploadRequest.StreamConsumed: .requestBodyStreamExhausted
            default: nil
            }
        let userInfo: [String: Any] = [NSUnderlyingErrorKey: self, NSLocalizedDescriptionKey: localizedDescription]
        return code.map { URLError($0, userInfo: userInfo) } ?? self
    }

    /// The error that a `FileManager` would report for placing a file, with this one as its underlying error.
    var asFileError: any Error {
        let code: CocoaError.Code? =
            switch (self as? SessionError)?.code {
            case .destinationExists: .fileWriteFileExists
            case .missingDirectory: .fileNoSuchFile
            case .permissionDenied: .fileWriteNoPermission
            case .insufficientSpace: .fileWriteOutOfSpace
            case .unusableDestination: .fileWriteUnknown
            default: nil
            }
        return code.map { CocoaError($0, userInfo: [NSUnderlyingErrorKey: self]) } ?? self
    }
}

extension SessionError.Code {
    fileprivate var ofTransfer: URLError.Code {
        switch self {
        case .unsafeRedirect: .unsupportedURL
        case .bodyNotRepeatable: .requestBodyStreamExhausted
        case .unwritableFile, .unusableResumeData: .cannotWriteToFile
        case .unsupportedChallenge: .userAuthenticationRequired
        case .noResponse, .invalidFraming, .invalidPartialContent, .tooManyParts: .badServerResponse
        default: .unknown
        }
    }
}

extension RequestSerializationError {
    fileprivate var codeOfTransfer: URLError.Code {
        switch (code, (underlyingError as? NSError)?.code) {
        case (.invalidURL, _): .unsupportedURL
        case (.unusableFile, Int(ENOENT)): .fileDoesNotExist
        case (.unusableFile, Int(EISDIR)): .fileIsDirectory
        case (.unusableFile, Int(EACCES)): .noPermissionsToReadFile
        case (.unusableFile, _): .cannotOpenFile
        case (.unreadableSource, _), (.sourceConsumed, _), (.sourceTooShort, _), (.sourceTooLong, _):
            .requestBodyStreamExhausted
        default: .badURL
        }
    }
}
