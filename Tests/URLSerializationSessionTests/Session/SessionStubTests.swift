import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct SessionStubTests {
    private let url = "https://example.com/orders/7"

    @Test func progressIsCompleteBecauseTheResponseStatesItsLength() async throws {
        let session = Session.stub(configuration: .patient) { _ in .json(#"{"id":7}"#) }
        let request = session.request("https://example.com/")
        var last = 0.0
        for await progress in request.downloadProgress() { last = progress.fractionCompleted }
        #expect(last == 1)
        #expect(await request.response().headers["Content-Length"] == "8")
        let chunked = Session.stub(configuration: .patient) { _ in
            StubResponse(headers: ["Transfer-Encoding": "chunked"], body: Data("abc".utf8))
        }
        let answer = await chunked.request("https://example.com/").response()
        #expect(answer.headers["Content-Length"] == nil && answer.data == Data("abc".utf8))
    }

    @Test func statusHeadersAndBodyAreTheResponse() async throws {
        let session = Session.stub(configuration: .patient) { _ in
            StubResponse(statusCode: 203, headers: ["X-A": "1", "Content-Type": "a/b"], body: Data("abc".utf8))
        }
        let answer = await session.request(url).response()
        #expect(answer.statusCode == 203 && answer.response?.headers["x-a"] == "1")
        #expect(answer.data == Data("abc".utf8) && answer.error == nil)
        #expect(answer.response?.url?.absoluteString == url)
        #expect(try await Session.stub(configuration: .patient) { _ in .text("é") }.request(url).string() == "é")
        #expect(
            try await Session.stub(configuration: .patient) { _ in .json(#"{"id":7}"#) }.request(url).json()["id"] == 7)
        #expect(
            await Session.stub(configuration: .patient) { _ in StubResponse() }.request(url).response().data == Data())
    }

    @Test func theClosureGetsTheRequestAsItWouldBeSent() async throws {
        struct Signing: RequestAdapter {
            func adapt(_ request: URLRequest) -> URLRequest {
                var request = request
                request.headers["X-Signature"] = "s"
                return request
            }
        }
        let configuration = URLSessionConfiguration.patient
        configuration.headers = ["X-Session": "1"]
        let session = Session.stub(
            baseURL: URL(string: "https://example.com/v2"), configuration: configuration, adapters: [Signing()]
        ) { request in
            #expect(request.url?.absoluteString == "https://example.com/v2/orders")
            #expect(request.headers["X-Signature"] == "s" && request.headers["X-Session"] == "1")
            return .text(String(decoding: request.httpBody ?? Data(), as: UTF8.self))
        }
        #expect(try await session.request("orders", method: .post, parameters: ["a": 1]).string() == "a=1")
    }

    @Test func bodiesOfFilesStreamsAndFormsAreInMemory() async throws {
        let session = Session.stub(configuration: .patient) {
            .text(String(decoding: $0.httpBody ?? Data(), as: UTF8.self))
        }
        let folder = try ScratchFolder()
        let file = folder.url.appendingPathComponent("a.txt")
        try Data("file".utf8).write(to: file)
        #expect(try await session.upload(.file(file), to: url).string() == "file")
        let stream = Uploadable.stream(length: nil) { InputStream(data: Data("stream".utf8)) }
        #expect(try await session.upload(stream, to: url).string() == "stream")
        let upload = session.upload(to: url, parameters: ["a": 1]) { try $0.append(file: file, name: "b") }
        let form = try await upload.string()
        #expect(form.contains("name=\"a\"") && form.contains("file\r\n"))
        #expect(upload.uploadProgress.completedUnitCount == Int64(form.utf8.count))
    }

    @Test func anErrorIsTheNetworks() async throws {
        let session = Session.stub(configuration: .patient) { _ in throw URLError(.notConnectedToInternet) }
        let answer = await session.request(url).response()
        #expect((answer.error?.cause as? URLError)?.code == .notConnectedToInternet && answer.response == nil)
    }

    @Test func failuresAreRetriedAndStatusesValidated() async throws {
        let attempts = Log<Int>()
        var policy = RetryPolicy()
        policy.exponentialBackoffScale = 0
        let session = Session.stub(configuration: .patient, retriers: [policy]) { _ in
            attempts.add(1)
            if attempts.all.count == 1 { throw URLError(.networkConnectionLost) }
            return attempts.all.count == 2 ? StubResponse(statusCode: 503) : .text("done")
        }
        #expect(try await session.request(url).validate().string() == "done")
        #expect(attempts.all.count == 3)
        await #expect(throws: RequestError.self) {
            try await Session.stub(configuration: .patient) { _ in StubResponse(statusCode: 404) }.request(url)
                .validate().data()
        }
    }

    @Test func redirectionsAreFollowedAndChallengesAnswered() async throws {
        let session = Session.stub(configuration: .patient) { request in
            guard request.url?.path == "/new" else {
                return StubResponse(statusCode: 302, headers: ["Location": "/new"])
            }
            guard request.headers["Authorization"] == "Basic em9lOnBhc3M=" else {
                return StubResponse(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
            }
            return .text("in")
        }
        let request = session.request(url).authenticate(username: "zoe", password: "pass")
        #expect(try await request.validate().string() == "in")
        #expect(request.response?.url?.path == "/new")
    }

    @Test func downloadsAndLinesWork() async throws {
        let session = Session.stub(configuration: .patient) { _ in .text("a\nb") }
        let file = try await session.download(url).file()
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data("a\nb".utf8))
        var lines: [String] = []
        for try await line in session.request(url).lines { lines.append(line) }
        #expect(lines == ["a", "b"])
    }

    @Test func aCancelledRequestCancelsTheClosure() async throws {
        let (cancelled, continuation) = AsyncStream.makeStream(of: Bool.self)
        let hasBegun = Locked(false)
        let session = Session.stub(configuration: .patient) { _ in
            hasBegun.withLock { $0 = true }
            do { try await Task.sleep(nanoseconds: 600_000_000_000) } catch { continuation.yield(Task.isCancelled) }
            return StubResponse()
        }
        let request = session.request(url).resume()
        try await eventually("The closure begins.") { hasBegun.value }
        request.cancel()
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        for await isCancelled in cancelled {
            #expect(isCancelled)
            break
        }
        session.invalidate()
    }

    @Test func aSilentStubTimesOut() async throws {
        let session = Session.stub(configuration: .patient) { _ in
            try await Task.sleep(nanoseconds: 600_000_000_000)
            return StubResponse()
        }
        let request = session.request(url).timeout(0.05)
        #expect((await request.response().error?.cause as? URLError)?.code == .timedOut)
    }

    @Test func aThousandRequestsAreAnsweredEachWithItsOwn() async throws {
        let session = Session.stub(configuration: .patient) { .text($0.url?.lastPathComponent ?? "") }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask { try await session.request("https://example.com/\(number)").string() == "\(number)" }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
