/// Names of header fields and parameters whose values are nobody else's business.
enum SecretNames {
    /// Whether a name is that of a secret, as far as names tell.
    static func contain(_ name: String) -> Bool {
        let name = name.lowercased().replacingOccurrences(of: "_", with: "-")
        return words.contains { name.contains($0) }
    }

    /// `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie`, `X-Api-Key`, `X-CSRF-Token` and their like.
    private static let words = [
        "auth", "cookie", "api-key", "apikey", "access-key", "private-key", "token", "secret", "password", "passwd",
        "session", "credential", "signature",
    ]
}
