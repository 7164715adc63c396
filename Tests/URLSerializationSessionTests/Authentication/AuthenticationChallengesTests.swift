import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite struct AuthenticationChallengesTests {
    /// The challenges, each as its scheme, its token and its parameters by name.
    private func read(_ value: String) -> [String] {
        AuthenticationChallenges(value).challenges.map { challenge in
            let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([challenge.scheme] + [challenge.token].compactMap(\.self) + parameters).joined(separator: "|")
        }
    }

    @Test(arguments: [
        ("Basic", ["basic"]), ("BASIC realm=\"a\"", ["basic|realm=a"]), ("basic realm=a", ["basic|realm=a"]),
        ("Basic realm=\"a, b\", charset=\"UTF-8\"", ["basic|charset=UTF-8|realm=a, b"]),
        ("Basic REALM = \"a\"", ["basic|realm=a"]), ("Basic realm=\"a\\\"b\\\\c\"", ["basic|realm=a\"b\\c"]),
        ("Negotiate", ["negotiate"]), ("Negotiate abc+/==", ["negotiate|abc+/=="]),
        ("Negotiate abc=, Basic realm=x", ["negotiate|abc=", "basic|realm=x"]), ("NTLM, Basic", ["ntlm", "basic"]),
        // RFC 9110, section 11.6.1
        (
            "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
            ["basic|realm=simple", "newauth|realm=apps|title=Login to \"apps\"|type=1"]
        ),
        (
            "Digest realm=\"d\", nonce=\"Basic realm=x\", qop=\"auth,auth-int\", Basic realm=\"b\"",
            ["digest|nonce=Basic realm=x|qop=auth,auth-int|realm=d", "basic|realm=b"]
        ),
        ("Bearer,Basic realm=x,Bearer error=y", ["bearer", "basic|realm=x", "bearer|error=y"]),
        (",, Basic ,, realm=x ,", ["basic|realm=x"]), ("Basic realm=x, realm=y", ["basic|realm=x"]),
        ("Bearer\trealm=\"\u{E9}\"", ["bearer|realm=\u{E9}"]),
    ]) func challengesAreRead(value: String, expected: [String]) {
        #expect(read(value) == expected)
    }

    @Test(
        arguments: [
            ("", []), (" , ", []), ("realm=x", []), ("=", []), ("\"Basic\"", []), ("\"a, Basic realm=x", []),
            ("(), Basic realm=x", ["basic|realm=x"]), ("Basic realm=\"open", ["basic|realm=open"]),
            ("Basic realm=\"open\\", ["basic|realm=open\\"]), ("Basic realm=", ["basic|realm="]),
            ("Basic realm=x y, Other", ["basic|realm=x", "other"]),
            ("Basic realm=\"x\"y, Other", ["basic|realm=x", "other"]),
            ("Basic =x, Other", ["other"]), ("Basic f()=x", ["basic"]), ("\u{1F600} Basic", []),
        ] as [(String, [String])]) func garbageIsPassedOver(value: String, expected: [String])
    {
        #expect(read(value) == expected)
    }

    @Test(
        arguments: [
            ("Basic realm=\"a\"", "basic", "a"), ("basic", "basic", nil), ("Bearer", nil, nil),
            ("Basics realm=x", nil, nil),
            ("Digest realm=d, nonce=n", "digest", "d"), ("Basic realm=b, Digest realm=d, nonce=n", "digest", "d"),
            ("Digest realm=d, Basic realm=b", "basic", "b"), ("Digest realm=\"Basic realm=x\"", nil, nil),
            ("Digest realm=d, nonce=n, algorithm=SHA-512-256, Basic realm=b", "basic", "b"),
            ("Digest realm=d, nonce=n, algorithm=MD5x", nil, nil), ("Digest realm=d, nonce=n, qop=auth-int", nil, nil),
            ("Digest realm=d, nonce=n, qop=\"\"", nil, nil),
            ("Digest realm=d, nonce=n, qop=\"auth-int, AUTH\"", "digest", "d"),
            ("Digest realm=a, nonce=n, algorithm=md5, Digest realm=b, nonce=n, algorithm=sha-256-SESS", "digest", "b"),
            ("Digest realm=a, nonce=n, algorithm=-sess", nil, nil),
            ("Digest realm=a, nonce=n, algorithm=\"\"", nil, nil),
        ] as [(String, String?, String?)]) func theStrongestThatCanBeAnsweredIsFound(
            value: String, scheme: String?, realm: String?
        )
    {
        let strongest = AuthenticationChallenges(value).strongest
        #expect(strongest?.scheme == scheme)
        #expect(strongest?.parameters["realm"] == realm)
    }

    @Test func aResponsesFieldIsRead() throws {
        let url = URL(fileURLWithPath: "/")
        let fields = ["www-authenticate": "Digest realm=\"d\""]
        let response = try #require(HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: fields))
        #expect(AuthenticationChallenges(ResponseHead(response)).challenges.first?.parameters["realm"] == "d")
        let bare = try #require(HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: nil))
        #expect(AuthenticationChallenges(ResponseHead(bare)).challenges.isEmpty)
    }

    @Test func aLongValueIsReadInTimeProportionalToIt() {
        let many = AuthenticationChallenges(String(repeating: "Basic realm=\"x\", ", count: 5000))
        #expect(many.challenges.count == 5000)
        #expect(AuthenticationChallenges(String(repeating: "\"", count: 100_001)).challenges.isEmpty)
    }
}
