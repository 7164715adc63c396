/// The rules for storing and finding cookies (RFC 6265). Foundation on Linux ignores `Max-Age`, most dates, paths and
/// `Secure`, and sends expired cookies.
///
/// From `https://www.example.com/a/b`:
///
/// | line | result |
/// |---|---|
/// | `a=x,y=z` | `a`, for this host only and every path |
/// | `a=1; Domain=example.com; Path=/a` | `a`, for all hosts of the domain, for `/a` and what is below it |
/// | `a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT` | `a`, for a minute |
/// | `a=; Max-Age=0` | removes the stored cookie of the same name, domain and path |
/// | `a=1; Domain=example.org`, `Domain=com` | nothing |
enum CookieRules {
    /// The length of the longest accepted line in bytes: a name and a value of 4 KiB, and their attributes.
    private static let longest = 8192
    /// The largest number of cookies that are kept for a host. Otherwise, a server could fill the memory.
    private static let most = 180

    /// Keeps the cookies that a server sets.
    ///
    /// - Parameters:
    ///   - lines: The values of the fields `Set-Cookie`, one cookie each. A line that sets no cookie is skipped.
    ///   - message: The message whose response this is. Without a `mainDocumentURL`, the policy
    ///     `onlyFromMainDocumentDomain` accepts all cookies.
    ///   - policy: The configuration's policy. A storage whose own policy is `never` keeps nothing either.
    static func store(
        _ lines: [String], of message: URLRequest, in storage: HTTPCookieStorage, by policy: HTTPCookie.AcceptPolicy,
        now: Date = Date()
    ) {
        guard ![policy, storage.cookieAcceptPolicy].contains(.never), !lines.isEmpty, let url = message.url,
            let host = url.host?.lowercased(), !host.isEmpty
        else { return }
        if policy == .onlyFromMainDocumentDomain, let mainDocument = message.mainDocumentURL {
            // As in Foundation: the document's host must be the server's, or one of its subdomains.
            guard isHost(mainDocument.host?.lowercased() ?? "", in: ".\(host)") else { return }
        }
        for line in lines {
            guard let cookie = cookie(line, from: url, host: host, now: now) else { continue }
            let stored = current(in: storage, now: now)
            let equal = stored.filter { $0.name == cookie.name && $0.path == cookie.path && $0.host == cookie.host }
            let isExpired = cookie.isExpired(at: now)
            for old in equal where isExpired || old.domain != cookie.domain { storage.deleteCookie(old) }
            guard !isExpired else { continue }
            if equal.isEmpty, stored.filter({ isHost(host, in: $0.domain) }).count >= most { continue }
            storage.setCookie(cookie)
        }
    }

    /// Returns the cookies to send to a URL, those of longer paths first. Expired ones are removed from the storage.
    static func cookies(for url: URL, in storage: HTTPCookieStorage, now: Date = Date()) -> [HTTPCookie] {
        let stored = current(in: storage, now: now)
        guard !stored.isEmpty, let host = url.host?.lowercased(), let path = url.components?.percentEncodedPath
        else { return [] }
        let isSecure = url.scheme?.lowercased() == "https"
        return stored.filter { cookie in
            isHost(host, in: cookie.domain) && isPath(path.isEmpty ? "/" : path, in: cookie.path)
                && (isSecure || !cookie.isSecure) && !HTTPSyntax.hasControls(cookie.name + cookie.value)
        }.sorted { ($1.path.utf8.count, $0.name) < ($0.path.utf8.count, $1.name) }
    }

    /// Returns the stored cookies, without the expired ones, which it removes.
    private static func current(in storage: HTTPCookieStorage, now: Date) -> [HTTPCookie] {
        let stored = storage.cookies ?? []
        for cookie in stored where cookie.isExpired(at: now) { storage.deleteCookie(cookie) }
        return stored.filter { !$0.isExpired(at: now) }
    }

    // MARK: - A line

    private static func cookie(_ line: String, from url: URL, host: String, now: Date) -> HTTPCookie? {
        guard line.utf8.count <= longest, !HTTPSyntax.hasControls(line) else { return nil }
        var pairs = line.split(separator: ";", omittingEmptySubsequences: false).map(pair)[...]
        guard case (let name, let value?)? = pairs.popFirst(), !name.isEmpty else { return nil }
        // If an attribute repeats, the last one counts.
        let attributes = Dictionary(pairs.map { ($0.0.lowercased(), $0.1 ?? "") }) { $1 }
        guard let domain = domain(attributes["domain"] ?? "", for: host) else { return nil }
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .domain: domain, .path: path, .originURL: url,
        ]
        let age = attributes["max-age"].flatMap(age).map(now.addingTimeInterval)
        let expires = age ?? attributes["expires"].flatMap(HTTPDate.parseExpires)
        properties[.expires] = expires
        properties[.discard] = expires == nil ? "TRUE" : nil
        properties[.secure] = attributes["secure"].map { _ in "TRUE" }
        properties[HTTPCookiePropertyKey("HttpOnly")] = attributes["httponly"].map { _ in "TRUE" }
        return HTTPCookie(properties: properties)
    }

    /// Returns the name and the value of a pair. The value is `nil` without `=`.
    private static func pair(_ text: Substring) -> (String, String?) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    /// Returns the seconds of a `Max-Age`, at most about three centuries, or `nil` for one that does not count.
    private static func age(_ text: String) -> TimeInterval? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.isDigits, !digits.isEmpty, let seconds = TimeInterval(text) else { return nil }
        return max(-1, min(seconds, 1e10))
    }

    /// Returns the domain of a cookie, beginning with a dot if it includes the hosts below it, or `nil` if the host may
    /// not set cookies for it.
    private static func domain(_ attribute: String, for host: String) -> String? {
        let domain = attribute.lowercased().drop { $0 == "." }
        let labels = host.split(separator: ".")
        let isAddress = host.contains(":") || labels.last?.isDigits ?? true
        if domain.isEmpty || (domain == host && (isAddress || labels.count < 2)) { return host }
        // A single label, such as `com`, is a public suffix.
        guard !isAddress, domain.split(separator: ".").count > 1, isHost(host, in: ".\(domain)") else { return nil }
        return ".\(domain)"
    }

    // MARK: - Matching

    /// Whether a host is a domain's: the domain itself, or a host below one that begins with a dot.
    private static func isHost(_ host: String, in domain: String) -> Bool {
        domain.hasPrefix(".") ? host == domain.dropFirst() || host.hasSuffix(domain) : host == domain
    }

    /// Whether a URL's path is a cookie's or below it (RFC 6265, section 5.1.4).
    private static func isPath(_ path: String, in folder: String) -> Bool {
        path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}

extension HTTPCookie {
    fileprivate func isExpired(at now: Date) -> Bool { expiresDate.map { $0 <= now } ?? false }

    /// The domain without the dot that stands for the hosts below it.
    fileprivate var host: Substring { domain.drop { $0 == "." } }
}
