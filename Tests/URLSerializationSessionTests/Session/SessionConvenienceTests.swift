import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Settings of a session and parameters of its methods, as callers combine them.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct SessionConvenienceTests {
    private struct Adding: RequestAdapter {
        let text: String

        func adapt(_ request: URLRequest) -> URLRequest {
            var request = request
            request.setValue((request.value(forHTTPHeaderField: "X-Order") ?? "") + text, forHTTPHeaderField: "X-Order")
            return request
        }
    }

    private struct Counting: RequestRetrier {
        let name: String
        let limit: Int
        let log: Log<String>

        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            log.add(name)
            return request.retryCount < limit ? .retry : .doNotRetry
        }
    }

    @Test(arguments: [
        ("https://example.com/v2", "orders/1", "https://example.com/v2/orders/1"),
        ("https://example.com/v2/", "orders?a=1", "https://example.com/v2/orders?a=1"),
        ("https://example.com/v2", "/orders", "https://example.com/orders"),
        ("https://example.com/v2", "https://other.example/x", "https://other.example/x"),
    ])
    func aRelativeURLIsResolved(base: String, reference: String, whole: String) {
        let session = Session(baseURL: URL(string: base), start: .manually)
        let requests: [Request] = [
            session.request(reference), session.request(reference, encoding: [String: Int]()),
            session.download(reference), session.upload(.data(Data()), to: reference),
            session.upload(to: reference) { try $0.append(Data(), name: "a") },
        ]
        #expect(requests.map { $0.request?.url?.absoluteString } == Array(repeating: whole, count: 5))
    }

    @Test func headersAreAnyOfTheirForms() throws {
        let session = Session(start: .manually)
        let dictionary = ["X-A": "1"]
        let (optional, none): ([String: String]?, HTTPHeaders?) = (dictionary, nil)
        let url = "https://example.com/"
        let requests = [
            session.request(url, headers: ["X-A": "1"]), session.request(url, headers: HTTPHeaders(dictionary)),
            session.request(url, headers: optional.map(HTTPHeaders.init)),
            session.request(url, headers: [HTTPHeader(name: "X-A", value: "1")]),
            session.upload(.data(Data()), to: url, headers: HTTPHeaders(dictionary)) as DataRequest,
        ]
        #expect(requests.allSatisfy { $0.request?.value(forHTTPHeaderField: "X-A") == "1" })
        let others = [session.request(url, headers: nil), session.request(url, headers: none), session.request(url)]
        #expect(others.allSatisfy { $0.request != nil && $0.request?.value(forHTTPHeaderField: "X-A") == nil })
        let download = session.download(url, headers: HTTPHeaders(dictionary))
        #expect(download.request?.value(forHTTPHeaderField: "X-A") == "1")
    }

    @Test func aRequestIsModifiedBeforeItsParametersArePutIn() {
        let session = Session(start: .manually)
        let request = session.request("https://example.com/", parameters: ["a": 1]) { $0.timeoutInterval = 5 }
        #expect(request.request?.timeoutInterval == 5)
        #expect(request.request?.url?.query == "a=1")
    }

    @Test func whatAModifierThrowsIsTheRequestsError() async {
        let session = Session(configuration: .patient)
        let request = session.request("https://example.com/", modify: { _ in throw CancellationError() })
        #expect(await request.response().error?.cause is CancellationError)
    }

    @Test func everyRequestHasAUserAgent() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let expected = try #require(HTTPRequestConfiguration().headers["User-Agent"])
        let session = Session(configuration: .patient)
        _ = await session.request(URLRequest(url: server.url("/"))).response()
        _ = await session.request(server.url("/")).response()
        var own = URLRequest(url: server.url("/"))
        own.setValue("mine", forHTTPHeaderField: "User-Agent")
        _ = await session.request(own).response()
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["User-Agent": "session's"]
        _ = await Session(configuration: configuration).request(URLRequest(url: server.url("/"))).response()
        #expect(
            server.requests.map { $0.value(named: "User-Agent") } == [expected, expected, "mine", "session's"])
    }

    @Test func adaptersOfTheRequestComeBeforeTheSessions() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let session = Session(
            configuration: .patient, adapters: [Adding(text: "c"), Adding(text: "d"), Adding(text: "e")])
        _ = await session.request(server.url("/")).adapt(with: Adding(text: "a")).adapt(with: Adding(text: "b"))
            .response()
        #expect(server.requests.first?.value(named: "X-Order") == "abcde")
    }

    @Test func theFirstRetrierThatRetriesDecides() async throws {
        let server = try LoopbackServer { try $0.respond(status: 503) }
        let log = Log<String>()
        let session = Session(
            configuration: .patient,
            retriers: [Counting(name: "b", limit: 2, log: log), Counting(name: "c", limit: 3, log: log)])
        let request = session.request(server.url("/")).retry(with: Counting(name: "a", limit: 1, log: log)).validate()
        _ = await request.response()
        #expect(log.all == ["a", "a", "b", "a", "b", "c", "a", "b", "c"])
        #expect(request.retryCount == 3)
    }

    @Test func redirectHandlersAreAskedInTurn() async throws {
        let server = try LoopbackServer { exchange in
            guard exchange.request.target == "/" else { return try exchange.respond(status: 200, body: "end") }
            try exchange.respond(status: 302, headers: ["Location": "/next"])
        }
        let adding = Redirector { _, request in
            var request = request
            request.setValue("1", forHTTPHeaderField: "X-Redirected")
            return request
        }
        let session = Session(configuration: .patient, redirectHandlers: [adding])
        #expect(await session.request(server.url("/")).response().data == Data("end".utf8))
        #expect(server.requests.last?.value(named: "X-Redirected") == "1")
        let kept = await session.request(server.url("/")).redirect(with: .doNotFollow).response()
        #expect(kept.response?.statusCode == 302)
    }

    @Test func theCommandOfARequestHasTheCookiesThatWillBeSent() throws {
        let configuration = URLSessionConfiguration.patient
        let url = try #require(URL(string: "https://example.com/a"))
        let cookie = try #require(
            HTTPCookie(properties: [.name: "id", .value: "secret", .domain: "example.com", .path: "/"]))
        configuration.httpCookieStorage?.setCookie(cookie)
        let request = Session(configuration: configuration, start: .manually).request(url)
        var text = ""
        debugPrint(request, to: &text)
        #expect(text.hasPrefix("curl ") && text.contains("'Cookie: id=REDACTED'"))
        #expect(request.cURLDescription(includingSecrets: true).contains("'Cookie: id=secret'"))
        var plain = URLRequest(url: url)
        plain.httpShouldHandleCookies = false
        #expect(!request.session.request(plain).cURLDescription().contains("Cookie"))
    }

    @Test func aDownloadedFileIsValidatedBeforeItIsPlaced() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "content") }
        let folder = try ScratchFolder()
        struct Refusal: Error {}
        let session = Session(configuration: .patient)
        let contents = Log<String>()
        let refused = await session.download(server.url("/"), to: folder("x")).validateFile { _, file in
            contents.add(try String(contentsOf: file, encoding: .utf8))
            throw Refusal()
        }.response()
        #expect(refused.error?.underlyingError is Refusal && contents.all == ["content"])
        #expect(!FileManager.default.fileExists(atPath: folder("x").path))
        let accepted = await session.download(server.url("/"), to: folder("x")).validateFile { _, _ in }.response()
        #expect(accepted.error == nil && accepted.fileURL == folder("x"))
    }

    @Test func aFileThatIsRefusedIsDownloadedAgainFromItsBeginning() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 200, headers: ["ETag": "\"v\""], body: "content")
        }
        struct Refusal: Error {}
        let log = Log<String>()
        let session = Session(configuration: .patient, retriers: [Counting(name: "a", limit: 1, log: log)])
        let request = session.download(server.url("/")).validateFile { _, _ in throw Refusal() }
        #expect(await request.response().error?.underlyingError is Refusal)
        #expect(log.count == 2 && request.retryCount == 1 && request.resumeData == nil)
        #expect(server.requests.map { $0.value(named: "Range") } == [nil, nil])
    }

    @Test func aFileValidationAfterTheEndFailsForLaterHandlers() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "content") }
        struct Refusal: Error {}
        let request = Session(configuration: .patient).download(server.url("/"))
        #expect(await request.response().error == nil)
        #expect(await request.validateFile { _, _ in throw Refusal() }.response().error?.underlyingError is Refusal)
    }

    @Test func aDownloadThatIsSuspendedWhileItIsPlacedEndsWhenItIsCancelled() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "content") }
        let folder = try ScratchFolder()
        let (isPlacing, places) = AsyncStream.makeStream(of: Void.self)
        let goesOn = DispatchSemaphore(value: 0)
        let request = Session(configuration: .patient).download(server.url("/")) { _, _ in
            places.finish()
            goesOn.wait()
            return (folder("x"), [])
        }.resume()
        for await _ in isPlacing {}
        request.suspend()
        goesOn.signal()
        try await eventually("It is placed.") { FileManager.default.fileExists(atPath: folder("x").path) }
        #expect(!request.isFinished)
        #expect(await request.cancel().response().fileURL == folder("x"))
    }

    @Test func aCallersCookieIsSentInPlaceOfStoredOnes() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let configuration = URLSessionConfiguration.patient
        let cookie = try #require(
            HTTPCookie(properties: [.name: "stored", .value: "1", .domain: "127.0.0.1", .path: "/"]))
        configuration.httpCookieStorage?.setCookie(cookie)
        let session = Session.obeyingCookieSettings(configuration)
        _ = await session.request(server.url("/")).response()
        let own = session.request(server.url("/"), headers: ["Cookie": "own=2"])
        #expect(own.cURLDescription(includingSecrets: true).contains("'Cookie: own=2'"))
        _ = await own.response()
        #expect(server.requests.map { $0.value(named: "Cookie") } == ["stored=1", "own=2"])
    }

    @Test func aRequestBuiltElsewhereIsResolvedToo() throws {
        let session = Session(baseURL: URL(string: "https://example.com/v2"), start: .manually)
        let request = URLRequest(url: try #require(URL(string: "orders")))
        let requests: [Request] = [
            session.request(request), session.download(request), session.upload(.data(Data()), with: request),
        ]
        #expect(requests.allSatisfy { $0.request?.url?.absoluteString == "https://example.com/v2/orders" })
    }
}
