import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The same work repeated in a separate process, after which nothing may be left.
final class Rounds: Sendable {
    let server: LoopbackServer
    let session = Session(configuration: .patient, start: .manually)
    /// The session of requests that are sent again until they succeed.
    private let retrying: Session
    /// The process's temporary directory.
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        setenv("TMPDIR", folder.url.path, 1)
        var options = LoopbackServer.Options()
        options.keptRequests = 1
        let turns = Events<Void>()
        server = try LoopbackServer(options) { try Self.respond($0, turns.add(()) + 1) }
        var policy = RetryPolicy(limit: 100)
        policy.exponentialBackoffScale = 0.001
        policy.maximumDelay = 0.01
        retrying = Session(configuration: .patient, retriers: [policy])
    }

    /// Answers a request with the path `/start/count` with a part of the pattern, which tells it from others, after a
    /// redirection from `/moved/start/count`. A range is respected. Two of three requests for `/busy/start/count` fail.
    private static func respond(_ exchange: Exchange, _ number: Int) throws {
        let parts = exchange.request.path.split(separator: "/")
        let count = parts.last.flatMap { Int($0) } ?? 0
        let start = parts.dropLast().last.flatMap { Int($0) } ?? 0
        if parts.first == "moved" {
            return try exchange.respond(status: 307, headers: ["Location": "/\(start)/\(count)"], body: "moved")
        }
        if parts.first == "busy" {
            if number % 3 == 0 { return exchange.reset() }
            if number % 3 == 1 { return try exchange.respond(status: 503, body: "busy") }
        }
        let fields: KeyValuePairs<String, String> = ["ETag": "\"v\"", "Content-Length": "\(count)"]
        guard let range = exchange.request.value(named: "Range"), let first = Int(range.dropFirst(6).dropLast()) else {
            try exchange.writeHead(status: 200, headers: fields)
            try exchange.write("\r\n")
            // In two parts, so that there is a moment between them.
            try exchange.connection.write(patternFrom: start, count: count / 2)
            if count > 1000 { try exchange.pause(seconds: 0.001) }
            return try exchange.connection.write(patternFrom: start + count / 2, count: count - count / 2)
        }
        try exchange.respond(
            status: 206, headers: ["ETag": "\"v\"", "Content-Range": "bytes \(first)-\(count - 1)/\(count)"],
            patternFrom: start + first, count: count - first)
    }

    /// Runs a number of rounds. The first ones fill shared resources that are kept: connections, threads, the
    /// allocator's pages.
    func run(rounds: Int, _ round: (_ number: Int) async throws -> Void) async throws {
        try await run(until: { $0 == rounds }, comparingFrom: { $0 == 3 }, round)
    }

    /// Runs rounds for a number of seconds, and compares the second half with the first.
    func run(seconds: Double, _ round: (_ number: Int) async throws -> Void) async throws {
        let begin = Date()
        let isAfter = { (seconds: Double) in -begin.timeIntervalSinceNow >= seconds }
        try await run(
            until: { _ in isAfter(seconds) }, comparingFrom: { $0 > 2 && isAfter(seconds / 2) }, round)
    }

    private func run(
        until isOver: (Int) -> Bool, comparingFrom isWarm: (Int) -> Bool, _ round: (Int) async throws -> Void
    ) async throws {
        var before: (descriptors: Int, threads: Int, memory: Int)?
        var number = 0
        while before == nil || !isOver(number) {
            try await round(number)
            number += 1
            try await eventually("Tasks are left.") { session.taskCount + retrying.taskCount == 0 }
            #expect(session.runningRequests.isEmpty && retrying.runningRequests.isEmpty)
            try await eventually("Files are left.") {
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty
            }
            #expect(Footprint.namelessFiles.isEmpty)
            if before == nil, isWarm(number) {
                try await waitUntilIdle()
                before = try (
                    #require(Footprint.descriptors), #require(Footprint.threads), #require(Footprint.memory)
                )
            }
        }
        try await waitUntilIdle()
        let (descriptors, threads, memory) = try #require(before)
        // Kept connections come and go, with a descriptor at either end; hundreds of requests leave none.
        let more = try #require(Footprint.descriptors) - descriptors
        #expect(more <= 24, "\(more) descriptors more")
        // Threads without work end after some seconds.
        try await eventually("Threads are left.") { try #require(Footprint.threads) <= threads + 8 }
        let growth = try #require(Footprint.memory) - memory
        #expect(growth < Footprint.limit(8 << 20), "\(growth >> 10) KiB more")
        session.invalidate()
        retrying.invalidate()
        try await server.waitForOpenConnections(atMost: 0, timeout: 600)
        #expect(server.failures.isEmpty)
    }

    /// Waits until as few connections as possible are left.
    private func waitUntilIdle() async throws {
        try await eventually("Connections stay.") { server.openConnectionCount <= 12 }
    }

    private typealias Start =
        @Sendable (_ number: Int, DispatchQueue, _ isOver: @escaping @Sendable () -> Void) async -> Void

    /// Starts requests, each of which calls its handler, and waits for the handlers. A second call would be noticed.
    private func each(of count: Int, _ start: @escaping Start) async throws {
        let (log, queue) = (Log<Int>(), DispatchQueue(label: "completion"))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { await start(number, queue) { log.add(number) } } }
        }
        try await eventually("Completions are missing.") { log.count >= count }
        queue.sync {}
        #expect(log.all.sorted() == Array(0..<count))
    }

    /// Requests of every kind that are cancelled, most of them before their end.
    func cancelled(_ count: Int, seed: Int) async throws {
        let (session, server) = (session, server)
        try await each(of: count) { number, queue, isOver in
            var random = SeededGenerator(seed: UInt64(seed * count + number))
            let length = random.element(of: [10, 2000, 100_000])
            // A cancellation may also occur at any moment of a redirection.
            let url = server.url(random.oneIn(2) ? "/moved/\(length)" : "/\(length)")
            let request: Request
            switch random.int(0...3) {
            case 0: request = session.download(url).response(queue: queue) { _ in isOver() }
            case 1:
                let body = pattern(length)
                request = session.upload(.stream(length: Int64(length)) { InputStream(data: body) }, to: url)
                    .response(queue: queue) { _ in isOver() }
            default: request = session.request(url).response(queue: queue) { _ in isOver() }
            }
            let startsLate = number.isMultiple(of: 10)
            if !startsLate { request.resume() }
            try? await Task.sleep(nanoseconds: UInt64(random.int(0...4_000_000)))
            request.cancel()
            if startsLate { request.resume() }
        }
    }

    /// Requests and downloads that are paused and resumed, and arrive complete.
    func paused(_ count: Int, seed: Int) async throws {
        let (session, server) = (session, server)
        try await each(of: count) { number, queue, isOver in
            var random = SeededGenerator(seed: UInt64(seed * count + number))
            let length = random.int(1...200_000)
            let start = random.int(0...250)
            let (url, expected) = (server.url("/\(start)/\(length)"), Connection.pattern(start..<start + length))
            let request: Request
            if number.isMultiple(of: 2) {
                request = session.download(url).response(queue: queue) { answer in
                    let data = answer.fileURL.flatMap { try? Data(contentsOf: $0) }
                    #expect(answer.error == nil && data == expected)
                    isOver()
                }
            } else {
                request = session.request(url).response(queue: queue) { answer in
                    #expect(answer.error == nil && answer.data == expected)
                    isOver()
                }
            }
            request.resume()
            for index in 0..<6 {
                try? await Task.sleep(nanoseconds: UInt64(random.int(0...1_000_000)))
                if index.isMultiple(of: 2) { request.suspend() } else { request.resume() }
            }
            request.resume()
        }
    }

    /// Small requests, sixteen at a time.
    func small(_ count: Int) async {
        let (session, server) = (session, server)
        await withTaskGroup(of: Void.self) { group in
            for first in 0..<16 {
                group.addTask {
                    for number in stride(from: first, to: count, by: 16) {
                        let answer = await session.request(server.url("/\(number)/10")).response()
                        #expect(answer.data == Connection.pattern(number..<number + 10))
                    }
                }
            }
        }
    }

    /// Requests that a busy server refuses at first, whose bodies are read as they arrive, or go to a file.
    func retried(_ count: Int) async throws {
        let (session, server) = (retrying, server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    let url = server.url("/busy/\(number)/\(number * 1000)")
                    let expected = Connection.pattern(number..<number * 1001)
                    if number.isMultiple(of: 2) {
                        let answer = await session.download(url).validate().response()
                        #expect(answer.error == nil)
                        #expect(try answer.fileURL.map { try Data(contentsOf: $0) } == expected)
                    } else {
                        var data = Data()
                        for try await part in session.request(url).validate().receivedBody() { data += part }
                        #expect(data == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
