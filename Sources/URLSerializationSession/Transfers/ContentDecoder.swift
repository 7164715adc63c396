#if os(Linux)
    import CURLSerializationEngine

    /// The decoder of a compressed body (RFC 9110, section 8.4.1), so that one that breaks off is an error and none
    /// grows in memory. Used on one queue at a time.
    final class ContentDecoder {
        /// The codings that the engine asks for.
        static let codings = "gzip, deflate"
        /// The most bytes that are passed on at once.
        private static let room = 1 << 16

        private let coding: String
        private var inflater: OpaquePointer?
        /// The first byte of the body, until the second shows the form of both.
        private var first = Data()
        private var hasEnded = false

        /// Creates a decoder of a coding, or returns `nil` for another coding than gzip and deflate, and for one that
        /// was not asked for.
        ///
        /// - Parameter accepted: The value of the caller's `Accept-Encoding`, or `nil` for none.
        init?(_ coding: String, acceptedBy accepted: String?) {
            self.coding = coding.lowercased() == "x-gzip" ? "gzip" : coding.lowercased()
            guard ["gzip", "deflate"].contains(self.coding), Self.accepts(self.coding, accepted ?? "*") else {
                return nil
            }
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

        deinit { if let inflater { cse_inflater_free(inflater) } }

        /// Decodes the next bytes, and passes on what they contain until told to stop.
        ///
        /// - Throws: `URLError` with code `cannotDecodeContentData`.
        func decode(_ data: Data, _ pass: (Data) -> Bool) throws {
            guard !data.isEmpty else { return }
            let data = first.isEmpty ? data : first + data
            first = inflater == nil && data.count == 1 ? data : Data()
            guard first.isEmpty else { return }
            if inflater == nil { inflater = cse_inflater_make(window(data)) }
            guard let inflater else { throw CocoaError(.fileReadUnknown) }
            guard !hasEnded else { throw failure("more bytes follow its end") }
            try data.withUnsafeBytes { bytes in
                var input = bytes.bindMemory(to: UInt8.self).baseAddress
                var left = bytes.count
                var isFull = true
                while left > 0 || isFull {
                    var vacant = Self.room
                    var code: Int32 = 0
                    let decoded = Data(
                        [UInt8](unsafeUninitializedCapacity: Self.room) { buffer, count in
                            if let start = buffer.baseAddress {
                                code = cse_inflate(inflater, &input, &left, start, &vacant)
                            }
                            count = Self.room - vacant
                        })
                    isFull = vacant == 0
                    if !decoded.isEmpty, !pass(decoded) { return }
                    switch code {
                    case 1 where left > 0: throw failure("more bytes follow its end")
                    case 1:
                        hasEnded = true
                        return
                    case 0: break
                    // No progress without more input.
                    case -5 where left == 0: return
                    default: throw failure("it is damaged")
                    }
                }
            }
        }

        /// - Throws: `URLError` with code `cannotDecodeContentData` for a body without its end.
        func finish() throws {
            if inflater != nil || !first.isEmpty, !hasEnded { throw failure("it breaks off") }
        }

        /// Returns zlib's name for the form of the bytes: `deflate` means the form of zlib, but some servers send it
        /// bare.
        private func window(_ data: Data) -> Int32 {
            guard coding == "deflate" else { return 31 }
            let isZlib =
                data[data.startIndex] & 0x0F == 8
                && (Int(data[data.startIndex]) << 8 + Int(data[data.startIndex + 1])) % 31 == 0
            return isZlib ? 15 : -15
        }

        private func failure(_ reason: String) -> URLError {
            .making(.cannotDecodeContentData, nil, "The body cannot be decoded as \(coding): \(reason).")
        }
    }
#endif
