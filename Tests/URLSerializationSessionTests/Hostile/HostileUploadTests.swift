import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Servers that do not read the bytes sent to them: each upload ends, once and in time.
@Suite(.tags(.network), .stoppingServers, .serialized, .timeLimit(.minutes(60))) struct HostileUploadTests {
    /// More than the send buffer (4 MiB on Linux) and the server's receive buffer hold while the server does not read.
    private static let body = Data(repeating: 0x78, count: 16 << 20)

    enum Source: String, CaseIterable, Sendable {
        case data, file, streamWithLength, streamWithout
    }

    private func withSource(_ source: Source, _ body: (Uploadable) async throws -> Void) async throws {
        switch source {
        case .data: try await body(.data(Self.body))
        case .streamWithLength:
            try await body(.stream(length: Int64(Self.body.count)) { InputStream(data: Self.body) })
        case .streamWithout: try await body(.stream(length: nil) { InputStream(data: Self.body) })
        case .file:
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("HostileUploadTests-\(UUID())")
            try Self.body.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            try await body(.file(file))
        }
    }

    private static var options: LoopbackServer.Options {
        var options = LoopbackServer.Options()
        options.answersBeforeBody = true
        options.keptBodyLength = 100
        options.receiveBufferLength = 256 << 10
        return options
    }

    @Test(arguments: Source.allCases, [0, 1 << 20, Int.max])
    func aResetAfterSoManyBytesIsAnError(source: Source, length: Int) async throws {
        let server = try LoopbackServer(Self.options) { exchange in
            try exchange.readBody(upTo: length)
            exchange.reset()
        }
        try await withSource(source) { uploadable in
            let ending = try await Ending.ofUpload(
                uploadable, server, from: Session(configuration: .patient))
            #expect(ending.error?.cause is URLError)
            #expect((ending.error?.cause as? URLError)?.code != .timedOut)
        }
    }

    @Test(arguments: Source.allCases)
    func aServerThatReadsNothingIsATimeout(source: Source) async throws {
        let server = try LoopbackServer(Self.options) { exchange in
            try exchange.hold()
        }
        try await withSource(source) { uploadable in
            let session = Ending.makeSession(idle: 0.3, total: 1)
            let response = await session.upload(uploadable, to: server.url()).resume().response()
            #expect((response.error?.cause as? URLError)?.code == .timedOut)
        }
    }

    /// The server refuses and reads the rest, or closes at once, in which case the refusal may be lost.
    @Test(arguments: Source.allCases, [true, false])
    func aRefusalBeforeTheBodyIsTheAnswer(source: Source, reads: Bool) async throws {
        let server = try LoopbackServer(Self.options) { exchange in
            try exchange.respond(status: 413, headers: ["Connection": "close"], body: "too large")
            if reads { try exchange.readBody() }
        }
        try await withSource(source) { uploadable in
            let ending = try await Ending.ofUpload(
                uploadable, server, from: Session(configuration: .patient))
            if reads {
                #expect(ending.error == nil && ending.status == 413)
                #expect(ending.body == Data("too large".utf8))
            } else {
                #expect(ending.status == 413 || ending.error?.cause is URLError)
            }
        }
    }

    @Test(arguments: Source.allCases)
    func anUploadCanBeCancelledInItsMiddle(source: Source) async throws {
        let server = try LoopbackServer(Self.options) { exchange in
            try exchange.readBody(upTo: 1 << 20)
            try exchange.hold()
        }
        try await withSource(source) { uploadable in
            let session = Session(configuration: .patient)
            let request = session.upload(uploadable, to: server.url()).resume()
            try await server.waitUntilHeld()
            request.cancel()
            #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
            // The request ends before URLSession has closed the connection.
            try await eventually("The transfer continues.") { session.taskCount == 0 }
        }
        server.release()
        try await server.waitForOpenConnections()
        #expect(server.requests.allSatisfy { !$0.isComplete })
    }

    /// The stream ends before its length, or continues beyond it.
    @Test(arguments: [-1, 1])
    func aStreamThatLiesAboutItsLengthIsAnError(difference: Int) async throws {
        let server = try LoopbackServer(Self.options) { exchange in
            try exchange.readBody()
            try exchange.respond()
        }
        let body = Data(repeating: 0x78, count: 100_000)
        let ending = try await Ending.ofUpload(
            .stream(length: Int64(body.count - difference)) { InputStream(data: body) }, server,
            from: Session(configuration: .patient))
        #expect(ending.error?.cause is RequestSerializationError)
        #expect(server.requests.allSatisfy { $0.bodyLength <= body.count - difference })
    }
}
