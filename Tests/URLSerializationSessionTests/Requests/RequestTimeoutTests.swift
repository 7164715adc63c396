import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequestTimeoutTests {
    @Test func aRequestHasItsOwnTimeout() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let session = Session(configuration: .patient)
        let answer = await session.request(server.url("/")).timeout(0.2).response()
        #expect((answer.error?.cause as? URLError)?.code == .timedOut)
        #expect(answer.duration < URLSessionConfiguration.patient.timeoutIntervalForRequest)
    }

    @Test func theLastTimeoutCounts() async throws {
        let server = try LoopbackServer { try $0.respond(body: "abc") }
        let request = Session(configuration: .patient).request(server.url("/")).timeout(0.001).timeout(700)
        #expect(try await request.string() == "abc")
        #expect(request.request?.timeoutInterval == 700)
    }
}
