#if os(Linux)
    /// The end of a transfer by libcurl.
    struct LibcurlEnding: Sendable {
        let code: Int32
        let words: String
        let verifyResult: Int64
        /// Whether a kept connection was found dead, and took bytes of the body.
        let findsDeadConnection: Bool

        /// Returns the error in Apple's codes, or `nil` for success.
        func error(for url: URL?) -> URLError? {
            guard code != 0 else { return nil }
            let (failure, text) = meaning
            var userInfo: [String: Any] = [
                NSLocalizedDescriptionKey: text, NSDebugDescriptionErrorKey: "libcurl \(code): \(words)".printable,
            ]
            userInfo[NSURLErrorFailingURLErrorKey] = url
            return URLError(failure, userInfo: userInfo)
        }

        /// Apple's code for libcurl's, and what it means.
        private var meaning: (URLError.Code, String) {
            switch code {
            case 1: (.unsupportedURL, "The URL's scheme is not supported.")
            case 3: (.badURL, "The URL is malformed.")
            case 5, 6: (.cannotFindHost, "A server with the specified hostname could not be found.")
            case 7, 97: (.cannotConnectToHost, "Could not connect to the server.")
            case 28: (.timedOut, "The request timed out.")
            case 51, 60: certificate
            case 77: (.serverCertificateUntrusted, "The pinned certificates cannot be used.")
            case 90: (.serverCertificateUntrusted, "The server's key is not the pinned one.")
            case 35, 53, 54, 59, 66, 83: (.secureConnectionFailed, "A secure connection could not be made.")
            case 58: (.clientCertificateRejected, "The client's certificate was not accepted.")
            case 56 where words.contains("chunk"), 8, 16, 23, 27:
                (.badServerResponse, "The server sent a response that is not HTTP.")
            case 26, 42: (.requestBodyStreamExhausted, "The body could not be read.")
            case 65: (.requestBodyStreamExhausted, "The body has to be sent again, and can be read only once.")
            case 18, 52, 55, 56, 92: (.networkConnectionLost, "The network connection was lost.")
            default: (.unknown, "The transfer failed.")
            }
        }

        /// By the codes of OpenSSL's verification.
        private var certificate: (URLError.Code, String) {
            switch verifyResult {
            case 10: (.serverCertificateHasBadDate, "The server's certificate has expired.")
            case 9: (.serverCertificateNotYetValid, "The server's certificate is not yet valid.")
            default: (.serverCertificateUntrusted, "The server's certificate is not trusted.")
            }
        }
    }
#endif
