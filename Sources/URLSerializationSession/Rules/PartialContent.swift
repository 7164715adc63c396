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
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/partialContent`` for a part whose lengths
    ///   contradict each other.
    static func place(
        of response: ResponseHead, after length: Int64, of version: FileVersion
    ) throws(RequestError) -> Place {
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
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/partialContent`` for a part that was not
    ///   requested, and one whose lengths contradict each other.
    static func count(of response: ResponseHead, isWholeWanted: Bool) throws(RequestError) -> Int64? {
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
    static func mismatch(_ url: URL?) -> RequestError {
        invalid(url, "The part of the file that came has more or fewer bytes than its Content-Range.")
    }

    /// Returns the range of an answer with one part, or `nil`. Several parts come in an envelope, each with its own
    /// range (section 14.6).
    private static func singleRange(of response: ResponseHead) -> ContentRange? {
        let isEnvelope = response.value(of: "Content-Type")?.lowercased().hasPrefix("multipart/") ?? false
        return isEnvelope ? nil : response.value(of: "Content-Range").flatMap(ContentRange.init)
    }

    private static func requireAgreement(_ response: ResponseHead, _ range: ContentRange) throws(RequestError) {
        if let length = response.expectedBodyLength, length != range.count { throw mismatch(response.url) }
    }

    private static func invalid(_ url: URL?, _ reason: String) -> RequestError {
        RequestError(
            .partialContent, url: url,
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

/// The part of a file that a response with status 206 carries (RFC 9110, section 14.4).
///
///     bytes 5-9/10    first 5, last 9, total 10
///     bytes 5-9/*     first 5, last 9, no total
///     bytes 9-5/10    none
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The whole file's length in bytes, or `nil` if the server does not know it.
    let total: Int64?

    /// Reads a field's value. Returns `nil` for anything but one range of bytes that lies within its file.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let numbers = words[1].split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
        guard numbers.count == 3, words[1].hasPrefix("\(numbers[0])-\(numbers[1])/"),
            let first = Self.number(numbers[0]), let last = Self.number(numbers[1]), first <= last
        else { return nil }
        self.first = first
        self.last = last
        total = Self.number(numbers[2])
        guard total.map({ $0 > last }) ?? (numbers[2] == "*") else { return nil }
    }

    /// The part's length in bytes, at most `Int64.max`.
    var count: Int64 { (last - first).saturatingSum(1) }

    private static func number(_ text: Substring) -> Int64? { text.isDigits ? Int64(text) : nil }
}

/// The version of a file on a server. A later answer with another part of the file must match it.
///
/// | the first answer, status 200 | `If-Range` | the part must have |
/// |---|---|---|
/// | `ETag: "a"` | `"a"` | `ETag: "a"` |
/// | `ETag: "a"`, `Last-Modified: T` | `"a"` | `ETag: "a"`, and if any `Last-Modified: T` |
/// | `Last-Modified: T`, `Date:` a second later | `T` | `Last-Modified: T` |
/// | `ETag: W/"a"`, or neither | no part is requested | |
struct FileVersion: Codable, Hashable, Sendable {
    /// The value of `If-Range` (RFC 9110, section 13.1.5): a strong entity tag, or the date of the last change.
    let validator: String
    /// The date of the last change as the server writes it, or `nil` if the server states none.
    var lastModified: String?
    /// The whole file's length in bytes, or `nil` if the server does not state it.
    var length: Int64?

    /// Whether a part is of this version: only parts with the same strong validator may be combined (RFC 9110, section
    /// 15.3.7.3).
    func includes(_ part: ResponseHead, _ range: ContentRange) -> Bool {
        let date = part.value(of: "Last-Modified")
        let isSame =
            Self.isStrong(validator)
            ? Self.isSame(part.value(of: "ETag"), validator)
                && (date == nil || lastModified == nil || Self.isSame(date, lastModified))
            : Self.isSame(date, validator)
        guard isSame, let length else { return isSame }
        return range.last < length && (range.total ?? length) == length
    }

    /// Whether two values have the same bytes (RFC 9110, section 8.8.3.2): texts that Swift calls equal can differ.
    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }

    private static func isStrong(_ tag: String) -> Bool {
        tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count >= 2
    }
}

extension FileVersion {
    /// Creates the version that a response with a whole file names. Returns `nil` if the rest of that file could not be
    /// requested, as with a compressed body, whose decoded bytes have different positions than the server's.
    init?(_ response: ResponseHead) {
        guard response.statusCode == 200, response.isIdentity,
            response.value(of: "Accept-Ranges")?.lowercased() != "none"
        else { return nil }
        func time(_ date: String?) -> TimeInterval? { date.flatMap { HTTPDate.parse($0) }?.timeIntervalSince1970 }
        let tag = response.value(of: "ETag")
        let date = response.value(of: "Last-Modified")
        // A file may change twice within the second of its date, so a date is strong once it is a second old (section
        // 8.8.2.2).
        let age = (time(response.value(of: "Date")) ?? -.infinity) - (time(date) ?? .infinity)
        guard let validator = tag ?? date, tag.map(Self.isStrong) ?? (age >= 1) else { return nil }
        self.init(validator: validator, lastModified: date, length: response.expectedBodyLength)
    }
}

extension ResponseHead {
    /// Whether the body has no content coding.
    var isIdentity: Bool {
        ["", "identity"].contains((value(of: "Content-Encoding") ?? "").lowercased())
    }

    /// The length of the body as it will be handed out, in bytes, or `nil` if it is unknown, as for a body that is
    /// decoded, whose stated length is the encoded one.
    var expectedBodyLength: Int64? {
        guard isIdentity else { return nil }
        let length = statusCode == nil ? response.expectedContentLength : Int64(value(of: "Content-Length") ?? "")
        return length.flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// The number of answers in which a server may deliver the rest of one file.
///
/// A server may answer a request for the rest with only a part of it (RFC 9110, section 15.3.7); the remainder is then
/// requested again. An answer is small if it brings less than 1 MiB and less than a hundredth of the missing bytes.
///
/// | bytes missing | bytes in an answer | small |
/// |---|---|---|
/// | 10 | 4 | no |
/// | 1,000,000 | 10,000 | no |
/// | 1,000,000 | 9,999 | yes |
/// | 2⁶² | 1 MiB | no |
/// | 2⁶² | 1 | yes |
struct PartAllowance: Hashable, Sendable {
    /// The number of answers for one download, retries included.
    static let mostParts = 10_000
    /// The number of small answers among them.
    static let mostSmallParts = 16

    private var parts = 0
    private var smallParts = 0

    /// Counts an answer that did not bring all missing bytes.
    ///
    /// - Parameters:
    ///   - received: The number of bytes in the answer.
    ///   - missing: The number of bytes that were missing before it.
    /// - Returns: Whether the remainder may be requested.
    mutating func admitsAnother(afterReceiving received: Int64, of missing: Int64) -> Bool {
        parts += 1
        if received < 1 << 20, received < missing / 100 || received == 0 { smallParts += 1 }
        return parts < Self.mostParts && smallParts < Self.mostSmallParts
    }

    static func exceeded(_ url: URL?) -> RequestError {
        RequestError(
            .invalidResponse, url: url,
            reason: "The server delivers the file in more parts than are requested: \(mostParts), or "
                + "\(mostSmallParts) that bring less than 1 MiB and a hundredth of the missing bytes. Resume the "
                + "download later, or use another server.")
    }
}
