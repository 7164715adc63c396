#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @testable import URLSerializationSession

    /// Requests to Node's server, which speaks HTTP/2 only.
    @Suite(
        .timeLimit(.minutes(10)),
        .enabled(
            if: HTTP2Server.command != nil && CertificateAuthority.command != nil,
            "Node's or OpenSSL's command is not installed"))
    struct HTTP2Tests {
        private let server: HTTP2Server
        private let session: Session

        init() async throws {
            let identity = try CertificateAuthority().selfSigned()
            server = try await HTTP2Server(identity)
            session = Session(
                configuration: .patient, retriers: [], serverTrust: .certificates([identity.certificate]),
                engine: .libcurl)
        }

        /// Returns the numbers of the connections and of the requests to `/refuse`.
        private func counts() async throws -> [Int] {
            let data = try #require(await session.request(server.url("/counts")).response().data)
            return try JSONDecoder().decode([Int].self, from: data)
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

        @Test func manyRequestsShareFewConnections() async throws {
            let requests = (0..<100).map { session.upload(.data(Data("\($0)".utf8)), to: server.url("/echo?late")) }
            for request in requests { request.resume() }
            for (number, request) in requests.enumerated() {
                #expect(await request.response().data == Data("\(number)".utf8))
            }
            let connections = try await counts()[0]
            #expect(connections <= URLSessionConfiguration.ephemeral.httpMaximumConnectionsPerHost)
        }

        /// A server may refuse a stream before it reads it, and each request may be sent again then.
        @Test(arguments: [0, 100_000]) func aRefusedStreamIsNotSentWithoutEnd(size: Int) async throws {
            let request =
                size == 0
                ? session.request(server.url("/refuse"))
                : session.upload(.data(pattern(size)), to: server.url("/refuse"))
            let error = await request.response().error
            #expect((error as? URLError)?.code == .networkConnectionLost)
            let refused = try await counts()[1]
            #expect((1...6).contains(refused))
        }

        @Test(arguments: ["/reset", "/end", "/short", "/long"]) func aBodyThatBreaksOffIsAnError(path: String)
            async throws
        {
            let folder = try ScratchFolder()
            let download = session.download(server.url(path), to: folder("file"))
            #expect(await download.response().error is URLError)
            #expect(try folder.names == [])
            #expect(await session.request(server.url(path)).response().error is URLError)
        }

        @Test func aConnectionThatTheServerEndsIsReplaced() async throws {
            for _ in 0..<3 { #expect(await session.request(server.url("/goaway")).response().error == nil) }
            let connections = try await counts()[0]
            #expect(connections > 1)
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
    }

    /// A process of Node's that ends with the value.
    private final class HTTP2Server: Sendable {
        static let command = ["/usr/bin/node", "/usr/local/bin/node"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        private static let program = #"""
            const [fs, http2] = [require("fs"), require("http2")]
            const [chain, key, port] = process.argv.slice(2)
            const server = http2.createSecureServer({ cert: fs.readFileSync(chain), key: fs.readFileSync(key) })
            let [connections, refusals] = [0, 0]
            server.on("session", session => { connections++; session.on("error", () => {}) })
            server.on("stream", (stream, headers) => {
                const [path, query] = headers[":path"].split("?")
                stream.on("error", () => {})
                switch (path) {
                case "/counts":
                    stream.respond({ ":status": 200, "content-type": "application/json" })
                    stream.end(JSON.stringify([connections, refusals]))
                    break
                case "/refuse":
                    refusals++
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
                    setTimeout(() => stream.pipe(stream), query === "late" ? 50 : 0)
                    if (path === "/goaway") stream.session.goaway()
                }
            })
            server.listen(0, "127.0.0.1", () => fs.writeFileSync(port, String(server.address().port)))
            setInterval(() => fs.existsSync(port) || process.exit(), 1000)
            """#

        private let folder: ScratchFolder
        private let port: String

        init(_ identity: CertificateAuthority.Identity) async throws {
            let folder = try ScratchFolder()
            let program = try folder.file(Self.program, named: "server.js").path
            let place = folder("port").path
            // It ends when its folder is removed.
            Task { [chain = identity.chain, key = identity.key] in
                try await Program.runApart(Self.command ?? "node", [program, chain, key, place])
            }
            var port = ""
            try await eventually("Node listens") {
                port = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
                return !port.isEmpty
            }
            (self.folder, self.port) = (folder, port)
        }

        func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }
    }
#endif
