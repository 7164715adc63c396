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
        let error = ((self as? RequestError)?.cause ?? self) as NSError
        return error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) ?? .unknown : nil
    }
}

extension URLError.Code {
    /// The kind of an error with this code.
    var kind: RequestError.Kind {
        switch self {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .networkConnectionLost, .cannotLoadFromNetwork:
            .unreachable
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: .offline
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .untrusted
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .zeroByteResource:
            .invalidResponse
        case .dataLengthExceedsMaximum: .tooLarge
        case .badURL, .unsupportedURL: .invalidRequest
        case .requestBodyStreamExhausted: .bodyNotRepeatable
        case .httpTooManyRedirects, .redirectToNonExistentLocation: .redirection
        case .userAuthenticationRequired, .userCancelledAuthentication: .authentication
        case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .cannotCreateFile, .cannotOpenFile,
            .cannotCloseFile, .cannotWriteToFile, .cannotRemoveFile, .cannotMoveFile:
            .file
        default: .transfer
        }
    }
}
