#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerializationSession

    /// A full disk: a small volume that `.ci/run` mounts. What cannot be written ends in an error that names it, leaves
    /// no file, and succeeds once there is room. Each of these tests has a separate process, and the volume to itself.
    @Suite(
        .serialized, .tags(.real, .disk), .enabled(if: ProcessInfo.processInfo.environment["FULL_DISK"] != nil),
        .timeLimit(.minutes(60)))
    struct FullDiskTests {
        /// A folder on the full volume. The file `filler` takes all its space.
        private static func makeFolder() throws -> ScratchFolder {
            setenv("TMPDIR", try #require(ProcessInfo.processInfo.environment["FULL_DISK"]), 1)
            let folder = try ScratchFolder()
            try SystemFailures.fill(with: folder("filler"))
            return folder
        }

        private static func makeServer() throws -> LoopbackServer {
            try LoopbackServer { exchange in
                try exchange.respond(status: 200, count: Int(exchange.request.path.dropFirst()) ?? 0)
            }
        }

        private static func makeRoom(in folder: ScratchFolder) throws {
            try FileManager.default.removeItem(at: folder("filler"))
        }

        /// Makes room, after which the download succeeds.
        private static func expectDownload(
            from server: LoopbackServer, by session: Session, to folder: ScratchFolder
        ) async throws {
            try makeRoom(in: folder)
            let answer = await session.download(server.url("/300000"), to: folder("out")).response()
            #expect(answer.error == nil)
            #expect(try Data(contentsOf: folder("out")) == pattern(300_000))
            #expect(try folder.names == ["out"])
        }

        private static func check(_ error: RequestError?, _ placing: CocoaError.Code? = nil, _ url: URL) {
            #expect(error?.kind == .file && error?.placing == placing)
            #expect(error?.url?.path.hasPrefix(url.path) == true)
            let cause = (error?.underlyingError as? CocoaError)?.underlying ?? error?.underlyingError
            #expect((cause as? NSError)?.code == Int(ENOSPC))
        }

        @Test func aDownloadEndsInAnErrorAndLeavesNoFile() async {
            await #expect(processExitsWith: .success) {
                let (server, session) = (try Self.makeServer(), Session(configuration: .patient))
                let folder = try Self.makeFolder()
                setenv("TMPDIR", folder.url.path, 1)
                let failed = await session.download(server.url("/300000"), to: folder("out")).response()
                Self.check(failed.error, nil, folder.url)
                #expect(failed.fileURL == nil)
                try await eventually("A file is left.") { try folder.names == ["filler"] }
                try await Self.expectDownload(from: server, by: session, to: folder)
            }
        }

        @Test func aDownloadToTheVolumeEndsInAnErrorAndLeavesNoFile() async {
            await #expect(processExitsWith: .success) {
                let temporary = try ScratchFolder()
                let (server, session) = (try Self.makeServer(), Session(configuration: .patient))
                let folder = try Self.makeFolder()
                setenv("TMPDIR", temporary.url.path, 1)
                let failed = await session.download(server.url("/300000"), to: folder("out")).response()
                Self.check(failed.error, .fileWriteOutOfSpace, folder("out"))
                #expect(try folder.names == ["filler"])
                try await Self.expectDownload(from: server, by: session, to: folder)
            }
        }

        @Test func aReceivedBodyEndsInAnErrorAndLeavesNoFile() async {
            await #expect(processExitsWith: .success) {
                let (server, session) = (try Self.makeServer(), Session(configuration: .patient))
                let folder = try Self.makeFolder()
                setenv("TMPDIR", folder.url.path, 1)
                // A body that its reader does not fetch goes to a file after the first mebibyte.
                let request = session.request(server.url("/9000000")).resume()
                let body = request.receivedBody()
                Self.check(await request.response().error, nil, folder.url)
                await #expect(throws: RequestError.self) { for try await _ in body {} }
                #expect(try folder.names == ["filler"])
                #expect(await session.request(server.url("/300000")).response().data == pattern(300_000))
            }
        }

        @Test func aFormEndsInAnErrorAndLeavesNoFile() async {
            await #expect(processExitsWith: .success) {
                let folder = try Self.makeFolder()
                setenv("TMPDIR", folder.url.path, 1)
                let content = pattern(300_000)
                var form = MultipartForm()
                // A stream is copied to a file.
                let copying = #expect(throws: RequestSerializationError.self) {
                    try form.append(
                        InputStream(data: content), length: nil, name: "f", fileName: "n", mediaType: "m/t")
                }
                #expect(copying?.code == .unwritableFile && copying?.part == "f")
                try form.append(content, name: "d")
                let body = try #require(try form.makeBody())
                let writing = await #expect(throws: RequestSerializationError.self) {
                    try await body.write(to: folder("out"))
                }
                #expect(writing?.code == .unwritableFile && writing?.reason.contains(folder("out").path) == true)
                for error in [copying, writing] {
                    let cause = (error?.underlyingError as? CocoaError)?.underlying ?? error?.underlyingError
                    #expect((cause as? NSError)?.code == Int(ENOSPC))
                }
                #expect(try folder.names == ["filler"])

                try Self.makeRoom(in: folder)
                try await body.write(to: folder("out"))
                #expect(try Data(contentsOf: folder("out")) == body.data())
                #expect(try folder.names == ["out"])
            }
        }
    }
#endif
