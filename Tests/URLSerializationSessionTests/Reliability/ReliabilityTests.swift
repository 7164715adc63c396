import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Each test runs in a separate process, whose descriptors, memory and files are counted.
@Suite(.tags(.network, .slow), .timeLimit(.minutes(60)), .serialized) struct ReliabilityTests {
    #if os(Linux)
        @Test func requestsThatAreCancelledAtAnyMomentLeaveNothing() async {
            await #expect(processExitsWith: .success) {
                let rounds = try Rounds()
                try await rounds.run(rounds: 10) { try await rounds.cancelled(100, seed: $0) }
            }
        }

        @Test(.tags(.storms)) func requestsThatArePausedAtAnyMomentComeWhole() async {
            await #expect(processExitsWith: .success) {
                let rounds = try Rounds()
                try await rounds.run(rounds: Effort.size(10, quick: 6)) { try await rounds.paused(20, seed: $0) }
            }
        }

        @Test(.tags(.random)) func thousandsOfRequestsLeaveNothing() async {
            await #expect(processExitsWith: .success) {
                let rounds = try Rounds()
                let count = ProcessMemory.isSanitized ? 100 : Effort.times(250, quick: 60)
                try await rounds.run(rounds: 20) { _ in await rounds.small(count) }
            }
        }

        /// `SOAK_SECONDS` sets the time, 1 second by default.
        @Test(.tags(.soak)) func everythingAtOnceStaysLevel() async {
            await #expect(processExitsWith: .success) {
                let seconds = Double(ProcessInfo.processInfo.environment["SOAK_SECONDS"] ?? "") ?? 1
                let rounds = try Rounds()
                try await rounds.run(seconds: seconds) { number in
                    async let cancelled: Void = rounds.cancelled(50, seed: number)
                    async let paused: Void = rounds.paused(20, seed: number)
                    async let small: Void = rounds.small(200)
                    async let retried: Void = rounds.retried(20)
                    _ = try await (cancelled, paused, small, retried)
                }
            }
        }

        @Test func aBodyWithoutAReaderIsKeptInAFileWithoutAName() async {
            await #expect(processExitsWith: .success) {
                var options = LoopbackServer.Options()
                options.keptRequests = 1
                let server = try LoopbackServer(options) { try $0.respond(status: 200, count: 128 << 20) }
                // URLSession on Linux receives faster than a file is written.
                let session = Session(configuration: .patient, engine: .libcurl)
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
                for try await segment in body {
                    let position = length
                    isRight = isRight && segment.first == UInt8(position % 251)
                    isRight = isRight && segment.last == UInt8((position + segment.count - 1) % 251)
                    length += segment.count
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
