extension URL {
    /// Whether scheme, host and port are the same (RFC 6454, section 5), a port that is not given being the scheme's.
    func hasSameOrigin(as other: URL) -> Bool {
        let scheme = scheme?.lowercased()
        return scheme == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && (port ?? Self.defaultPort(of: scheme)) == (other.port ?? Self.defaultPort(of: scheme))
    }

    private static func defaultPort(of scheme: String?) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// The URL without user and password.
    var withoutUserInfo: URL {
        guard user != nil || password != nil else { return self }
        return changed {
            $0.percentEncodedUser = nil
            $0.percentEncodedPassword = nil
        }
    }

    /// The URL with the user and password of another, unless it has its own.
    func inheritingUserInfo(from other: URL?) -> URL {
        guard user == nil, password == nil, let other, other.user != nil || other.password != nil,
            let components = URLComponents(url: other, resolvingAgainstBaseURL: true)
        else { return self }
        return changed {
            $0.percentEncodedUser = components.percentEncodedUser
            $0.percentEncodedPassword = components.percentEncodedPassword
        }
    }

    /// The fragment as it stands in the URL.
    var encodedFragment: String? {
        URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedFragment
    }

    /// The URL with other components. They are taken from URLs, so they are ones.
    func changed(_ change: (inout URLComponents) -> Void) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        change(&components)
        return components.url ?? self
    }
}

extension URL {
    /// The URL without user, password, query and fragment, where secrets stand; nil where Foundation cannot take it apart.
    package var withoutSecrets: URL? {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        components.user = nil
        components.password = nil
        components.query = nil
        components.fragment = nil
        return components.url
    }
}
