import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The description of a request, and the request that its command sends.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestDescriptionTests {
    private static let curl = ["/usr/bin/curl", "/usr/local/bin/curl", "/opt/homebrew/bin/curl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: curl != nil, "There is no curl.")) func theCommandSendsWhatTheRequestSent() async throws {
        let server = try LoopbackServer { try $0.respond() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("it's-\(UUID().uuidString).bin")
        try Data((0...255).map { UInt8($0) }).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["X-Session": "a 'b' $c"]
        let session = Session(configuration: configuration, start: .manually)
        let url = server.url("/x?q=%20[1]")
        let requests: [DataRequest] = [
            session.request(url, parameters: ["a": [1, 2]]),
            session.request(url, method: .post, parameters: ["a": "ü"], serializer: .json),
            session.upload(.file(file), to: url, method: .put),
            session.upload(to: url, parameters: ["a": 1]) { try $0.append(file: file, name: "f") },
        ]
        for request in requests {
            #expect(await request.response().error == nil)
            let count = server.requestCount
            let command = request.cURLDescription(includingSecrets: true)
            #expect(try await Program.runApart("/bin/sh", ["-c", command]) == 0)
            let received = server.requests
            try #require(received.count == count + 1)
            let (sent, replayed) = (received[count - 1], received[count])
            #expect(replayed.method == sent.method)
            #expect(replayed.target == sent.target)
            #expect(replayed.body == sent.body)
            for name in ["Content-Type", "Content-Length", "X-Session", "User-Agent", "Accept-Language"] {
                #expect(replayed.values(named: name) == sent.values(named: name), "\(name)")
            }
        }
    }

    @Test(arguments: [false, true]) func errorOfATransferShowsNoSecrets(isCancelled: Bool) async throws {
        let server = try LoopbackServer { isCancelled ? try $0.hold() : $0.close() }
        defer { server.stop() }
        var components = try #require(URLComponents(url: server.url("/a"), resolvingAgainstBaseURL: true))
        (components.user, components.password) = ("hidden", "hidden")
        (components.query, components.fragment) = ("token=hidden", "hidden")
        let retried = Log<String>()
        let session = Session(configuration: .patient)
        let request = session.request(try #require(components.url)).retry(with: Printing(log: retried))
        request.resume()
        if isCancelled { request.cancel() }
        let error = try #require(await request.response().error?.cause as? URLError)
        #expect(!"\(error) \(error.userInfo) \(retried.all)".contains("hidden"))
        #expect(error.failingURL == server.url("/a"))
        server.release()
    }

    private struct Printing: RequestRetrier {
        let log: Log<String>

        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            log.add("\(error)")
            return .doNotRetry
        }
    }

    @Test func dumpOfARequestShowsNoSecrets() throws {
        let session = Session(configuration: .patient, start: .manually)
        var made = URLRequest(url: try #require(URL(string: "http://hidden:hidden@127.0.0.1:9/a?token=hidden")))
        made.setValue("Bearer hidden", forHTTPHeaderField: "Authorization")
        let request = session.request(made).authenticate(username: "hidden", password: "hidden")
        var text = ""
        dump(request, to: &text)
        #expect(!text.contains("hidden"))
        #expect(text.contains("GET http://127.0.0.1:9/a"))
    }

    @Test func aDescriptionShowsNoSecretsAndIsOneLine() async throws {
        let server = try LoopbackServer { try $0.respond(status: 404) }
        let session = Session(configuration: .patient)
        let request = session.request(server.url("/a?token=hidden"))
        _ = await request.response()
        #expect(request.description == "GET http://127.0.0.1:\(server.port)/a (404)")
        var odd = URLRequest(url: server.url("/"))
        odd.httpMethod = "GET\nX"
        #expect(!session.request(odd).description.contains("\n"))
        #expect(session.request("http://[").description == "No request has been made")
        #expect(session.request("http://[").cURLDescription().hasPrefix("#"))
    }

    @Test func whatIsPrintedHasNoSecrets() async throws {
        let server = try LoopbackServer { try $0.respond(body: "ok") }
        defer { server.stop() }
        let address = server.address("/a?token=hidden").replacingOccurrences(of: "://", with: "://me:hidden@")
        let request = Session(configuration: .patient).request(address)
        let answer = await request.response()
        let error = RequestError(.tooLarge, url: URL(string: address), reason: "Too large.")
        for value in [answer, request.metrics, error, request] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("hidden")) }
        }
        #expect("\(answer)".hasSuffix("/a, 200, 2 bytes"))
        #expect("\(error)".hasSuffix("/a: Too large."))
    }

    @Test func aFormsSecretsAreRedacted() throws {
        let session = Session(configuration: .patient)
        let request = session.request(
            "http://a/", method: .post, parameters: ["user": "me", "password": "hidden", "page": "1"])
        #expect(request.debugDescription.contains("'page=1&password=REDACTED&user=me'"))
        #expect(request.cURLDescription(includingSecrets: true).contains("password=hidden"))
        var form = MultipartForm()
        try form.append("hidden\r\n\r\nhidden", name: "password")
        try form.append("me", name: "user")
        let upload = session.upload(.multipart(try #require(try form.makeBody())), to: "http://a/")
        let parts = upload.debugDescription
        #expect(!parts.contains("hidden") && parts.contains("REDACTED") && parts.contains("me\\r"))
        #expect(upload.cURLDescription(includingSecrets: true).contains("hidden"))
    }
}
