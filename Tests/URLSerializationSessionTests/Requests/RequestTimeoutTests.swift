import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

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

    /// A response that has come is the answer, however long the thread that reads it is busy.
    @Test func aBusyQueueIsNoTimeout() async throws {
        let server = try LoopbackServer { try $0.respond(body: "abc") }
        for second in LongerTimes() {
            let configuration = URLSessionConfiguration.patient
            configuration.timeoutIntervalForResource = 0.3 * second
            let request = Session(configuration: configuration).request(server.url("/")).timeout(0.2 * second)
            let gate = DispatchSemaphore(value: 0)
            request.callbacks.async { gate.wait() }
            let body = await withCheckedContinuation { continuation in
                request.response(queue: .global(), serializer: .data) { continuation.resume(returning: $0.value) }
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.6 * second) { gate.signal() }
            }
            if body == Data("abc".utf8) { return }
        }
        Issue.record("It always timed out.")
    }
}
