#if os(Linux)
    import CURLSerializationEngine

    extension URLError {
        /// Returns the error for a code of libcurl, with Apple's code, or `nil` for success.
        ///
        /// - Parameters:
        ///   - verifyResult: The code of OpenSSL's verification of the server's certificate.
        ///   - proxyStatus: The status of a proxy's response to CONNECT, or 0 without one.
        ///   - isRead: Whether what came could be read, so that a failure to receive means that it is damaged.
        ///   - isAnswered: Whether a part of the response came.
        ///   - isCertified: Whether the client has a certificate.
        static func libcurl(
            _ code: cse_code, _ words: String, verifyResult: Int = 0, proxyStatus: Int = 0, isRead: Bool = false,
            isAnswered: Bool = true, isCertified: Bool = false, _ url: URL?
        ) -> URLError? {
            guard code != cse_ok else { return nil }
            let alert = alert(words)
            let (failure, text): (Code, String) =
                switch code {
                case cse_url_malformat: (.badURL, "The URL is malformed.")
                case cse_couldnt_resolve_proxy, cse_couldnt_resolve_host:
                    (.cannotFindHost, "A server with the specified hostname could not be found.")
                case cse_couldnt_connect, cse_proxy_error: (.cannotConnectToHost, "Could not connect to the server.")
                case cse_operation_timedout: (.timedOut, "The request timed out.")
                // Alerts about a certificate: certificate_required, and bad_certificate to unknown_ca.
                case _ where alert == 116:
                    (.clientCertificateRequired, "The server requires a certificate of the client.")
                case _ where (42...48).contains(alert):
                    (.clientCertificateRejected, "The server did not accept the client's certificate.")
                // So ends a handshake of TLS 1.2 with an alert about an expired certificate: the result is 1 until
                // libcurl has verified the server.
                case cse_peer_failed_verification where isCertified && verifyResult == 1:
                    (.clientCertificateRejected, "The server did not accept the client's certificate.")
                case cse_obsolete51, cse_peer_failed_verification:
                    switch verifyResult {
                    case cse_x509_cert_has_expired:
                        (.serverCertificateHasBadDate, "The server's certificate has expired.")
                    case cse_x509_cert_not_yet_valid:
                        (.serverCertificateNotYetValid, "The server's certificate is not yet valid.")
                    default: (.serverCertificateUntrusted, "The server's certificate is not trusted.")
                    }
                case cse_ssl_cacert_badfile: (.serverCertificateUntrusted, "The pinned certificates cannot be used.")
                case cse_ssl_pinnedpubkeynotmatch:
                    (.serverCertificateUntrusted, "The server's key is not the pinned one.")
                case cse_ssl_certproblem: (.clientCertificateRejected, "The client's certificate cannot be used.")
                case cse_ssl_connect_error, cse_ssl_engine_notfound, cse_ssl_engine_setfailed, cse_ssl_cipher,
                    cse_ssl_engine_initfailed, cse_ssl_issuer_error:
                    (.secureConnectionFailed, "A secure connection could not be made.")
                // Only a status like 502 may be of another kind the next time.
                case cse_recv_error where proxyStatus / 100 == 4: (.resourceUnavailable, refusal(proxyStatus))
                case cse_recv_error where ![0, 2].contains(proxyStatus / 100):
                    (.cannotConnectToHost, refusal(proxyStatus))
                case cse_recv_error where isRead, cse_unsupported_protocol, cse_weird_server_reply, cse_http2,
                    cse_write_error, cse_bad_function_argument:
                    (.badServerResponse, "The server sent a response that is not HTTP.")
                // libcurl's limit of its memory for a head is a mebibyte, and 100 kB for a line.
                case cse_out_of_memory where isAnswered: (.badServerResponse, "The response's head is too long.")
                case cse_out_of_memory:
                    (.dataLengthExceedsMaximum, "The request's URL and fields are too long, or memory is short.")
                case cse_read_error, cse_aborted_by_callback:
                    (.requestBodyStreamExhausted, "The body could not be read.")
                case cse_partial_file, cse_got_nothing, cse_send_error, cse_recv_error, cse_send_fail_rewind,
                    cse_http2_stream:
                    (.networkConnectionLost, "The network connection was lost.")
                default: (.unknown, "The transfer failed.")
                }
            return making(failure, url, text, cause: "libcurl \(code.rawValue): \(words)".printable)
        }

        /// Returns the TLS alert (RFC 8446, section 6) in a code of OpenSSL, like `error:0A00045C`, or 0.
        private static func alert(_ words: String) -> Int {
            let code = words.components(separatedBy: "error:").dropFirst().first?.prefix(8) ?? ""
            return Int(code.suffix(3), radix: 16).map { $0 - 1000 } ?? 0
        }

        private static func refusal(_ proxyStatus: Int) -> String {
            "The proxy did not connect to the server, and answered with the status \(proxyStatus)."
        }
    }

    extension TransferMetrics {
        /// Creates the metrics of a handle, which libcurl counts in microseconds, each time from the beginning.
        init(_ easy: OpaquePointer, of url: URL?, _ times: (firstByte: TimeInterval?, duration: TimeInterval)) {
            func time(_ end: cse_info, after start: cse_info? = nil) -> TimeInterval? {
                let end = cse_getinfo(easy, end)
                return end > 0 ? Double(end - (start.map { cse_getinfo(easy, $0) } ?? 0)) / 1e6 : nil
            }
            let isMade = cse_getinfo(easy, cse_info_num_connects) > 0
            self.init(
                url: url, isReusedConnection: !isMade && time(cse_info_pretransfer_time) != nil,
                nameLookup: isMade ? time(cse_info_namelookup_time) : nil,
                connect: isMade ? time(cse_info_connect_time, after: cse_info_namelookup_time) : nil,
                secureConnect: isMade ? time(cse_info_appconnect_time, after: cse_info_connect_time) : nil,
                firstByte: times.firstByte, duration: times.duration,
                sentByteCount: cse_getinfo(easy, cse_info_size_upload),
                receivedByteCount: cse_getinfo(easy, cse_info_size_download),
                protocolName: Self.protocolNames[Int(cse_getinfo(easy, cse_info_http_version))])
        }

        private static let protocolNames = [
            cse_http_version_1_0: "http/1.0", cse_http_version_1_1: "http/1.1", cse_http_version_2: "h2",
            cse_http_version_3: "h3",
        ]
    }
#endif
