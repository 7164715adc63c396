import TestSupport
import Foundation
import LoopbackServer
import Testing
import URLSerializationSession

/// The same work repeated in a separate process, after which nothing may be left.
class Rounds {
    let server: LoopbackServer
    let session = Session(configuration: .patient, start: .manually)
    /// The process's temporary directory.
    let folder: Folder
    var random = SeededGenerator(seed: 7)

    init() throws {
        folder = try Folder()
        setenv("TMPDIR", folder.url.path, 1)
        var options = LoopbackServer.Options()
        options.keptRequests = 1
        server = try LoopbackServer(options) { try Self.respond($0) }
    }

    /// Answers a request with the path `/bytes`, after a redirection from `/moved/bytes`. A range is respected.
    private static func respond(_ exchange: Exchange) throws {
        let parts = exchange.request.path.split(separator: "/")
        let count = parts.last.flatMap { Int($0) } ?? 0
        if parts.count > 1 {
            return try exchange.respond(status: 307, headers: ["Location": "/\(count)"], body: "moved")
        }
        let fields: KeyValuePairs<String, String> = ["ETag": "\"v\"", "Content-Length": "\(count)"]
        guard let range = exchange.request.value(named: "Range"), let first = Int(range.dropFirst(6).dropLast()) else {
            try exchange.writeHead(status: 200, headers: fields)
            try exchange.write("\r\n")
            // In two parts, so that there is a moment between them.
            try exchange.connection.write(patternFrom: 0, count: count / 2)
            if count > 1000 { try exchange.pause(seconds: 0.001) }
            return try exchange.connection.write(patternFrom: count / 2, count: count - count / 2)
        }
        try exchange.respond(
            status: 206, headers: ["ETag": "\"v\"", "Content-Range": "bytes \(first)-\(count - 1)/\(count)"],
            patternFrom: first, count: count - first)
    }

    /// Runs one round. Nothing of it may outlive it.
    func round(_ count: Int) async throws {}

    func run(rounds: Int, requests: Int) async throws {
        var (descriptors, memory): (Int?, Int?) = (nil, nil)
        for number in 0..<rounds {
            try await round(requests)
            try await eventually("Tasks are left.") { session.taskCount == 0 }
            #expect(session.runningRequests.isEmpty)
            try await eventually("Files are left.") { try names().isEmpty }
            #expect(Footprint.namelessFiles.isEmpty)
            // The first rounds fill shared resources that are kept: connections, threads, the allocator's pages.
            if number == 2 {
                try await settle()
                (descriptors, memory) = (Footprint.descriptors, Footprint.memory)
            }
        }
        try await settle()
        let more = try #require(Footprint.descriptors) - (try #require(descriptors))
        // Kept connections come and go, with a descriptor at either end; hundreds of requests leave none.
        #expect(more <= 24, "\(more) descriptors more")
        let growth = try #require(Footprint.memory) - (try #require(memory))
        #expect(growth < Footprint.limit(8 << 20), "\(growth >> 10) KiB more")
        session.invalidate()
        try await server.waitForOpenConnections(atMost: 0, timeout: 600)
        #expect(server.failures.isEmpty)
    }

    /// Waits until as few connections as possible are left.
    private func settle() async throws {
        try await eventually("Connections stay.") { server.openConnectionCount <= 12 }
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }
}

/// Requests of every kind that are cancelled, most of them before their end.
final class CancelledRounds: Rounds {
    override func round(_ count: Int) async throws {
        let (session, server, log) = (session, server, Log<Int>())
        let queue = DispatchQueue(label: "completion")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let length = [10, 2000, 100_000][Int.random(in: 0..<3, using: &random)]
                let delay = UInt64.random(in: 0..<4_000_000, using: &random)
                let kind = Int.random(in: 0..<4, using: &random)
                let isMoved = Bool.random(using: &random)
                let startsLate = number.isMultiple(of: 10)
                group.addTask {
                    // A cancellation may also occur at any moment of a redirection.
                    let url = server.url(isMoved ? "/moved/\(length)" : "/\(length)")
                    let request: Request
                    switch kind {
                    case 0: request = session.download(url).response(queue: queue) { _ in log.add(number) }
                    case 1:
                        let body = pattern(length)
                        request = session.upload(.stream(length: Int64(length)) { InputStream(data: body) }, to: url)
                            .response(queue: queue) { _ in log.add(number) }
                    default: request = session.request(url).response(queue: queue) { _ in log.add(number) }
                    }
                    if !startsLate { request.resume() }
                    try? await Task.sleep(nanoseconds: delay)
                    request.cancel()
                    if startsLate { request.resume() }
                }
            }
        }
        try await eventually("Completions are missing.") { log.count >= count }
        // A second call would arrive before this.
        queue.sync {}
        #expect(log.all.sorted() == Array(0..<count))
    }
}

/// Requests and downloads that are paused and resumed, and arrive complete.
final class PausedRounds: Rounds {
    override func round(_ count: Int) async throws {
        let (session, server, log) = (session, server, Log<Int>())
        let queue = DispatchQueue(label: "completion")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let length = Int.random(in: 1..<200_000, using: &random)
                let delays = (0..<6).map { _ in UInt64.random(in: 0..<1_000_000, using: &random) }
                group.addTask {
                    let url = server.url("/\(length)")
                    let expected = pattern(length)
                    let request: Request
                    if number.isMultiple(of: 2) {
                        request = session.download(url).response(queue: queue) { answer in
                            let data = answer.fileURL.flatMap { try? Data(contentsOf: $0) }
                            #expect(answer.error == nil && data == expected)
                            log.add(number)
                        }
                    } else {
                        request = session.request(url).response(queue: queue) { answer in
                            #expect(answer.error == nil && answer.data == expected)
                            log.add(number)
                        }
                    }
                    request.resume()
                    for (index, delay) in delays.enumerated() {
                        try? await Task.sleep(nanoseconds: delay)
                        if index.isMultiple(of: 2) { request.suspend() } else { request.resume() }
                    }
                    request.resume()
                }
            }
        }
        try await eventually("Completions are missing.") { log.count >= count }
        queue.sync {}
        #expect(log.all.sorted() == Array(0..<count))
    }
}

/// Small requests, sixteen at a time.
final class SmallRounds: Rounds {
    override func round(_ count: Int) async throws {
        let (session, server) = (session, server)
        await withTaskGroup(of: Void.self) { group in
            for first in 0..<16 {
                group.addTask {
                    for _ in stride(from: first, to: count, by: 16) {
                        #expect(await session.request(server.url("/10")).response().data == pattern(10))
                    }
                }
            }
        }
    }
}
