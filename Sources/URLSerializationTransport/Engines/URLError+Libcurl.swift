#if os(Linux)
    import CURLSerializationEngine

    extension URLError {
        /// Returns the error for a code of libcurl, with Apple's code, or `nil` for success.
        ///
        /// - Parameters:
        ///   - verifyResult: The code of OpenSSL's verification of the server's certificate.
        ///   - isAnswered: Whether a part of the response came.
        static func libcurl(
            _ code: Int32, _ words: String, verifyResult: Int64, isAnswered: Bool = true, _ url: URL?
        ) -> URLError? {
            guard code != 0 else { return nil }
            let proxy = "The proxy did not connect to the server: \(words.printable)."
            let (failure, text): (Code, String) =
                switch code {
                case 1 where words.contains("disabled"): (.unsupportedURL, "The URL's scheme is not supported.")
                case 3: (.badURL, "The URL is malformed.")
                case 5, 6: (.cannotFindHost, "A server with the specified hostname could not be found.")
                case 7, 97: (.cannotConnectToHost, "Could not connect to the server.")
                case 28: (.timedOut, "The request timed out.")
                case 51, 60:
                    switch verifyResult {
                    case 10: (.serverCertificateHasBadDate, "The server's certificate has expired.")
                    case 9: (.serverCertificateNotYetValid, "The server's certificate is not yet valid.")
                    default: (.serverCertificateUntrusted, "The server's certificate is not trusted.")
                    }
                case 77: (.serverCertificateUntrusted, "The pinned certificates cannot be used.")
                case 90: (.serverCertificateUntrusted, "The server's key is not the pinned one.")
                case 35, 53, 54, 59, 66, 83: (.secureConnectionFailed, "A secure connection could not be made.")
                case 58: (.clientCertificateRejected, "The client's certificate was not accepted.")
                // Only a status like 502 may be of another kind the next time.
                case 56 where words.contains("CONNECT") && words.contains(" 4"): (.resourceUnavailable, proxy)
                case 56 where words.contains("CONNECT"): (.cannotConnectToHost, proxy)
                case 56 where words.contains("chunk"), 1, 8, 16, 23, 43:
                    (.badServerResponse, "The server sent a response that is not HTTP.")
                // libcurl's limit of its memory for a head is a mebibyte, and 100 kB for a line.
                case 27 where isAnswered: (.badServerResponse, "The response's head is too long.")
                case 27: (.dataLengthExceedsMaximum, "The request's URL and fields are too long, or memory is short.")
                case 26, 42: (.requestBodyStreamExhausted, "The body could not be read.")
                case 18, 52, 55, 56, 65, 92: (.networkConnectionLost, "The network connection was lost.")
                default: (.unknown, "The transfer failed.")
                }
            return making(failure, url, text, cause: "libcurl \(code): \(words)".printable)
        }
    }

    extension TransferMetrics {
        /// Creates the metrics of a handle, which libcurl counts in microseconds, each time from the beginning.
        init(_ easy: OpaquePointer, of url: URL?, _ times: (firstByte: TimeInterval?, duration: TimeInterval)) {
            func time(_ end: cse_info, after start: cse_info? = nil) -> TimeInterval? {
                let end = cse_fact(easy, end)
                return end > 0 ? Double(end - (start.map { cse_fact(easy, $0) } ?? 0)) / 1e6 : nil
            }
            let isMade = cse_fact(easy, cse_new_connections) > 0
            self.init(
                url: url, isReusedConnection: !isMade && time(cse_before_transfer_time) != nil,
                nameLookup: isMade ? time(cse_name_lookup_time) : nil,
                connect: isMade ? time(cse_connect_time, after: cse_name_lookup_time) : nil,
                secureConnect: isMade ? time(cse_tls_time, after: cse_connect_time) : nil,
                firstByte: times.firstByte, duration: times.duration,
                sentByteCount: cse_fact(easy, cse_bytes_sent), receivedByteCount: cse_fact(easy, cse_bytes_received),
                protocolName: [1: "http/1.0", 2: "http/1.1", 3: "h2", 30: "h3"][cse_fact(easy, cse_used_http_version)])
        }
    }
#endif
