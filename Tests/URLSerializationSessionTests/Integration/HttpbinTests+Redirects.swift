import Testing
import URLSerializationSession

extension HttpbinTests {
    @Test(arguments: ["redirect", "relative-redirect", "absolute-redirect"])
    func redirectionsAreFollowed(path: String) async throws {
        let response = await session.request(Httpbin.at("/\(path)/3")).validate()
            .response(serializer: .decodable(Echo.self))
        #expect(response.error == nil)
        #expect(response.value?.url == Httpbin.at("/get"))
        #expect(response.response?.url?.path == "/get" && response.request?.url?.path == "/get")
    }

    @Test func twentyRedirectionsAreFollowedAndNoMore() async throws {
        let most = await session.request(Httpbin.at("/relative-redirect/20")).validate().response()
        #expect(most.error == nil && most.response?.statusCode == 200)
        let error = await session.request(Httpbin.at("/relative-redirect/21")).response().error
        #expect(error?.urlErrorCode == .httpTooManyRedirects)
    }

    /// The targets of references from `/redirect-to` (RFC 3986, section 5.4).
    @Test(arguments: [
        ("anything/x", "/anything/x"), ("./anything/a/../b", "/anything/b"), ("/anything/a%2Fb", "/anything/a/b"),
        ("/anything?q=a%20b%26c", "/anything?q=a%20b%26c"), ("/anything/ü x", "/anything/ü%20x"),
    ])
    func aRelativeLocationIsResolved(location: String, expected: String) async throws {
        let echo = try await session.request(Httpbin.redirection(302, to: location)).echo()
        #expect(echo.url == Httpbin.at(expected))
    }

    @Test func whatIsMeantForOneOriginDoesNotReachAnother() async throws {
        let secrets: HTTPHeaders = [
            "Authorization": "Bearer secret", "Cookie": "a=secret", "X-Other": "kept", "Accept-Language": "tlh",
        ]
        let here = try await session.request(Httpbin.redirection(302, to: "/anything"), headers: secrets).echo()
        #expect(here.headers["Authorization"] == "Bearer secret")
        #expect(here.headers["Cookie"]?.contains("a=secret") ?? false)

        let there = try await session.request(
            Httpbin.redirection(307, to: Httpbin.elsewhere("/anything")), method: .post, parameters: ["a": "1"],
            headers: secrets
        ).echo()
        #expect(there.headers["Host"]?.hasPrefix("localhost:") ?? false)
        #expect(there.headers["Authorization"] == nil && there.headers["Cookie"] == nil)
        #expect(there.headers["X-Other"] == "kept" && there.headers["Accept-Language"] == "tlh")
        #expect(there.form == ["a": "1"])
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/plain,x", "http://"])
    func toWhereNoRequestGoesIsAnError(location: String) async throws {
        let error = await session.request(Httpbin.redirection(302, to: location)).response().error
        #expect(error?.kind == .redirection)
    }

    @Test func aSessionThatDoesNotFollowAnswersWithTheRedirection() async throws {
        let session = Session(configuration: .patient, followsRedirections: false)
        let response = await session.request(Httpbin.at("/redirect/1")).response()
        #expect(response.error == nil && response.response?.statusCode == 302)
        #expect(response.data?.isEmpty == false)
    }
}
