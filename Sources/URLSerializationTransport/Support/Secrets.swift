/// The names of header fields and parameters whose values are secret.
package enum SecretNames {
    /// Returns whether a name looks like a secret's.
    package static func contain(_ name: String) -> Bool {
        let lowercased = name.lowercased()
        if fragments.contains(where: { lowercased.contains($0) }) { return true }
        // Separators and capitals divide the words: `x`, `key` in `X-Key` and `xKey`.
        let divided = zip(name, " " + name).map { $0.isUppercase && $1.isLowercase ? " \($0)" : "\($0)" }.joined()
        let parts = divided.lowercased().split { !$0.isLetter }.map(String.init)
        // An idempotency key only tells repeated requests apart, so it is not a secret.
        return !words.isDisjoint(with: parts) && !parts.contains("idempotency")
    }

    /// The parts of names such as `Authorization`, `Proxy-Authorization`, `Cookie`, `apikey` and `X-CSRF-Token`.
    private static let fragments = [
        "auth", "cookie", "apikey", "accesskey", "privatekey", "token", "secret", "passw", "passphrase", "session",
        "sessid", "credential", "signature", "bearer", "jwt", "passcode", "passkey", "pincode",
    ]

    /// The words that are a part of harmless names too, such as `keyword`, `zipcode` and `inside`.
    private static let words: Set = [
        "code", "cvc", "cvv", "key", "mfa", "otp", "pass", "pin", "pwd", "sid", "sig", "totp",
    ]

    /// Returns a query or a form with other values under the names of secrets.
    ///
    /// - Parameters:
    ///   - isSecret: Whether a name is a secret's.
    ///   - replace: Returns the other value of a secret.
    package static func replaced(
        inForm form: Data, where isSecret: (String) -> Bool = contain, by replace: (Data) -> Data
    ) -> Data {
        let pairs = form.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = String(decoding: PercentDecoder.bytes(decoding: key), as: UTF8.self)
            guard key.count < pair.count, isSecret(name) else { return pair }
            return key + [UInt8(ascii: "=")] + replace(pair.dropFirst(key.count + 1))
        }
        return Data(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Returns a multipart form, or a segment of one, with other contents of the parts that have the names of secrets.
    package static func replaced(
        inParts body: Data, boundary: String, where isSecret: (String) -> Bool = contain, by replace: (Data) -> Data
    ) -> Data {
        // In Latin-1 every byte is a character.
        let text = String(data: body, encoding: .isoLatin1) ?? ""
        let parts = text.components(separatedBy: "--\(boundary)").map { part in
            let halves = part.components(separatedBy: "\r\n\r\n")
            let name = halves[0].components(separatedBy: "name=\"").dropFirst().first?.prefix { $0 != "\"" }
            guard halves.count > 1, let name, isSecret(String(name)) else { return part }
            let rest = halves.dropFirst().joined(separator: "\r\n\r\n")
            // A body may be cut off.
            let end = rest.isEmpty || rest.hasSuffix("\r\n") ? "\r\n" : ""
            let content = rest.unicodeScalars.dropLast(end.unicodeScalars.count).map { UInt8($0.value) }
            return "\(halves[0])\r\n\r\n\(String(data: replace(Data(content)), encoding: .isoLatin1) ?? "")\(end)"
        }
        return parts.joined(separator: "--\(boundary)").data(using: .isoLatin1) ?? body
    }
}

extension Error {
    /// The error without the secrets in the URL of a `URLError`, whose description prints it: user, password, query and
    /// fragment.
    package var withoutSecrets: any Error {
        guard let error = self as? URLError, let url = error.failingURL, let safeURL = url.withoutSecrets,
            safeURL != url
        else { return self }
        var userInfo = error.errorUserInfo
        userInfo[NSURLErrorFailingURLErrorKey] = safeURL
        // NSURLErrorFailingURLStringErrorKey, which is deprecated.
        let key = "NSErrorFailingURLStringKey"
        if userInfo[key] != nil { userInfo[key] = safeURL.absoluteString }
        return URLError(error.code, userInfo: userInfo)
    }
}
