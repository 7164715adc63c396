#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerializationSession

    /// Failures of the client's own system: each request ends with an error that names the reason, and the next
    /// requests succeed. Each of these tests has a separate process, which has the failure.
    @Suite(.tags(.interrupted, .network), .timeLimit(.minutes(60))) struct SystemFailureTests {
        private static func makeServer() throws -> LoopbackServer {
            try LoopbackServer { exchange in
                try exchange.respond(status: 200, count: Int(exchange.request.path.dropFirst()) ?? 0)
            }
        }

        private static func check(_ error: (any Error)?, _ code: Int32) {
            let error = error as? RequestError
            #expect(error?.kind == .file && error?.reason.contains("TMPDIR") == true)
            #expect((error?.underlyingError as? NSError)?.code == Int(code))
        }

        /// The first error of a request that is sent again and again while the process can open nothing. A closed
        /// connection releases its descriptors a little later, so they are taken before each attempt. A task would need
        /// a descriptor to sleep.
        private static func failure(of send: () async -> (any Error)?) async throws -> (any Error)? {
            for _ in 0..<100 {
                if let error = try await SystemFailures.withoutDescriptors(send) { return error }
                usleep(200_000)
            }
            return nil
        }

        /// A limit on the length of files simulates a full disk.
        @Test func aFullDiskIsAnErrorAndLeavesNoFile() async {
            await #expect(processExitsWith: .success) {
                let (server, session) = (try Self.makeServer(), Session(configuration: .patient))
                let folder = try ScratchFolder()
                setenv("TMPDIR", folder.url.path, 1)
                SystemFailures.limitFiles(to: 1 << 20)
                let names = { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }
                let download = await session.download(server.url("/3000000"), to: folder("out")).response()
                Self.check(download.error, EFBIG)
                #expect(download.fileURL == nil)
                try await eventually("A file is left.") { try names().isEmpty }

                // A body that its reader does not fetch goes to a file after the first mebibyte.
                let request = session.request(server.url("/9000000")).resume()
                let body = request.receivedBody()
                Self.check(await request.response().error, EFBIG)
                await #expect(throws: RequestError.self) { for try await _ in body {} }

                #expect(await session.request(server.url("/3000000")).response().data == pattern(3_000_000))
                let small = await session.download(server.url("/1000"), to: folder("out")).response()
                #expect(small.error == nil)
                #expect(try names() == ["out"])
            }
        }

        @Test func aTemporaryDirectoryThatVanishesIsAnError() async {
            await #expect(processExitsWith: .success) {
                let (server, session) = (try Self.makeServer(), Session(configuration: .patient))
                let folder = try ScratchFolder()
                setenv("TMPDIR", folder("missing").path, 1)
                Self.check(await session.download(server.url("/1000"), to: folder("out")).response().error, ENOENT)
                #expect(!exists(folder("out")))
            }
        }

        /// While work waits for a thread, Dispatch opens files about its threads once a second, and ends the process if
        /// it cannot. That takes a busy machine.
        @Test func exhaustedDescriptorsEndRequestsAndNotTheProcess() async {
            var isDone = false
            for attempt in 0..<5 where !isDone {
                await withKnownIssue("Dispatch ended the process.", isIntermittent: true) {
                    let result = await #expect(processExitsWith: .success) { try await Self.sendWithoutDescriptors() }
                    isDone = result != nil
                } when: {
                    attempt < 4
                } matching: {
                    "\($0)".contains("SIGILL")
                }
            }
        }

        private static func sendWithoutDescriptors() async throws {
            let (server, session) = (try Self.makeServer(), Session(configuration: .patient))
            let folder = try ScratchFolder()
            setenv("TMPDIR", folder.url.path, 1)
            let file = try folder.file(pattern(1000))
            let other = Session(configuration: .patient)
            #expect(await session.request(server.url("/10")).response().error == nil)
            try await SystemFailures.withoutDescriptors {
                // The connection of the first request is kept, a second one cannot be opened. URLSession has it
                // back a little after the answer.
                let error = try await Self.failure {
                    try? FileManager.default.removeItem(at: folder("out"))
                    return await session.download(server.url("/1000"), to: folder("out")).response().error
                }
                Self.check(error, EMFILE)
                let upload = { await session.upload(.file(file), to: server.url("/10")).response().error }
                #expect(try await Self.failure(of: upload) != nil)
                let failure = try await Self.failure { await other.request(server.url("/10")).response().error }
                #expect(failure?.urlErrorCode != nil)
            }
            // A thread that began without descriptors could not be woken up, and would sleep for a minute.
            var isQuick = false
            for _ in 0..<5 where !isQuick {
                let start = Date()
                for _ in 0..<2 { #expect(await other.request(server.url("/10")).response().error == nil) }
                isQuick = Date().timeIntervalSince(start) < 40
            }
            #expect(isQuick)
            #expect(!exists(folder("out")))
            #expect(await session.upload(.file(file), to: server.url("/10")).response().data == pattern(10))
            let download = await session.download(server.url("/1000"), to: folder("out")).response()
            #expect(download.error == nil && exists(folder("out")))
        }

        @Test func interruptedCallsAreRepeated() async {
            await #expect(processExitsWith: .success) {
                let rounds = try Rounds()
                SystemFailures.interruptCalls()
                for number in 0..<5 {
                    try await rounds.paused(20, seed: number)
                    await rounds.small(100)
                    try await rounds.retried(20)
                }
                #expect(rounds.server.failures.isEmpty)
            }
        }
    }
#endif
