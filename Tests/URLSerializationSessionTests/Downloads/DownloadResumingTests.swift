import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.interrupted, .network), .timeLimit(.minutes(60))) struct DownloadResumingTests {
    private static let whole = pattern(100_000)
    private let session = Session(configuration: .patient)

    /// The server's answer to a request for the rest.
    private enum Rest: String, CaseIterable, Sendable {
        case given, changed, unsatisfiable, wrongRange, unknownTotal
    }

    /// Begins with 60,000 bytes and waits; answers a range with the rest.
    private func server(
        _ rest: Rest = .given, head: String = "ETag: \"v1\"\r\n", busy: Locked<Int> = Locked(0)
    ) throws -> LoopbackServer {
        let wholes = Log<Int>()
        return try LoopbackServer { exchange in
            let whole = Self.whole
            guard let range = exchange.request.value(named: "Range") else {
                wholes.add(1)
                if rest != .given, wholes.count > 1 { return try exchange.respond(status: 200, body: "changed") }
                try exchange.write("HTTP/1.1 200 OK\r\n\(head)Content-Length: 100000\r\n\r\n")
                try exchange.write(whole.prefix(60_000))
                try exchange.hold()
                return try exchange.write(whole.dropFirst(60_000))
            }
            let isBusy = busy.withLock { count in
                count -= 1
                return count >= 0
            }
            if isBusy { return try exchange.respond(status: 503, body: "busy") }
            let first = Int(range.dropFirst(6).dropLast()) ?? 0
            switch rest {
            case .given:
                try exchange.write(
                    "HTTP/1.1 206 Part\r\n\(head)Content-Range: bytes \(first)-99999/100000\r\n"
                        + "Content-Length: \(100_000 - first)\r\n\r\n")
                try exchange.write(whole[first...])
            case .unknownTotal:
                try exchange.respond(
                    status: 206, headers: ["Content-Range": "bytes \(first)-99999/*", "ETag": "\"v1\""],
                    body: whole[first...])
            case .changed: try exchange.respond(status: 200, headers: ["ETag": "\"v2\""], body: "changed")
            case .unsatisfiable: try exchange.respond(status: 416, headers: ["Content-Range": "bytes */7"], body: "no")
            case .wrongRange:
                try exchange.respond(
                    status: 206, headers: ["Content-Range": "bytes 0-99999/100000"], body: whole)
            }
        }
    }

    /// Returns the resume data of a download that was cancelled after 60,000 bytes.
    private func interrupt(_ server: LoopbackServer, _ headers: HTTPHeaders = [:]) async throws -> Data? {
        let request = session.download(server.url("/f"), headers: headers).resume()
        try await eventually("A part comes.") { request.downloadProgress.completedUnitCount == 60_000 }
        let data = await withCheckedContinuation { continuation in
            _ = request.cancel { continuation.resume(returning: $0) }
        }
        #expect((request.error?.cause as? URLError)?.code == .cancelled)
        return data
    }

    /// Returns the URL of the file in resume data.
    private func part(_ data: Data) throws -> URL {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let name = try #require(list?["name"] as? String)
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("URLSerializationSession-\(name).download")
    }

    @Test func theRestIsAskedForAndAppended() async throws {
        let server = try server()
        let data = try #require(try await interrupt(server, ["X-Again": "1"]))
        let folder = try ScratchFolder()
        let log = Log<Int64>()
        let request = session.download(resumingWith: data) { _, _ in (folder("x"), []) }
            .downloadProgress(queue: DispatchQueue(label: "progress")) { log.add($0.completedUnitCount) }
        let answer = await request.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: folder("x")) == Self.whole)
        let sent = try #require(server.requests.last)
        #expect(sent.value(named: "Range") == "bytes=60000-")
        #expect(sent.value(named: "If-Range") == "\"v1\"")
        #expect(sent.value(named: "Accept-Encoding") == "identity")
        #expect(sent.value(named: "X-Again") == "1")
        #expect(answer.response?.statusCode == 206)
        #expect(request.downloadProgress.totalUnitCount == 100_000)
        #expect(log.all.allSatisfy { $0 >= 60_000 })
        #expect(try !exists(part(data)))
        server.stop()
    }

    @Test func aDateWillDoToRecognizeTheFile() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let server = try server(head: "Last-Modified: \(date)\r\nDate: Mon, 07 Nov 1994 08:49:37 GMT\r\n")
        let data = try #require(try await interrupt(server))
        let answer = await session.download(resumingWith: data).response()
        #expect(server.requests.last?.value(named: "If-Range") == date)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Self.whole)
        server.stop()
    }

    @Test(arguments: [
        "Accept-Ranges: bytes\r\n", "ETag: W/\"v1\"\r\n", "ETag: \"v1\"\r\nAccept-Ranges: none\r\n",
        "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
        "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
    ])
    func withoutAWayToRecognizeItAFileCannotBeGoneOnWith(head: String) async throws {
        let server = try server(head: head)
        #expect(try await interrupt(server) == nil)
        server.stop()
    }

    @Test func aCompressedFileCannotBeGoneOnWith() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\n")
            try exchange.write("Content-Encoding: gzip\r\nContent-Length: 900\r\n\r\n")
            let start = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="))
            try exchange.write(start.prefix(14))
            try exchange.hold()
        }
        let request = session.download(server.url("/")).resume()
        try await eventually("The head comes.") { request.response != nil }
        let data = await withCheckedContinuation { continuation in
            _ = request.cancel { continuation.resume(returning: $0) }
        }
        #expect(data == nil)
        server.stop()
    }

    @Test(arguments: [Rest.changed, .unsatisfiable, .wrongRange])
    private func whatDoesNotFitComesAnew(rest: Rest) async throws {
        let server = try server(rest)
        let data = try #require(try await interrupt(server))
        let answer = await session.download(resumingWith: data).response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Data("changed".utf8))
        #expect(server.requests.count == (rest == .changed ? 2 : 3))
        #expect(server.requests.last?.value(named: "Range") == (rest == .changed ? "bytes=60000-" : nil))
        #expect(answer.response?.statusCode == 200)
        server.stop()
    }

    @Test func anUnknownTotalFits() async throws {
        let server = try server(.unknownTotal)
        let data = try #require(try await interrupt(server))
        let answer = await session.download(resumingWith: data).response()
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Self.whole)
        server.stop()
    }

    /// The damage to the part.
    enum Damage: CaseIterable, Sendable { case missing, shorter, longer, link, directory }

    @Test(arguments: Damage.allCases) func aPartThatIsNotTheOneComesAnew(damage: Damage) async throws {
        let server = try server(.changed)
        let data = try #require(try await interrupt(server))
        let (part, folder) = (try part(data), try ScratchFolder())
        #expect(exists(part))
        let files = FileManager.default
        let victim = try folder.file(Self.whole.prefix(60_000), named: "victim")
        switch damage {
        case .missing: try files.removeItem(at: part)
        case .shorter: try Self.whole.prefix(59_999).write(to: part)
        case .longer: try Self.whole.prefix(60_001).write(to: part)
        case .link:
            try files.removeItem(at: part)
            try files.createSymbolicLink(at: part, withDestinationURL: victim)
        case .directory:
            try files.removeItem(at: part)
            try files.createDirectory(at: part, withIntermediateDirectories: false)
        }
        let answer = await session.download(resumingWith: data).response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Data("changed".utf8))
        #expect(server.requests.last?.value(named: "Range") == nil)
        #expect(try Data(contentsOf: victim) == Self.whole.prefix(60_000))
        #expect(!exists(part), "It is left in the temporary directory.")
        try? files.removeItem(at: part)
        server.stop()
    }

    @Test func dataServesOnce() async throws {
        let server = try server(.given)
        let data = try #require(try await interrupt(server))
        let first = await session.download(resumingWith: data).response()
        #expect(try Data(contentsOf: try #require(first.fileURL)) == Self.whole)
        server.release()
        let second = await session.download(resumingWith: data).response()
        #expect(try Data(contentsOf: try #require(second.fileURL)) == Self.whole)
        #expect(server.requests.last?.value(named: "Range") == nil)
        #expect(first.fileURL != second.fileURL)
    }

    @Test func discardedDataLeavesNothing() async throws {
        let server = try server()
        let data = try #require(try await interrupt(server))
        #expect(try exists(part(data)))
        DownloadRequest.discardResumeData(data)
        #expect(try !exists(part(data)))
        DownloadRequest.discardResumeData(Data("garbage".utf8))
        server.stop()
    }

    @Test(arguments: [
        Data(), Data("garbage".utf8), Data(repeating: 0xFF, count: 1000), Data("bplist00".utf8),
        Data(#"<plist version="1.0"><dict><key>format</key><string>x</string></dict></plist>"#.utf8),
    ])
    func garbageIsAnError(data: Data) async throws {
        let log = Log<Bool>()
        let request = session.download(resumingWith: data)
        request.response(queue: .global()) { log.add($0.error != nil) }
        #expect((await request.response().error)?.kind == .resumeData)
        try await eventually("It is called.") { log.all == [true] }
    }

    @Test func secretsAreNotInTheData() async throws {
        let server = try server()
        let headers: HTTPHeaders = [
            "Authorization": "Bearer hidden1", "cookie": "a=hidden2", "Proxy-Authorization": "hidden3", "X-Own": "y",
        ]
        let data = try #require(try await interrupt(server, headers))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(!"\(list)".contains("hidden"))
        let answer = await session.download(resumingWith: data, headers: ["Authorization": "Bearer again"]).response()
        #expect(answer.error == nil)
        #expect(server.requests.last?.value(named: "Authorization") == "Bearer again")
        #expect(server.requests.last?.value(named: "X-Own") == "y")
        server.stop()
    }

    @Test func aBusyServerLeavesThePart() async throws {
        let busy = Locked(1)
        let server = try server(busy: busy)
        let data = try #require(try await interrupt(server))
        let request = session.download(resumingWith: data).validate { _, response, _ in
            guard response.statusCode != 503 else { throw URLError(.badServerResponse) }
        }
        let refused = await request.response()
        #expect(refused.error?.cause is URLError && refused.fileURL == nil)
        let again = try #require(request.resumeData)
        let answer = await session.download(resumingWith: again).validate().response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Self.whole)
        server.stop()
    }

    @Test func aRetryAfterABusyServerGoesOnWithThePart() async throws {
        var policy = RetryPolicy()
        policy.exponentialBackoffScale = 0.001
        let session = Session(configuration: .patient, retriers: [policy])
        let server = try server(busy: Locked(2))
        let data = try #require(try await interrupt(server))
        let request = session.download(resumingWith: data).validate()
        let answer = await request.response()
        #expect(answer.error == nil)
        #expect(request.retryCount == 2)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Self.whole)
        #expect(server.requests.suffix(3).allSatisfy { $0.value(named: "Range") == "bytes=60000-" })
        server.stop()
    }

    @Test func aPauseEndsTheTransferOfURLSessionAndGoesOnByRange() async throws {
        let session = Session(configuration: .patient, engine: .urlSession)
        let server = try server()
        let request = session.download(server.url("/f")).resume()
        try await eventually("A part comes.") { request.downloadProgress.completedUnitCount == 60_000 }
        request.suspend()
        try await eventually("The transfer ends.") { session.taskCount == 0 }
        #expect(!request.isFinished)
        request.resume()
        let answer = await request.response()
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Self.whole)
        #expect(server.requests.map { $0.value(named: "Range") } == [nil, "bytes=60000-"])
        server.stop()
    }
}
