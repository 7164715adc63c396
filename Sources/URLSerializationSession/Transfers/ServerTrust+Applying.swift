#if os(Linux)
    import CURLSerializationEngine

    extension ServerTrust {
        /// Sets a handle up. Returns libcurl's code, which is not 0 if it lacks an option.
        func apply(to easy: OpaquePointer) -> Int32 {
            var codes = [
                cse_set_number(easy, cse_verify_peer, validatesChains ? 1 : 0),
                cse_set_number(easy, cse_verify_host, validatesNames ? 2 : 0),
            ]
            if let keys {
                let pins = keys.map { "sha256//\($0)" }.joined(separator: ";")
                codes.append(cse_set_text(easy, cse_pinned_public_key, pins))
            }
            if let anchors {
                let text = Data(anchors.map(Self.pem).joined().utf8)
                codes.append(
                    text.withUnsafeBytes { bytes in
                        bytes.baseAddress.map { cse_set_bytes(easy, cse_ca_info_blob, $0, bytes.count) } ?? 77
                    })
                // With its default folder libcurl would accept the system's authorities as well.
                codes += [cse_ca_path, cse_ca_info].map { cse_set_text(easy, $0, nil) }
            }
            return codes.max() ?? 0
        }

        private static func pem(_ certificate: Data) -> String {
            let text = certificate.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
    }
#endif
