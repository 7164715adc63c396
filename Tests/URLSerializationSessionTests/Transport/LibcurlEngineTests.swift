#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing

    @testable import URLSerializationSession
    @testable import URLSerializationTransport

    /// Abilities of libcurl that URLSession on Linux lacks: transfers wait in place, and none waits for another.
    @Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct LibcurlEngineTests {
        private let session = Session(configuration: .patient, engine: .libcurl)

        private static func size(of url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
        }

        /// A stream whose bytes come once its gate is opened.
        private final class WaitingStream: InputStream {
            private let gate: DispatchSemaphore
            private let hasWaitedInVain: Locked<Bool>
            private var left = Data("late".utf8)

            init(for gate: DispatchSemaphore, _ hasWaitedInVain: Locked<Bool>) {
                self.gate = gate
                self.hasWaitedInVain = hasWaitedInVain
                super.init(data: Data())
            }

            override func open() {}
            override func close() {}
            override var hasBytesAvailable: Bool { true }
            override var streamStatus: Stream.Status { .open }
            override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
                if !left.isEmpty, gate.wait(timeout: .now() + 600) == .timedOut {
                    hasWaitedInVain.withLock { $0 = true }
                }
                defer { left = Data() }
                left.copyBytes(to: buffer, count: left.count)
                return left.count
            }
        }

        @Test func aStreamThatWaitsHoldsUpNoOther() async throws {
            let server = try LoopbackServer { try $0.respond(body: "ok") }
            let session = session
            let url = server.url()
            let (gate, hasWaitedInVain) = (DispatchSemaphore(value: 0), Locked(false))
            let slow = Task {
                await session.upload(.stream(length: nil) { WaitingStream(for: gate, hasWaitedInVain) }, to: url)
                    .response().error
            }
            for _ in 0..<100 { #expect(await session.request(url).response().error == nil) }
            gate.signal()
            #expect(await slow.value == nil)
            #expect(!hasWaitedInVain.value)
            #expect(server.requests.contains { $0.body == Data("late".utf8) })
        }

        @Test func aSlowReaderSlowsTheServer() async throws {
            // On a busy machine the server may be silent for longer than a short timeout.
            for timeout in [0.5, 5] {
                do {
                    return try await readSlowly(idleTimeout: timeout)
                } catch let error as URLError where error.code == .timedOut {}
            }
            try await readSlowly(idleTimeout: 600)
        }

        /// Reads a long body after a pause that is longer than the idle timeout.
        private func readSlowly(idleTimeout: TimeInterval) async throws {
            let written = Locked(0)
            let server = try LoopbackServer.forConnections { connection in
                let head = try connection.readHead()
                guard head?.path == "/long" else { return try connection.write("HTTP/1.1 204 No Content\r\n\r\n") }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(256 << 20)\r\n\r\n")
                let segment = Data(count: 1 << 20)
                for _ in 0..<256 {
                    try connection.write(segment)
                    written.withLock { $0 += 1 }
                }
            }
            let configuration = URLSessionConfiguration.patient
            configuration.timeoutIntervalForRequest = idleTimeout
            let session = Session(configuration: configuration, engine: .libcurl)
            let request = session.request(server.url("/long"))
            var segments = request.receivedBody().makeAsyncIterator()
            var length = try #require(try await segments.next()).count
            // Longer than the idle timeout, which stands still.
            try await Task.sleep(for: .seconds(idleTimeout + 1))
            #expect(written.value < 32)
            #expect(await session.request(server.url("/")).timeout(600).response().error == nil)
            while let segment = try await segments.next() { length += segment.count }
            #expect(length == 256 << 20)
        }

        @Test func aPauseHoldsTheTransferInPlace() async throws {
            let server = try LoopbackServer { exchange in
                try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: \(32 << 20)\r\n\r\n")
                try exchange.write(Data(count: 1 << 20))
                try exchange.hold()
                try exchange.write(Data(count: 31 << 20))
            }
            let request = session.download(server.url()).resume()
            try await eventually("A part comes.") { request.downloadProgress.completedUnitCount == 1 << 20 }
            request.suspend()
            server.release()
            try await Task.sleep(nanoseconds: 300_000_000)
            #expect(request.downloadProgress.completedUnitCount == 1 << 20)
            request.resume()
            let answer = await request.response()
            let url = try #require(answer.fileURL)
            #expect(try Self.size(of: url) == 32 << 20)
            #expect(server.requestCount == 1)
        }

        @Test func aPauseHoldsABodyThatIsBeingSent() async throws {
            let length = 32 << 20
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                try connection.readBody(upTo: 1 << 20)
                try connection.hold()
                try connection.readBody()
                try connection.write("HTTP/1.1 204 No Content\r\n\r\n")
            }
            let request = session.upload(.data(Data(count: length)), to: server.url()).resume()
            try await server.waitUntilHeld()
            request.suspend()
            let sent = request.uploadProgress.completedUnitCount
            server.release()
            try await Task.sleep(nanoseconds: 1_000_000_000)
            // The system and libcurl have taken a few mebibytes more.
            #expect(request.uploadProgress.completedUnitCount < sent + Int64(length) / 2)
            #expect(server.requestCount == 0 && !request.isFinished)
            request.resume()
            #expect(await request.response().error == nil)
            #expect(server.requests.map(\.bodyLength) == [length])
        }

        @Test func aConnectionThatIsLostDuringAPauseGoesOnByRange() async throws {
            let whole = pattern(400_000)
            let isLost = DispatchSemaphore(value: 0)
            let server = try LoopbackServer.forConnections { connection in
                while let request = try connection.readHead() {
                    let first = request.value(named: "Range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                    let range = "ETag: \"v\"\r\nAccept-Ranges: bytes\r\nContent-Length: \(whole.count - first)\r\n"
                    if first == 0 {
                        try connection.write("HTTP/1.1 200 OK\r\n\(range)\r\n")
                        try connection.write(whole.prefix(40_000))
                        return isLost.wait()
                    }
                    let place = "Content-Range: bytes \(first)-\(whole.count - 1)/\(whole.count)\r\n"
                    try connection.write("HTTP/1.1 206 Partial Content\r\n\(range)\(place)\r\n")
                    try connection.write(whole.dropFirst(first))
                }
            }
            let request = session.download(server.url()).resume()
            try await eventually("A part comes.") { request.downloadProgress.completedUnitCount == 40_000 }
            request.suspend()
            isLost.signal()
            try await Task.sleep(nanoseconds: 300_000_000)
            #expect(!request.isFinished)
            request.resume()
            let answer = await request.response()
            #expect(answer.error == nil)
            #expect(try Data(contentsOf: try #require(answer.fileURL)) == whole)
        }

        @Test func pausedDownloadsGiveUpTheirPlaces() async throws {
            let server = try LoopbackServer { exchange in
                guard exchange.request.path != "/other" else { return try exchange.respond(body: "ok") }
                let first = exchange.request.value(named: "Range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                let count = 24 << 20
                guard first > 0 else {
                    return try exchange.respond(
                        status: 200, headers: ["ETag": "\"v\"", "Accept-Ranges": "bytes"], count: count)
                }
                try exchange.respond(
                    status: 206, headers: ["ETag": "\"v\"", "Content-Range": "bytes \(first)-\(count - 1)/\(count)"],
                    patternFrom: first, count: count - first)
            }
            let downloads = (0..<6).map { _ in session.download(server.url()).resume() }
            for download in downloads {
                try await eventually("A part comes.") { download.downloadProgress.completedUnitCount > 0 }
                download.suspend()
            }
            #expect(await session.request(server.url("/other")).response().error == nil)
            for download in downloads { download.resume() }
            for download in downloads {
                let answer = await download.response()
                #expect(answer.error == nil)
                let url = try #require(answer.fileURL)
                #expect(try Self.size(of: url) == 24 << 20)
            }
        }

        @Test(arguments: [true, false]) func aBodyIsSentAgainWhereAKeptConnectionWasDead(isRepeatable: Bool)
            async throws
        {
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                try connection.readBody()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                // The next request finds the connection closed only after it has begun to send its body.
                if connection.number == 0 {
                    _ = try connection.readHead()
                    connection.reset()
                }
            }
            _ = await session.request(server.url()).response()
            let data = pattern(300_000)
            var once = URLRequest(url: server.url())
            once.httpMethod = "POST"
            once.httpBodyStream = InputStream(data: data)
            let request: DataRequest =
                isRepeatable
                ? session.upload(.stream(length: Int64(data.count)) { InputStream(data: data) }, to: server.url())
                : session.request(once)
            let answer = await request.response()
            // Without a byte of the body taken, a stream that can be read once is sent as well: whole or not at all.
            #expect(
                answer.error == nil || !isRepeatable && answer.error?.kind == .bodyNotRepeatable)
            if answer.error == nil { #expect(server.requests.last?.body == data) }
        }

        @Test func cookiesExpire() async throws {
            let server = try LoopbackServer { exchange in
                let age = exchange.request.path == "/second" ? 0 : 3600
                try exchange.respond(
                    status: 200,
                    headers: [
                        "Set-Cookie": "a=1; Max-Age=\(age)", "set-cookie": "b=2; Expires=Wed, 21-Oct-2015 07:28:00 GMT",
                    ], body: "")
            }
            for path in ["/first", "/second", "/third"] { _ = await session.request(server.url(path)).response() }
            #expect(server.requests.map { $0.value(named: "Cookie") } == [nil, "a=1", nil])
        }

        @Test func withoutAConfigurationCookiesStayInMemory() async throws {
            let name = "a\(UUID().uuidString)"
            let server = try LoopbackServer { exchange in
                try exchange.respond(status: 200, headers: ["Set-Cookie": "\(name)=1; Max-Age=86400"], body: "")
            }
            let session = Session(engine: .libcurl)
            for _ in 0..<2 { _ = await session.request(server.url()).timeout(600).response() }
            #expect(server.requests.map { $0.value(named: "Cookie") } == [nil, "\(name)=1"])
            _ = await Session(engine: .libcurl).request(server.url()).timeout(600).response()
            #expect(server.requests.last?.value(named: "Cookie") == nil)
            #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == name } == false)
        }

        @Test func aFileThatStatesNoLengthIsRefused() async throws {
            let server = try LoopbackServer { try $0.respond() }
            for engine in [SessionEngine.libcurl, .urlSession] {
                let session = Session(configuration: .patient, engine: engine)
                let file = URL(fileURLWithPath: "/proc/cpuinfo")
                let error = await session.upload(.file(file), to: server.url()).response().error
                #expect((error?.cause as? RequestSerializationError)?.code == .sourceTooLong)
            }
            #expect(server.requestCount == 0)
        }

        @Test func aCancelledRequestEndsAtOnce() async throws {
            let server = try LoopbackServer { try $0.hold() }
            let requests = (0..<300).map { _ in session.request(server.url()).resume() }
            try await server.waitUntilHeld(timeout: 600)
            for request in requests { request.cancel() }
            for request in requests {
                #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
            }
            try await eventually("No transfer is left.") { session.taskCount == 0 }
            server.stop()
        }

        @Test func aPortThatNoServerListensOnHasItsCode() async throws {
            let server = try LoopbackServer { try $0.respond() }
            let url = server.url()
            server.stop()
            let error = await session.request(url).response().error?.cause as? URLError
            #expect(error?.code == .cannotConnectToHost)
            let words = "\(error?.userInfo[NSDebugDescriptionErrorKey] ?? "")"
            #expect(words.hasPrefix("libcurl 7: "))
            let unknown = await session.request("http://name.invalid/").response().error?.cause as? URLError
            #expect(unknown?.code == .cannotFindHost)
        }

        @Test func aURLsUserAndPasswordAnswerAChallenge() async throws {
            let server = try LoopbackServer { exchange in
                let isGuarded = exchange.request.value(named: "Authorization") == nil
                try exchange.respond(
                    status: isGuarded ? 401 : 200, headers: ["WWW-Authenticate": "Basic realm=\"a\""], body: "")
            }
            let address = server.address().replacingOccurrences(of: "://", with: "://me:p%40ss@")
            for own in [nil, URLCredential(user: "you", password: "p", persistence: .none)] {
                let request = session.request(address)
                if let own { request.authenticate(with: own) }
                let answer = await request.response()
                #expect(answer.response?.statusCode == 200)
                #expect(answer.response?.url?.absoluteString == address)
            }
            let values = ["me:p@ss", "you:p"].map { "Basic \(Data($0.utf8).base64EncodedString())" }
            #expect(server.requests.map { $0.value(named: "Authorization") } == [nil, values[0], nil, values[1]])
        }

        @Test func otherSchemesAreOfURLSession() async throws {
            let answer = await session.request("gopher://127.0.0.1:1/").response()
            #expect((answer.error?.cause as? URLError)?.code == .unsupportedURL)
        }

        @Test func classesThatAnswerInPlaceOfTheNetworkAreOfURLSession() {
            final class Stub: URLProtocol {}
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Stub.self]
            #expect(Session(configuration: configuration).engine is URLSessionEngine)
            #expect(Session(configuration: configuration, engine: .libcurl).engine is LibcurlEngine)
            #expect(Session(configuration: .default, engine: .libcurl).engine is LibcurlEngine)
        }
    }
#endif
