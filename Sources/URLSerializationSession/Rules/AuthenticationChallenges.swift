/// The challenges in a response's `WWW-Authenticate` (RFC 9110, section 11.6.1).
///
/// URLSession on Linux asks its delegate only about Basic, and never completes a task whose challenge is not answered.
struct AuthenticationChallenges: Hashable, Sendable {
    /// One way to authenticate that the server offers.
    struct Challenge: Hashable, Sendable {
        /// The scheme, in lower case.
        let scheme: String
        /// The token in place of parameters (`token68`, RFC 9110, section 11.2), or `nil` for none.
        let token: String?
        /// The parameters by name, in lower case. If a name repeats, the first value counts.
        fileprivate(set) var parameters: [String: String] = [:]
    }

    /// The challenges, in their order.
    let challenges: [Challenge]

    /// Reads a field's value. Foundation joins several fields of the same name with commas.
    ///
    /// Text that is not a challenge is skipped.
    ///
    /// A comma ends a parameter as well as a challenge: a word before `=` is a parameter of the current challenge, and
    /// any other word is a scheme.
    init(_ value: String) {
        var reader = FieldReader(value)
        var challenges: [Challenge] = []
        while !reader.rest.isEmpty {
            reader.take { $0 == "," || FieldReader.isSpace($0) }
            let word = reader.take { !FieldReader.isSpace($0) && $0 != "," && $0 != "=" && $0 != "\"" }
            let space = reader.take(while: FieldReader.isSpace)
            if reader.rest.first == "=", !word.isEmpty {
                reader.rest.removeFirst()
                let value = reader.value(to: ",") { !FieldReader.isSpace($0) && $0 != "," }
                let name = word.lowercased()
                guard let last = challenges.indices.last, HTTPSyntax.isToken(name) else { continue }
                if challenges[last].parameters[name] == nil { challenges[last].parameters[name] = value }
            } else if HTTPSyntax.isToken(word) {
                challenges.append(Challenge(scheme: word.lowercased(), token: space.isEmpty ? nil : reader.token()))
            } else {
                reader.skipElement(to: ",")
            }
        }
        self.challenges = challenges
    }

    /// Reads the challenges of a response: none if it has no `WWW-Authenticate`.
    init(_ response: HTTPURLResponse) { self.init(response.value(forHTTPHeaderField: "WWW-Authenticate") ?? "") }

    /// The strongest challenge that this module answers: Digest with SHA-256, Digest with MD5, or Basic (RFC 7617).
    var strongest: Challenge? {
        func first(_ digest: MessageDigest) -> Challenge? {
            challenges.first { DigestAuthorization($0)?.digest == digest }
        }
        return first(.sha256) ?? first(.md5) ?? challenges.first { $0.scheme == "basic" }
    }

    /// Whether the Digest scheme is offered (RFC 7616).
    var offersDigest: Bool { challenges.contains { $0.scheme == "digest" } }
}

extension FieldReader {
    /// Returns the token after a scheme, or `nil` if the word there is a parameter's name.
    fileprivate mutating func token() -> String? {
        let start = rest
        // RFC 9110, section 11.2.
        let word = take { $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._~+/".contains(Character($0))) }
        let padding = take { $0 == "=" }
        take(while: Self.isSpace)
        if !word.isEmpty, rest.isEmpty || rest.first == "," { return word + padding }
        rest = start
        return nil
    }
}
