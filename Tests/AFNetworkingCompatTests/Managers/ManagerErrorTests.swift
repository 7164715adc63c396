import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The sentences, keys and casts of errors that applications compare.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerErrorTests {
    // MARK: - Sentences

    @Test func cancelledTaskSaysSoInAFNetworkingsWord() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let (manager, answers) = server.makeManager()
        let task = try #require(Verb.get.send(manager, "a", to: answers))
        task.cancel()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.localizedDescription == "cancelled")
        #expect(task.error?.localizedDescription == "cancelled")
        server.release()
    }

    @Test func taskRefusedByABlockSaysCancelled() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = server.makeManager()
        manager.setDataTaskDidReceiveResponseBlock { _, _, _ in .cancel }
        Verb.get.send(manager, "a", to: answers)
        #expect(try await answers.only(of: manager).error?.localizedDescription == "cancelled")
    }

    @Test func timeoutSaysThatTheRequestTimedOut() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let (manager, answers) = server.makeManager()
        manager.requestSerializer.timeoutInterval = 1
        Verb.get.send(manager, "a", to: answers)
        let error = try #require(try await answers.only(of: manager).error)
        #expect(error.localizedDescription == "The request timed out.")
        #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == server.url("/a").absoluteString)
        server.release()
    }

    @Test func refusedConnectionIsSaidAsOnApplesSystems() async throws {
        let (manager, answers) = (
            AFHTTPSessionManager(baseURL: URL(string: "http://127.0.0.1:9/"), sessionConfiguration: .patient),
            TaskAnswers()
        )
        Verb.get.send(manager, "a", to: answers)
        #expect(try await answers.only(of: manager).error?.localizedDescription == "Could not connect to the server.")
    }

    @Test(arguments: [(404, "not found"), (422, "client error"), (500, "internal server error")])
    func statusIsSaidInLowerCase(status: Int, text: String) async throws {
        let server = try LoopbackServer.json(status: status)
        let (manager, answers) = server.makeManager()
        Verb.get.send(manager, "a", to: answers)
        let error = try await answers.only(of: manager).error
        #expect(error?.localizedDescription == "Request failed: \(text) (\(status))")
    }

    #if os(Linux)
        @Test func statusHasApplesText() throws {
            let texts = [
                100: "continue", 101: "switching protocols", 102: "informational", 200: "no error", 201: "created",
                202: "accepted", 203: "non-authoritative information", 204: "no content", 205: "reset content",
                206: "partial content", 207: "success", 300: "multiple choices", 301: "moved permanently", 302: "found",
                303: "see other", 304: "not modified", 305: "needs proxy", 306: "redirected",
                307: "temporarily redirected", 400: "bad request", 401: "unauthorized", 402: "payment required",
                403: "forbidden", 404: "not found", 405: "method not allowed", 406: "unacceptable",
                407: "proxy authentication required", 408: "request timed out", 409: "conflict",
                410: "no longer exists", 411: "length required", 412: "precondition failed", 413: "request too large",
                414: "requested URL too long", 415: "unsupported media type", 416: "requested range not satisfiable",
                417: "expectation failed", 429: "client error", 500: "internal server error", 501: "unimplemented",
                502: "bad gateway", 503: "service unavailable", 504: "gateway timed out", 505: "unsupported version",
                511: "server error", 999: "server error",
            ]
            let serializer = AFHTTPResponseSerializer()
            serializer.acceptableStatusCodes = []
            for (code, text) in texts {
                let error = try Answer(serializer, .testing(code), Data()).error
                #expect(error?.localizedDescription == "Request failed: \(text) (\(code))")
            }
        }
    #endif

    @Test func parametersThatAreNoJSONHaveAFNetworkingsReason() async throws {
        let (manager, answers) = (
            AFHTTPSessionManager(baseURL: URL(string: "http://127.0.0.1:9/"), sessionConfiguration: .patient),
            TaskAnswers()
        )
        manager.requestSerializer = AFJSONRequestSerializer()
        Verb.post.send(manager, "a", ["at": Date(timeIntervalSince1970: 0)], to: answers)
        let error = try #require(try await answers.only(of: manager).error)
        let reason = "The `parameters` argument is not valid JSON."
        #expect(error.localizedFailureReason == reason)
        #expect(error.localizedDescription.hasSuffix(reason))
        let explanation = try #require(error.userInfo[NSDebugDescriptionErrorKey] as? String)
        #expect(explanation.contains("'at'") && explanation.contains("dateStrategy"))
        // A query does not involve JSON.
        let other = TaskAnswers()
        Verb.get.send(manager, "a", ["at": Data()], to: other)
        #expect(try await other.only(of: manager).error?.localizedFailureReason != reason)
    }

    // MARK: - Casts

    /// An end of a task that is an error.
    enum Failure: CaseIterable {
        case cancelled, refusedConnection, invalidatedSession, pinned, ownError, tooLarge
    }

    struct OwnError: LocalizedError {
        var errorDescription: String? { "own words" }
    }

    @Test(arguments: Failure.allCases) func everyErrorIsAnNSError(failure: Failure) async throws {
        let server = try LoopbackServer { exchange in
            guard failure == .ownError else { return try exchange.respond(body: #"{"a": 1}"#) }
            try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        }
        let manager = AFHTTPSessionManager(sessionConfiguration: .patient)
        var request = URLRequest(url: server.url("/"))
        switch failure {
        case .refusedConnection: request.url = URL(string: "http://127.0.0.1:9/")
        case .pinned: manager.securityPolicy = AFSecurityPolicy(pinningMode: .certificate)
        case .ownError: manager.setAuthenticationChallengeHandler { _, _, _, _ in OwnError() }
        case .tooLarge: manager.maximumReceivedBytes = 1
        case .cancelled, .invalidatedSession: break
        }
        let (errors, ends) = (Events<(any Error)?>(), Events<(any Error)?>())
        manager.setTaskDidComplete { _, _, error in ends.add(error) }
        let task = manager.dataTask(with: request) { _, _, error in errors.add(error) }
        if failure == .invalidatedSession { manager.invalidateSessionCancelingTasks(false) }
        if failure == .cancelled { task.cancel() } else { task.resume() }

        let error = try #require(try await errors.first())
        #expect(Self.dynamicCast(error, to: NSError.self) != nil)
        #expect(type(of: error) is NSError.Type)
        #expect(try await ends.first().map { type(of: $0) is NSError.Type } == true)
        #expect(task.error.map { type(of: $0) is NSError.Type } == true)
        switch failure {
        case .cancelled: #expect((error as? URLError)?.code == .cancelled)
        case .refusedConnection: #expect((error as? URLError)?.code == .cannotConnectToHost)
        case .invalidatedSession: #expect((error as? RequestError)?.kind == .invalidated)
        case .tooLarge: #expect((error as? RequestError)?.kind == .tooLarge)
        case .pinned:
            #expect(error is AFSecurityPolicyError)
            #expect((error as? URLError)?.code == .serverCertificateUntrusted)
        case .ownError:
            #expect((error as NSError).userInfo[NSUnderlyingErrorKey] is OwnError || error is OwnError)
            #expect(error.localizedDescription == "own words")
        }
    }

    @Test func castFindsNoOtherErrorThanItsOwn() {
        let error: any Error = NSError(domain: "d", code: -999, userInfo: [NSUnderlyingErrorKey: URLError(.cancelled)])
        #expect(error as? URLError == nil)
        #expect(error as? RequestError == nil)
        #expect(error as? AFSecurityPolicyError == nil)
        #expect(Self.dynamicCast(URLError(.badURL), to: NSError.self)?.code == NSURLErrorBadURL)
        #expect((NSError(domain: NSURLErrorDomain, code: -999) as any Error) as? AFSecurityPolicyError == nil)
        do { throw NSError(domain: NSURLErrorDomain, code: -1009) } catch URLError.notConnectedToInternet {} catch {
            Issue.record("\(error)")
        }
    }

    /// The cast of the runtime, where the compiler would say that it always succeeds.
    private static func dynamicCast<Target>(_ value: Any, to type: Target.Type) -> Target? { value as? Target }

    // MARK: - Keys

    @Test(arguments: [false, true]) func downloadsErrorHasItsURLAndResumeData(isCancelled: Bool) async throws {
        let server = try LoopbackServer { exchange in
            guard let range = exchange.request.value(named: "Range") else {
                try exchange.writeHead(headers: ["ETag": "\"1\"", "Accept-Ranges": "bytes"])
                try exchange.write("Content-Length: 8\r\n\r\nabcd")
                if isCancelled { try exchange.hold() }
                return exchange.close()
            }
            #expect(range == "bytes=4-")
            let headers: KeyValuePairs = ["ETag": "\"1\"", "Content-Range": "bytes 4-7/8"]
            try exchange.respond(status: 206, headers: headers, body: "efgh")
        }
        let (manager, folder, answers) = (
            AFURLSessionManager(sessionConfiguration: .patient), try ScratchFolder(), TaskAnswers()
        )
        manager.responseSerializer = AFHTTPResponseSerializer()
        let begun = Events<Bool>()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/f?token=hidden")), progress: { _ in begun.add(true) },
            destination: { _, _ in folder("first") }, completionHandler: answers.downloadCompletion)
        task.resume()
        if isCancelled {
            try await begun.wait()
            task.cancel()
        }
        let error = try #require(try await answers.only(of: manager).error)
        #expect(error.domain == NSURLErrorDomain)
        #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == server.url("/f").absoluteString)
        let data = try #require(error.userInfo[NSURLSessionDownloadTaskResumeData] as? Data)
        #expect((task.error as NSError?)?.userInfo[NSURLSessionDownloadTaskResumeData] as? Data == data)
        server.release()

        let rest = TaskAnswers()
        manager.downloadTask(
            withResumeData: data, progress: nil, destination: { _, _ in folder("whole") },
            completionHandler: rest.downloadCompletion
        ).resume()
        #expect(try await rest.only(of: manager).error == nil)
        #expect(try Data(contentsOf: folder("whole")) == Data("abcdefgh".utf8))
    }
}
