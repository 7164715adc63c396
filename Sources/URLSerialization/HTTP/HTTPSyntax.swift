/// The syntax of heads (RFC 9110).
///
/// Foundation on Linux sends CR and LF in methods and field names unchanged, and in values that are set through
/// `allHTTPHeaderFields`; `setValue(_:forHTTPHeaderField:)` silently drops such values. AFNetworking leaves this to
/// Foundation. This package reports them as errors.
package enum HTTPSyntax {
    /// Checks a request method: a token (section 9.1).
    package static func validate(method: String) throws(RequestSerializationError) {
        guard isToken(method) else {
            throw RequestSerializationError(
                .invalidMethod, field: "httpMethod",
                reason: "\(method.quoted) is not a method. Use letters, digits and !#$%&'*+-.^_`|~ only.")
        }
    }

    /// Checks a field: its name, a token (section 5.1), and its value, without control characters except tabs (section
    /// 5.5).
    package static func validate(name: String, value: String) throws(RequestSerializationError) {
        guard isToken(name) else {
            throw RequestSerializationError(
                .invalidHeader, field: name,
                reason: "\(name.quoted) is not the name of a header. "
                    + "Use letters, digits and !#$%&'*+-.^_`|~ only.")
        }
        guard !hasControls(value) else {
            throw RequestSerializationError(
                .invalidHeader, field: name,
                reason: "The value \(value.quoted) contains control characters. Remove or encode them.")
        }
    }

    /// Checks a request's URL: a scheme, and for http and https a host and a port below 65536 (RFC 9110, section 4.2).
    ///
    /// - Parameter hint: A further remedy for a URL without a scheme, as the end of a sentence.
    package static func validate(url: URL?, hint: String = "") throws(RequestSerializationError) {
        guard let url = url?.absoluteURL else { throw invalidURL("The request has no URL. Give it one.") }
        let text = { excerpt(of: url.absoluteString) }
        guard let scheme = url.scheme?.lowercased(), !scheme.isEmpty else {
            throw invalidURL("The URL \(text()) has no scheme. Begin it with http:// or https://\(hint).")
        }
        guard ["http", "https"].contains(scheme) else {
            // `localhost:8080/a` and `example.com:443` are URLs of the schemes `localhost` and `example.com`.
            let afterScheme = url.absoluteString.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
            let afterDigits = afterScheme.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let hasPort = afterDigits.count < afterScheme.count
            guard hasPort, afterDigits.first.map({ "/?#".utf8.contains($0) }) ?? true else { return }
            throw invalidURL(
                "The URL \(text()) has a host and a port, but no scheme. Begin it with http:// or https://.")
        }
        guard let host = url.host, !host.isEmpty else {
            throw invalidURL("The URL \(text()) has no host. Write it between \(scheme):// and the path.")
        }
        guard url.port.map({ (0...0xFFFF).contains($0) }) ?? true else {
            throw invalidURL("The URL \(text()) has a port above 65535. Give the server's.")
        }
    }

    /// Returns the beginning of a URL in quotes, without its possibly secret parts: user, password, query and fragment.
    static func excerpt(of url: String) -> String {
        var text = url.prefix { $0 != "?" && $0 != "#" }
        if let at = text.lastIndex(of: "@") { text = text[text.index(after: at)...] }
        return (text.count > 100 ? text.prefix(100) + "…" : text[...]).description.quoted
    }

    private static func invalidURL(_ reason: String) -> RequestSerializationError {
        RequestSerializationError(.invalidURL, field: "url", reason: reason)
    }

    /// Whether a text has control characters other than tabs. CR, LF and NUL end a field; ESC, DEL and others control a
    /// terminal that displays it.
    package static func hasControls(_ text: String) -> Bool {
        // Without a branch for each byte, the compiler checks 16 at a time.
        let isPlain = text.withRun { bytes in bytes.reduce(UInt8(0)) { $0 | ($1 &- 0x20 > 0x5E ? 1 : 0) } == 0 }
        guard !isPlain else { return false }
        return text.unicodeScalars.contains { $0.isControl && $0 != "\t" }
    }

    /// Whether a text is a token (section 5.6.2).
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.withRun { $0.allSatisfy { isInToken[Int($0)] } }
    }

    private static let isInToken = (0...UInt8.max).map { $0.isLetterOrDigit || "-!#$%&'*+.^_`|~".utf8.contains($0) }
}
