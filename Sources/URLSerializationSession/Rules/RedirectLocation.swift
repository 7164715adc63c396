/// The value of a `Location` field: a reference to a URL (RFC 9110, section 10.2.2).
struct RedirectLocation {
    private let text: String

    /// - Parameter value: The value as Foundation gives it: without a trace of its encoding.
    ///
    /// A server that sends a URL's characters as they are, in UTF-8, is understood on every system: Apple's read fields
    /// as Latin-1, Linux's as UTF-8. So what is UTF-8 if read as Latin-1 is taken to be that.
    init(value: String) {
        // As URLs are read (WHATWG URL standard): no controls and spaces around them.
        text = (value.readingLatin1AsUTF8 ?? value).trimmingCharacters(in: Self.surroundings)
    }

    private static let surroundings = CharacterSet(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(0x20))

    var isEmpty: Bool { text.isEmpty }

    /// The URL that is meant (RFC 3986, section 5), with the base's fragment where it has none of its own.
    func resolved(against base: URL?) throws(SessionError) -> URL {
        guard let reference = URL(string: escaped, relativeTo: base)?.absoluteURL else {
            throw unsafe(base, "is no URL, or one whose user, host or port is not written as they are")
        }
        guard ["http", "https"].contains(reference.scheme?.lowercased()) else {
            throw unsafe(base, "is not of the schemes http and https")
        }
        guard let host = reference.host, !host.isEmpty else { throw unsafe(base, "names no host") }
        guard reference.port.map({ (0...0xFFFF).contains($0) }) ?? true else {
            throw unsafe(base, "has a port above 65535")
        }
        guard !text.contains("#"), let fragment = base?.encodedFragment else { return reference }
        return reference.changed { $0.percentEncodedFragment = fragment }
    }

    private func unsafe(_ url: URL?, _ what: String) -> SessionError {
        SessionError(
            .unsafeRedirect, url: url,
            reason: "The server redirects to \(text.quoted), which \(what). "
                + "Ask for the right URL, or have the server give one.")
    }

    /// The text, with everything percent-encoded after the authority that may not stand in a URL.
    ///
    /// Foundation does that too, but not on every system; and where there is one such character it encodes the percent
    /// signs of those that are encoded already. An authority is left to it: there the host's characters have a code of
    /// their own.
    private var escaped: String {
        let rest = pathStart
        var escaped = String(text[..<rest])
        var inFragment = false
        let bytes = Array(text[rest...].utf8)
        for (index, byte) in bytes.enumerated() {
            let isKept =
                switch byte {
                case UInt8(ascii: "%"): bytes.dropFirst(index + 1).prefix(2).count(where: Self.isHexDigit) == 2
                case UInt8(ascii: "#"): !inFragment
                default: Self.isAllowed(byte)
                }
            if byte == UInt8(ascii: "#") { inFragment = true }
            if isKept {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return escaped
    }

    /// Where the path begins, or the query: after `scheme://authority`, `//authority`, or nothing.
    private var pathStart: String.Index {
        let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
        var rest = text[end...]
        // A colon before the first of these ends a scheme; any other text before it is a path's.
        guard rest.hasPrefix("//"), end == text.startIndex || text[..<end].hasSuffix(":") else {
            return text.startIndex
        }
        rest = rest.dropFirst(2)
        return rest.firstIndex { "/?#".contains($0) } ?? text.endIndex
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    /// `pchar`, `/` and `?` (RFC 3986, section 3.3 to 3.5), without the percent sign.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
    }
}

extension String {
    /// The text that a server meant by a field's value, if it sent it in UTF-8 and it was read as Latin-1, as Apple's
    /// systems do; nil if it is no UTF-8 then. On Linux fields are read as UTF-8.
    var readingLatin1AsUTF8: String? {
        data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) }
    }
}
