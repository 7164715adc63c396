import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequestLimitsTests {
    private let server: LoopbackServer
    /// Keeps ten bytes of each body.
    private let session = Session(configuration: .patient, start: .manually, maximumReceivedBytes: 10)

    /// Answers a path that is a number with as many bytes.
    init() throws {
        server = try LoopbackServer { exchange in
            let count = Int(exchange.request.path.dropFirst()) ?? 0
            try exchange.respond(
                headers: ["Content-Type": "application/json"], body: Data(repeating: 0x20, count: count))
        }
    }

    private func isTooLarge(_ error: (any Error)?) -> Bool { (error as? RequestError)?.kind == .tooLarge }

    @Test func aSessionKeepsUpToItsLimit() async throws {
        #expect(try await session.request(server.url("/10")).data().count == 10)
        let response = await session.request(server.url("/11")).response()
        #expect(isTooLarge(response.error) && response.data == nil)
        #expect(Session.standardMaximumReceivedBytes == 256 << 20)
        #expect(Session(configuration: .patient).maximumReceivedBytes == 256 << 20)
    }

    @Test func whatIsNotKeptHasNoLimit() async throws {
        let file = try await session.download(server.url("/1000")).file()
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file).count == 1000)
        var count = 0
        for try await segment in session.request(server.url("/1000")).receivedBody() { count += segment.count }
        #expect(count == 1000)
    }

    @Test(arguments: [(Int64?(20), false), (1000, true), (nil, true)])
    func aRequestHasItsOwn(limit: Int64?, isEnough: Bool) async throws {
        let data = await session.request(server.url("/1000")).limitReceivedBytes(to: limit).response()
        let download = await session.download(server.url("/1000")).limitReceivedBytes(to: limit).response()
        #expect(isTooLarge(data.error) == !isEnough && isTooLarge(download.error) == !isEnough)
        #expect(data.data?.count == (isEnough ? 1000 : nil))
        #expect((download.fileURL == nil) == !isEnough)
    }

    @Test func nothingIsLeftWhenTheEndIsReported() async throws {
        let request = session.download(server.url("/1000")).limitReceivedBytes(to: 20)
        #expect(isTooLarge(await request.response().error))
        #expect(request.file.url == nil && request.resumeData == nil)
    }

    @Test func aReaderIsGivenTheBytesBeforeTheLimit() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Transfer-Encoding": "chunked"])
            try exchange.write("\r\n")
            try exchange.writeChunk(Data("0123456789".utf8))
            try exchange.hold()
            try exchange.writeChunk(Data("more".utf8))
            try exchange.writeLastChunk()
        }
        let request = session.request(server.url()).limitReceivedBytes(to: 12)
        let body = request.receivedBody()
        request.resume()
        while request.downloadProgress.completedUnitCount < 10 { try await Task.sleep(for: .milliseconds(5)) }
        server.release()
        #expect(isTooLarge(await request.response().error))
        var read = Data()
        await #expect(throws: RequestError.self) { for try await segment in body { read.append(segment) } }
        #expect(read == Data("0123456789".utf8))
    }

    @Test func aSerializerRefusesALongerBodyThatWasReceived() async throws {
        var serializer = JSONResponseSerializer()
        serializer.configuration.maximumBytes = 20
        let session = Session(configuration: .patient, start: .manually)
        let alone = session.request(server.url("/1000"))
        #expect(
            (await alone.response(serializer: serializer).error?.cause as? ResponseSerializationError)?.kind
                == .tooLarge)
        #expect(alone.data?.count == 1000 && alone.error == nil)

        // Both exist before the first byte is received.
        let shared = session.request(server.url("/1000"))
        let errors = Log<RequestError?>()
        let queue = DispatchQueue(label: "responses")
        shared.response(queue: queue, serializer: serializer) { errors.add($0.error) }
        let whole = await withCheckedContinuation { continuation in
            shared.response(queue: queue) { continuation.resume(returning: $0) }
            shared.resume()
        }
        #expect(whole.error == nil && whole.data?.count == 1000)
        #expect(errors.all.first??.kind == .tooLarge)
    }

    @Test func whatComesWithAKeptRedirectionIsLimitedToo() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 302, headers: ["Location": "/"], body: Data(count: 1000))
        }
        let request = session.request(server.url())
        request.onRedirection { _, _ in nil }
        #expect(isTooLarge(await request.response().error))
        let unfollowed = Session(configuration: .patient, followsRedirections: false, maximumReceivedBytes: 10)
        #expect(isTooLarge(await unfollowed.request(server.url()).response().error))
    }

    @Test func aLargerBodyIsNotAskedForAgain() async throws {
        let session = Session(configuration: .patient, retriers: [RetryPolicy()], maximumReceivedBytes: 10)
        #expect(isTooLarge(await session.request(server.url("/11")).response().error))
        #expect(server.requestCount == 1)
    }

    /// The answer in place of the rest is too long; the existing part of the file stays usable.
    @Test func aLongRefusalOfTheRestLeavesThePart() async throws {
        let whole = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let asked = Events<Void>()
        let server = try LoopbackServer { exchange in
            defer { exchange.close() }
            guard exchange.request.value(named: "Range") != nil else {
                try exchange.write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 100000\r\n\r\n")
                return try exchange.write(whole.prefix(40_000))
            }
            if asked.add(()) == 0 {
                return try exchange.respond(status: 503, body: Data(repeating: 0x20, count: 200_000))
            }
            let head = "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\nContent-Length: 60000\r\n"
            try exchange.write(Data("HTTP/1.1 206 Part\r\n\(head)\r\n".utf8) + whole.dropFirst(40_000))
        }
        let session = Session(configuration: .patient, start: .manually)
        let broken = session.download(server.url())
        _ = await broken.response()
        let refused = session.download(resumingWith: try #require(broken.resumeData)).limitReceivedBytes(to: 150_000)
        #expect(isTooLarge(await refused.response().error))
        let file = try await session.download(resumingWith: try #require(refused.resumeData)).file()
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == whole)
    }
}
