/// The answers to a Digest challenge (RFC 7616; RFC 2617 if the server offers no `qop`).
///
/// It supports the algorithms MD5 and SHA-256, including their session variants (`-sess`), with `qop=auth` or none.
struct DigestAuthorization: Sendable {
    let digest: MessageDigest
    private let parameters: [String: String]
    private let isOfSession: Bool
    private let hasQuality: Bool
    /// The same for all answers, because the answers of a session variant depend on the first.
    private let clientNonce: String
    /// Whether the challenge renewed the nonce of another.
    let isRenewal: Bool
    /// The number of answers.
    private var count: UInt32 = 0
    /// The last answer.
    private var value: String?

    /// Creates the answers to a challenge, or `nil` for one that cannot be answered.
    ///
    /// - Parameters:
    ///   - previous: The answers to the previous challenge.
    ///   - clientNonce: A text that the server cannot predict.
    init?(
        _ challenge: AuthenticationChallenges.Challenge, after previous: DigestAuthorization? = nil,
        clientNonce: String = UUID().uuidString
    ) {
        let name = challenge.parameters["algorithm", default: "MD5"].lowercased()
        let qualities = challenge.parameters["qop"]?.lowercased().split { $0 == "," || $0 == " " }
        guard challenge.scheme == "digest", challenge.parameters["nonce"] != nil,
            qualities?.contains("auth") ?? true,
            let digest = MessageDigest(rawValue: name.hasSuffix("-sess") ? String(name.dropLast(5)) : name)
        else { return nil }
        self.digest = digest
        self.clientNonce = clientNonce
        parameters = challenge.parameters
        isOfSession = name.hasSuffix("-sess")
        hasQuality = qualities != nil
        isRenewal = previous?.isStale(challenge) ?? false
    }

    /// Whether a challenge only renews the nonce: user and password need not be asked for. A server is believed once.
    func isStale(_ challenge: AuthenticationChallenges.Challenge) -> Bool {
        challenge.scheme == "digest" && challenge.parameters["stale"]?.lowercased() == "true"
            && !(isRenewal && count < 2)
    }

    /// Sets the `Authorization` of a message, unless the caller has changed the previous one.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidHeader`` for control
    ///   characters in the user's name.
    mutating func authorize(_ message: inout URLRequest, with credential: URLCredential) throws {
        guard value == nil || message.value(forHTTPHeaderField: "Authorization") == value else { return }
        count += 1
        let answer = answer(
            user: credential.user ?? "", password: credential.password ?? "", method: message.httpMethod ?? "GET",
            target: message.url?.requestTarget ?? "/")
        try HTTPSyntax.validate(name: "Authorization", value: answer)
        message.setValue(answer, forHTTPHeaderField: "Authorization")
        value = answer
    }

    /// Returns the value of `Authorization` (RFC 7616, section 3.4).
    private func answer(user: String, password: String, method: String, target: String) -> String {
        let realm = parameters["realm", default: ""]
        let nonce = parameters["nonce", default: ""]
        let number = String(format: "%08x", count)
        var secret = digest.hexadecimal("\(user):\(realm):\(password)")
        if isOfSession { secret = digest.hexadecimal("\(secret):\(nonce):\(clientNonce)") }
        let between = hasQuality ? "\(nonce):\(number):\(clientNonce):auth" : nonce
        let response = digest.hexadecimal("\(secret):\(between):\(digest.hexadecimal("\(method):\(target)"))")

        let hidesUser = parameters["userhash"]?.lowercased() == "true"
        let name = hidesUser ? digest.hexadecimal("\(user):\(realm)") : user
        var fields = [
            "username=\(Self.quoted(name))", "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))",
            "uri=\(Self.quoted(target))", "response=\"\(response)\"",
        ]
        if let algorithm = parameters["algorithm"] { fields.append("algorithm=\(algorithm)") }
        if let opaque = parameters["opaque"] { fields.append("opaque=\(Self.quoted(opaque))") }
        if hasQuality { fields += ["qop=auth", "nc=\(number)"] }
        if hasQuality || isOfSession { fields.append("cnonce=\(Self.quoted(clientNonce))") }
        if hidesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }
}

extension URL {
    /// The path and the query as an engine sends them: without dot segments (RFC 3986, section 5.2.4).
    fileprivate var requestTarget: String {
        let url = path.contains("/.") ? standardized : self
        guard let components = url.components else { return "/" }
        let path = components.percentEncodedPath
        return (path.isEmpty ? "/" : path) + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
