import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Servers that lie about parts of files: a download is the file of one answer or an error, never a mixture.
@Suite(.tags(.network), .stoppingServers, .serialized, .timeLimit(.minutes(60))) struct HostileRangeTests {
    private static let whole = pattern(100_000)
    private static let begun = 40_000

    /// The reason for which the rest is requested.
    enum Route: String, CaseIterable, Sendable {
        case retryPolicy, resumeData
    }

    /// An answer, by default with status 206 and 60,000 bytes.
    struct Part: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var head = "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\nContent-Length: 60000\r\n"
        var body = Self.rest
        /// The head of the first answer, before its length.
        var first = "ETag: \"v1\"\r\n"

        static let rest = pattern(100_000).dropFirst(40_000)

        init(_ name: String, _ head: String? = nil, body: Data? = nil, after first: String? = nil) {
            testDescription = name
            if let head { self.head = head }
            if let body { self.body = body }
            if let first { self.first = first }
        }
    }

    /// Sends 40,000 of 100,000 bytes and breaks off; then the part; then, to a request for the whole, `anew`.
    private func download(_ part: Part, by route: Route) async throws -> (Answer<URL>, [String?]) {
        let wholes = Log<Int>()
        let server = try LoopbackServer { exchange in
            defer { exchange.close() }
            guard exchange.request.value(named: "Range") == nil else {
                return try exchange.write(Data("HTTP/1.1 206 Part\r\n\(part.head)\r\n".utf8) + part.body)
            }
            wholes.add(1)
            if wholes.count > 1 { return try exchange.respond(headers: ["ETag": "\"v2\""], body: "anew") }
            try exchange.write("HTTP/1.1 200 OK\r\n\(part.first)Content-Length: 100000\r\n\r\n")
            try exchange.write(Self.whole.prefix(Self.begun))
        }
        let answer: Answer<URL>
        switch route {
        case .retryPolicy:
            var policy = RetryPolicy()
            policy.exponentialBackoffScale = 0.001
            answer = await Session(configuration: .patient, retriers: [policy]).download(server.url()).response()
        case .resumeData:
            let session = Session(configuration: .patient)
            let broken = session.download(server.url())
            _ = await broken.response()
            answer = await session.download(resumingWith: try #require(broken.resumeData)).response()
        }
        return (answer, server.requests.map { $0.value(named: "Range") })
    }

    private func content(_ answer: Answer<URL>) throws -> Data? {
        try answer.fileURL.map { try Data(contentsOf: $0) }
    }

    private static let extremes: [Part] = {
        let ranges = [
            "40000-99999/*", "40000-9223372036854775807/*", "40000-9223372036854775806/9223372036854775807",
            "0-9223372036854775807/*", "9223372036854775807-9223372036854775807/*",
            "40000-99999999999999999999/*", "40000-40000/9223372036854775807",
        ]
        // For 2⁶³ − 512 and more Foundation on Linux ends the process.
        let lengths = ["9223372036854775000", "9223372036854774784", "-9223372036854775808", "18446744073709551615"]
        return ranges.flatMap { range in
            lengths.map { length in
                Part(
                    "\(range), \(length)",
                    "ETag: \"v1\"\r\nContent-Range: bytes \(range)\r\nContent-Length: \(length)\r\n",
                    body: Data("x".utf8))
            }
        }
    }()

    @Test(arguments: extremes, Route.allCases)
    func noNumberEndsTheProcess(part: Part, route: Route) async throws {
        let (answer, _) = try await download(part, by: route)
        let content = try content(answer)
        #expect(answer.error != nil || content == Data("anew".utf8))
    }

    @Test(
        arguments: [
            Part("as it should be"),
            Part("an unknown total", "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/*\r\nContent-Length: 60000\r\n"),
            Part("no length", "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\n"),
        ], Route.allCases)
    func theRestOfTheSameFileIsAppended(part: Part, route: Route) async throws {
        let (answer, ranges) = try await download(part, by: route)
        #expect(answer.error == nil)
        #expect(try content(answer) == Self.whole)
        #expect(ranges == [nil, "bytes=40000-"])
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let dated = "Last-Modified: \(date)\r\nDate: Mon, 07 Nov 1994 08:49:37 GMT\r\n"
    private static let range = "Content-Range: bytes 40000-99999/100000\r\nContent-Length: 60000\r\n"

    @Test(
        arguments: [
            Part("another tag", "ETag: \"v2\"\r\n\(range)"),
            Part("the tag, but weak", "ETag: W/\"v1\"\r\n\(range)"),
            Part("no tag", range),
            Part("no tag but a date", "Last-Modified: \(date)\r\n\(range)"),
            Part(
                "a tag, and another date", "ETag: \"v1\"\r\nLast-Modified: \(date)\r\n\(range)",
                after: "ETag: \"v1\"\r\nLast-Modified: Sat, 05 Nov 1994 08:49:37 GMT\r\n"),
            Part("another date", "Last-Modified: Sun, 06 Nov 1994 08:49:38 GMT\r\n\(range)", after: dated),
            Part("no date", range, after: dated),
            Part(
                "another total",
                "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100001\r\nContent-Length: 60000\r\n"),
            Part("a range beyond the total", "ETag: \"v1\"\r\nContent-Range: bytes 40000-100000/*\r\n"),
            Part("a later start", "ETag: \"v1\"\r\nContent-Range: bytes 40001-99999/100000\r\n"),
            Part("an earlier start", "ETag: \"v1\"\r\nContent-Range: bytes 39999-99999/100000\r\n"),
            Part("no range", "ETag: \"v1\"\r\nContent-Length: 60000\r\n"),
            Part("another unit", "ETag: \"v1\"\r\nContent-Range: lines 40000-99999/100000\r\n"),
            Part(
                "parts in an envelope",
                "ETag: \"v1\"\r\nContent-Type: multipart/byteranges; boundary=x\r\n\(range)"),
            Part("compressed", "ETag: \"v1\"\r\nContent-Encoding: deflate\r\n\(range)"),
        ], Route.allCases)
    func aPartOfAnotherFileBeginsAnew(part: Part, route: Route) async throws {
        let (answer, ranges) = try await download(part, by: route)
        #expect(answer.error == nil)
        #expect(try content(answer) == Data("anew".utf8))
        #expect(ranges == [nil, "bytes=40000-", nil])
    }

    @Test(
        arguments: [
            Part(
                "more, without a length", "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\n",
                body: Data(repeating: 0x78, count: 500_000)),
            Part(
                "more, by its length",
                "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\nContent-Length: 500000\r\n",
                body: Data(repeating: 0x78, count: 500_000)),
            Part("one more", "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/*\r\n", body: Part.rest + [1]),
            Part("one less", "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/*\r\n", body: Part.rest.dropLast()),
            Part(
                "less, by its length",
                "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\nContent-Length: 10\r\n",
                body: Part.rest.prefix(10)),
            Part("nothing", "ETag: \"v1\"\r\nContent-Range: bytes 40000-99999/100000\r\n", body: Data()),
        ], Route.allCases)
    func aPartOfAnotherLengthLeavesNoFile(part: Part, route: Route) async throws {
        let (answer, _) = try await download(part, by: route)
        #expect(answer.error != nil)
        let content = try content(answer)
        #expect(content == nil, "\(content?.count ?? 0) bytes")
    }

    /// Each request receives one byte, and a total that is never reached.
    @Test func rangesWithoutEndEnd() async throws {
        let server = try LoopbackServer { exchange in
            guard let range = exchange.request.value(named: "Range") else {
                try exchange.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 4611686018427387904\r\n\r\nabc")
                return exchange.close()
            }
            let first = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
            try exchange.respond(
                status: 206,
                headers: ["ETag": "\"a\"", "Content-Range": "bytes \(first)-\(first)/4611686018427387904"], body: "x")
        }
        let session = Session(configuration: .patient)
        let broken = session.download(server.url())
        _ = await broken.response()
        let start = Date()
        let answer = await session.download(resumingWith: try #require(broken.resumeData)).response()
        #expect(answer.error != nil)
        #expect(server.requestCount < 100, "\(server.requestCount) requests in \(Date().timeIntervalSince(start)) s")
    }
}
