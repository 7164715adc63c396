#if os(Linux)
    import FoundationNetworking
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerializationSession

    /// Every setting of a configuration and of a request is obeyed, or named in "Linux" with the reason.
    @Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct SettingsTests {
        private typealias Check = @Sendable () async throws -> Bool

        @Test func eachSettingIsTestedOrNamed() throws {
            let page = URL(fileURLWithPath: #filePath).appendingPathComponent(
                "../../../../Sources/URLSerializationSession/URLSerializationSession.docc/Linux.md")
            let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
            let start = try #require(text.range(of: "### Settings")?.upperBound)
            let list = try #require(text[start...].range(of: "\n### ")).lowerBound
            let settings: [(owner: Any, tests: [String: Check])] = [
                (URLSessionConfiguration.ephemeral, Self.configuration),
                (URLRequest(url: page), Self.request),
            ]
            for (owner, tests) in settings {
                let labels = Mirror(reflecting: owner).children.compactMap(\.label)
                #expect(labels.count >= 12 && Set(tests.keys).isSubset(of: labels))
                for label in labels {
                    let isNamed = text[start..<list].contains("`\(label)`")
                    #expect(isNamed == (tests[label] == nil), "\(label)")
                }
            }
        }

        @Test(arguments: configuration.keys.sorted()) func aSettingOfAConfigurationIsObeyed(name: String) async throws {
            let check = try #require(Self.configuration[name])
            #expect(try await check())
        }

        @Test(arguments: request.keys.sorted()) func aSettingOfARequestIsObeyed(name: String) async throws {
            let check = try #require(Self.request[name])
            #expect(try await check())
        }

        /// Returns the answer to a request with a configuration, and the server's requests.
        private static func exchange(
            _ change: (URLSessionConfiguration) -> Void, url: String = "/",
            _ modify: (inout URLRequest) -> Void = { _ in },
            from respond: @escaping @Sendable (Exchange) throws -> Void = { try $0.respond(body: "ok") }
        ) async throws -> (Answer<Data>, [ReceivedRequest]) {
            let server = try LoopbackServer { try respond($0) }
            let configuration = URLSessionConfiguration.patient
            configuration.connectionProxyDictionary = [
                "HTTPEnable": url == "/" ? 0 : 1, "HTTPProxy": "127.0.0.1", "HTTPPort": Int(server.url().port ?? 0),
            ]
            change(configuration)
            let session = Session(configuration: configuration, engine: .libcurl)
            var request = URLRequest(url: url == "/" ? server.url("/") : try #require(URL(string: url)))
            modify(&request)
            return (await session.request(request).response(), server.requests)
        }

        private static func isTimeout(_ answer: Answer<Data>) -> Bool {
            (answer.error?.cause as? URLError)?.code == .timedOut
        }

        private static func cookie(for host: String = "127.0.0.1") throws -> HTTPCookie {
            try #require(HTTPCookie(properties: [.name: "a", .value: "1", .domain: host, .path: "/"]))
        }

        private static func store(_ cookies: [HTTPCookie] = []) throws -> HTTPCookieStorage {
            let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
            for cookie in cookies { storage.setCookie(cookie) }
            return storage
        }

        private static let setsCookie: @Sendable (Exchange) throws -> Void = {
            try $0.respond(status: 200, headers: ["Set-Cookie": "a=1"], body: "")
        }

        private static let configuration: [String: Check] = [
            "timeoutIntervalForRequest": {
                isTimeout(
                    try await exchange {
                        $0.timeoutIntervalForRequest = 0.2
                    } from: {
                        try $0.hold()
                    }.0)
            },
            "timeoutIntervalForResource": {
                let (answer, _) = try await exchange {
                    $0.timeoutIntervalForResource = 0.3
                } from: { exchange in
                    try exchange.write("HTTP/1.1 200 OK\r\n\r\n")
                    while true {
                        try exchange.write("x")
                        try exchange.pause(seconds: 0.05)
                    }
                }
                return isTimeout(answer)
            },
            "connectionProxyDictionary": {
                let (answer, requests) = try await exchange({ _ in }, url: "http://name.invalid/a")
                return answer.error == nil && requests.map(\.target) == ["http://name.invalid/a"]
            },
            "httpAdditionalHeaders": {
                let (_, requests) = try await exchange { $0.httpAdditionalHeaders = ["x-A": "b"] }
                return requests.map { $0.value(named: "x-a") } == ["b"]
            },
            "httpShouldSetCookies": {
                let storage = try store([cookie()])
                let sent = try await [true, false].asyncMap { sets in
                    try await exchange {
                        $0.httpCookieStorage = storage
                        $0.httpShouldSetCookies = sets
                    }.1.first?.value(named: "Cookie")
                }
                return sent == ["a=1", nil]
            },
            "httpCookieStorage": {
                let storage = try store()
                _ = try await exchange({ $0.httpCookieStorage = storage }, from: setsCookie)
                _ = try await exchange({ $0.httpCookieStorage = nil }, from: setsCookie)
                return storage.cookies?.map(\.value) == ["1"]
            },
            "httpCookieAcceptPolicy": {
                // The storage's own policy does not count, except `never`.
                let cases: [(HTTPCookie.AcceptPolicy, storage: HTTPCookie.AcceptPolicy, isKept: Bool)] = [
                    (.never, .always, false), (.onlyFromMainDocumentDomain, .always, false), (.always, .never, false),
                    (.always, .onlyFromMainDocumentDomain, true),
                ]
                let kept = try await cases.asyncMap { policy, storagePolicy, _ in
                    let storage = try store()
                    storage.cookieAcceptPolicy = storagePolicy
                    _ = try await exchange {
                        $0.httpCookieStorage = storage
                        $0.httpCookieAcceptPolicy = policy
                    } _: {
                        $0.mainDocumentURL = URL(string: "http://example.com/")
                    } from: {
                        try setsCookie($0)
                    }
                    return storage.cookies?.isEmpty == false
                }
                return kept == cases.map(\.isKept)
            },
            "httpMaximumConnectionsPerHost": {
                let server = try LoopbackServer { exchange in
                    try exchange.pause(seconds: 0.01)
                    try exchange.respond()
                }
                defer { server.stop() }
                let configuration = URLSessionConfiguration.patient
                configuration.httpMaximumConnectionsPerHost = 2
                let session = Session(configuration: configuration, engine: .libcurl)
                let requests = (0..<20).map { _ in session.request(server.url()).resume() }
                for request in requests { _ = await request.response() }
                return server.connectionCount == 2 && server.requestCount == 20
            },
            "protocolClasses": {
                let answer = await Session(configuration: StubbedAnswer.configuration).request("http://a.b/").response()
                return answer.data == Data(#"{"a":1}"#.utf8)
            },
        ]

        private static func sent(_ modify: (inout URLRequest) -> Void) async throws -> ReceivedRequest {
            try #require(try await exchange({ _ in }, modify).1.first)
        }

        private static let request: [String: Check] = [
            "url": { try await sent { $0.url?.appendPathComponent("a b") }.target == "/a%20b" },
            "timeoutInterval": {
                isTimeout(
                    try await exchange({ _ in }) {
                        $0.timeoutInterval = 0.2
                    } from: {
                        try $0.hold()
                    }.0)
            },
            "mainDocumentURL": {
                let storage = try store()
                for host in ["example.com", "127.0.0.1"] {
                    guard storage.cookies?.isEmpty == true else { return false }
                    _ = try await exchange({ $0.httpCookieStorage = storage }) {
                        $0.mainDocumentURL = URL(string: "http://\(host)/")
                    } from: {
                        try setsCookie($0)
                    }
                }
                return storage.cookies?.count == 1
            },
            "httpMethod": { try await sent { $0.httpMethod = "REPORT" }.method == "REPORT" },
            "allHTTPHeaderFields": {
                try await sent { $0.allHTTPHeaderFields = ["x-a": "b"] }.value(named: "x-a") == "b"
            },
            "httpBody": {
                let request = try await sent {
                    $0.httpMethod = "PUT"
                    $0.httpBody = Data("a".utf8)
                }
                return request.text == "a"
            },
            "httpBodyStream": {
                let request = try await sent {
                    $0.httpMethod = "PUT"
                    $0.httpBodyStream = InputStream(data: Data("a".utf8))
                }
                return request.text == "a"
            },
            "httpShouldHandleCookies": {
                let storage = try store([cookie()])
                let (_, requests) = try await exchange({ $0.httpCookieStorage = storage }) {
                    $0.httpShouldHandleCookies = false
                } from: {
                    try $0.respond(status: 200, headers: ["Set-Cookie": "a=2"], body: "")
                }
                return requests.map { $0.value(named: "Cookie") } == [nil] && storage.cookies?.map(\.value) == ["1"]
            },
        ]
    }

    extension Array {
        fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
            var results: [Result] = []
            for element in self { results.append(try await transform(element)) }
            return results
        }
    }
#endif
