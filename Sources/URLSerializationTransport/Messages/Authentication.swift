/// The challenges in a response's `WWW-Authenticate` (RFC 9110, section 11.6.1).
///
/// URLSession on Linux asks its delegate only about Basic, and never completes a task whose challenge is not answered.
package struct AuthenticationChallenges: Hashable, Sendable {
    /// One way to authenticate that the server offers.
    package struct Challenge: Hashable, Sendable {
        /// The scheme, in lower case.
        let scheme: String
        /// The token in place of parameters (`token68`, RFC 9110, section 11.2), or `nil` for none.
        let token: String?
        /// The parameters by name, in lower case. If a name repeats, the first value counts.
        fileprivate(set) var parameters: [String: String] = [:]
    }

    /// The challenges in the order of the field, without text that is not one.
    private(set) var challenges: [Challenge] = []

    /// Reads a field's value. Foundation joins several fields of the same name with commas.
    ///
    /// Text that is not a challenge is skipped.
    ///
    /// A comma ends a parameter as well as a challenge: a word before `=` is a parameter of the current challenge, and
    /// any other word is a scheme.
    init(_ value: String) {
        var reader = FieldReader(value)
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
    }

    /// Reads the challenges of a response: none if it has no `WWW-Authenticate`.
    package init(_ head: ResponseHead) { self.init(head.value(of: "WWW-Authenticate") ?? "") }

    /// The strongest challenge that this module answers: Digest with SHA-256, Digest with MD5, or Basic (RFC 7617).
    package var strongest: Challenge? {
        func first(_ digest: MessageDigest) -> Challenge? {
            challenges.first { DigestAuthorization($0)?.digest == digest }
        }
        return first(.sha256) ?? first(.md5) ?? challenges.first { $0.scheme == "basic" }
    }

    /// Whether the Digest scheme is offered (RFC 7616).
    package var offersDigest: Bool { challenges.contains { $0.scheme == "digest" } }
}

/// The answer to an authentication challenge.
///
/// Called by the driver: on Linux with a Digest or Basic challenge, whose response is then complete, on
/// Apple's systems with every challenge of URLSession. A handler that returns `true` calls `answer` once, from any
/// queue.
package typealias ChallengeHandler =
    @Sendable (_ challenge: URLAuthenticationChallenge, _ answer: @escaping @Sendable (ChallengeAnswer) -> Void) -> Bool

/// The answer to an authentication challenge.
package enum ChallengeAnswer: Sendable {
    /// Sends the request with a credential.
    case credential(URLCredential)
    /// Handles the challenge as if there were no handler. On Linux the response with the challenge is the request's
    /// answer.
    case defaultHandling
    /// Refuses to authenticate. The response with the challenge is the request's answer.
    case rejection
    /// Ends the request with an error.
    case cancellation(any Error)
}

extension URLAuthenticationChallenge {
    /// Returns the challenge that a complete response makes, the strongest that this module answers.
    package static func http(
        of head: ResponseHead, previousFailureCount: Int, proposing credential: URLCredential?
    ) -> URLAuthenticationChallenge {
        let url = head.url
        let isSecure = url?.scheme?.lowercased() == "https"
        let strongest = AuthenticationChallenges(head).strongest
        let space = URLProtectionSpace(
            host: url?.host ?? "", port: url?.port ?? (isSecure ? 443 : 80), protocol: isSecure ? "https" : "http",
            realm: strongest?.parameters["realm"],
            authenticationMethod: strongest?.scheme == "digest"
                ? NSURLAuthenticationMethodHTTPDigest : NSURLAuthenticationMethodHTTPBasic)
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: credential, previousFailureCount: previousFailureCount,
            failureResponse: head.http, error: nil, sender: UnusedSender())
    }
}

/// The sender of a challenge that is answered by a closure, so that no method of the sender is called.
private final class UnusedSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

/// The value of `Authorization` for a user and a password in the Basic scheme (RFC 7617).
package struct BasicAuthorization: Hashable, Sendable {
    /// The field's value: `Basic `, then the user and the password in UTF-8 and base64. A log that contains the value
    /// contains the password.
    package let value: String

    /// - Parameters:
    ///   - user: A name without colons: servers read everything after the first colon as the password.
    ///   - password: Any text without control characters.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidHeader`` for a name
    ///   with a colon, and for control characters in either (RFC 7617, section 2).
    package init(user: String, password: String) throws(RequestSerializationError) {
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw Self.invalid("The user's name has a colon, where a server takes the password to begin.")
        }
        for (what, text) in [("user's name", user), ("password", password)]
        where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw Self.invalid("The \(what) has control characters, which the scheme does not allow.")
        }
        value = HTTPHeader.authorization(username: user, password: password).value
    }

    private static func invalid(_ what: String) -> RequestSerializationError {
        RequestSerializationError(
            .invalidHeader, field: "Authorization", reason: "\(what) Remove them, or authenticate by another scheme.")
    }
}

/// The answers to a Digest challenge (RFC 7616; RFC 2617 if the server offers no `qop`).
///
/// It supports the algorithms MD5 and SHA-256, including their session variants (`-sess`), with `qop=auth` or none.
package struct DigestAuthorization: Sendable {
    let digest: MessageDigest
    private let parameters: [String: String]
    private var isOfSession: Bool { parameters["algorithm"]?.lowercased().hasSuffix("-sess") ?? false }
    private var hasQuality: Bool { parameters["qop"] != nil }
    /// The same for all answers, because the answers of a session variant depend on the first.
    private let clientNonce: String
    /// Whether the challenge renewed the nonce of another.
    package let isRenewal: Bool
    /// The number of answers so far, which the next one exceeds by one in its `nc` (RFC 7616, section 3.4).
    private var count: UInt32 = 0
    /// The last answer, to notice that the caller has replaced it.
    private var value: String?

    /// Creates the answers to a challenge, or `nil` for one that cannot be answered.
    ///
    /// - Parameters:
    ///   - previous: The answers to the previous challenge.
    ///   - clientNonce: A text that the server cannot predict.
    package init?(
        _ challenge: AuthenticationChallenges.Challenge, after previous: DigestAuthorization? = nil,
        clientNonce: String = UUID().uuidString
    ) {
        let name = challenge.parameters["algorithm", default: "MD5"].lowercased()
        let qualities = challenge.parameters["qop"]?.lowercased().split { $0 == "," || $0 == " " }
        guard challenge.scheme == "digest", challenge.parameters["nonce"] != nil, qualities?.contains("auth") ?? true,
            let digest = MessageDigest(rawValue: name.hasSuffix("-sess") ? String(name.dropLast(5)) : name)
        else { return nil }
        self.digest = digest
        self.clientNonce = clientNonce
        parameters = challenge.parameters
        isRenewal = previous?.isStale(challenge) ?? false
    }

    /// Whether a challenge only renews the nonce: user and password need not be asked for. A server is believed once.
    package func isStale(_ challenge: AuthenticationChallenges.Challenge) -> Bool {
        challenge.scheme == "digest" && challenge.parameters["stale"]?.lowercased() == "true"
            && !(isRenewal && count < 2)
    }

    /// Sets the `Authorization` of a message, unless the caller has changed the previous one.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidHeader`` for control
    ///   characters in the user's name.
    package mutating func authorize(_ message: inout URLRequest, with credential: URLCredential) throws {
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
