#if os(Linux)
    import CURLSerializationEngine

    /// The decoder of a compressed body (RFC 9110, section 8.4.1). It reports a truncated body as an error, and
    /// accumulates nothing in memory. Used on one queue at a time.
    final class ContentDecoder {
        /// The codings that the engine asks for.
        static let codings = "gzip, deflate"
        /// The place for decoded bytes, as many as are passed on at once.
        private lazy var room = [UInt8](repeating: 0, count: 1 << 16)
        private let coding: String
        private var inflater: OpaquePointer?
        private var hasEnded = false

        /// Creates a decoder of a coding, or returns `nil` for a coding other than gzip and deflate, and for one that
        /// was not requested.
        ///
        /// - Parameter accepted: The value of the caller's `Accept-Encoding`, or `nil` for none.
        init?(_ coding: String, acceptedBy accepted: String?) {
            self.coding = coding.lowercased() == "x-gzip" ? "gzip" : coding.lowercased()
            guard ["gzip", "deflate"].contains(self.coding), Self.accepts(self.coding, accepted ?? "*")
            else { return nil }
        }

        /// Returns whether a field asks for a coding (RFC 9110, section 12.5.3): a weight of 0 refuses it.
        private static func accepts(_ coding: String, _ field: String) -> Bool {
            let elements = field.lowercased().split(separator: ",").map { element in
                let parts = element.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
                let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
                return (parts.first ?? "", weight ?? 1 > 0)
            }
            let isAccepted = Dictionary(elements) { $1 }
            return isAccepted[coding] ?? isAccepted["*"] ?? false
        }

        deinit { if let inflater { cse_inflate_end(inflater) } }

        /// Decodes the next bytes, and passes on what they contain until told to stop.
        ///
        /// - Throws: `URLError` with code `cannotDecodeContentData`.
        func decode(_ data: Data, _ pass: (Data) -> Bool) throws {
            guard let first = data.first else { return }
            // `deflate` means the zlib format; some servers send raw deflate, which no encoder begins with this byte.
            let window: Int32 = coding == "gzip" ? 31 : first & 0x0F == 8 ? 15 : -15
            if inflater == nil { inflater = cse_inflate_init(window) }
            guard let inflater else { throw CocoaError(.fileReadUnknown) }
            try data.withUnsafeBytes { bytes in
                var input = bytes.bindMemory(to: UInt8.self).baseAddress
                var (left, vacant) = (bytes.count, 0)
                var code: Int32 = 0
                repeat {
                    vacant = room.count
                    code = cse_inflate(inflater, &input, &left, &room, &vacant)
                    let decoded = Data(room.dropLast(vacant))
                    if !decoded.isEmpty, !pass(decoded) { return }
                } while code == cse_z_ok && (left > 0 || vacant == 0)
                hasEnded = code == cse_z_stream_end
                if hasEnded, left > 0 { throw failure("more bytes follow its end") }
                // Without more input there may be no progress.
                let isUnfinished = code == cse_z_ok || code == cse_z_buf_error && left == 0
                guard hasEnded || isUnfinished else { throw failure("it is damaged") }
            }
        }

        /// - Throws: `URLError` with code `cannotDecodeContentData` for a body without its end.
        func finish() throws {
            if inflater != nil, !hasEnded { throw failure("it breaks off") }
        }

        private func failure(_ reason: String) -> URLError {
            .making(.cannotDecodeContentData, nil, "The body cannot be decoded as \(coding): \(reason).")
        }
    }
#endif
