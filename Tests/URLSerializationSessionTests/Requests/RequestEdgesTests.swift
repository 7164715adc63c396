import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestEdgesTests {
    private let session = Session(configuration: .patient)

    /// The excess of a wrong length would become the connection's next request.
    @Test(arguments: [("Content-Length", "3"), ("Content-Length", "30"), ("Transfer-Encoding", "chunked")])
    func theBodyIsAsLongAsItIs(name: String, value: String) async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.body) }
        let headers = HTTPHeaders([name: value])
        let data = try await session.upload(.data(Data("0123456789".utf8)), to: server.url("/"), headers: headers)
            .data()
        #expect(data == Data("0123456789".utf8))
        #expect(await session.request(server.url("/"), headers: headers).response().error == nil)
        #expect(server.requests.map(\.bodyLength) == [10, 0])
        #expect(server.requests.map { $0.values(named: "Content-Length") } == [["10"], []])
        #expect(!server.requests.contains { $0.wasChunked })
    }

    @Test(arguments: [[Int.max], [Int.min, 204], [204, 100_000]])
    func noStatusCodeIsTooStrange(acceptable: [Int]) async throws {
        let server = try LoopbackServer { try $0.respond(status: 204) }
        let error = await session.request(server.url("/")).validate(statusCode: acceptable).response().error
        #expect((error == nil) == acceptable.contains(204))
        #expect(await session.request(server.url("/")).validate(statusCode: 200...).response().error == nil)
        #expect(await session.request(server.url("/")).validate(statusCode: 300...).response().error != nil)
    }

    @Test func nothingButAResumeEndsAPause() async throws {
        let server = try LoopbackServer { try $0.respond(body: "x") }
        for _ in 0..<60 {
            let request = session.request(server.url("/")).response(queue: .global()) { _ in }
            request.suspend().resume().suspend()
            guard request.state == .suspended else { continue }
            // Whatever was under way, it stays so.
            for _ in 0..<20 { await Task.yield() }
            #expect(request.state == .suspended && !request.isFinished)
            request.resume()
            #expect(await request.response().error == nil)
        }
    }

    @Test func aRefusedBodyWithoutEndEndsTheRequest() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 404 Status\r\n\r\n")
            while true {
                try exchange.write(Data(count: 1 << 16))
                try exchange.pause(seconds: 0.01)
            }
        }
        let request = session.request(server.url("/")).validate()
        await #expect(throws: RequestError.self) {
            for try await _ in request.receivedBody() { Issue.record("Handed out.") }
        }
        #expect(await request.response().response?.statusCode == 404)
    }

    @Test func anAnswerWithoutBodyHasNoWrongType() async throws {
        let server = try LoopbackServer { try $0.respond(status: 204) }
        var request = URLRequest(url: server.url("/"))
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        #expect(await session.request(request).validate().response().error == nil)
        #expect(await session.download(request).validate().response().error == nil)
        for try await _ in session.request(request).validate().receivedBody() { Issue.record("There is nothing.") }
    }

    @Test func anOwnerMayCancelTheTaskOfARedirection() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == "/" {
                try exchange.respond(status: 302, headers: ["Location": "/x"])
            } else {
                try exchange.respond(body: "x")
            }
        }
        for turn in 0..<60 {
            let request = session.request(server.url("/"))
            let ended = Task { await request.response() }
            for _ in 0..<turn % 40 { await Task.yield() }
            request.task?.cancel()
            let answer = await ended.value
            #expect(answer.error == nil || (answer.error?.cause as? URLError)?.code == .cancelled)
        }
    }

    @Test func aValidationCountsThatIsAddedBeforeTheEnd() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 503 Busy\r\nContent-Length: 1\r\n\r\n")
            try exchange.hold()
            try exchange.write("x")
        }
        struct Once: RequestRetrier {
            func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
                request.retryCount == 0 ? .retry : .doNotRetry
            }
        }
        let session = Session(configuration: .patient, start: .immediately, retriers: [Once()])
        let request = session.request(server.url("/"))
        try await eventually("The head comes.") { request.response != nil }
        request.validate()
        server.release()
        let answer = await request.response()
        #expect(answer.error?.cause is ResponseSerializationError)
        #expect(request.retryCount == 1)
    }
}
