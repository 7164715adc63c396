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
    /// The way to a server.
    enum Choice: Equatable, Sendable {
        /// The proxy that the environment names (`http_proxy`, `no_proxy`), if any.
        case environment
        case none
        /// A proxy's URL.
        case proxy(String)
    }

    /// The URLs of the proxies by the schemes they are for, or `nil` for the environment's.
    private let proxies: [String: String]?
    private let exceptions: [String]

    /// Reads a dictionary. Values of other types than a setting's count as missing.
    init(_ dictionary: [AnyHashable: Any]?) {
        exceptions = (dictionary?["ExceptionsList"] as? [Any] ?? []).compactMap { ($0 as? String)?.lowercased() }
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

    /// Returns the way to a URL's server.
    func choice(for url: URL) -> Choice {
        guard let proxies else { return .environment }
        let host = url.host?.lowercased() ?? ""
        guard let proxy = proxies[url.scheme?.lowercased() ?? ""] ?? proxies["socks"],
            !exceptions.contains(where: { Self.includes($0, host) })
        else { return .none }
        return .proxy(proxy)
    }

    /// Whether an exception names a host: exactly, or by `*` at its beginning or end.
    private static func includes(_ exception: String, _ host: String) -> Bool {
        if exception.hasPrefix("*") { return host.hasSuffix(exception.dropFirst()) }
        return exception.hasSuffix("*") ? host.hasPrefix(exception.dropLast()) : host == exception
    }

    private static func number(_ value: Any?) -> Int? {
        switch value {
        case let value as any BinaryInteger: Int(exactly: value)
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: Int(exactly: value.doubleValue)
        case let value as String: Int(value)
        default: nil
        }
    }
}
