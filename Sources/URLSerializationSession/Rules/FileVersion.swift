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
    func includes(_ part: HTTPURLResponse, _ range: ContentRange) -> Bool {
        let date = part.value(forHTTPHeaderField: "Last-Modified")
        let isSame =
            Self.isStrong(validator)
            ? Self.isSame(part.value(forHTTPHeaderField: "ETag"), validator)
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
    init?(_ response: HTTPURLResponse) {
        guard response.statusCode == 200, response.isIdentity,
            response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none"
        else { return nil }
        func time(_ date: String?) -> TimeInterval? { date.flatMap { HTTPDate.parse($0) }?.timeIntervalSince1970 }
        let tag = response.value(forHTTPHeaderField: "ETag")
        let date = response.value(forHTTPHeaderField: "Last-Modified")
        // A file may change twice within the second of its date, so a date is strong once it is a second old (section
        // 8.8.2.2).
        let age = (time(response.value(forHTTPHeaderField: "Date")) ?? -.infinity) - (time(date) ?? .infinity)
        guard let validator = tag ?? date, tag.map(Self.isStrong) ?? (age >= 1) else { return nil }
        let length = response.expectedContentLength
        self.init(validator: validator, lastModified: date, length: length < 0 ? nil : length)
    }
}

extension HTTPURLResponse {
    /// Whether the body comes uncompressed.
    var isIdentity: Bool {
        let coding = value(forHTTPHeaderField: "Content-Encoding") ?? ""
        return coding.isEmpty || coding.lowercased() == "identity"
    }
}

extension URLResponse {
    /// The length of the body as it will be handed out, in bytes, or −1 if it is unknown.
    var expectedBodyLength: Int64 {
        // URLSession decodes an encoded body, but reports its encoded length.
        if let response = self as? HTTPURLResponse, !response.isIdentity { return -1 }
        return max(expectedContentLength, -1)
    }
}
