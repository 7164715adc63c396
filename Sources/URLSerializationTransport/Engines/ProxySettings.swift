/// The proxies of a configuration's `connectionProxyDictionary`.
///
/// | dictionary | `http://a/` | `https://a/` |
/// |---|---|---|
/// | `nil` | the environment's | the environment's |
/// | `[:]` | none | none |
/// | `HTTPEnable: 1, HTTPProxy: "p", HTTPPort: 3128` | `http://p:3128` | none |
/// | the same of `HTTPS` and of `SOCKS` | `socks5h://p:1080` | `http://p:3128` |
/// | `ExceptionsList: ["a"]` as well | none | none |
struct ProxySettings: Sendable {
    /// The URLs of the proxies by the schemes they are for, or `nil` for the environment's.
    private let proxies: [String: String]?
    private let exceptions: [String]
    /// The problem of a dictionary that does not say whether there is a proxy, or `nil`: a request must not go out
    /// without one by mistake.
    let problem: String?

    /// Reads a dictionary. Hosts and exceptions of the wrong type count as missing.
    init(_ dictionary: [AnyHashable: Any]?) {
        exceptions = (dictionary?["ExceptionsList"] as? [Any] ?? []).compactMap { ($0 as? String)?.lowercased() }
        let numbers = ["HTTP", "HTTPS", "SOCKS"].flatMap { ["\($0)Enable", "\($0)Port"] }
        problem = numbers.first { dictionary?[$0].map { Self.number($0) == nil } ?? false }.map {
            "The \($0) of the configuration's connectionProxyDictionary is not a whole number. Use 1, 0 or a port."
        }
        proxies = dictionary.map { dictionary in
            var proxies: [String: String] = [:]
            for (name, scheme, port) in [("HTTP", "http", 80), ("HTTPS", "http", 443), ("SOCKS", "socks5h", 1080)] {
                guard Self.number(dictionary["\(name)Enable"]) ?? 0 != 0,
                    let host = dictionary["\(name)Proxy"] as? String, !host.isEmpty
                else { continue }
                let isBare = host.contains(":") && !host.hasPrefix("[")
                let port = Self.number(dictionary["\(name)Port"]) ?? port
                proxies[name.lowercased()] = "\(scheme)://\(isBare ? "[\(host)]" : host):\(port)"
            }
            return proxies
        }
    }

    /// Returns the URL of the proxy for a URL's server: an empty text for none, or `nil` for the proxy that the
    /// environment names (`http_proxy`, `no_proxy`), if any.
    func proxy(for url: URL) -> String? {
        guard let proxies else { return nil }
        let host = url.host?.lowercased() ?? ""
        let isExcepted = exceptions.contains { Self.includes($0, host) }
        return isExcepted ? "" : proxies[url.scheme?.lowercased() ?? ""] ?? proxies["socks"] ?? ""
    }

    /// Whether an exception names a host: exactly, or with `*` at the beginning or end.
    private static func includes(_ exception: String, _ host: String) -> Bool {
        if exception.hasPrefix("*") { return host.hasSuffix(exception.dropFirst()) }
        return exception.hasSuffix("*") ? host.hasPrefix(exception.dropLast()) : host == exception
    }

    private static func number(_ value: Any?) -> Int? {
        (value as? NSNumber).flatMap { Int(exactly: $0.doubleValue) } ?? (value as? String).flatMap { Int($0) }
    }
}
