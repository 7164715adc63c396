import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite(.tags(.random, .slow), .takingTurns) struct DigestAuthorizationTests {
    private func makeMessage(_ url: String, _ method: String = "GET") throws -> URLRequest {
        var message = URLRequest(url: try #require(URL(string: url)))
        message.httpMethod = method
        return message
    }

    private func makeAnswers(_ challenge: String, clientNonce: String = "c") -> DigestAuthorization? {
        AuthenticationChallenges("Digest \(challenge)").strongest.flatMap {
            DigestAuthorization($0, clientNonce: clientNonce)
        }
    }

    /// Returns the parameters of the answer to a challenge.
    private func fields(
        _ challenge: String, _ url: String = "http://www.example.org/dir/index.html", user: String = "Mufasa",
        password: String = "Circle of Life", clientNonce: String = "c"
    ) throws -> [String: String] {
        var (message, answers) = (try makeMessage(url), try #require(makeAnswers(challenge, clientNonce: clientNonce)))
        let credential = URLCredential(user: user, password: password, persistence: .none)
        try answers.authorize(&message, with: credential)
        let value = try #require(message.value(forHTTPHeaderField: "Authorization"))
        return try #require(AuthenticationChallenges(value).challenges.first).parameters
    }

    // MARK: - The examples of the RFCs

    @Test func theExampleOfRFC2617() throws {
        let realm = "testrealm@host.com"
        let nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093"
        let fields = try fields(
            "realm=\"\(realm)\", qop=\"auth,auth-int\", nonce=\"\(nonce)\", "
                + "opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"",
            password: "Circle Of Life", clientNonce: "0a4f113b")
        #expect(
            fields == [
                "username": "Mufasa", "realm": realm, "nonce": nonce, "uri": "/dir/index.html", "qop": "auth",
                "nc": "00000001", "cnonce": "0a4f113b", "response": "6629fae49393a05397450978507c4ef1",
                "opaque": "5ccc069c403ebaf9f0171e9517f40e41",
            ])
    }

    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ]) func theExamplesOfRFC7616(algorithm: String, response: String) throws {
        let fields = try fields(
            "realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm), "
                + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", "
                + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect(fields["response"] == response && fields["algorithm"] == algorithm && fields["userhash"] == nil)
    }

    // MARK: - Forms of challenges

    @Test func withoutAQualityTheAnswerIsThatOfRFC2069() throws {
        let fields = try fields(
            "realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\"", password: "Circle Of Life")
        #expect(fields["response"] == "670fd8c2df070c60b045671b8b24ff02")
        #expect(fields["qop"] == nil && fields["nc"] == nil && fields["cnonce"] == nil && fields["algorithm"] == nil)
    }

    @Test(arguments: ["MD5-sess", "SHA-256-sess"]) func aSessionsSecretIsOfItsNonces(algorithm: String) throws {
        let digest: MessageDigest = algorithm.hasPrefix("MD5") ? .md5 : .sha256
        let secret = digest.hexadecimal("\(digest.hexadecimal("u:r:p")):n:c")
        let target = digest.hexadecimal("GET:/?x=%20")
        for quality in ["", ", qop=auth"] {
            let fields = try fields(
                "realm=r, nonce=n, algorithm=\(algorithm)\(quality)", "http://a?x=%20", user: "u", password: "p")
            let between = quality.isEmpty ? "n" : "n:00000001:c:auth"
            #expect(fields["response"] == digest.hexadecimal("\(secret):\(between):\(target)"))
            #expect(fields["cnonce"] == "c" && fields["uri"] == "/?x=%20")
        }
    }

    @Test func aUserMayBeHidden() throws {
        let fields = try fields("realm=r, nonce=n, userhash=TRUE", user: "u", password: "p")
        #expect(fields["username"] == MessageDigest.md5.hexadecimal("u:r") && fields["userhash"] == "true")
    }

    @Test(arguments: [#"a"b"#, #"a\b"#, #"\""#, "a, realm=x", "\u{E9}\u{1F600}", "", "a:b"])
    func textsAreQuotedAndHashedAsTheyAre(text: String) throws {
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let fields = try fields(
            "realm=\"\(quoted)\", nonce=\"\(quoted)\", opaque=\"\(quoted)\"", user: text, password: text)
        for name in ["username", "realm", "nonce", "opaque"] { #expect(fields[name] == text) }
        let secret = MessageDigest.md5.hexadecimal("\(text):\(text):\(text)")
        let target = MessageDigest.md5.hexadecimal("GET:/dir/index.html")
        #expect(fields["response"] == MessageDigest.md5.hexadecimal("\(secret):\(text):\(target)"))
    }

    @Test func aUserWithControlsIsAnError() throws {
        #expect(throws: RequestSerializationError.self) { try fields("realm=r, nonce=n", user: "a\r\nHost: b") }
        #expect(try fields("realm=r, nonce=n", password: "a\r\n\0")["response"] != nil)
    }

    // MARK: - Several messages

    @Test func eachMessageHasItsNumberMethodAndTarget() throws {
        var answers = try #require(makeAnswers("realm=r, nonce=n, qop=auth"))
        let credential = URLCredential(user: "u", password: "p", persistence: .none)
        var message = try makeMessage("http://a/1", "POST")
        message.setValue("Bearer x", forHTTPHeaderField: "Authorization")
        var sent: [String] = []
        for url in ["http://a/1", "http://a/2?b", "http://a"] {
            message.url = URL(string: url)
            try answers.authorize(&message, with: credential)
            let value = try #require(message.value(forHTTPHeaderField: "Authorization"))
            let fields = try #require(AuthenticationChallenges(value).challenges.first).parameters
            sent.append("\(fields["uri", default: ""]) \(fields["nc", default: ""]) \(fields["cnonce", default: ""])")
        }
        #expect(sent == ["/1 00000001 c", "/2?b 00000002 c", "/ 00000003 c"])
        message.setValue("Bearer y", forHTTPHeaderField: "Authorization")
        try answers.authorize(&message, with: credential)
        #expect(message.value(forHTTPHeaderField: "Authorization") == "Bearer y")
        #expect(DigestAuthorization(try #require(AuthenticationChallenges("Digest nonce=n").strongest)) != nil)
    }

    @Test func aStaleNonceIsRenewedOnce() throws {
        let credential = URLCredential(user: "u", password: "p", persistence: .none)
        var message = try makeMessage("http://a/1")
        let stale = try #require(AuthenticationChallenges("Digest realm=r, nonce=m, stale=True").strongest)
        let fresh = try #require(AuthenticationChallenges("Digest realm=r, nonce=m, stale=false").strongest)
        var first = try #require(makeAnswers("realm=r, nonce=n"))
        try first.authorize(&message, with: credential)
        #expect(first.isStale(stale) && !first.isStale(fresh))
        var second = try #require(DigestAuthorization(stale, after: first))
        message.setValue(nil, forHTTPHeaderField: "Authorization")
        try second.authorize(&message, with: credential)
        #expect(second.isRenewal && !second.isStale(stale))
        // It was accepted once, for the message before.
        try second.authorize(&message, with: credential)
        #expect(second.isStale(stale))
    }

    @Test func hostileChallengesEndNothing() throws {
        var random = SystemRandomNumberGenerator()
        let credential = URLCredential(user: "u", password: "p", persistence: .none)
        let segments = [
            "Digest ", "Basic ", "realm=", "nonce=", "qop=", "algorithm=", "stale=true", "userhash=true", "opaque=",
            "\"",
            "\\", ", ", ",", "=", "auth", "auth-int", "MD5", "SHA-256", "-sess", "n", "\u{E9}", "\u{301}", "\u{1F600}",
            "\0", "\r\n", "\t", " ",
        ]
        var digest: DigestAuthorization?
        var count = 0
        for _ in 0..<Effort.times(5_000, quick: 2_000) {
            let segmentCount = Int.random(in: 0...16, using: &random)
            let value = (0..<segmentCount).map { _ in segments.randomElement(using: &random) ?? "" }.joined()
            guard let strongest = AuthenticationChallenges("Digest nonce=\(value)").strongest else { continue }
            digest = DigestAuthorization(strongest, after: digest)
            if digest != nil { count += 1 }
            var message = try makeMessage("http://a/../b?")
            try? digest?.authorize(&message, with: credential)
        }
        #expect(count > 0)
    }
}
