import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The base URL, and the URLs of paths relative to it.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct BaseURLTests {
    @Test(arguments: [
        ("http://h", "http://h"),
        ("http://h/", "http://h/"),
        ("http://h/v1", "http://h/v1/"),
        ("http://h/v1/", "http://h/v1/"),
        ("http://h/v1/v2", "http://h/v1/v2/"),
        ("http://h/v1//", "http://h/v1//"),
        ("http://h/v1?a=b", "http://h/v1/?a=b"),
        ("http://h/v1/?a=b", "http://h/v1/?a=b"),
        // As in AFNetworking, the whole text is checked.
        ("http://h/v1?a=/", "http://h/v1?a=/"),
        ("http://h?a=b", "http://h?a=b"),
        ("http://h/v1#f", "http://h/v1/#f"),
        ("http://h/a%2Fb", "http://h/a%2Fb/"),
        ("http://h/a%20b", "http://h/a%20b/"),
        ("http://h/v1.json", "http://h/v1.json/"),
        ("http://u:p@h:8080/v1", "http://u:p@h:8080/v1/"),
    ])
    func pathOfABaseEndsWithASlash(text: String, expected: String) {
        let manager = AFHTTPSessionManager(baseURL: URL(string: text))
        #expect(manager.baseURL?.absoluteString == expected)
    }

    @Test func baseMayBeRelativeToAnother() throws {
        let url = try #require(URL(string: "v1", relativeTo: URL(string: "http://h/x/")))
        #expect(AFHTTPSessionManager(baseURL: url).baseURL?.absoluteString == "http://h/x/v1/")
    }

    @Test func thereNeedBeNoBase() {
        #expect(AFHTTPSessionManager().baseURL == nil)
        #expect(AFHTTPSessionManager(baseURL: nil).baseURL == nil)
        #expect(AFHTTPSessionManager(sessionConfiguration: .ephemeral).baseURL == nil)
    }

    @Test(
        arguments: [
            ("/v1", "a", "/v1/a"),
            ("/v1", "/a", "/a"),
            ("/v1", "", "/v1/"),
            ("/v1", ".", "/v1/"),
            ("/v1", "../a", "/a"),
            ("/v1", "a/b/", "/v1/a/b/"),
            ("/v1", "?q=1", "/v1/?q=1"),
            ("/v1", "a?q=1", "/v1/a?q=1"),
            ("/v1?k=v", "a", "/v1/a"),
            ("/v1?k=v", "", "/v1/?k=v"),
            ("/v1", "a#f", "/v1/a"),
            ("/v1", "a%20b", "/v1/a%20b"),
            ("/v1", "a%2Fb", "/v1/a%2Fb"),
            ("/v1", "a b", "/v1/a%20b"),
            ("/v1", "ü", "/v1/%C3%BC"),
            ("/v1", "a:b", nil),
            ("/v1", "./a:b", "/v1/a:b"),
            ("/", "a", "/a"),
            ("", "a", "/a"),
            ("", "/a", "/a"),
        ] as [(String, String, String?)])
    func pathIsResolved(base: String, path: String, target: String?) async throws {
        let server = try LoopbackServer.json()
        let manager = AFHTTPSessionManager(baseURL: server.url(base), sessionConfiguration: .patient)
        let answers = TaskAnswers()
        Verb.get.send(manager, path, to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == (target != nil))
        #expect(server.requests.map(\.target) == (target.map { [$0] } ?? []))
    }

    @Test func parametersAreAppendedToAQuery() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = server.makeManager("/v1")
        Verb.get.send(manager, "a?q=1", ["p": 2], to: answers)
        _ = try await answers.only(of: manager)
        #expect(server.requests.map(\.target) == ["/v1/a?q=1&p=2"])
    }

    @Test func URLNeedsNoBaseAndIgnoresOne() async throws {
        let (server, other) = (try LoopbackServer.json(), try LoopbackServer.json())
        defer {
            server.stop()
            other.stop()
        }
        for base in [nil, server.url("/v1")] {
            let manager = AFHTTPSessionManager(baseURL: base, sessionConfiguration: .patient)
            let address = other.address("/x?y")
            for address in [address, address.replacingOccurrences(of: "http", with: "HTTP")] {
                let answers = TaskAnswers()
                Verb.get.send(manager, address, to: answers)
                #expect(try await answers.only(of: manager).isSuccess == true)
            }
        }
        #expect(other.requests.map(\.target) == ["/x?y", "/x?y", "/x?y", "/x?y"])
        let (manager, answers) = server.makeManager("/v1")
        Verb.get.send(manager, "//127.0.0.1:\(other.port)/z", to: answers)
        #expect(try await answers.only(of: manager).isSuccess == true)
        #expect(other.requests.last?.target == "/z")
        #expect(server.requestCount == 0)
    }
}
