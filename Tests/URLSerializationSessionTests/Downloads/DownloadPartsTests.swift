import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Parts of files: the requests for them, and their combination.
@Suite(.tags(.interrupted, .network), .timeLimit(.minutes(60))) struct DownloadPartsTests {
    private let session = Session(configuration: .patient)

    /// Sends ten of twenty bytes, and then `step` bytes with each answer.
    private func server(step: Int) throws -> LoopbackServer {
        let content = Array("abcdefghijklmnopqrst".utf8)
        return try LoopbackServer { exchange in
            guard let range = exchange.request.value(named: "Range") else {
                try exchange.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 20\r\n\r\nabcdefghij")
                return exchange.close()
            }
            let first = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
            let bytes = content[first..<min(first + step, 20)]
            try exchange.respond(
                status: 206,
                headers: [
                    "ETag": "\"a\"", "Content-Range": "bytes \(first)-\(first + max(min(step, 20 - first), 1) - 1)/20",
                ],
                body: Data(bytes))
        }
    }

    @Test func aServerThatSendsLessThanTheRestIsAskedAgain() async throws {
        let server = try server(step: 4)
        let broken = session.download(server.url("/"))
        _ = await broken.response()
        let data = try #require(broken.resumeData)
        let rest = session.download(resumingWith: data)
        let answer = await rest.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Data("abcdefghijklmnopqrst".utf8))
        #expect(server.requests.map { $0.value(named: "Range") } == [nil, "bytes=10-", "bytes=14-", "bytes=18-"])
        #expect(rest.downloadProgress.completedUnitCount == 20)
        #expect(rest.downloadProgress.totalUnitCount == 20)
    }

    @Test func aServerThatSendsNothingOfTheRestIsAnError() async throws {
        let server = try server(step: 0)
        let broken = session.download(server.url("/"))
        _ = await broken.response()
        let answer = await session.download(resumingWith: try #require(broken.resumeData)).response()
        #expect(answer.error?.kind == .partialContent)
        #expect(server.requestCount == 2)
    }

    @Test func secretsDoNotReachWhereARedirectionLed() async throws {
        let files = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 20\r\n\r\nabc")
            exchange.close()
        }
        let api = try LoopbackServer { try $0.respond(status: 302, headers: ["Location": files.address("/f")]) }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret"]
        let session = Session(configuration: configuration)
        let broken = session.download(api.url("/"))
        _ = await broken.response()
        _ = await session.download(resumingWith: try #require(broken.resumeData)).response()
        #expect(api.requests.map { $0.value(named: "Authorization") } == ["Bearer secret", "Bearer secret"])
        #expect(files.requests.map { $0.value(named: "Authorization") } == [nil, nil])
        #expect(files.requests.map { $0.value(named: "Range") } == [nil, "bytes=3-"])
    }

    @Test func whatIsNoPlainGETIsNotSentInParts() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 6\r\n\r\nabc")
            try exchange.hold()
            try exchange.write("def")
        }
        let request = session.download(server.url("/"), method: .post, parameters: ["a": 1]).resume()
        try await eventually("Something comes.") { request.downloadProgress.completedUnitCount == 3 }
        request.suspend()
        server.release()
        request.resume()
        let answer = await request.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: try #require(answer.fileURL)) == Data("abcdef".utf8))
        #expect(server.requestCount == 1)
    }
}
