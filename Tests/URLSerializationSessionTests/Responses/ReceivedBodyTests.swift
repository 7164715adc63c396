import LoopbackServer
import TestSupport
import Testing
@testable import URLSerializationSession

@Suite(.tags(.interrupted, .network), .timeLimit(.minutes(60))) struct ReceivedBodyTests {
    private let session = Session(configuration: .patient)

    @Test func aBodyComesWholeAndInOrderAndIsNotKept() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, patternFrom: 0, count: 5_000_000) }
        let request = session.request(server.url("/"))
        var body = Data()
        for try await segment in request.receivedBody() {
            #expect(!segment.isEmpty)
            body.append(segment)
        }
        #expect(body == pattern(5_000_000))
        #expect(request.isFinished)
        #expect(request.state == .finished)
        #expect(request.error == nil)
        #expect(request.data == nil)
        #expect(await request.response().error == nil)
    }

    @Test func aBodyReadToItsEndIsNeverACancel() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "abc") }
        for _ in 0..<100 {
            let request = session.request(server.url("/"))
            var length = 0
            for try await segment in request.receivedBody() { length += segment.count }
            #expect(length == 3)
            #expect(request.state == .finished)
            #expect(await request.response().error == nil)
        }
    }

    @Test func aSlowReaderGetsEverything() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, patternFrom: 0, count: 4_000_000) }
        let request = session.request(server.url("/"))
        let body = request.receivedBody()
        _ = await request.response()
        #expect(request.isFinished)
        var received = Data()
        for try await segment in body { received.append(segment) }
        #expect(received == pattern(4_000_000))
    }

    /// The order of the answer and the reader's arrival does not matter.
    @Test(arguments: [3, 100_000]) func nothingOfARefusedBodyIsHandedOut(length: Int) async throws {
        let server = try LoopbackServer { try $0.respond(status: 404, body: String(repeating: "x", count: length)) }
        for turn in 0..<50 {
            let request = session.request(server.url("/")).validate().resume()
            if turn % 10 == 0 { _ = try await server.waitForRequests(turn + 1) }
            var segments = 0
            let thrown = await #expect(throws: RequestError.self) {
                for try await _ in request.receivedBody() { segments += 1 }
            }
            #expect(thrown?.kind == .status)
            #expect(segments == 0)
            #expect(await request.response().error?.cause is ResponseSerializationError)
        }
    }

    @Test func anErrorComesAfterWhatCameBeforeIt() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            try exchange.hold()
            exchange.close()
        }
        var body = Data()
        let error = await #expect(throws: RequestError.self) {
            for try await segment in session.request(server.url("/")).receivedBody() {
                body.append(segment)
                server.release()
            }
        }
        #expect(body == Data("abc".utf8))
        #expect(error?.kind != .cancelled)
    }

    @Test func aReaderThatStopsCancels() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            try exchange.hold()
        }
        let request = session.request(server.url("/"))
        for try await _ in request.receivedBody() { break }
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        #expect(request.state == .cancelled)
        server.stop()
    }

    @Test func aSwiftTaskThatIsCancelledCancels() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            try exchange.hold()
        }
        let request = session.request(server.url("/"))
        let task = Task { for try await _ in request.receivedBody() {} }
        try await server.waitUntilHeld(timeout: 600)
        task.cancel()
        let thrown = await #expect(throws: RequestError.self) { try await task.value }
        #expect(thrown?.isCancelled == true)
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        server.stop()
    }

    @Test func aSecondReaderGetsNothing() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "abc") }
        let request = session.request(server.url("/"))
        let first = request.receivedBody()
        let error = await #expect(throws: RequestError.self) { for try await _ in request.receivedBody() {} }
        #expect(error?.kind == .bodyConsumed)
        var body = Data()
        for try await segment in first { body.append(segment) }
        #expect(body == Data("abc".utf8))
    }

    @Test func aBodyCanBeTakenOnceSomeOfItWasReceived() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            try exchange.hold()
            try exchange.write("def")
        }
        let request = session.request(server.url("/")).resume()
        try await eventually("Something comes.") { request.data?.count == 3 }
        let stream = request.receivedBody()
        #expect(request.data == nil)
        server.release()
        var body = Data()
        for try await segment in stream { body.append(segment) }
        #expect(body == Data("abcdef".utf8))
    }

    @Test func aBodyCanBeTakenAfterTheEnd() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "abc") }
        let request = session.request(server.url("/"))
        _ = await request.response()
        var body = Data()
        for try await segment in request.receivedBody() { body.append(segment) }
        #expect(body == Data("abc".utf8))
    }

    @Test func aPauseHoldsTheBody() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            try exchange.hold()
            try exchange.write("def")
        }
        let request = session.request(server.url("/"))
        let log = Log<String>()
        let task = Task {
            for try await segment in request.receivedBody() { log.add(String(decoding: segment, as: UTF8.self)) }
        }
        try await eventually("The first segment comes.") { log.count == 1 }
        request.suspend()
        server.release()
        if !session.engine.pausesTransfers {
            try await eventually("The transfer ends.") { session.taskCount == 0 }
        }
        #expect(log.all == ["abc"])
        request.resume()
        try await task.value
        #expect(log.all.joined() == "abcdef")
    }

    // MARK: - Retries

    private struct Always: RequestRetrier {
        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            request.retryCount < 3 ? .retry : .doNotRetry
        }
    }

    @Test func whatWasHandedOutIsNotSentForAgain() async throws {
        let session = Session(configuration: .patient, retriers: [Always()])
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            try exchange.hold()
            exchange.close()
        }
        let request = session.request(server.url("/"))
        var body = Data()
        let thrown = await #expect(throws: RequestError.self) {
            for try await segment in request.receivedBody() {
                body.append(segment)
                server.release()
            }
        }
        // URLSession on Linux has another code for a lost connection.
        #expect([.unreachable, .transfer].contains(thrown?.kind))
        #expect(body == Data("abc".utf8))
        #expect(server.requestCount == 1)
        #expect(request.retryCount == 0)
    }

    @Test func whatWasNotHandedOutIsSentForAgain() async throws {
        let session = Session(configuration: .patient, retriers: [Always()])
        let count = Log<Int>()
        let server = try LoopbackServer { exchange in
            count.add(1)
            if count.count < 3 {
                try exchange.respond(status: 503, body: "busy")
            } else {
                try exchange.respond(status: 200, body: "done")
            }
        }
        let request = session.request(server.url("/")).validate()
        var body = Data()
        for try await segment in request.receivedBody() { body.append(segment) }
        #expect(body == Data("done".utf8))
        #expect(request.retryCount == 2)
    }
}
