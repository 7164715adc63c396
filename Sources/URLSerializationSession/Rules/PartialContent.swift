/// The validation of answers to requests for a file or for the rest of one, and the placing of their bodies (RFC 9110,
/// sections 14.4 and 15.3.7).
///
/// With 40,000 bytes of version `"a"` stored, whose whole length is 100,000:
///
/// | answer | place |
/// |---|---|
/// | 206, `ETag: "a"`, `Content-Range: bytes 40000-99999/100000` | behind the bytes that are stored |
/// | 206, `ETag: "b"` or none, another total, another start, compressed, several parts | none: the whole is requested |
/// | 206 without a total, where the first response stated none either | none: its end could be missing |
/// | 206, `Content-Range: bytes 40000-99999/100000`, `Content-Length: 10` | an error |
/// | 416 | none: the whole is requested |
/// | 200 | in place of the bytes that are stored |
/// | 503 | aside: the bytes that are stored stay |
enum PartialContent {
    /// The place of an answer's body.
    enum Place: Equatable {
        /// After the stored bytes: exactly `count` bytes, of a file of `total`.
        case rest(count: Int64, total: Int64)
        /// In place of the stored bytes.
        case whole
        /// Nowhere: it does not continue the stored bytes. The request has to be sent again for the whole file.
        case none
        /// Apart from the stored bytes: it is not the file's content.
        case aside
    }

    /// Returns the place of an answer's body to a request for the rest of a file.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - length: The number of bytes that are stored.
    ///   - version: The version that they belong to.
    /// - Throws: ``SessionError`` with code ``SessionError/Code/invalidPartialContent`` for a part whose lengths
    ///   contradict each other.
    static func place(
        of response: HTTPURLResponse, after length: Int64, of version: FileVersion
    ) throws(SessionError) -> Place {
        switch response.statusCode {
        case 206:
            guard let range = singleRange(of: response), range.first == length, response.isIdentity,
                version.includes(response, range), let total = range.total ?? version.length
            else { return .none }
            try requireAgreement(response, range)
            return .rest(count: range.count, total: total)
        case 416: return .none
        case 200: return .whole
        default: return .aside
        }
    }

    /// Returns the number of bytes that the body of an answer must have, or `nil` if the answer does not state it.
    ///
    /// - Parameters:
    ///   - response: The answer to a request to which this module has added no range.
    ///   - isWholeWanted: Whether the request has no range at all.
    /// - Throws: ``SessionError`` with code ``SessionError/Code/invalidPartialContent`` for a part that was not
    ///   requested, and one whose lengths contradict each other.
    static func count(of response: HTTPURLResponse, isWholeWanted: Bool) throws(SessionError) -> Int64? {
        guard response.statusCode == 206 else { return nil }
        let range = singleRange(of: response)
        guard !isWholeWanted || (range.map { $0.first == 0 && $0.total == $0.count } ?? false) else {
            throw invalid(response.url, "The server answers with a part of the file, though the whole was asked for.")
        }
        guard let range, response.isIdentity else { return nil }
        try requireAgreement(response, range)
        return range.count
    }

    /// Returns the error of a body whose length differs from its `Content-Range`.
    static func mismatch(_ url: URL?) -> SessionError {
        invalid(url, "The part of the file that came has more or fewer bytes than its Content-Range.")
    }

    /// Returns the range of an answer with one part, or `nil`. Several parts come in an envelope, each with its own
    /// range (section 14.6).
    private static func singleRange(of response: HTTPURLResponse) -> ContentRange? {
        let isEnvelope = response.mimeType?.lowercased().hasPrefix("multipart/") ?? false
        return isEnvelope ? nil : response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.init)
    }

    private static func requireAgreement(_ response: HTTPURLResponse, _ range: ContentRange) throws(SessionError) {
        let length = response.expectedContentLength
        if length >= 0, length != range.count { throw mismatch(response.url) }
    }

    private static func invalid(_ url: URL?, _ reason: String) -> SessionError {
        SessionError(
            .invalidPartialContent, url: url,
            reason: "\(reason) Download the whole again, or have the server corrected.")
    }
}

extension Int64 {
    /// Returns the sum, or the nearest value of the type.
    ///
    /// A server can write any number into `Content-Length` and `Content-Range`. All sums of such numbers are computed
    /// here, so that none can overflow and end the process.
    ///
    /// `40_000` + `9_223_372_036_854_775_000` → `Int64.max`
    func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}
