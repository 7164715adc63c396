/// The value of a `Location` field: a reference to a URL (RFC 9110, section 10.2.2).
struct RedirectLocation {
    private let text: String

    /// Reads the field of a response, or returns `nil` without one and for an empty one.
    ///
    /// Some servers send a URL's characters unescaped, in UTF-8. Foundation reads fields as Latin-1 on Apple's systems
    /// and as UTF-8 on Linux, so a value whose Latin-1 bytes are valid UTF-8 is read as UTF-8.
    init?(_ response: HTTPURLResponse) {
        guard let value = response.value(forHTTPHeaderField: "Location") else { return nil }
        // The WHATWG URL standard strips controls and spaces around a URL.
        text = (value.readingLatin1AsUTF8 ?? value).trimmingCharacters(in: Self.surroundings)
        if text.isEmpty { return nil }
    }

    private static let surroundings = CharacterSet(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(0x20))

    /// Returns the URL that the reference stands for (RFC 3986, section 5), with the base's fragment if the reference
    /// has none.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unsafeRedirect``.
    func resolved(against base: URL?) throws(SessionError) -> URL {
        guard let reference = URL(string: escaped, relativeTo: base)?.absoluteURL else {
            throw unsafe(base, "is not a URL, or has an invalid user, host or port")
        }
        guard ["http", "https"].contains(reference.scheme?.lowercased()) else {
            throw unsafe(base, "is not of the schemes http and https")
        }
        guard let host = reference.host, !host.isEmpty else { throw unsafe(base, "names no host") }
        guard reference.port.map({ (0...0xFFFF).contains($0) }) ?? true else {
            throw unsafe(base, "has a port above 65535")
        }
        guard !text.contains("#"), let fragment = base?.components?.percentEncodedFragment else { return reference }
        return reference.changed { $0.percentEncodedFragment = fragment }
    }

    private func unsafe(_ url: URL?, _ what: String) -> SessionError {
        SessionError(
            .unsafeRedirect, url: url,
            reason: "The server redirects to \(text.quoted), which \(what). "
                + "Request the right URL, or have the server corrected.")
    }

    /// The text, in which every character after the authority that a URL may not contain is percent-encoded.
    ///
    /// Foundation does that only on some systems, and encodes the percent signs of escapes a second time as soon as one
    /// character needs an escape. The authority is left to Foundation, because hosts are encoded differently.
    private var escaped: String {
        let parts = text[pathStart...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        return text[..<pathStart] + parts.map { URL.repaired(query: String($0)) }.joined(separator: "#")
    }

    /// The start of the path or the query: after `scheme://authority`, `//authority`, or nothing.
    private var pathStart: String.Index {
        let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
        // Text before the first of these is a scheme if it ends in a colon, and a path otherwise.
        guard text[end...].hasPrefix("//"), end == text.startIndex || text[..<end].hasSuffix(":") else {
            return text.startIndex
        }
        return text[end...].dropFirst(2).firstIndex { "/?#".contains($0) } ?? text.endIndex
    }

}

extension String {
    /// The text of a field's value that was sent in UTF-8 and read as Latin-1, as Foundation on Apple's systems does,
    /// or `nil` if its bytes are not UTF-8. On Linux fields are read as UTF-8.
    var readingLatin1AsUTF8: String? { data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) } }
}
