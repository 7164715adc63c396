/// The scheme, the host and the port of a server (RFC 6454, section 4). A URL without a port has its scheme's default.
package struct Origin: Hashable, Sendable {
    private let scheme: String?
    private let host: String?
    private let port: Int?

    package init(_ url: URL?) {
        scheme = url?.scheme?.lowercased()
        host = url?.host?.lowercased()
        port = url?.port ?? ["http": 80, "https": 443][scheme ?? ""]
    }

    package var isSecure: Bool { scheme == "https" }
}

extension URL {
    /// The URL's components, or `nil` if Foundation cannot parse it.
    package var components: URLComponents? { URLComponents(url: self, resolvingAgainstBaseURL: true) }

    /// Whether the URL has a user or a password.
    package var hasUserInfo: Bool { user != nil || password != nil }

    /// The user and password of the URL, or `nil` without them.
    package var credential: URLCredential? {
        guard hasUserInfo, let components else { return nil }
        return URLCredential(user: components.user ?? "", password: components.password ?? "", persistence: .none)
    }

    /// Returns the URL with the user and password of another, or without them if that has none.
    package func withUserInfo(of other: URL?) -> URL {
        guard hasUserInfo || other?.hasUserInfo ?? false else { return self }
        let source = other?.components
        return changed {
            $0.percentEncodedUser = source?.percentEncodedUser
            $0.percentEncodedPassword = source?.percentEncodedPassword
        }
    }

    /// Returns the URL with changed components, or unchanged if they form no URL: all callers take them from URLs.
    package func changed(_ change: (inout URLComponents) -> Void) -> URL {
        guard var components else { return self }
        change(&components)
        return components.url ?? self
    }

    /// The path and the query as an engine sends them: without dot segments (RFC 3986, section 5.2.4).
    var requestTarget: String {
        let url = path.contains("/.") ? standardized : self
        guard let components = url.components else { return "/" }
        let path = components.percentEncodedPath
        return (path.isEmpty ? "/" : path) + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// The URL without user, password, query and fragment, which may be secret, or `nil` if Foundation cannot parse it.
    package var withoutSecrets: URL? {
        guard var components else { return nil }
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.url
    }
}
