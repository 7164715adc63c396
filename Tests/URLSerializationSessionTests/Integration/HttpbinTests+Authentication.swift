import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

extension HttpbinTests {
    private struct Answer: Decodable, Sendable {
        let authenticated: Bool
        let user: String?
    }

    @Test(arguments: [("user", "passwd"), ("user", "with:colon"), ("u ü", "p%&"), ("only", "x")])
    func aBasicChallengeIsAnswered(user: String, password: String) async throws {
        let path = "/basic-auth/\(user)/\(password)"
        let url = try #require(
            URL(
                string: Httpbin.at(
                    path.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["/", "-"])) ?? "")))
        let request = session.request(url).authenticate(username: user, password: password).validate()
        let answer = try await request.decode(with: .decodable(Answer.self))
        #expect(answer.authenticated && answer.user == user)
        #expect(request.retryCount == 0)
    }

    @Test func aChallengeWithoutTheRightCredentialIsAResponse() async throws {
        let url = Httpbin.at("/basic-auth/user/passwd")
        for request in [
            session.request(url), session.request(url).authenticate(username: "user", password: "wrong"),
            session.request(url, headers: ["Authorization": "Basic bm86bm8="]),
        ] {
            let response = await request.response()
            #expect(response.error == nil && response.response?.statusCode == 401)
            #expect(response.response?.value(forHTTPHeaderField: "WWW-Authenticate")?.hasPrefix("Basic") ?? false)
        }
        let refused = await session.request(url).validate().response()
        #expect(refused.error?.cause is ResponseSerializationError && refused.response?.statusCode == 401)
    }

    @Test func aCredentialCanGoAhead() async throws {
        let header = try #require(Request.authorizationHeader(user: "user", password: "passwd"))
        let url = Httpbin.at("/hidden-basic-auth/user/passwd")
        let response = await session.request(url, headers: [header.key: header.value]).response()
        #expect(response.response?.statusCode == 200)
        // It answers 404 to clients that wait for a challenge.
        let waiting = await session.request(url).authenticate(username: "user", password: "passwd").response()
        #expect(waiting.response?.statusCode == 404)
    }

    @Test func aCredentialDoesNotReachAnotherOrigin() async throws {
        let url = Httpbin.redirection(302, to: Httpbin.elsewhere("/basic-auth/user/passwd"))
        let response = await session.request(url).authenticate(username: "user", password: "passwd").response()
        #expect(response.error == nil && response.response?.statusCode == 401)
        let here = Httpbin.redirection(302, to: "/basic-auth/user/passwd")
        let answered = await session.request(here).authenticate(username: "user", password: "passwd").response()
        #expect(answered.response?.statusCode == 200)
    }

    @Test(arguments: ["auth/user/passwd", "auth/user/passwd/SHA-256", "auth,auth-int/user/passwd/MD5"])
    func aDigestChallengeIsAnswered(path: String) async throws {
        let request = session.request(Httpbin.at("/digest-auth/\(path)"))
            .authenticate(username: "user", password: "passwd").validate()
        #expect(try await request.decode(with: .decodable(Answer.self)).authenticated)
        let wrong = await session.request(Httpbin.at("/digest-auth/\(path)"))
            .authenticate(username: "user", password: "wrong").response()
        #expect(wrong.error == nil && wrong.response?.statusCode == 401)
    }

    @Test func aStaleNonceIsRenewed() async throws {
        for staleAfter in [1, 2] {
            let session = Session(configuration: .patient)
            for _ in 0..<3 {
                let response = await session.request(
                    Httpbin.at("/digest-auth/auth/user/passwd/MD5/\(staleAfter)")
                ).authenticate(username: "user", password: "passwd").response()
                #expect(response.response?.statusCode == 200)
            }
        }
    }

    /// Elsewhere URLSession answers.
    @Test func anUnknownFormOfDigestIsAnError() async throws {
        for path in ["auth-int/user/passwd", "auth/user/passwd/SHA-512"] {
            let response = await session.request(Httpbin.at("/digest-auth/\(path)"))
                .authenticate(username: "user", password: "passwd").response()
            guard !URLSessionEngine.isApples else { continue }
            #expect(response.error?.kind == .authentication)
        }
    }

    @Test func aBearerTokenIsTheCallersToSend() async throws {
        let url = Httpbin.at("/bearer")
        let without = await session.request(url).authenticate(username: "user", password: "passwd").response()
        #expect(without.error == nil && without.response?.statusCode == 401)
        let with = await session.request(url, headers: ["Authorization": "Bearer token"]).response()
        #expect(with.response?.statusCode == 200)
    }
}
