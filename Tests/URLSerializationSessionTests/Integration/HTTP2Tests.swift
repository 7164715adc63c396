#if os(Linux)
    import TestSupport
    import Testing
    import URLSerializationSession

    /// Requests to Node's server, which speaks HTTP/2 only.
    @Suite(
        .tags(.real), .timeLimit(.minutes(60)),
        .enabled(
            if: NodeServer.command != nil && CertificateAuthority.command != nil,
            "Node's or OpenSSL's command is not installed"))
    struct HTTP2Tests {
        private let server: HTTP2Server
        private let session: Session

        init() async throws {
            server = try await HTTP2Server()
            session = server.session()
        }

        @Test func aBodyIsSentAndAResponseReceived() async throws {
            let body = pattern(1_000_000)
            let request = session.upload(.data(body), to: server.url("/echo"), method: .put)
            let answer = await request.response()
            #expect(answer.data == body && answer.error == nil)
            #expect(answer.response?.statusCode == 200)
            #expect(answer.response?.value(forHTTPHeaderField: "X-Method") == "PUT")
            #expect(answer.response?.value(forHTTPHeaderField: "X-Trailer") == nil)
            #expect(request.metrics.map(\.protocolName) == ["h2"])
            #expect(request.metrics.map(\.sentByteCount) == [1_000_000])
        }

        @Test(arguments: [1, 100]) func manyRequestsShareFewConnections(streams: Int) async throws {
            let server = try await HTTP2Server(streams: streams)
            let session = server.session()
            // The first response shows that the server speaks HTTP/2.
            #expect(await session.request(server.url("/echo")).response().error == nil)
            let requests = (0..<60).map { number in
                // Long enough that requests overlap on a busy machine too.
                let url = server.url("/echo?\(streams == 1 ? 50 : 1000)")
                // Every second one has no body.
                return number % 2 == 0
                    ? session.upload(.data(Data("\(number)".utf8)), to: url) : session.request(url)
            }
            for request in requests { request.resume() }
            for (number, request) in requests.enumerated() {
                let answer = await request.response()
                #expect(answer.data == Data((number % 2 == 0 ? "\(number)" : "").utf8), "\(answer)")
            }
            let counts = try await server.counts(session)
            let limit = URLSessionConfiguration.ephemeral.httpMaximumConnectionsPerHost
            // The server may see the end of a connection after the beginning of the next one.
            #expect(counts.mostConnections <= 2 * limit)
            #expect(streams == 1 ? counts.mostAtOnce <= limit : counts.mostAtOnce > limit)
        }

        /// A server may refuse a stream before it reads it, and each request may be sent again then.
        @Test(arguments: [0, 100_000]) func aRefusedStreamIsNotSentWithoutEnd(size: Int) async throws {
            let request =
                size == 0
                ? session.request(server.url("/refuse"))
                : session.upload(.data(pattern(size)), to: server.url("/refuse"))
            let error = await request.response().error
            #expect(error?.urlErrorCode == .networkConnectionLost)
            let refusals = try await server.counts(session).refusals
            // libcurl sends five times again what it need not rewind, the session the rest.
            #expect((1...36).contains(refusals))
        }

        @Test(arguments: ["/reset", "/end", "/short", "/long"]) func aBodyThatBreaksOffIsAnError(path: String)
            async throws
        {
            let folder = try ScratchFolder()
            let download = session.download(server.url(path), to: folder("file"))
            #expect(await download.response().error?.cause is URLError)
            #expect(try folder.names == [])
            #expect(await session.request(server.url(path)).response().error?.cause is URLError)
        }

        @Test func aConnectionThatTheServerEndsIsReplaced() async throws {
            for _ in 0..<3 { #expect(await session.request(server.url("/goaway")).response().error == nil) }
            #expect(try await server.counts(session).connections > 1)
        }

        @Test func aPausedResponseHoldsUpNoOther() async throws {
            let size = 8_000_000
            let paused = session.request(server.url("/bytes?\(size)"))
            paused.resume()
            try await eventually("bytes arrive") { paused.downloadProgress.completedUnitCount > 0 }
            paused.suspend()
            for _ in 0..<20 { #expect(await session.request(server.url("/echo")).response().error == nil) }
            paused.resume()
            #expect(await paused.response().data?.count == size)
        }

        enum End: String, CaseIterable, Codable { case cancellation, endOfSession, release }

        /// In a separate process, whose memory is measured.
        @Test(.tags(.connections), arguments: Effort.sample(End.allCases, every: 2))
        func aPausedTransferThatEndsLeavesNoMemory(end: End) async {
            await #expect(processExitsWith: .success) { [end] in
                let server = try await HTTP2Server()
                func endPausedTransfers() async throws {
                    // The six paused transfers keep their places, and the neighbor needs another one.
                    let session = server.session(places: 8)
                    #expect(await session.request(server.url("/echo")).response().error == nil)
                    let requests = (0..<6).map { _ in session.request(server.url("/bytes?16000000")) }
                    var bodies: [ReceivedBody.AsyncIterator] = []
                    for request in requests {
                        request.resume()
                        guard end == .release else { continue }
                        var body = request.receivedBody().makeAsyncIterator()
                        _ = try await body.next()
                        bodies.append(body)
                    }
                    try await eventually("All begin.") {
                        requests.allSatisfy { $0.downloadProgress.completedUnitCount > 0 }
                    }
                    // Nothing reads the bodies of the others.
                    if end != .release { for request in requests { request.suspend() } }
                    // A neighbor makes libcurl read on.
                    for _ in 0..<6 { _ = await session.request(server.url("/bytes?8000000")).response() }
                    switch end {
                    case .cancellation: for request in requests { request.cancel() }
                    case .endOfSession: session.invalidateAndCancel()
                    case .release: bodies = []
                    }
                    for request in requests { _ = await request.response() }
                    try await eventually("No transfer is left.") { session.taskCount == 0 }
                }
                try await endPausedTransfers()
                let start = Footprint.memory ?? 0
                for _ in 0..<3 { try await endPausedTransfers() }
                let growth = (Footprint.memory ?? 0) - start
                #expect(growth < Footprint.limit(96 << 20), "\(growth >> 20) MiB")
            }
        }
    }

    /// Node's server of HTTP/2.
    private final class HTTP2Server: Sendable {
        private static let program = #"""
            const [fs, http2] = [require("fs"), require("http2")]
            const [chain, key, streams, port] = process.argv.slice(2)
            const server = http2.createSecureServer({
                maxSessionMemory: 1000,
                cert: fs.readFileSync(chain), key: fs.readFileSync(key),
                settings: { maxConcurrentStreams: Number(streams) }
            })
            const counts = { connections: 0, refusals: 0, mostAtOnce: 0, mostConnections: 0 }
            let [open, openConnections] = [0, 0]
            server.on("session", session => {
                counts.connections++
                counts.mostConnections = Math.max(counts.mostConnections, ++openConnections)
                session.on("close", () => openConnections--)
                session.on("error", () => {})
            })
            server.on("stream", (stream, headers) => {
                const [path, query] = headers[":path"].split("?")
                counts.mostAtOnce = Math.max(counts.mostAtOnce, ++open)
                stream.on("close", () => open--)
                stream.on("error", () => {})
                switch (path) {
                case "/counts":
                    stream.respond({ ":status": 200, "content-type": "application/json" })
                    stream.end(JSON.stringify(counts))
                    break
                case "/refuse":
                    counts.refusals++
                    stream.close(http2.constants.NGHTTP2_REFUSED_STREAM)
                    break
                case "/reset":
                    stream.respond({ ":status": 200 })
                    // `close` would end the stream before it resets it.
                    stream.write("the beginning", () => setImmediate(() => stream.destroy(new Error())))
                    break
                case "/end":
                    stream.respond({ ":status": 200 })
                    stream.write("the beginning", () => setImmediate(() => stream.session.destroy()))
                    break
                case "/short":
                    stream.respond({ ":status": 200, "content-length": 20 })
                    stream.end("the beginning")
                    break
                case "/long":
                    stream.respond({ ":status": 200, "content-length": 5 })
                    stream.end("the beginning")
                    break
                case "/bytes":
                    stream.respond({ ":status": 200 })
                    stream.end(Buffer.alloc(Number(query)))
                    break
                default:
                    stream.respond({ ":status": 200, "x-method": headers[":method"] }, { waitForTrailers: true })
                    stream.on("wantTrailers", () => stream.sendTrailers({ "x-trailer": "1" }))
                    setTimeout(() => stream.pipe(stream), Number(query ?? 0))
                    if (path === "/goaway") stream.session.goaway()
                }
            })
            server.listen(0, "127.0.0.1", () => fs.writeFileSync(port, String(server.address().port)))
            setInterval(() => fs.existsSync(port) || process.exit(), 1000)
            """#

        /// The server's counts: connections, requests to `/refuse`, and the most requests and connections that
        /// were open at once.
        struct Counts: Decodable {
            let connections: Int
            let refusals: Int
            let mostAtOnce: Int
            let mostConnections: Int
        }

        private let node: NodeServer

        /// Starts a server that allows so many streams of a connection at once.
        init(streams: Int = 100) async throws {
            node = try await NodeServer(Self.program, CertificateAuthority().selfSigned(), "\(streams)")
        }

        /// Returns a session that trusts the server.
        func session(places: Int = 6) -> Session {
            let configuration = URLSessionConfiguration.patient
            configuration.httpMaximumConnectionsPerHost = places
            return Session(
                configuration: configuration, serverTrust: .certificates([node.identity.certificate]), engine: .libcurl)
        }

        func counts(_ session: Session) async throws -> Counts {
            let answer = await session.request(url("/counts")).response()
            return try JSONDecoder().decode(Counts.self, from: #require(answer.data))
        }

        func url(_ path: String) -> String { node.url(path) }
    }
#endif
