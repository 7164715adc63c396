/// The names of header fields and parameters whose values are secret.
package enum SecretNames {
    /// Returns whether a name looks like a secret's.
    package static func contain(_ name: String) -> Bool {
        let lowercased = name.lowercased()
        if fragments.contains(where: { lowercased.contains($0) }) { return true }
        // Separators and capitals divide the words: `x`, `key` in `X-Key` and `xKey`.
        let divided = zip(name, " " + name).map { $0.isUppercase && $1.isLowercase ? " \($0)" : "\($0)" }.joined()
        let parts = divided.lowercased().split { !$0.isLetter }.map(String.init)
        // An idempotency key only tells repeated requests apart, so it is no secret.
        return !words.isDisjoint(with: parts) && !parts.contains("idempotency")
    }

    /// The parts of names such as `Authorization`, `Proxy-Authorization`, `Cookie`, `apikey` and `X-CSRF-Token`.
    private static let fragments = [
        "auth", "cookie", "apikey", "accesskey", "privatekey", "token", "secret", "passw", "passphrase", "session",
        "sessid", "credential", "signature", "bearer", "jwt",
    ]

    /// The words that are a part of harmless names too, such as `keyword`, `zipcode` and `inside`.
    private static let words: Set<String> = ["code", "key", "otp", "pass", "pin", "pwd", "sid", "sig"]
}

extension Error {
    /// The error without the secrets in the URL of a `URLError`, whose description prints it: user, password, query and
    /// fragment.
    var withoutSecrets: any Error {
        guard let error = self as? URLError, let url = error.failingURL, let shown = url.withoutSecrets, shown != url
        else { return self }
        var userInfo = error.errorUserInfo
        userInfo[NSURLErrorFailingURLErrorKey] = shown
        // NSURLErrorFailingURLStringErrorKey, which is deprecated.
        let key = "NSErrorFailingURLStringKey"
        if userInfo[key] != nil { userInfo[key] = shown.absoluteString }
        return URLError(error.code, userInfo: userInfo)
    }
}
