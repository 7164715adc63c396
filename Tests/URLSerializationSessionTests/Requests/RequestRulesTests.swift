import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

/// Rules about what is sent, printed and accepted.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequestRulesTests {
    private let session = Session(configuration: .patient)

    // MARK: - Responses

    @Test func aPartThatWasNotRequestedIsAnError() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 206, headers: ["Content-Range": "bytes 0-3/100"], body: "body")
        }
        let answer = await session.request(server.url("/")).response()
        #expect(answer.error?.kind == .partialContent)
        let requested = await session.request(server.url("/"), headers: ["Range": "bytes=0-3"]).response()
        #expect(requested.error == nil && requested.data == Data("body".utf8))
    }

    @Test(arguments: [
        ("4, 5", true), ("4, 4", false), ("4", false), ("4,4 ,4", false), ("0", false), ("0xb", true), ("+4", true),
        ("-4", true), ("", true), ("4,", true), ("4 4", true), ("99999999999999999999999", true), ("\u{664}", true),
    ])
    func aLengthThatIsNotOneNumberIsAnError(length: String, isRefused: Bool) async throws {
        let engine = ScriptedEngine([.response(200, ["Content-Length": length], body: "body")])
        let answer = await engine.session().request("https://example.com/").response()
        guard isRefused else { return #expect(answer.error == nil) }
        let error = try #require(answer.error)
        #expect(error.kind == .invalidResponse && error.description.contains(length.quoted))
        #expect((error.underlyingError as? URLError)?.code == .badServerResponse)
    }

    @Test(arguments: [true, false]) func aLengthBesideChunksIsAnError(hasLength: Bool) async throws {
        let headers = ["Transfer-Encoding": "chunked"].merging(hasLength ? ["content-length": "4"] : [:]) { $1 }
        let engine = ScriptedEngine([.response(200, headers, body: "body")])
        let error = await engine.session().request("https://example.com/").response().error
        #expect(error?.kind == (hasLength ? .invalidResponse : nil))
        if hasLength { #expect("\(try #require(error))".contains("Transfer-Encoding")) }
    }

    @Test(arguments: [
        ("chunked", false), ("Chunked", false), ("identity", false), ("chunked, chunked", false), ("gzip", true),
        ("gzip, chunked", true), ("xchunked", true), ("chunked;q=1", true),
    ])
    func aTransferCodingThatWasNotRequestedIsAnError(coding: String, isRefused: Bool) async throws {
        let engine = ScriptedEngine([.response(200, ["transfer-encoding": coding], body: "body")])
        let error = await engine.session().request("https://example.com/").response().error
        #expect(error?.kind == (isRefused ? .invalidResponse : nil))
        if isRefused { #expect("\(try #require(error))".contains(coding.quoted)) }
    }

    @Test(arguments: [true, false]) func aChangeOfProtocolThatWasNotRequestedIsAnError(isRequested: Bool) async throws {
        let engine = ScriptedEngine([.response(101, ["Upgrade": "x"])])
        let headers: HTTPHeaders = isRequested ? ["Upgrade": "x"] : [:]
        let error = await engine.session().request("https://example.com/", headers: headers).response().error
        #expect(error?.kind == (isRequested ? nil : .invalidResponse))
        if !isRequested { #expect("\(try #require(error))".contains("101")) }
    }

    @Test func aRefusedResponseEndsBeforeItsBody() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 4, 5\r\n\r\n")
            try exchange.hold()
        }
        let error = await session.request(server.url("/")).response().error
        #expect(error != nil)
        let scripted = ScriptedEngine([.head(101)])
        let refused = await scripted.session().request("https://example.com/").response().error
        #expect(refused?.kind == .invalidResponse && scripted.actions.all == ["cancel"])
    }

    // MARK: - Requests

    @Test(arguments: [0, 5, 6]) func aBodyIsSentAgainAFewTimes(deadConnections: Int) async throws {
        let engine = ScriptedEngine(Array(repeating: .dead, count: deadConnections) + [.response(200)])
        let answer = await engine.session().upload(.data(Data("x".utf8)), to: "https://a.b/").response()
        #expect((answer.error?.cause as? URLError)?.code == (deadConnections > 5 ? .networkConnectionLost : nil))
        #expect(engine.sent.count == min(6, deadConnections + 1))
    }

    @Test(arguments: ["GET", "HEAD"]) func aBodyIsRefusedBeforeItIsSent(method: String) async throws {
        let server = try LoopbackServer { try $0.respond() }
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = method
        request.httpBody = Data("x".utf8)
        let error = await session.request(request).response().error
        #expect((error?.cause as? RequestSerializationError)?.field == "httpMethod")
        #expect("\(try #require(error))".contains("\(method) has no body"))
        #expect(server.requests.isEmpty)
    }

    @Test func aConfigurationsHeadersWinOverTheSerializersDefaults() async throws {
        let server = try LoopbackServer { try $0.respond(body: "x") }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["User-Agent": "mine/1", "Accept-Language": "fr"]
        let session = Session(configuration: configuration)
        _ = await session.request(server.url("/")).response()
        _ = await session.request(server.url("/"), headers: ["User-Agent": "own/1"]).response()
        _ = await session.upload(.data(Data("x".utf8)), to: server.url("/")).response()
        _ = await session.upload(to: server.url("/"), parameters: ["a": 1]) { _ in }.response()
        _ = await session.upload(to: server.url("/"), headers: ["User-Agent": "own/1"]) { form in
            try form.append(Data("x".utf8), name: "b")
        }.response()
        #expect(
            server.requests.map { $0.value(named: "User-Agent") } == ["mine/1", "own/1", "mine/1", "mine/1", "own/1"])
        #expect(server.requests.allSatisfy { $0.value(named: "Accept-Language") == "fr" })
    }

    @Test func theFieldsOfATaskAloneAreNotShown() async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.body) }
        let made = try HTTPRequestSerializer().multipartRequest(
            method: .post, url: server.url("/"), parameters: ["a": 1]
        ) { _ in }
        let request = session.request(made)
        func printed() -> [String] {
            ["Transfer-Encoding", "Expect"].filter { request.request?.value(forHTTPHeaderField: $0) != nil }
        }
        #expect(printed() == [])
        let data = try await request.data()
        #expect(String(decoding: data, as: UTF8.self).contains("name=\"a\""))
        #expect(printed() == [] && !request.cURLDescription().contains("Transfer-Encoding"))
        #expect(server.requests.allSatisfy { !$0.wasChunked && $0.value(named: "Expect") == nil })
    }

    @Test func aDescribedRequestNeedNotBeStarted() async throws {
        let log = Log<String>()
        let session = Session(transportPolicy: nil, log: { log.add($0) })
        print(session.request("https://example.com/").cURLDescription().count)
        #expect(log.all == [])
        _ = session.request("https://example.com/").description
        #expect(log.count == 1)
    }

    // MARK: - Redirections

    private struct Handler: RedirectHandler {
        let name: String
        let log: Log<String>
        let follows: Bool

        func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
            log.add(name)
            return follows ? request : nil
        }
    }

    @Test(arguments: [(true, false), (false, true), (true, true)])
    func aRequestsOwnRedirectHandlerDecidesAndTheSessionsIsAsked(own: Bool, sessions: Bool) async throws {
        let log = Log<String>()
        let engine = ScriptedEngine([.response(302, ["Location": "/next"], body: "moved"), .response(200)])
        let session = engine.session(redirectHandlers: [Handler(name: "session", log: log, follows: sessions)])
        let answer = await session.request("https://example.com/")
            .redirect(with: Handler(name: "own", log: log, follows: own)).response()
        #expect(answer.response?.statusCode == (own ? 200 : 302))
        #expect(log.all == ["own", "session"])
    }

    @Test func theSessionsRedirectHandlerDecidesWithoutAnother() async throws {
        let log = Log<String>()
        let engine = ScriptedEngine([.response(302, ["Location": "/next"], body: "moved")])
        let session = engine.session(redirectHandlers: [Handler(name: "session", log: log, follows: false)])
        let answer = await session.request("https://example.com/").response()
        #expect(answer.response?.statusCode == 302 && answer.data == Data("moved".utf8))
    }

    // MARK: - Order

    /// Hundreds of segments wait for the session's queue while requests are started and cancelled there.
    @Test func aFullDelegateQueueDoesNotStopTheTasks() async throws {
        let session = Session(configuration: .patient, engine: .urlSession)
        let server = try LoopbackServer { exchange in
            if exchange.request.path == "/other" { return try exchange.respond(body: "x") }
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 30)\r\n\r\n")
            // Of 600 segments as many wait as the queue takes, and the server with the others.
            for _ in 0..<600 { try exchange.write(Data(count: 1 << 14)) }
            try exchange.hold()
        }
        let request = session.request(server.url("/"))
        let other = session.request(server.url("/other"))
        request.resume()
        try await eventually("The head comes.") { request.response != nil }
        session.queue.async {
            Thread.sleep(forTimeInterval: 0.3)
            other.resume()
            request.suspend().resume().cancel()
        }
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        #expect(await other.response().error == nil)
        try await eventually("The tasks end.") { session.taskCount == 0 }
    }

    @Test func eachCallActsBeforeItReturns() throws {
        let engine = ScriptedEngine([.silence], pausesTransfers: true)
        let session = engine.session()
        let gate = DispatchSemaphore(value: 0)
        session.queue.async { gate.wait() }
        defer { gate.signal() }
        let request = session.request("https://example.com/").resume()
        #expect(engine.sent.count == 1)
        request.suspend()
        #expect(engine.actions.all == ["pause"])
        request.resume()
        #expect(engine.actions.all == ["pause", "resume"])
        request.cancel()
        #expect(engine.actions.all == ["pause", "resume", "cancel"])
    }

    /// Effects that wait while a thread performs others are performed in the order of their events.
    @Test func suspensionsFromManyThreadsEndInOne() async throws {
        let server = try LoopbackServer { try $0.respond(body: Data(count: 1 << 16)) }
        for _ in 0..<20 {
            let request = session.request(server.url("/")).resume()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<20 { request.suspend().resume() } }
                }
            }
            #expect(try await request.data().count == 1 << 16)
        }
    }
}
