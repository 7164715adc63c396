#if os(Linux)
    import CURLSerializationEngine

    /// The decoder of a compressed body (RFC 9110, section 8.4.1). It reports a truncated body as an error, and
    /// accumulates nothing in memory. Used on one queue at a time.
    ///
    /// libcurl's own decoder is not used: libcurl 7.88 reports success for a gzip or deflate body that breaks off,
    /// refuses a second gzip member, and decodes more than two codings.
    ///
    /// | codings | body | decoded |
    /// | --- | --- | --- |
    /// | `gzip` | a member, 8 zeros, a member | both members' content |
    /// | `gzip, gzip` | gzip in gzip | the inner content |
    /// | `gzip` | a member, `more` | an error |
    final class ContentDecoder {
        /// The codings that the engine asks for.
        static let codings = "gzip, deflate"
        /// The most zeros and empty members, which have 18 bytes, in a row.
        static let mostPadding = 1 << 20
        /// The place for decoded bytes, as many as are passed on at once.
        private lazy var room = [UInt8](repeating: 0, count: 1 << 16)
        private let coding: String
        /// The decoder of what this one decodes, or `nil` for a single coding.
        private let inner: ContentDecoder?
        private var inflater: OpaquePointer?
        /// Whether the member has ended.
        private var hasEnded = false
        /// The number of bytes that contained nothing since the last that did.
        private var padding = 0

        /// Creates a decoder of at most two codings, or returns `nil` for a coding other than gzip and deflate, and for
        /// one that was not requested.
        ///
        /// - Parameters:
        ///   - codings: The value of `Content-Encoding`.
        ///   - accepted: The value of the caller's `Accept-Encoding`, or `nil` for none.
        init?(_ codings: String, acceptedBy accepted: String?) {
            // A third one could expand a mebibyte to a pebibyte between the first and the last.
            let all = codings.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            let codings = all.filter { !$0.isEmpty }
            guard let last = codings.last, codings.count <= 2 else { return nil }
            coding = last == "x-gzip" ? "gzip" : last
            inner = codings.count > 1 ? ContentDecoder(codings[0], acceptedBy: accepted) : nil
            guard ["gzip", "deflate"].contains(coding), Self.accepts(coding, accepted ?? "*"),
                codings.count == 1 || inner != nil
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

        /// Decodes the next bytes, and passes on what they contain until `pass` returns `false`. Returns whether it
        /// never did.
        ///
        /// - Throws: `URLError` with code `cannotDecodeContentData`.
        @discardableResult
        func decode(_ data: Data, _ pass: (Data) -> Bool) throws -> Bool {
            var rest = data
            while !rest.isEmpty {
                if hasEnded {
                    let next = rest.drop { $0 == 0 }
                    padding += rest.count - next.count + 18
                    guard coding == "gzip", padding <= Self.mostPadding else { throw failure("more follows its end") }
                    rest = next
                    if rest.isEmpty { return true }
                    if let inflater { cse_inflate_end(inflater) }
                    (inflater, hasEnded) = (nil, false)
                }
                guard let left = try decodeMember(rest, pass) else { return false }
                rest = rest.suffix(left)
            }
            return true
        }

        /// Decodes bytes up to the end of a member. Returns the number of bytes after it, or `nil` once `pass` has
        /// returned `false`.
        private func decodeMember(_ data: Data, _ pass: (Data) -> Bool) throws -> Int? {
            // `deflate` means the zlib format; some servers send raw deflate, which no encoder begins with this byte.
            let window: Int32 = coding == "gzip" ? 31 : data.first.map { $0 & 0x0F } == 8 ? 15 : -15
            if inflater == nil { inflater = cse_inflate_init(window) }
            guard let inflater else { throw CocoaError(.fileReadUnknown) }
            return try data.withUnsafeBytes { bytes in
                var input = bytes.bindMemory(to: UInt8.self).baseAddress
                var (left, vacant) = (bytes.count, 0)
                var code: Int32 = 0
                repeat {
                    vacant = room.count
                    code = cse_inflate(inflater, &input, &left, &room, &vacant)
                    let decoded = Data(room.dropLast(vacant))
                    if decoded.isEmpty { continue }
                    padding = 0
                    if try !(inner?.decode(decoded, pass) ?? pass(decoded)) { return nil }
                } while code == cse_z_ok && (left > 0 || vacant == 0)
                hasEnded = code == cse_z_stream_end
                // Without more input there may be no progress.
                let isUnfinished = code == cse_z_ok || code == cse_z_buf_error && left == 0
                guard hasEnded || isUnfinished else { throw failure("it is damaged") }
                return left
            }
        }

        /// - Throws: `URLError` with code `cannotDecodeContentData` for a body without its end.
        func finish() throws {
            if inflater != nil, !hasEnded { throw failure("it breaks off") }
            try inner?.finish()
        }

        private func failure(_ reason: String) -> URLError {
            .making(.cannotDecodeContentData, nil, "The body cannot be decoded as \(coding): \(reason).")
        }
    }
#endif
