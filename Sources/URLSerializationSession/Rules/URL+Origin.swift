/// The scheme, the host and the port of a server (RFC 6454, section 4). A URL without a port has its scheme's default.
struct Origin: Hashable, Sendable {
    private let scheme: String?
    private let host: String?
    private let port: Int?

    init(_ url: URL?) {
        scheme = url?.scheme?.lowercased()
        host = url?.host?.lowercased()
        port = url?.port ?? ["http": 80, "https": 443][scheme ?? ""]
    }

    var isSecure: Bool { scheme == "https" }
}

extension URL {
    /// The URL without user and password.
    var withoutUserInfo: URL {
        guard user != nil || password != nil else { return self }
        return changed {
            $0.percentEncodedUser = nil
            $0.percentEncodedPassword = nil
        }
    }

    /// Returns the URL with the user and password of another, unless it has its own.
    func inheritingUserInfo(from other: URL?) -> URL {
        guard user == nil, password == nil, let other, other.user != nil || other.password != nil,
            let components = URLComponents(url: other, resolvingAgainstBaseURL: true)
        else { return self }
        return changed {
            $0.percentEncodedUser = components.percentEncodedUser
            $0.percentEncodedPassword = components.percentEncodedPassword
        }
    }

    /// Returns the URL with changed components, or unchanged where they form no URL: all callers take them from URLs.
    func changed(_ change: (inout URLComponents) -> Void) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        change(&components)
        return components.url ?? self
    }

    /// The URL without user, password, query and fragment, which may be secret, or `nil` if Foundation cannot parse it.
    package var withoutSecrets: URL? {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        components.user = nil
        components.password = nil
        components.query = nil
        components.fragment = nil
        return components.url
    }
}
