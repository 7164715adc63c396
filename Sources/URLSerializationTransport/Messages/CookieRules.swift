/// The rules for storing and finding cookies (RFC 6265bis). Foundation on Linux ignores `Max-Age`, most dates, paths
/// and `Secure`, and sends expired cookies.
///
/// From `https://www.example.com/a/b`:
///
/// | line | result |
/// |---|---|
/// | `a=x,y=z` | `a`, for this host only, for `/a` and what is below it |
/// | `a=1; Domain=example.com; Path=/` | `a`, for all hosts of the domain and every path |
/// | `a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT` | `a`, for a minute |
/// | `a=; Max-Age=0` | removes the stored cookie of the same name, domain and path |
/// | `a=1; Domain=example.org`, `Domain=com`, `Domain=..example.com` | nothing |
/// | `__Host-a=1; Secure; Path=/` | `__Host-a`; nothing without `Secure` or `Path=/`, and with a `Domain` |
enum CookieRules {
    /// The length of the longest accepted line in bytes, of a name and its value, and of an attribute's value.
    private static let (longest, longestPair, longestAttribute) = (8192, 4096, 1024)
    /// The largest number of cookies that a response sets and that are kept for a host, and for all hosts. Otherwise, a
    /// server could fill the memory.
    private static let (most, mostOfAll) = (180, 3000)
    /// The most bytes of a `Cookie` field. Servers refuse longer heads.
    private static let longestField = 1 << 14
    /// The times at which cookies were created that have replaced others, by the replacements: Foundation does not keep
    /// them.
    private static let creations = Locked<[String: TimeInterval]>([:])

    /// Keeps the cookies that a server sets.
    ///
    /// - Parameters:
    ///   - lines: The values of the fields `Set-Cookie`, one cookie each. A line that sets no cookie is skipped.
    ///   - message: The message whose response this is. Without a `mainDocumentURL`, the policy
    ///     `onlyFromMainDocumentDomain` accepts all cookies.
    ///   - policy: The configuration's policy. A storage whose own policy is `never` keeps nothing either.
    ///   - isPublicSuffix: Returns whether domains below a name, such as `co.uk`, belong to different owners.
    static func store(
        _ lines: [String], of message: URLRequest, in storage: HTTPCookieStorage, by policy: HTTPCookie.AcceptPolicy,
        now: Date = Date(), isPublicSuffix: (String) -> Bool = { _ in false }
    ) {
        guard ![policy, storage.cookieAcceptPolicy].contains(.never), !lines.isEmpty, let url = message.url,
            let host = url.host?.lowercased(), !host.isEmpty
        else { return }
        if policy == .onlyFromMainDocumentDomain, let mainDocument = message.mainDocumentURL {
            // As in Foundation: the document's host must be the server's, or one of its subdomains.
            guard isHost(mainDocument.host?.lowercased() ?? "", in: ".\(host)") else { return }
        }
        let set = cookies(lines) { cookie($0, from: url, host: host, now: now, isPublicSuffix) }
        let stored = set.isEmpty ? [] : current(in: storage, now: now)
        let named = Dictionary(grouping: stored, by: \.name)
        var count = stored.count { isHost(host, in: $0.domain) }
        for cookie in set {
            let others = named[cookie.name] ?? []
            // Over http, a secure cookie is neither replaced nor hidden.
            guard Origin(url).isSecure || !others.contains(where: { $0.isSecure && overlap($0, cookie) })
            else { continue }
            let (equal, isExpired) = (others.filter { $0.key == cookie.key }, cookie.isExpired(at: now))
            for old in equal where isExpired || old.domain != cookie.domain { storage.deleteCookie(old) }
            if isExpired { count -= equal.count }
            guard !isExpired, !equal.isEmpty || count < most else { continue }
            if equal.isEmpty { count += 1 }
            // A cookie is as old as the one that it replaces.
            creations.withLock { creations in
                if creations.count > mostOfAll { creations = [:] }
                for old in equal.prefix(1) {
                    creations[cookie.identity] = creations.removeValue(forKey: old.identity) ?? old.made
                }
            }
            storage.setCookie(cookie)
        }
        guard stored.count + set.count > mostOfAll else { return }
        for (old, _) in byAge(storage.cookies ?? []).dropLast(mostOfAll) { storage.deleteCookie(old) }
    }

    /// Returns the cookies to send to a URL, those of longer paths and then the older ones first, without the oldest if
    /// they are too long. Expired ones are removed from the storage.
    static func cookies(for url: URL, in storage: HTTPCookieStorage, now: Date = Date()) -> [HTTPCookie] {
        let stored = current(in: storage, now: now)
        guard !stored.isEmpty, let host = url.host?.lowercased(), let path = url.components?.percentEncodedPath
        else { return [] }
        let sent = stored.filter { cookie in
            isHost(host, in: cookie.domain) && isPath(path.isEmpty ? "/" : path, in: cookie.path)
                && (Origin(url).isSecure || !cookie.isSecure) && !HTTPSyntax.hasControls(cookie.name + cookie.value)
        }
        var room = longestField
        return byAge(sent).reversed().filter { cookie, _ in
            let length = cookie.name.utf8.count + cookie.value.utf8.count + "=; ".utf8.count
            guard length <= room else { return false }
            room -= length
            return true
        }.sorted { ($1.0.path.utf8.count, $0.1) < ($0.0.path.utf8.count, $1.1) }.map(\.0)
    }

    /// Returns cookies with the times of their creation, the oldest first.
    private static func byAge(_ cookies: [HTTPCookie]) -> [(HTTPCookie, TimeInterval)] {
        let creations = creations.value
        return cookies.map { ($0, creations[$0.identity] ?? $0.made) }.sorted { $0.1 < $1.1 }
    }

    /// Returns the stored cookies, without the expired ones, which it removes.
    private static func current(in storage: HTTPCookieStorage, now: Date) -> [HTTPCookie] {
        let stored = storage.cookies ?? []
        for cookie in stored where cookie.isExpired(at: now) { storage.deleteCookie(cookie) }
        return stored.filter { !$0.isExpired(at: now) }
    }

    // MARK: - A line

    /// Returns the cookies of the last lines, the last of equal ones in the place of the first.
    private static func cookies(_ lines: [String], _ read: (String) -> HTTPCookie?) -> ArraySlice<HTTPCookie> {
        var (cookies, places): ([HTTPCookie], [String: Int]) = ([], [:])
        for cookie in lines.compactMap(read) {
            if let place = places[cookie.key] { cookies[place] = cookie } else { cookies.append(cookie) }
            places[cookie.key] = places[cookie.key] ?? cookies.count - 1
        }
        return cookies.suffix(most)
    }

    private static func cookie(
        _ line: String, from url: URL, host: String, now: Date, _ isPublicSuffix: (String) -> Bool
    ) -> HTTPCookie? {
        guard line.utf8.count <= longest, !HTTPSyntax.hasControls(line) else { return nil }
        var pairs = line.split(separator: ";", omittingEmptySubsequences: false).map(pair)[...]
        guard case (let name, let value?)? = pairs.popFirst(), !name.isEmpty,
            name.utf8.count + value.utf8.count <= longestPair
        else { return nil }
        // If an attribute repeats, the last one counts.
        let attributes = Dictionary(
            pairs.map { ($0.0.lowercased(), $0.1 ?? "") }.filter { $0.1.utf8.count <= longestAttribute }
        ) { $1 }
        guard let domain = domain(attributes["domain"] ?? "", for: host, isPublicSuffix) else { return nil }
        let (isSecure, isBound) = (attributes["secure"] != nil, name.lowercased().hasPrefix("__host-"))
        guard isSecure ? Origin(url).isSecure : !isBound && !name.lowercased().hasPrefix("__secure-"),
            !isBound || attributes["domain"] ?? "" == "" && attributes["path"] == "/"
        else { return nil }
        let folder =
            url.components?.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/") ?? ""
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? (folder.isEmpty ? "/" : folder)
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .domain: domain, .path: path, .originURL: url,
        ]
        let age = attributes["max-age"].flatMap(age).map(now.addingTimeInterval)
        let expires = age ?? attributes["expires"].flatMap(HTTPDate.parseExpires)
        properties[.expires] = expires
        properties[.discard] = expires == nil ? "TRUE" : nil
        properties[.secure] = isSecure ? "TRUE" : nil
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
    private static func domain(
        _ attribute: String, for host: String, _ isPublicSuffix: (String) -> Bool
    ) -> String? {
        let domain = attribute.lowercased().dropFirst(attribute.hasPrefix(".") ? 1 : 0)
        let labels = host.split(separator: ".")
        let isAddress = host.contains(":") || labels.last?.isDigits ?? true
        if domain.isEmpty || (domain == host && (isAddress || labels.count < 2)) { return host }
        // A single label, such as `com`, is a public suffix.
        guard !isAddress, domain.split(separator: ".").count > 1, isHost(host, in: ".\(domain)") else { return nil }
        if isPublicSuffix(String(domain)) { return domain == host ? host : nil }
        return ".\(domain)"
    }

    // MARK: - Matching

    /// Whether a cookie would be sent with a stored one of the same name, or in its place.
    private static func overlap(_ stored: HTTPCookie, _ cookie: HTTPCookie) -> Bool {
        isPath(cookie.path, in: stored.path)
            && (isHost(String(cookie.host), in: stored.domain) || isHost(String(stored.host), in: cookie.domain))
    }

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

    /// The parts that no two cookies have in common.
    fileprivate var key: String { "\(name);\(host);\(path)" }

    /// The time at which Foundation made the value, in seconds since its reference date.
    fileprivate var made: TimeInterval { properties?[HTTPCookiePropertyKey("Created")] as? TimeInterval ?? 0 }

    /// The key and the time. Two threads can make values at the same time.
    fileprivate var identity: String { "\(key);\(made)" }
}
