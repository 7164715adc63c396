import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// A received body is delivered once, and only after its validation.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct ReceivedBodyOnceTests {
    /// Waits before it decides, during which nothing may be delivered.
    private struct SlowRetrier: RequestRetrier {
        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            request.retryCount == 0 ? .retryAfter(0.2) : .doNotRetry
        }
    }

    @Test func nothingComesTwiceWhileARetryIsDecided() async throws {
        let server = try LoopbackServer { exchange in
            let isFirst = exchange.request.connection == 1
            try exchange.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n\(isFirst ? "first-one!" : "twenty-bytes-in-all!")")
            exchange.close()
        }
        let session = Session(configuration: .patient, retriers: [SlowRetrier()])
        let request = session.request(server.url("/"))
        var seen = ""
        do {
            for try await segment in request.receivedBody() { seen += String(decoding: segment, as: UTF8.self) }
            #expect(["twenty-bytes-in-all!", "first-one!"].contains(seen))
        } catch {
            // The bytes read before the connection broke must not be delivered again.
            #expect(seen == "first-one!")
            #expect(request.retryCount == 0)
        }
    }

    @Test func aPauseHoldsABodyThatIsTakenAfterIt() async throws {
        let server = try LoopbackServer { try $0.respond(body: "abc") }
        let request = Session(configuration: .patient).request(server.url("/"))
        request.suspend()
        let reading = Task {
            var seen = ""
            for try await segment in request.receivedBody() { seen += String(decoding: segment, as: UTF8.self) }
            #expect(request.state == .finished)
            return seen
        }
        try await Task.sleep(nanoseconds: 100_000_000)
        #expect(request.state == .suspended)
        request.resume()
        #expect(try await reading.value == "abc")
    }

    @Test func aStreamIsMadeWhereTheUserMayWait() async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.body) }
        let session = Session(configuration: .patient)
        let url = server.url("/")
        let source = Uploadable.stream(length: 5) {
            // Another request of the same session, waited for.
            let isThere = DispatchSemaphore(value: 0)
            session.request(url, method: .post, parameters: ["a": 1]).response(queue: .global()) { _ in isThere.signal()
            }
            #expect(isThere.wait(timeout: .now() + 600) == .success)
            return InputStream(data: Data("after".utf8))
        }
        #expect(try await session.upload(source, to: url).data() == Data("after".utf8))
    }
}
