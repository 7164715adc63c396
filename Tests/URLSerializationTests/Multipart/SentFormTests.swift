import LoopbackServer
import TestSupport
import Testing
import URLSerialization

/// Forms that URLSession sends to a server on this machine.
///
/// The tests are serialized: on Linux a throttled stream blocks the other sessions of the process too.
@Suite(.tags(.network, .random), .serialized, .timeLimit(.minutes(60))) struct SentFormTests {
    /// Sizes below and above those that URLSession reads at once, 64 KiB.
    private static let sizes = [100, 300_000]
    private static let methods = Effort.sample([HTTPMethod.post, .put, .patch, .delete], every: 2)

    private let scratch: ScratchFolder
    private let server: LoopbackServer

    init() throws {
        scratch = try ScratchFolder()
        server = try LoopbackServer { exchange in
            switch exchange.request.path {
            case "/password" where exchange.request.value(named: "Authorization") == nil:
                try exchange.respond(status: 401, headers: ["WWW-Authenticate": #"Basic realm="r""#], body: "ok")
            case "/see-other": try exchange.respond(status: 303, headers: ["Location": "/form"], body: "ok")
            case "/temporary": try exchange.respond(status: 307, headers: ["Location": "/form"], body: "ok")
            default: try exchange.respond(body: "ok")
            }
        }
    }

    /// Returns a request with a field, a file of that size, and further parts.
    private func request(
        _ path: String = "/form", size: Int = 100, method: HTTPMethod = .post,
        appending build: (inout MultipartForm) throws -> Void = { _ in }
    ) throws -> URLRequest {
        let file = try scratch.file(Connection.pattern(0..<size))
        return try HTTPRequestSerializer().multipartRequest(
            method: method, url: server.address(path), parameters: ["album": 7], boundary: .fixed
        ) { form in
            try form.append(file: file, name: "photo", fileName: "n", mediaType: "m/t")
            try build(&form)
        }
    }

    private func bytes(_ request: URLRequest) throws -> Data { try #require(request.multipartBody).data() }

    private func expect(
        _ received: ReceivedRequest?, _ bytes: Data, method: String = "POST",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(received?.method == method, sourceLocation: sourceLocation)
        #expect(received?.body == bytes, sourceLocation: sourceLocation)
        #expect(received?.values(named: "Content-Length") == ["\(bytes.count)"], sourceLocation: sourceLocation)
        let type = received?.value(named: "Content-Type")
        #expect(type == "multipart/form-data; boundary=B", sourceLocation: sourceLocation)
        #expect(received?.values(named: "Transfer-Encoding") == [], sourceLocation: sourceLocation)
        #expect(received?.values(named: "Expect") == [], sourceLocation: sourceLocation)
    }

    // MARK: - Routes

    enum Sending: CaseIterable { case dataTask, streamedUpload, file }

    /// Sends a request with a separate session, and returns the status.
    private func status(of request: URLRequest, _ sending: Sending) async throws -> Int? {
        if sending == .streamedUpload { return await FormClient(.streamed).send(request).status }
        let session = URLSession(configuration: .patient)
        defer { session.finishTasksAndInvalidate() }
        if sending == .dataTask { return (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode }
        let upload = try await request.writingMultipartBody(to: scratch("body"))
        let response = try await session.upload(for: upload, fromFile: scratch("body")).1
        return (response as? HTTPURLResponse)?.statusCode
    }

    private static let forms = methods.flatMap { method in sizes.map { (method, $0) } }

    @Test(arguments: Sending.allCases, forms)
    func formArrivesByteForByte(sending: Sending, form: (method: HTTPMethod, size: Int)) async throws {
        let request = try request(size: form.size, method: form.method)
        #expect(try await status(of: request, sending) == 200)
        #expect(server.requests.count == 1)
        try expect(server.requests.first, bytes(request), method: form.method.rawValue)
    }

    // MARK: - Authentication

    @Test(arguments: FormClient.Route.allCases, sizes)
    func formArrivesWholeOnceThePasswordIsGiven(route: FormClient.Route, size: Int) async throws {
        let request = try request("/password", size: size)
        let outcome = await FormClient(route).send(request)
        #expect(outcome.status == 200)
        #expect(server.requests.count == 2)
        for received in server.requests { try expect(received, bytes(request)) }
        #expect(server.requests.map { $0.values(named: "Authorization").count } == [0, 1])
    }

    @Test(arguments: FormClient.Route.allCases)
    func streamThatCannotBeReadAgainFailsAtOnce(route: FormClient.Route) async throws {
        let request = try request("/password") { form in
            try form.append(
                InputStream(data: Data("once".utf8)), length: 4, name: "once", fileName: "n", mayBlock: false)
        }
        let outcome = await FormClient(route).send(request)
        let error = try #require(outcome.error)
        #expect(error.code != .timedOut)
        #expect(request.multipartBody?.streamError?.code == .sourceConsumed)
        #expect(request.multipartBody?.streamError?.part == "once")
        #expect(server.requests.first?.isComplete == true)
        #expect(!server.requests.dropFirst().contains { $0.isComplete })
    }

    // MARK: - Redirections

    @Test(arguments: FormClient.Route.allCases, sizes)
    func redirectionToAGETLeavesTheBodyBehind(route: FormClient.Route, size: Int) async throws {
        let request = try request("/see-other", size: size)
        let outcome = await FormClient(route, redirection: .followedByGET).send(request)
        #expect(outcome.status == 200)
        try expectGETWithoutBody(after: bytes(request))
    }

    @Test(arguments: sizes)
    func redirectionOfAFileToAGETNeedsNoDelegate(size: Int) async throws {
        let request = try request("/see-other", size: size)
        #expect(try await status(of: request, .file) == 200)
        try expectGETWithoutBody(after: bytes(request))
    }

    /// Expects a GET without a body. With a `Content-Length` the server would have waited for one.
    private func expectGETWithoutBody(after bytes: Data, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(server.requests.count == 2, sourceLocation: sourceLocation)
        expect(server.requests.first, bytes, sourceLocation: sourceLocation)
        let last = server.requests.last
        #expect(last?.method == "GET", sourceLocation: sourceLocation)
        #expect(last?.path == "/form", sourceLocation: sourceLocation)
        #expect(last?.values(named: "Content-Length") == [], sourceLocation: sourceLocation)
        #expect(last?.values(named: "Transfer-Encoding") == [], sourceLocation: sourceLocation)
        #expect(last?.values(named: "Expect") == [], sourceLocation: sourceLocation)
    }

    @Test(arguments: FormClient.Route.allCases, sizes)
    func formArrivesWholeWhereARefusedRedirectionLeads(route: FormClient.Route, size: Int) async throws {
        let request = try request("/temporary", size: size)
        let refused = await FormClient(route).send(request)
        #expect(refused.status == 307)
        var next = try #require(refused.redirected)
        if route == .streamed { next.multipartBody = refused.task.originalRequest?.multipartBody }
        let outcome = await FormClient(route).send(next)
        #expect(outcome.status == 200)
        #expect(server.requests.map(\.path) == ["/temporary", "/form"])
        for received in server.requests { try expect(received, bytes(request)) }
    }

    // MARK: - Sources that cannot be read

    @Test(arguments: FormClient.Route.allCases, sizes)
    func fileThatHasVanishedOrGrownFailsTheTaskAndIsNamed(route: FormClient.Route, size: Int) async throws {
        let grown = Data(repeating: 0x78, count: size + 1)
        for (content, code) in [(nil, .unusableFile), (grown, .sourceTooLong)]
            as [(Data?, RequestSerializationError.Code)]
        {
            let request = try request(size: size)
            try FileManager.default.removeItem(at: scratch("file"))
            if let content { _ = try scratch.file(content) }
            let outcome = await FormClient(route).send(request)
            let error = try #require(outcome.error, "\(code)")
            #expect(error.code != .timedOut, "\(code)")
            for body in [request.multipartBody, outcome.task.originalRequest?.multipartBody] {
                #expect(body?.streamError?.code == code)
                #expect(body?.streamError?.part == "photo", "\(code)")
            }
            #expect(!server.requests.contains { $0.isComplete }, "\(code)")
        }
    }

    // MARK: - Two at once

    /// A request that takes a second for each 2000 bytes.
    private func slowRequest(size: Int = 2000) throws -> URLRequest {
        try request(size: size) { try $0.throttle(packetSize: 100, delay: 0.05) }
    }

    @Test func requestsWithSeparateStreamsCanBeSentAtOnce() async throws {
        let request = try slowRequest()
        var other = request
        other.multipartBody = request.multipartBody
        let second = other
        async let firstOutcome = FormClient(.data).send(request)
        async let secondOutcome = FormClient(.data).send(second)
        #expect(await [firstOutcome, secondOutcome].map(\.status) == [200, 200])
        #expect(server.requests.count == 2)
        for received in server.requests { try expect(received, bytes(request)) }
        #expect(request.multipartBody?.streamError == nil)
    }

    // MARK: - Cancellation

    #if os(Linux)
        @Test(arguments: FormClient.Route.allCases)
        func cancelledUploadLeavesNoFileOpenOnceTheRequestIsGone(route: FormClient.Route) async throws {
            #expect(try await cancelledUpload(route) == .cancelled)
            #expect(await Descriptors.count(expecting: 0, linkingTo: scratch.url) == 0)
        }

        /// An upload task has separate streams.
        @Test func cancelledStreamedUploadLeavesNoFileOpenWhileTheRequestLives() async throws {
            let request = try slowRequest(size: 400_000)
            #expect(try await cancelledUpload(.streamed, request) == .cancelled)
            #expect(await Descriptors.count(expecting: 0, linkingTo: scratch.url) == 0)
            #expect(request.multipartBody != nil)
        }

        /// Cancels an upload whose file is being read.
        private func cancelledUpload(
            _ route: FormClient.Route, _ request: URLRequest? = nil
        ) async throws -> URLError.Code? {
            let request = try request ?? slowRequest(size: 400_000)
            let client = FormClient(route)
            async let outcome = client.send(request)
            while Descriptors.count(linkingTo: scratch.url) == 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(Descriptors.count(linkingTo: scratch.url) == 1)
            client.cancel()
            return await outcome.error?.code
        }
    #endif
}
