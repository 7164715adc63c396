import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct TimeoutTests {
    private func code(_ answer: Answer<Data>) -> URLError.Code? { (answer.error?.cause as? URLError)?.code }

    @Test func theSessionsIntervalCountsWhereARequestHasNone() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 0.2
        let session = Session(configuration: configuration)
        var durations: [TimeInterval] = []
        // Without the session's interval the request's own, of 60 seconds, would end it. The machine may stand still.
        repeat {
            let start = Date()
            #expect(code(await session.request(server.url("/")).response()) == .timedOut)
            durations.append(Date().timeIntervalSince(start))
        } while durations.count < 5 && durations[durations.count - 1] >= 60
        #expect(durations.allSatisfy { $0 >= 0.19 } && durations.contains { $0 < 60 })
        try await eventually("The task ends.") { session.taskCount == 0 }
        server.stop()
    }

    @Test func everyPieceBeginsTheIntervalAnew() async throws {
        // On a busy machine a byte may come too late.
        for second in LongerTimes() {
            let server = try LoopbackServer { exchange in
                try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
                try exchange.write(Data("abcde".utf8), slowly: 1, pause: 0.9 * second)
            }
            var request = URLRequest(url: server.url("/"))
            request.timeoutInterval = 3 * second
            let answer = await Session(configuration: .ephemeral).request(request).response()
            if code(answer) == .timedOut { continue }
            #expect(answer.data == Data("abcde".utf8))
            #expect(answer.error == nil)
            #expect(answer.duration > 3 * second)
            return
        }
        Issue.record("It always timed out.")
    }

    @Test func theTotalCountsOverRedirectionsAndPieces() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.pause(seconds: 0.1)
            try exchange.respond(status: 302, headers: ["Location": "/"], body: "")
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = 0.35
        let session = Session(configuration: configuration)
        let answer = await session.request(server.url("/")).response()
        #expect(code(answer) == .timedOut)
        #expect(answer.duration >= 0.34)
        server.stop()
    }

    @Test(arguments: [Double.infinity, 1e300, 0]) func aTimeoutWithoutEndIsNone(interval: Double) async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "a") }
        var request = URLRequest(url: server.url("/"))
        request.timeoutInterval = interval
        let session = Session(configuration: .ephemeral)
        #expect(await session.request(request).response().data == Data("a".utf8))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = interval
        configuration.timeoutIntervalForResource = interval
        #expect(await Session(configuration: configuration).request(server.url("/")).response().data == Data("a".utf8))
    }

    @Test(arguments: [Double.nan, -1, -Double.infinity]) func whatIsNoTimeIsAnError(interval: Double) async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "a") }
        var request = URLRequest(url: server.url("/"))
        request.timeoutInterval = interval
        let answer = await Session(configuration: .ephemeral).request(request).response()
        #expect((answer.error?.cause as? RequestSerializationError)?.code == .invalidSetting)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = interval
        configuration.timeoutIntervalForResource = interval
        #expect(await Session(configuration: configuration).request(server.url("/")).response().data == Data("a".utf8))
        #expect(server.requestCount == 1)
    }
}
