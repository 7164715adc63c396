/// The version of a file on a server: what a later answer with another part of it must agree with.
///
/// | the first answer, status 200 | `If-Range` | the part must have |
/// |---|---|---|
/// | `ETag: "a"` | `"a"` | `ETag: "a"` |
/// | `ETag: "a"`, `Last-Modified: T` | `"a"` | `ETag: "a"`, and if any `Last-Modified: T` |
/// | `Last-Modified: T`, `Date:` a second later | `T` | `Last-Modified: T` |
/// | `ETag: W/"a"`, or neither | no part is asked for | |
package struct FileVersion: Hashable, Sendable {
    /// The value of `If-Range` (RFC 9110, section 13.1.5): a strong entity tag, or the date of the last change.
    package let validator: String
    /// The date of the last change as the server writes it, or `nil` if it does not say one.
    package let lastModified: String?
    /// The whole file's length in bytes, or `nil` if the server does not say it.
    package var length: Int64?

    package init(validator: String, lastModified: String? = nil, length: Int64? = nil) {
        self.validator = validator
        self.lastModified = lastModified
        self.length = length
    }

    /// The version that a response with a whole file names; `nil` where its rest cannot be asked for.
    ///
    /// The bytes are counted as they are written: those of a body that came compressed are not the file's.
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
            // A file may change twice in the second that its date has; a date a second old is a strong one (section
            // 8.8.2.2).
            guard let date, let changed = HTTPDate.parse(date),
                let sent = response.value(forHTTPHeaderField: "Date").flatMap({ HTTPDate.parse($0) }),
                sent.timeIntervalSince(changed) >= 1
            else { return nil }
            self.init(validator: date, lastModified: date, length: length)
        }
    }

    /// Whether a part is one of this version: parts may be put together only if they share a strong validator
    /// (RFC 9110, section 15.3.7.3).
    package func includes(_ part: HTTPURLResponse, _ range: ContentRange) -> Bool {
        let date = part.value(forHTTPHeaderField: "Last-Modified")
        if Self.isStrong(validator) {
            guard Self.isSame(part.value(forHTTPHeaderField: "ETag"), validator),
                date == nil || lastModified == nil || Self.isSame(date, lastModified)
            else { return false }
        } else {
            guard Self.isSame(date, validator) else { return false }
        }
        guard let length else { return true }
        return range.last < length && (range.total ?? length) == length
    }

    /// Byte by byte (RFC 9110, section 8.8.3.2): texts that Swift calls equal can differ.
    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return false }
        return left.utf8.elementsEqual(right.utf8)
    }

    private static func isStrong(_ tag: String) -> Bool {
        tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count >= 2
    }
}

extension HTTPURLResponse {
    /// Whether the body comes as it is, not compressed.
    var isIdentity: Bool {
        let coding = value(forHTTPHeaderField: "Content-Encoding") ?? ""
        return coding.isEmpty || coding.lowercased() == "identity"
    }
}
