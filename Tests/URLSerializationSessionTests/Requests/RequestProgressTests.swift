import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestProgressTests {
    private let session = Session(configuration: .patient, start: .manually)
    private static let key = DispatchSpecificKey<Int>()
    private let queue: DispatchQueue

    init() {
        queue = DispatchQueue(label: "progress")
        queue.setSpecific(key: Self.key, value: 1)
    }

    /// Records the arguments of a progress handler and a completion handler on the same queue.
    private func report(
        _ log: Log<[Int64]>, _ progress: Progress
    ) {
        #expect(DispatchQueue.getSpecific(key: Self.key) == 1)
        log.add([progress.completedUnitCount, progress.totalUnitCount])
    }

    private func check(_ log: Log<[Int64]>, total: Int64, count: Int64) {
        let entries = log.all
        #expect(entries.last == [-7, -7], "The completion handler is the last.")
        let counts = entries.dropLast().map { $0[0] }
        #expect(counts == counts.sorted())
        #expect(counts.last == count)
        #expect(entries.dropLast().allSatisfy { $0[1] == total })
    }

    @Test func whatIsReceivedIsCounted() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, patternFrom: 0, count: 500_000) }
        func send(_ request: some ReceivingRequest) async throws {
            let log = Log<[Int64]>()
            request.downloadProgress(queue: queue) { report(log, $0) }.response(queue: queue) { _ in log.add([-7, -7]) }
            _ = await request.resume().response()
            try await eventually("It ends.") { log.all.last == [-7, -7] }
            check(log, total: 500_000, count: 500_000)
            #expect(request.downloadProgress.fractionCompleted == 1)
        }
        try await send(session.request(server.url("/")))
        try await send(session.download(server.url("/")))
    }

    @Test func theTotalOfAnEncodedOrChunkedBodyIsNotKnown() async throws {
        // "hello" by gzip.
        let zipped = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="))
        let server = try LoopbackServer { exchange in
            if exchange.request.path == "/gzip" {
                try exchange.respond(status: 200, headers: ["Content-Encoding": "gzip"], body: zipped)
            } else {
                try exchange.respond(status: 200, chunks: [Data("hel".utf8), Data("lo".utf8)])
            }
        }
        for path in ["/gzip", "/chunks"] {
            let log = Log<[Int64]>()
            let request = session.request(server.url(path)).downloadProgress(queue: queue) { report(log, $0) }
            request.response(queue: queue) { _ in log.add([-7, -7]) }
            #expect(await request.response().data == Data("hello".utf8))
            try await eventually("It ends.") { log.all.last == [-7, -7] }
            check(log, total: -1, count: 5)
        }
    }

    @Test func whatIsSentIsCounted() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let folder = try ScratchFolder()
        let body = pattern(400_000)
        let file = try folder.file(body)
        let sources: [Uploadable] = [
            .data(body), .file(file), .stream(length: 400_000) { InputStream(data: body) },
        ]
        for source in sources {
            let log = Log<[Int64]>()
            let request = session.upload(source, to: server.url("/")).uploadProgress(queue: queue) { report(log, $0) }
            request.response(queue: queue) { _ in log.add([-7, -7]) }
            _ = await request.response()
            try await eventually("It ends.") { log.all.last == [-7, -7] }
            check(log, total: 400_000, count: 400_000)
            #expect(request.uploadProgress.fractionCompleted == 1)
        }
        #expect(server.requests.allSatisfy { $0.body == body })
    }

    @Test func ofARequestThatSucceedsTheLastCallIsTheCompleteCount() async throws {
        let server = try LoopbackServer { exchange in
            switch exchange.request.path {
            case "/empty": try exchange.respond(status: 200)
            case "/chunks": try exchange.respond(status: 200, chunks: [Data("ab".utf8), Data("c".utf8)])
            default: try exchange.respond(status: 200, body: "abc")
            }
        }
        let lasts = ["/empty": [0, 0], "/chunks": [3, -1], "/": [3, 3]] as [String: [Int64]]
        for start in [RequestStart.withFirstHandler, .immediately] {
            let session = Session(configuration: .patient, start: start)
            for turn in 0..<110 {
                let path = ["/empty", "/chunks", "/"][turn % 3]
                let (log, queue) = (Log<[Int64]>(), DispatchQueue(label: "turn"))
                session.request(server.url(path))
                    .downloadProgress(queue: queue) { log.add([$0.completedUnitCount, $0.totalUnitCount]) }
                    .response(queue: queue) { _ in log.add([-7, -7]) }
                try await eventually("It ends.") { log.all.last == [-7, -7] }
                #expect(log.all.dropLast().last == lasts[path], "\(path) \(start)")
            }
        }
    }

    @Test func ofAnUploadThatSucceedsTheLastCallIsTheCompleteCount() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let folder = try ScratchFolder()
        let file = try folder.file(pattern(3))
        let sources: [(Uploadable, [Int64])] = [
            (.data(pattern(3)), [3, 3]), (.file(file), [3, 3]),
            (.stream(length: 3) { InputStream(data: pattern(3)) }, [3, 3]),
            (.stream(length: nil) { InputStream(data: pattern(3)) }, [3, -1]), (.data(Data()), [0, 0]),
        ]
        let session = Session(configuration: .patient)
        for turn in 0..<110 {
            let (source, last) = sources[turn % sources.count]
            let (log, queue) = (Log<[Int64]>(), DispatchQueue(label: "turn"))
            session.upload(source, to: server.url("/"))
                .uploadProgress(queue: queue) { log.add([$0.completedUnitCount, $0.totalUnitCount]) }
                .response(queue: queue) { _ in log.add([-7, -7]) }
            try await eventually("It ends.") { log.all.last == [-7, -7] }
            #expect(log.all.dropLast().last == last, "\(source)")
        }
    }

    @Test func aHandlerIsToldTheStateThatItJoins() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            try exchange.hold()
            try exchange.write("def")
        }
        let request = session.request(server.url("/")).resume()
        try await eventually("Something comes.") { request.downloadProgress.completedUnitCount == 3 }
        let log = Log<Int64>()
        request.downloadProgress(queue: queue) { log.add($0.completedUnitCount) }
        try await eventually("It is notified.") { log.all == [3] }
        server.release()
        _ = await request.response()
        try await eventually("It is notified.") { log.all.last == 6 }
        let late = Log<Int64>()
        request.downloadProgress(queue: queue) { late.add($0.completedUnitCount) }
        try await eventually("It is notified.") { late.all == [6] }
    }
}
