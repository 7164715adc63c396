import Testing
import URLSerializationSession

extension HttpbinTests {
    private struct Cookies: Decodable, Sendable {
        let cookies: [String: String]
    }

    private func cookies(_ session: Session, _ path: String = "/cookies") async throws -> [String: String] {
        try await session.request(Httpbin.at(path)).validate().decode(with: .decodable(Cookies.self)).cookies
    }

    /// They are set by a redirection.
    @Test func cookiesAreKeptSentAndEmptied() async throws {
        #expect(try await cookies(session, "/cookies/set?a=1&b=2") == ["a": "1", "b": "2"])
        #expect(try await cookies(session) == ["a": "1", "b": "2"])
        #expect(try await cookies(session, "/redirect-to?url=/cookies") == ["a": "1", "b": "2"])
        // Foundation on Linux does not parse when a cookie expires, and keeps it without its value.
        let left = try await cookies(session, "/cookies/delete?a")
        #expect(left["a", default: ""].isEmpty && left["b"] == "2")
        #expect(try await cookies(Session(configuration: .patient)) == [:])
    }

    @Test func aRequestThatHandlesNoCookiesSendsAndKeepsNone() async throws {
        let url = try #require(URL(string: Httpbin.at("/cookies/set?a=1")))
        var request = URLRequest(url: url)
        request.httpShouldHandleCookies = false
        let session = Session.obeyingCookieSettings()
        let answer = try await session.request(request).decode(with: .decodable(Cookies.self))
        #expect(answer.cookies == [:])
        #expect(try await cookies(session) == [:])
    }

    @Test func cookiesOfOneHostDoNotReachAnother() async throws {
        #expect(try await cookies(session, "/cookies/set?a=1") == ["a": "1"])
        let url = Httpbin.redirection(302, to: Httpbin.elsewhere("/cookies"))
        let answer = try await session.request(url).decode(with: .decodable(Cookies.self))
        #expect(answer.cookies == [:])
    }

    @Test func aCookieOfTheRequestsOwnIsSent() async throws {
        let answer = try await session.request(Httpbin.at("/cookies"), headers: ["Cookie": "mine=1"])
            .decode(with: .decodable(Cookies.self))
        #expect(answer.cookies == ["mine": "1"])
    }
}
