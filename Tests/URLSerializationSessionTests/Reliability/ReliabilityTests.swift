import Foundation
import LoopbackServer
import Testing
import URLSerializationSession

/// Each test runs in a separate process, whose descriptors, memory and files are counted.
@Suite(.timeLimit(.minutes(10)), .serialized) struct ReliabilityTests {
    #if compiler(>=6.2) && os(Linux)
        @Test func requestsThatAreCancelledAtAnyMomentLeaveNothing() async {
            await #expect(processExitsWith: .success) {
                let rounds = try CancelledRounds()
                try await rounds.run(rounds: 10, requests: 100)
            }
        }

        @Test func requestsThatArePausedAtAnyMomentComeWhole() async {
            await #expect(processExitsWith: .success) {
                let rounds = try PausedRounds()
                try await rounds.run(rounds: 10, requests: 20)
            }
        }

        @Test func twentyThousandRequestsLeaveNothing() async {
            await #expect(processExitsWith: .success) {
                let rounds = try SmallRounds()
                try await rounds.run(rounds: 20, requests: Footprint.isSanitized ? 100 : 1000)
            }
        }

        @Test func aBodyWithoutAReaderIsKeptInAFileWithoutAName() async {
            await #expect(processExitsWith: .success) {
                var options = LoopbackServer.Options()
                options.keptRequests = 1
                let server = try LoopbackServer(options) { try $0.respond(status: 200, count: 128 << 20) }
                let session = Session(configuration: .patient)
                _ = await session.request(server.url("/warm"), method: .head).response()
                let before = try #require(Footprint.memory)
                let request = session.request(server.url("/")).resume()
                let body = request.receivedBody()
                // A caller who waits for the end without reading gets it.
                let end = Task { await request.response() }
                // A quarter of the body: the amount in transit between threads depends on other work.
                var peak = before
                while !request.isFinished {
                    peak = max(peak, Footprint.memory ?? 0)
                    try await Task.sleep(nanoseconds: 5_000_000)
                }
                #expect(peak - before < Footprint.limit(32 << 20))
                let files = Footprint.namelessFiles
                #expect(files.count == 1)
                #expect(files.reduce(0, +) >= 126 << 20)
                var (length, isRight) = (0, true)
                for try await piece in body {
                    let position = length
                    isRight = isRight && piece.first == UInt8(position % 251)
                    isRight = isRight && piece.last == UInt8((position + piece.count - 1) % 251)
                    length += piece.count
                    peak = max(peak, Footprint.memory ?? 0)
                }
                #expect(length == 128 << 20)
                #expect(isRight)
                #expect(peak - before < Footprint.limit(32 << 20))
                #expect(await end.value.error == nil)
            }
        }
    #endif
}
