import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct SessionTests {
    let session = Session(configuration: .patient)

    @Test func aRequestIsSentAndItsAnswerSerialized() async throws {
        let server = try LoopbackServer {
            try $0.respond(status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"a":1}"#.utf8))
        }
        let request = session.request(server.url("/x"), method: .post, parameters: ["a": [1, 2]])
        let value = try await request.decode(with: .json) as? [String: Any]
        #expect(value?["a"] as? Int == 1)
        let received = try #require(server.requests.first)
        #expect(received.method == "POST")
        #expect(received.text == "a%5B%5D=1&a%5B%5D=2")
        #expect(request.state == .finished)
        #expect(request.response?.statusCode == 200)
        #expect(session.runningRequests.isEmpty)
    }

    @Test func aRedirectionIsFollowedWithItsBody() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == "/a/b" {
                try exchange.respond(status: 307, headers: ["Location": "../c?x=%2F"], body: Data("moved".utf8))
            } else {
                try exchange.respond(status: 200, body: exchange.request.body)
            }
        }
        let data = try await session.request(server.url("/a/b"), method: .post, parameters: ["k": "v"]).data()
        #expect(String(decoding: data, as: UTF8.self) == "k=v")
        #expect(server.requests.map(\.target) == ["/a/b", "/c?x=%2F"])
    }

    @Test func aChallengeIsAnswered() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.value(named: "Authorization") == "Basic dTpw" {
                try exchange.respond(status: 200, body: exchange.request.body)
            } else {
                try exchange.respond(
                    status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""], body: Data("no".utf8))
            }
        }
        let answer = await session.request(server.url("/"), method: .put, parameters: ["k": "v"])
            .authenticate(username: "u", password: "p").response()
        #expect(answer.error == nil)
        #expect(answer.data == Data("k=v".utf8))
        let refused = await session.request(server.url("/")).response()
        #expect(refused.error == nil)
        #expect(refused.response?.statusCode == 401)
        #expect(refused.data == Data("no".utf8))
        let wrong = await session.request(server.url("/")).authenticate(username: "x", password: "p").response()
        #expect(wrong.response?.statusCode == 401)
    }

    @Test func aTimeoutOfAFractionOfASecondIsKept() async throws {
        let server = try LoopbackServer { try $0.hold() }
        var request = URLRequest(url: server.url("/"))
        request.timeoutInterval = 0.2
        let answer = await session.request(request).response()
        #expect((answer.error?.cause as? URLError)?.code == .timedOut)
        #expect(answer.duration < 600)
        server.release()
    }

    @Test func aFileIsDownloaded() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: Data(repeating: 7, count: 100_000)) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = folder.appendingPathComponent("file")
        let answer = await session.download(server.url("/f")) { _, _ in (target, .createIntermediateDirectories) }
            .response()
        #expect(answer.error == nil)
        #expect(answer.fileURL == target)
        #expect(try Data(contentsOf: target).count == 100_000)
    }

    @Test func aFileIsUploaded() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: $0.request.body) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("content".utf8).write(to: file)
        let data = try await session.upload(.file(file), to: server.url("/")).data()
        #expect(data == Data("content".utf8))
        let received = try #require(server.requests.first)
        #expect(received.values(named: "Content-Length") == ["7"])
        #expect(!received.wasChunked)
        let form = try await session.upload(to: server.url("/"), parameters: ["a": 1]) { try $0.append("x", name: "b") }
            .data()
        #expect(String(decoding: form, as: UTF8.self).contains("name=\"b\"\r\n\r\nx\r\n--Boundary+"))
    }

    @Test func aBodyIsHandedOutAsItComes() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(status: 200)
            try exchange.write("Transfer-Encoding: chunked\r\n\r\n")
            for segment in ["one", "two"] {
                try exchange.writeChunk(Data(segment.utf8))
                try exchange.hold(at: segment)
            }
            try exchange.writeLastChunk()
        }
        var segments: [String] = []
        for try await segment in session.request(server.url("/")).validate().receivedBody() {
            segments.append(String(decoding: segment, as: UTF8.self))
            server.release(segments.joined().hasSuffix("one") ? "one" : "two")
        }
        #expect(segments == ["one", "two"])
    }
}
