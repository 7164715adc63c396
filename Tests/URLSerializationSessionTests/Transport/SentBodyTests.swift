import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct SentBodyTests {
    private let session = Session(configuration: .patient)

    @Test(arguments: [0, 1, 70_000, 1_000_000]) func aKnownLengthIsSaidAndNothingChunked(length: Int) async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let body = pattern(length)
        let folder = try ScratchFolder()
        let file = try folder.file(body)
        let sources: [Uploadable] = [
            .data(body), .file(file), .stream(length: Int64(length)) { InputStream(data: body) },
        ]
        for source in sources {
            let answer = await session.upload(source, to: server.url("/")).response()
            #expect(answer.error == nil)
            let received = try #require(server.requests.last)
            #expect(received.body == body)
            #expect(received.values(named: "Content-Length") == ["\(length)"])
            #expect(received.values(named: "Transfer-Encoding").isEmpty)
            #expect(received.value(named: "Expect") == nil)
        }
        #expect(server.failures.isEmpty)
    }

    @Test func anUnknownLengthIsSentInChunks() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let body = pattern(100_000)
        let source = Uploadable.stream(length: nil) { InputStream(data: body) }
        let answer = await session.upload(source, to: server.url("/")).response()
        #expect(answer.error == nil)
        let received = try #require(server.requests.first)
        #expect(received.wasChunked)
        #expect(received.values(named: "Content-Length").isEmpty)
        #expect(received.body == body)
    }

    @Test func aStreamThatIsShorterOrLongerThanItsLengthIsAnError() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        for (length, code) in [
            (20, RequestSerializationError.Code.sourceTooShort), (5, RequestSerializationError.Code.sourceTooLong),
        ] {
            let source = Uploadable.stream(length: Int64(length)) { InputStream(data: Data("0123456789".utf8)) }
            var request = URLRequest(url: server.url("/"))
            request.httpMethod = "POST"
            request.timeoutInterval = 600
            let answer = await session.upload(source, with: request).response()
            #expect((answer.error?.cause as? RequestSerializationError)?.code == code)
        }
        // Never more than declared.
        #expect(server.requests.allSatisfy { $0.bodyLength <= ($0.contentLength ?? 0) })
    }

    @Test(arguments: [
        (100_000, RequestSerializationError.Code.sourceTooShort), (13_000_000, .sourceTooLong),
    ])
    func aFileThatChangesWhileItIsSentIsAnError(length: Int, code: RequestSerializationError.Code) async throws {
        var options = LoopbackServer.Options()
        options.answersBeforeBody = true
        options.receiveBufferLength = 256 << 10
        let server = try LoopbackServer(options) { exchange in
            try exchange.readBody(upTo: 1)
            try exchange.hold()
            try exchange.readBody()
            try exchange.respond(status: 200)
        }
        let folder = try ScratchFolder()
        let file = try folder.file(Data())
        // Much more than the sockets hold, so that most of it has not been read yet.
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        try handle.truncate(atOffset: 12_000_000)
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = "POST"
        request.timeoutInterval = 600
        let upload = session.upload(.file(file), with: request).resume()
        try await server.waitUntilHeld(timeout: 600)
        try handle.truncate(atOffset: UInt64(length))
        server.release()
        let answer = await upload.response()
        #expect((answer.error?.cause as? RequestSerializationError)?.code == code)
        try await server.waitForRequests(1, timeout: 600)
        #expect(server.requests.allSatisfy { $0.bodyLength <= 12_000_000 && $0.contentLength == 12_000_000 })
    }

    @Test func aMakerThatThrowsIsTheError() async throws {
        struct Refusal: Error {}
        let answer = await session.upload(.stream(length: 1) { throw Refusal() }, to: "http://127.0.0.1:9/").response()
        #expect(answer.error?.underlyingError is Refusal)
    }

    @Test func whatCannotBeAFileToSendIsAnError() async throws {
        let folder = try ScratchFolder()
        for url in [folder.url, folder("missing"), URL(string: "http://127.0.0.1/x")].compactMap({ $0 }) {
            let answer = await session.upload(.file(url), to: "http://127.0.0.1:9/").response()
            #expect((answer.error?.cause as? RequestSerializationError)?.code == .unusableFile)
        }
    }

    // MARK: - Refusals before sending

    @Test func methodsNamesAndValuesAreCheckedBeforeAnythingIsSent() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        var requests: [URLRequest] = []
        for method in ["A B", "GET\r\nX: y", "", "G\u{0}T"] {
            var request = URLRequest(url: server.url("/"))
            request.httpMethod = method
            // Foundation takes an empty one for GET.
            if request.httpMethod == method { requests.append(request) }
        }
        for fields in [["A\r\nB": "c"], ["A": "b\r\nC: d"], ["A": "b\nC"], ["A:": "b"], ["": "b"], ["A": "b\u{0}"]] {
            var request = URLRequest(url: server.url("/"))
            request.allHTTPHeaderFields = fields
            // Fields that Foundation drops itself are not sent either.
            if request.allHTTPHeaderFields?.isEmpty == false { requests.append(request) }
        }
        #expect(requests.count > 5)
        for request in requests {
            for sent in [session.request(request), session.upload(.data(Data()), with: request)] {
                let code = (await sent.response().error?.cause as? RequestSerializationError)?.code
                #expect(code == .invalidMethod || code == .invalidHeader)
            }
            #expect(await session.download(request).response().error?.cause is RequestSerializationError)
        }
        for headers: HTTPHeaders in [["A\r\nB": "c"], ["A": "b\r\nC: d"], ["A": "b\u{0}"]] {
            let answer = await session.request(server.url("/"), headers: headers).response()
            #expect((answer.error?.cause as? RequestSerializationError)?.code == .invalidHeader)
        }
        #expect(server.connectionCount == 0)
    }

    @Test func headersOfTheSessionAreCheckedAndMayBeNumbers() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["X-Number": 5, "X-Text": "text", "X-Own": "session"]
        let session = Session(configuration: configuration)
        let request = session.request(server.url("/"), headers: ["x-own": "request"])
        #expect(await request.response().error == nil)
        let received = try #require(server.requests.first)
        #expect(received.values(named: "X-Number") == ["5"])
        #expect(received.values(named: "X-Text") == ["text"])
        #expect(received.values(named: "X-Own") == ["request"])
        for (name, value) in [("A", "b\r\nC: d"), ("A\r\nB", "c"), ("A", "b\u{0}")] {
            let configuration = URLSessionConfiguration.patient
            configuration.httpAdditionalHeaders = [name: value]
            let answer = await Session(configuration: configuration).request(server.url("/")).response()
            #expect((answer.error?.cause as? RequestSerializationError)?.code == .invalidHeader)
        }
        #expect(server.requestCount == 1)
    }
}
