/// The version of a file on a server, with which a later answer with another part of the file must agree.
///
/// | the first answer, status 200 | `If-Range` | the part must have |
/// |---|---|---|
/// | `ETag: "a"` | `"a"` | `ETag: "a"` |
/// | `ETag: "a"`, `Last-Modified: T` | `"a"` | `ETag: "a"`, and if any `Last-Modified: T` |
/// | `Last-Modified: T`, `Date:` a second later | `T` | `Last-Modified: T` |
/// | `ETag: W/"a"`, or neither | no part is requested | |
package struct FileVersion: Codable, Hashable, Sendable {
    /// The value of `If-Range` (RFC 9110, section 13.1.5): a strong entity tag, or the date of the last change.
    package let validator: String
    /// The date of the last change as the server writes it, or `nil` if the server states none.
    package let lastModified: String?
    /// The whole file's length in bytes, or `nil` if the server does not state it.
    package var length: Int64?

    package init(validator: String, lastModified: String? = nil, length: Int64? = nil) {
        self.validator = validator
        self.lastModified = lastModified
        self.length = length
    }

    /// Creates the version that a response with a whole file names. Returns `nil` where the rest of that file could not
    /// be requested, as of a compressed body, whose decoded bytes have other positions than the server's.
    package init?(_ response: HTTPURLResponse) {
        guard response.statusCode == 200, response.isIdentity,
            response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none"
        else { return nil }
        let date = response.value(forHTTPHeaderField: "Last-Modified")
        let length = response.expectedContentLength < 0 ? nil : response.expectedContentLength
        if let tag = response.value(forHTTPHeaderField: "ETag") {
            guard Self.isStrong(tag) else { return nil }
            self.init(validator: tag, lastModified: date, length: length)
        } else {
            // A file may change twice within the second of its date, so a date is strong once it is a second old
            // (section 8.8.2.2).
            guard let date, let changed = HTTPDate.parse(date),
                let sent = response.value(forHTTPHeaderField: "Date").flatMap({ HTTPDate.parse($0) }),
                sent.timeIntervalSince(changed) >= 1
            else { return nil }
            self.init(validator: date, lastModified: date, length: length)
        }
    }

    /// Whether a part is of this version: only parts with the same strong validator may be combined (RFC 9110, section
    /// 15.3.7.3).
    package func includes(_ part: HTTPURLResponse, _ range: ContentRange) -> Bool {
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
        guard let left, let right else { return false }
        return left.utf8.elementsEqual(right.utf8)
    }

    private static func isStrong(_ tag: String) -> Bool {
        tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count >= 2
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
    /// The length of the body as it will be handed out, in bytes, or −1 where it is unknown.
    var expectedBodyLength: Int64 {
        // URLSession decodes an encoded body, but reports its encoded length.
        if let response = self as? HTTPURLResponse, !response.isIdentity { return -1 }
        return max(expectedContentLength, -1)
    }
}
