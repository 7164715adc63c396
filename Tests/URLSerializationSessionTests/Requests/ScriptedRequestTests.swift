import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

/// Whole requests without sockets.
@Suite(.timeLimit(.minutes(60))) struct ScriptedRequestTests {
    typealias Line = ScriptedEngine.Line

    private static let redirection = Line.response(302, ["Location": "/next"], body: "moved")
    private static let challenge = Line.response(401, ["WWW-Authenticate": "Basic realm=\"a\""], body: "who")

    private func get(_ path: String = "/") throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "https://example.com\(path)")))
    }

    @Test(
        arguments: [
            ([Line.response(200, body: "x")], ["/"], 200, nil),
            ([redirection, .response(200, body: "x")], ["/", "/next"], 200, nil),
            ([redirection, redirection, .response(404)], ["/", "/next", "/next"], 404, nil),
            (
                Array(repeating: redirection, count: 21), ["/"] + Array(repeating: "/next", count: 20), nil,
                .httpTooManyRedirects
            ),
            ([.failure(.timedOut), .response(200)], ["/", "/"], 200, nil),
            (
                [.failure(.timedOut), .failure(.timedOut), .failure(.notConnectedToInternet)], ["/", "/", "/"], nil,
                .notConnectedToInternet
            ),
            ([redirection, .failure(.timedOut), .response(200)], ["/", "/next", "/"], 200, nil),
            ([challenge, .response(200)], ["/", "/"], 200, nil),
            ([challenge, challenge], ["/", "/"], 401, nil),
            ([redirection, challenge, redirection, .response(200)], ["/", "/next", "/next", "/next"], 200, nil),
        ] as [([Line], [String], Int?, URLError.Code?)])
    func aScriptIsFollowedToItsEnd(script: [Line], paths: [String], status: Int?, error: URLError.Code?) async throws {
        let engine = ScriptedEngine(script)
        let session = engine.session(retries: 2)
        let request = session.request(try get()).authenticate(username: "u", password: "p")
        let response = await request.response()
        #expect(engine.sent.map { $0.url?.path } == paths)
        #expect(response.response?.statusCode == status)
        #expect((response.error?.cause as? URLError)?.code == error)
        #expect(request.isFinished && request.state == .finished)
    }

    /// A head counts before the failure that follows it, however soon that comes: after a part of another file the
    /// download begins anew.
    @Test func aPartOfAnotherFileThatBreaksOffBeginsAnew() async throws {
        let engine = ScriptedEngine([
            .brokenAtOnce(200, ["ETag": "\"v1\"", "Content-Length": "10"], body: "ab", .timedOut),
            .brokenAtOnce(206, ["ETag": "\"v2\"", "Content-Range": "bytes 2-9/10"], .cannotDecodeContentData),
            .response(200, ["ETag": "\"v2\""], body: "anew"),
        ])
        let response = await engine.session(retries: 1).download(try get()).response()
        #expect(engine.sent.map { $0.value(forHTTPHeaderField: "Range") } == [nil, "bytes=2-", nil])
        #expect(try response.fileURL.map { try String(contentsOf: $0, encoding: .utf8) } == "anew")
    }

    /// A caller may answer each challenge of a server that accepts no credential.
    @Test func atMostTwentyCredentialsAreTried() async throws {
        let engine = ScriptedEngine(Array(repeating: Self.challenge, count: 25))
        let request = engine.session().request(try get())
        request.onChallenge(where: { true }) { _, answer in
            answer(.credential(URLCredential(user: "u", password: "p", persistence: .none)))
            return true
        }
        #expect(await request.response().response?.statusCode == 401)
        #expect(engine.sent.count == 21)
    }

    @Test func aCredentialIsSentToAChallengeAlone() async throws {
        let engine = ScriptedEngine([Self.redirection, Self.challenge, .response(200)])
        let session = engine.session()
        _ = await session.request(try get()).authenticate(username: "u", password: "p").response()
        #expect(engine.sent.map { $0.value(forHTTPHeaderField: "Authorization") } == [nil, nil, "Basic dTpw"])
    }

    @Test(arguments: [true, false]) func aDigestChallengeOfAnotherFormIsAnErrorOfARequestWithACredential(
        hasCredential: Bool
    ) async throws {
        let challenge = "Digest realm=\"a\", nonce=\"b\", qop=\"auth-int\""
        let engine = ScriptedEngine([.response(401, ["WWW-Authenticate": challenge], body: "x")])
        let session = engine.session()
        let request = session.request(try get())
        if hasCredential { request.authenticate(username: "u", password: "p") }
        let response = await request.response()
        #expect(response.response?.statusCode == 401)
        #expect(response.error?.kind == (hasCredential ? .authentication : nil))
    }

    @Test(arguments: [307, 302]) func aBodyIsSentTwiceOnlyIfItCanBe(status: Int) async throws {
        let engine = ScriptedEngine([.response(status, ["Location": "/next"]), .response(200)])
        let session = engine.session()
        var request = try get()
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("x".utf8))
        let response = await session.request(request).response()
        #expect(response.error?.kind == (status == 307 ? .bodyNotRepeatable : nil))
        #expect(engine.sent.count == (status == 307 ? 1 : 2))
    }

    @Test func aSuspensionHoldsTheEnd() async throws {
        let engine = ScriptedEngine([.head(200)])
        let session = engine.session()
        let request = session.request(try get()).resume()
        try await eventually("The head comes.") { request.response != nil }
        request.suspend()
        engine.queue.sync {
            engine.transfers.value.first?.end(nil, request.response.map(ResponseHead.init))
        }
        engine.queue.sync {}
        #expect(!request.isFinished && request.state == .suspended)
        request.resume()
        #expect(await request.response().error == nil)
    }

    @Test(arguments: [[Line.silence], [.head(200)], [redirection, .silence], [.failure(.timedOut), .silence]])
    func aRequestThatIsCancelledEndsOnce(script: [Line]) async throws {
        let engine = ScriptedEngine(script)
        let session = engine.session(retries: 1)
        let ends = Locked(0)
        let request = session.request(try get()).response(queue: .global()) { _ in ends.withLock { $0 += 1 } }
        try await eventually("It is sent.") { engine.sent.count == script.count }
        request.cancel().cancel()
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        try await eventually("It ends.") { ends.value == 1 }
        #expect(engine.transfers.value.last?.isOver == true && engine.actions.all.last == "cancel")
    }

    @Test func anAttemptEndsInTime() async throws {
        let engine = ScriptedEngine([.silence])
        let session = engine.session(totalTimeout: 0.02)
        #expect((await session.request(try get()).response().error?.cause as? URLError)?.code == .timedOut)
        #expect(engine.transfers.value.first?.isOver == true && engine.actions.all == ["cancel"])
    }

    @Test func theIdleTimeoutStartsAgainAfterASuspension() async throws {
        var message = try get()
        // On a busy machine it may be suspended too late.
        for second in LongerTimes() {
            message.timeoutInterval = second
            let engine = ScriptedEngine([.silence], pausesTransfers: true)
            let request = engine.session().request(message).resume()
            try await Task.sleep(for: .seconds(second / 2))
            guard request.suspend().state == .suspended else { continue }
            try await Task.sleep(for: .seconds(second))
            #expect(request.state == .suspended && engine.actions.all == ["pause"])
            let start = Date()
            request.resume()
            #expect((await request.response().error?.cause as? URLError)?.code == .timedOut)
            #expect(Date().timeIntervalSince(start) > 0.9 * second)
            #expect(engine.actions.all == ["pause", "resume", "cancel"])
            return
        }
        Issue.record("It was never suspended in time.")
    }

    /// A transfer that is paused in place, one that goes on, and one that ends and continues with another leg.
    @Test(arguments: [(true, false), (false, false), (false, true)])
    func aSuspensionDoesNotCountInAnAttempt(pausesTransfers: Bool, isDownload: Bool) async throws {
        // On a busy machine it may be suspended too late.
        for second in LongerTimes() {
            let engine = ScriptedEngine(
                [.head(200, ["ETag": "\"v\"", "Content-Length": "9"], body: "x")], pausesTransfers: pausesTransfers)
            let session = engine.session(totalTimeout: second)
            let request: Request = isDownload ? session.download(try get()) : session.request(try get())
            let suspension = Locked(Date.distantFuture)
            request.onData { [weak request] _ in
                request?.suspend()
                _ = suspension.exchange(Date())
            }
            let begin = Date()
            request.resume()
            try await eventually("It is suspended.") { suspension.value != .distantFuture || request.isFinished }
            guard suspension.value.timeIntervalSince(begin) < 0.7 * second else {
                request.cancel()
                continue
            }
            try await Task.sleep(for: .seconds(1.3 * second))
            #expect(request.state == .suspended)
            let start = Date()
            request.resume()
            try await eventually("It ends.") { request.isFinished }
            #expect((request.error?.cause as? URLError)?.code == .timedOut)
            #expect(Date().timeIntervalSince(start) > 0.2 * second)
            #expect(engine.sent.count == (isDownload ? 2 : 1))
            return
        }
        Issue.record("It was never suspended in time.")
    }

    /// The transfer ends during the suspension, and the next one waits.
    @Test func aSuspensionDoesNotCountBetweenTwoLegs() async throws {
        var message = try get()
        let headers = ["Location": "/next"]
        let url = try #require(message.url)
        let head = HTTPURLResponse(url: url, statusCode: 302, httpVersion: "HTTP/1.1", headerFields: headers)
        // On a busy machine it may be suspended or answered too late.
        for second in LongerTimes() {
            message.timeoutInterval = second / 2
            let engine = ScriptedEngine([.silence, .response(200)])
            let request = engine.session(totalTimeout: second / 2).request(message).resume().suspend()
            engine.queue.sync { engine.transfers.value.first?.end(nil, head.map(ResponseHead.init)) }
            try await Task.sleep(for: .seconds(0.8 * second))
            guard request.state == .suspended else { continue }
            #expect(engine.sent.count == 1)
            let answer = await request.resume().response()
            if (answer.error?.cause as? URLError)?.code == .timedOut { continue }
            #expect(answer.response?.statusCode == 200)
            return
        }
        Issue.record("Its attempt always timed out.")
    }

    @Test(arguments: [true, false]) func aHeaderOfAnAdapterThatCannotBeSentIsNamed(isThrown: Bool) async throws {
        struct Bad: RequestAdapter {
            let isThrown: Bool

            func adapt(_ request: URLRequest) throws -> URLRequest {
                var request = request
                if isThrown {
                    try request.setHeaders(["X-Token": "a\r\nX-Evil: b"])
                } else {
                    request.allHTTPHeaderFields = ["X-Token": "a\r\nX-Evil: b"]
                }
                return request
            }
        }
        let engine = ScriptedEngine([.response(200)])
        let session = engine.session(adapters: [Bad(isThrown: isThrown)])
        let error = try #require(await session.request(try get()).response().error)
        let cause = error.underlyingError ?? error
        #expect((cause as? RequestSerializationError)?.code == .invalidHeader)
        #expect("\(cause)".contains("X-Token"))
        #expect(engine.sent.isEmpty)
    }

    /// A handler that returns the proposed request does not send a body in clear.
    @Test func aRedirectHandlerDoesNotExposeABody() async throws {
        let engine = ScriptedEngine([.response(307, ["Location": "http://example.com/b"]), .response(200)])
        let session = engine.session()
        var request = try get()
        request.httpMethod = "POST"
        request.httpBody = Data("card".utf8)
        let response = await session.request(request).redirect(with: Redirector { _, request in request }).response()
        #expect(response.error?.kind == .redirection)
        #expect(engine.sent.count == 1)
    }
}
