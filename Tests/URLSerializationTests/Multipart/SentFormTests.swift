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
    private let server = ScriptedServer([
        "/form": [.init(status: 200)],
        "/password": [.init(status: 401, fields: [#"WWW-Authenticate: Basic realm="r""#]), .init(status: 200)],
        "/see-other": [.init(status: 303, fields: ["Location: /form"])],
        "/temporary": [.init(status: 307, fields: ["Location: /form"])],
    ])

    init() throws {
        scratch = try ScratchFolder()
    }

    /// Returns a request with a field, a file of that size, and further parts.
    private func request(
        _ path: String = "/form", size: Int = 100, method: HTTPMethod = .post,
        appending build: (inout MultipartForm) throws -> Void = { _ in }
    ) throws -> URLRequest {
        // The length divides no buffer's size, so that missing and repeated bytes are detected.
        let pattern = (0..<251).map { UInt8($0) }
        let file = try scratch.file(Data([[UInt8]](repeating: pattern, count: size / 251 + 1).joined().prefix(size)))
        return try HTTPRequestSerializer().multipartRequest(
            method: method, url: server(path), parameters: ["album": 7], boundary: .fixed
        ) { form in
            try form.append(file: file, name: "photo", fileName: "n", mediaType: "m/t")
            try build(&form)
        }
    }

    private func bytes(_ request: URLRequest) throws -> Data { try #require(request.multipartBody).data() }

    private func expect(
        _ received: ScriptedServer.Received?, _ bytes: Data, method: String = "POST",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(received?.method == method, sourceLocation: sourceLocation)
        #expect(received?.body == bytes, sourceLocation: sourceLocation)
        #expect(received?.values("Content-Length") == ["\(bytes.count)"], sourceLocation: sourceLocation)
        #expect(
            received?.values("Content-Type") == ["multipart/form-data; boundary=B"], sourceLocation: sourceLocation)
        #expect(received?.values("Transfer-Encoding") == [], sourceLocation: sourceLocation)
        #expect(received?.values("Expect") == [], sourceLocation: sourceLocation)
    }

    // MARK: - Routes

    @Test(arguments: methods, sizes)
    func formArrivesByteForByteInADataTask(method: HTTPMethod, size: Int) async throws {
        let request = try request(size: size, method: method)
        let session = FormClient.session()
        defer { session.finishTasksAndInvalidate() }
        let (_, response) = try await session.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(server.received.count == 1)
        try expect(server.received.first, bytes(request), method: method.rawValue)
    }

    @Test(arguments: methods, sizes)
    func formArrivesByteForByteInAStreamedUpload(method: HTTPMethod, size: Int) async throws {
        let request = try request(size: size, method: method)
        let outcome = await FormClient(.streamed).send(request)
        #expect(outcome.status == 200)
        #expect(server.received.count == 1)
        try expect(server.received.first, bytes(request), method: method.rawValue)
    }

    @Test(arguments: methods, sizes)
    func formArrivesByteForByteFromAFile(method: HTTPMethod, size: Int) async throws {
        let request = try request(size: size, method: method)
        let body = scratch("body")
        let upload = try await request.writingMultipartBody(to: body)
        let session = FormClient.session()
        defer { session.finishTasksAndInvalidate() }
        let (_, response) = try await session.upload(for: upload, fromFile: body)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(server.received.count == 1)
        try expect(server.received.first, bytes(request), method: method.rawValue)
    }

    // MARK: - Authentication

    @Test(arguments: FormClient.Route.allCases, sizes)
    func formArrivesWholeOnceThePasswordIsGiven(route: FormClient.Route, size: Int) async throws {
        let request = try request("/password", size: size)
        let outcome = await FormClient(route).send(request)
        #expect(outcome.status == 200)
        #expect(server.received.count == 2)
        for received in server.received { try expect(received, bytes(request)) }
        #expect(server.received.map { $0.values("Authorization").count } == [0, 1])
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
        #expect(server.received.first?.isWhole == true)
        #expect(!server.received.dropFirst().contains { $0.isWhole })
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
        let body = scratch("body")
        let upload = try await request.writingMultipartBody(to: body)
        let session = FormClient.session()
        defer { session.finishTasksAndInvalidate() }
        let (_, response) = try await session.upload(for: upload, fromFile: body)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        try expectGETWithoutBody(after: bytes(request))
    }

    /// Expects a GET without a body. With a `Content-Length` the server would have waited for one.
    private func expectGETWithoutBody(after bytes: Data, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(server.received.count == 2, sourceLocation: sourceLocation)
        expect(server.received.first, bytes, sourceLocation: sourceLocation)
        let last = server.received.last
        #expect(last?.method == "GET", sourceLocation: sourceLocation)
        #expect(last?.path == "/form", sourceLocation: sourceLocation)
        #expect(last?.values("Content-Length") == [], sourceLocation: sourceLocation)
        #expect(last?.values("Transfer-Encoding") == [], sourceLocation: sourceLocation)
        #expect(last?.values("Expect") == [], sourceLocation: sourceLocation)
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
        #expect(server.received.map(\.path) == ["/temporary", "/form"])
        for received in server.received { try expect(received, bytes(request)) }
    }

    // MARK: - Sources that cannot be read

    @Test(arguments: FormClient.Route.allCases, sizes)
    func fileThatHasVanishedFailsTheTaskAndIsNamed(route: FormClient.Route, size: Int) async throws {
        let request = try request(size: size)
        try FileManager.default.removeItem(at: scratch("file"))
        let outcome = await FormClient(route).send(request)
        let error = try #require(outcome.error)
        #expect(error.code != .timedOut)
        #expect(request.multipartBody?.streamError?.code == .unusableFile)
        #expect(request.multipartBody?.streamError?.part == "photo")
        #expect(outcome.task.originalRequest?.multipartBody?.streamError?.part == "photo")
        #expect(!server.received.contains { $0.isWhole })
    }

    @Test(arguments: FormClient.Route.allCases, sizes)
    func fileThatHasGrownFailsTheTaskAndIsNamed(route: FormClient.Route, size: Int) async throws {
        let request = try request(size: size)
        _ = try scratch.file(Data(repeating: 0x78, count: size + 1))
        let outcome = await FormClient(route).send(request)
        let error = try #require(outcome.error)
        #expect(error.code != .timedOut)
        #expect(request.multipartBody?.streamError?.code == .sourceTooLong)
        #expect(request.multipartBody?.streamError?.part == "photo")
        #expect(!server.received.contains { $0.isWhole })
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
        #expect(server.received.count == 2)
        for received in server.received { try expect(received, bytes(request)) }
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
