import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestAdapterTests {
    private struct Refusal: Error {}

    private struct Plain: RequestAdapter {
        func adapt(_ request: URLRequest) throws -> URLRequest {
            var request = request
            if request.url?.path == "/refused" { throw Refusal() }
            if request.url?.path == "/broken" { request.allHTTPHeaderFields = ["A\r\nB": "c"] }
            request.addValue("once", forHTTPHeaderField: "X-Adapted")
            return request
        }
    }

    private final class Slow: RequestAdapter {
        let log = Log<String>()

        func adapt(_ request: URLRequest) async throws -> URLRequest {
            log.add("begin")
            do {
                try await Task.sleep(nanoseconds: request.url?.path == "/long" ? 600_000_000_000 : 20_000_000)
            } catch {
                log.add("cancelled")
                throw error
            }
            var request = request
            request.setValue("slow", forHTTPHeaderField: "X-Adapted")
            return request
        }
    }

    private struct Twice: RequestRetrier {
        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            request.retryCount < 2 ? .retry : .doNotRetry
        }
    }

    @Test func everyAttemptIsAdaptedFromTheRequestAsItWasMade() async throws {
        let server = try LoopbackServer { try $0.respond(status: 500) }
        let session = Session(configuration: .patient, adapters: [Plain()], retriers: [Twice()])
        let request = session.request(server.url("/")).validate()
        #expect(await request.response().error != nil)
        #expect(server.requests.map { $0.value(named: "X-Adapted") } == ["once", "once", "once"])
        #expect(request.request?.value(forHTTPHeaderField: "X-Adapted") == "once")
    }

    @Test func whatAnAdapterThrowsIsTheErrorUnderneath() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let session = Session(configuration: .patient, adapters: [Plain()], retriers: [Twice()])
        let request = session.request(server.url("/refused"))
        let error = try #require(await request.response().error)
        #expect(error.kind == .adapter)
        #expect(error.underlyingError is Refusal)
        #expect(request.retryCount == 2)
        let broken = await session.request(server.url("/broken")).response().error?.cause as? RequestSerializationError
        #expect(broken?.code == .invalidHeader)
        #expect(server.connectionCount == 0)
    }

    @Test func anAdapterMayTakeItsTime() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let adapter = Slow()
        let session = Session(configuration: .patient, adapters: [adapter])
        #expect(await session.request(server.url("/")).response().error == nil)
        #expect(server.requests.first?.value(named: "X-Adapted") == "slow")
        let paused = session.request(server.url("/paused")).resume()
        try await eventually("The adapter is asked.") { adapter.log.count == 2 }
        paused.suspend().resume()
        #expect(await paused.response().error == nil)
        #expect(server.requestCount == 2)
    }

    @Test func aRequestThatIsBeingAdaptedCanBeCancelled() async throws {
        let adapter = Slow()
        let session = Session(configuration: .patient, adapters: [adapter])
        let request = session.request("http://127.0.0.1:9/long").resume()
        try await eventually("The adapter is asked.") { adapter.log.count == 1 }
        request.cancel()
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        try await eventually("It is notified.") { adapter.log.all == ["begin", "cancelled"] }
    }
}
