#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerializationSession

    /// Bodies that expand to a thousand times their size, 1.5 GB: bytes beyond the limit are not kept.
    ///
    /// Each test runs in a separate process, whose peak is measured. Like any program with Foundation it has some 16
    /// MiB at its start, so that it stays below 64 MiB if the peak grows by less than 48. The test runner's code is not
    /// included.
    @Suite(.tags(.busy, .network), .serialized, .timeLimit(.minutes(60))) struct HostileMemoryTests {
        private static let limit: Int64 = 16 << 20

        /// Answers each request with the next head, or the last, and 1.5 MB that expand to 1.5 GB, and checks the
        /// result.
        private static func attack(
            _ heads: [String], maximumReceivedBytes: Int64? = limit, growth: Int = 48 << 20,
            _ run: (Session, URL) async throws -> Void
        ) async throws {
            let start = peak
            let body = Gzip.zeros(1_500_000_000)
            let server = try LoopbackServer { exchange in
                let head = heads[min(exchange.connection.number, heads.count - 1)]
                try exchange.write(
                    "HTTP/1.1 \(head)\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
                try exchange.write(body)
                exchange.close()
            }
            defer { server.stop() }
            let session = Session(configuration: .patient, maximumReceivedBytes: maximumReceivedBytes)
            try await run(session, server.url())
            #expect(peak - start < Footprint.limit(growth), "\((peak - start) >> 10) KiB")
        }

        /// The peak of this process's memory, in bytes.
        private static var peak: Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (line.split(whereSeparator: { " \t".contains($0) }).compactMap { Int($0) }.first ?? 0) * 1024
        }

        private static func isTooLarge(_ error: (any Error)?) -> Bool {
            (error as? RequestError)?.kind == .tooLarge
        }

        @Test func aBodyEndsAtTheSessionsLimit() async {
            await #expect(processExitsWith: .success) {
                try await Self.attack(["200 OK"]) { session, url in
                    let response = await session.request(url).response()
                    #expect(Self.isTooLarge(response.error) && response.data == nil)
                }
            }
        }

        @Test func aBodyEndsAtTheRequestsLimit() async {
            await #expect(processExitsWith: .success) {
                try await Self.attack(["200 OK"], maximumReceivedBytes: nil) { session, url in
                    let response = await session.request(url).limitReceivedBytes(to: Self.limit).response()
                    #expect(Self.isTooLarge(response.error) && response.data == nil)
                }
            }
        }

        @Test func aDownloadEndsAtTheRequestsLimit() async {
            await #expect(processExitsWith: .success) {
                try await Self.attack(["200 OK"]) { session, url in
                    let response = await session.download(url).limitReceivedBytes(to: Self.limit).response()
                    #expect(Self.isTooLarge(response.error))
                    #expect(response.fileURL == nil && response.resumeData == nil)
                }
            }
        }

        @Test func whatIsHandedOutEndsAtTheRequestsLimit() async {
            await #expect(processExitsWith: .success) {
                try await Self.attack(["200 OK"]) { session, url in
                    var (count, error) = (0, nil as (any Error)?)
                    do {
                        let body = session.request(url).limitReceivedBytes(to: Self.limit).receivedBody()
                        for try await segment in body { count += segment.count }
                    } catch let failure {
                        error = failure
                    }
                    #expect(Self.isTooLarge(error) && count <= Int(Self.limit) + 1 << 20)
                }
            }
        }

        @Test func theBodyOfAChallengeThatIsAnsweredIsNotKept() async {
            await #expect(processExitsWith: .success) {
                let challenge = "401 No\r\nWWW-Authenticate: Basic realm=\"x\""
                // Two such bodies are received, and URLSession still reads the first while it receives the second.
                try await Self.attack([challenge, "200 OK"], maximumReceivedBytes: nil, growth: 96 << 20) {
                    session, url in
                    let response = await session.request(url).authenticate(username: "a", password: "b")
                        .limitReceivedBytes(to: 1 << 20).response()
                    #expect(Self.isTooLarge(response.error) && response.response?.statusCode == 200)
                }
            }
        }
    }
#endif
