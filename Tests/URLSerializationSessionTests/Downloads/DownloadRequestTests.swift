import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

@Suite(.tags(.interrupted, .network), .timeLimit(.minutes(60))) struct DownloadRequestTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private let session = Session(configuration: .patient)

    private func mode(_ url: URL) throws -> Int {
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber
        return try #require(mode).intValue
    }

    @Test func aFileWithoutADestinationIsPrivateAndGoesWithItsRequest() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "content") }
        var url: URL?
        do {
            let answer = await session.download(server.url("/")).response()
            let file = try #require(answer.fileURL)
            #expect(try Data(contentsOf: file) == Data("content".utf8))
            #expect(try mode(file) == 0o600)
            #expect(answer.value == file)
            url = file
        }
        let file = try #require(url)
        try await eventually("The file goes.") { !exists(file) }
    }

    @Test func aFileThatIsAskedForIsTheCallers() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "content") }
        let file = try await session.download(server.url("/")).file()
        try await eventually("The request ends.") { session.runningRequests.isEmpty }
        #expect(try Data(contentsOf: file) == Data("content".utf8))
        try FileManager.default.removeItem(at: file)
    }

    @Test func anEmptyBodyIsAnEmptyFile() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let answer = await session.download(server.url("/")) { _, _ in (folder("x"), []) }.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: folder("x")).isEmpty)
    }

    @Test func aFileIsSerialized() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 200, headers: ["Content-Type": "application/json"], body: #"{"a":1}"#)
        }
        let value = try await session.download(server.url("/")).decode(with: .json) as? [String: Any]
        #expect(value?["a"] as? Int == 1)
    }

    @Test func aRefusedAnswerLeavesTheDestinationAlone() async throws {
        let server = try LoopbackServer { try $0.respond(status: 404, body: "not here") }
        let old = try folder.file(Data("old".utf8), named: "x")
        var url: URL?
        do {
            let request = session.download(server.url("/")) { _, _ in (old, .removePreviousFile) }.validate()
            let answer = await request.response()
            #expect((answer.error?.cause as? ResponseSerializationError)?.statusCode == 404)
            #expect(try Data(contentsOf: old) == Data("old".utf8))
            // The body of the server's answer can be read.
            let file = try #require(answer.fileURL)
            #expect(try Data(contentsOf: file) == Data("not here".utf8))
            #expect(answer.resumeData == nil)
            url = file
        }
        let file = try #require(url)
        try await eventually("The file goes.") { !exists(file) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["x"])
    }

    @Test func aFileInTheWayIsAnErrorAndIsNotTriedAgain() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "new") }
        let old = try folder.file(Data("old".utf8), named: "x")
        let session = Session(configuration: .patient, retriers: [RetryPolicy()])
        let targets: [(URL, CocoaError.Code)] = [
            (old, .fileWriteFileExists), (folder.url, .fileWriteUnknown),
            (old.appendingPathComponent("x"), .fileNoSuchFile),
        ]
        for (target, code) in targets {
            let answer = await session.download(server.url("/")) { _, _ in (target, []) }.response()
            #expect(answer.error?.placing == code)
        }
        #expect(try Data(contentsOf: old) == Data("old".utf8))
        #expect(server.requestCount == 3)
        #expect(await session.download(server.url()) { _, _ in (old, .removePreviousFile) }.response().error == nil)
        #expect(try Data(contentsOf: old) == Data("new".utf8))
    }

    @Test func theDirectoryOfADestinationIsCreated() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "new") }
        let targets = [folder("deep/down/x"), folder("other/x")]
        #expect(await session.download(server.url(), to: targets[0]).response().error == nil)
        #expect(await session.download(server.url()) { _, _ in (targets[1], []) }.response().error == nil)
        for target in targets { #expect(try Data(contentsOf: target) == Data("new".utf8)) }
    }

    @Test(arguments: [true, false]) func nothingIsLeftOfADownloadThatFails(isCancelled: Bool) async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 1000\r\n\r\nabc")
            try exchange.hold()
            exchange.close()
        }
        var url: URL?
        do {
            let request = session.download(server.url("/")) { _, _ in (folder("x"), []) }.resume()
            try await eventually("Something comes.") { request.downloadProgress.completedUnitCount == 3 }
            url = request.file.url
            if isCancelled { request.cancel() } else { server.release() }
            let answer = await request.response()
            #expect(answer.error?.cause is URLError)
            #expect(answer.fileURL == nil && answer.value == nil)
        }
        let file = try #require(url)
        try await eventually("The file goes.") { !exists(file) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        server.stop()
    }

    @Test func aRedirectionIsFollowedAndItsBodyIsNotTheFile() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == "/" {
                try exchange.respond(status: 302, headers: ["Location": "/file"], body: "moved")
            } else {
                try exchange.respond(status: 200, body: "content")
            }
        }
        let answer = await session.download(server.url("/")) { _, _ in (folder("x"), []) }.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: folder("x")) == Data("content".utf8))
    }

    @Test func aSuggestedNameIsUsed() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                status: 200, headers: ["Content-Disposition": "attachment; filename=\"../../name.txt\""], body: "a")
        }
        let answer = await session.download(server.url("/"), to: SuggestedDestination.in(folder.url)).response()
        #expect(answer.error == nil)
        let target = try #require(answer.fileURL)
        #expect(target.deletingLastPathComponent().path == folder.url.path)
        #expect(exists(target))
    }
}
