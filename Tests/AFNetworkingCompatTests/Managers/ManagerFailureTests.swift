import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The reports of answers that are unacceptable or missing.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerFailureTests {
    @Test(arguments: [400, 401, 404, 422, 500, 503], [false, true])
    func statusIsAFailureWithResponseAndData(status: Int, isForm: Bool) async throws {
        let server = try LoopbackServer.json(#"{"reason": "x"}"#, status: status)
        let (manager, answers) = server.makeManager()
        if isForm {
            manager.post(
                "a", parameters: ["a": 1], headers: nil, constructingBodyWith: nil, progress: nil,
                success: answers.success, failure: answers.failure)
        } else {
            Verb.post.send(manager, "a", ["a": 1], to: answers)
        }
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == false)
        #expect(answer.isOnMain)
        #expect(answer.status == status)
        #expect(answer.error?.domain == AFURLResponseSerializationErrorDomain)
        #expect(answer.error?.code == NSURLErrorBadServerResponse)
        #expect(answer.failingData == Data(#"{"reason": "x"}"#.utf8))
        #expect(answer.failingResponse?.statusCode == status)
        #expect((answer.error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.path == "/a")
        // The error of the serializer is not that of the transfer.
        #expect(answer.task?.error == nil)
        #expect(answer.task?.state == .completed)
    }

    @Test func parsedBodyIsBesideTheError() async throws {
        let server = try LoopbackServer.json(#"{"reason": "x"}"#, status: 422)
        let manager = AFHTTPSessionManager(sessionConfiguration: .patient)
        let answers = TaskAnswers()
        let task = manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: answers.completion)
        let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.code == NSURLErrorBadServerResponse)
        #expect((answer.object as? [String: String]) == ["reason": "x"])
        #expect(answer.status == 422)
        let userInfo = try await log.events.first().userInfo
        #expect((userInfo[AFNetworkingTaskDidCompleteSerializedResponseKey] as? [String: String]) == ["reason": "x"])
        #expect((userInfo[AFNetworkingTaskDidCompleteErrorKey] as? NSError)?.code == NSURLErrorBadServerResponse)
        #expect(userInfo[AFNetworkingTaskDidCompleteResponseDataKey] as? Data == Data(#"{"reason": "x"}"#.utf8))
    }

    @Test func contentTypeIsAFailureWithoutAnObject() async throws {
        let server = try LoopbackServer { try $0.respond(headers: ["Content-Type": "text/html"], body: "{}") }
        let manager = AFHTTPSessionManager(sessionConfiguration: .patient)
        let answers = TaskAnswers()
        manager.dataTask(with: URLRequest(url: server.url("/")), completionHandler: answers.completion).resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == AFURLResponseSerializationErrorDomain)
        #expect(answer.error?.code == NSURLErrorCannotDecodeContentData)
        #expect(answer.failingData == Data("{}".utf8))
        #expect(answer.failingResponse?.statusCode == 200)
        #expect(answer.object == nil)
    }

    @Test(arguments: [("{", false), ("{\"a\":}", false), ("nonsense", false), ("", true), (" ", true)])
    func badJSONIsAFailureAndEmptyJSONASuccessOfNothing(text: String, isSuccess: Bool) async throws {
        let server = try LoopbackServer.json(text)
        let (manager, answers) = server.makeManager()
        Verb.get.send(manager, "a", to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == isSuccess)
        #expect((answer.error == nil) == isSuccess)
        #expect(answer.status == 200)
        #expect(answer.object == nil)
    }

    @Test(arguments: [200, 204, 404]) func headHasNoBodyToSerialize(status: Int) async throws {
        let server = try LoopbackServer.json("{}", status: status)
        let (manager, answers) = server.makeManager()
        Verb.head.send(manager, "a", to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == (status < 300))
        #expect(answer.error?.code == (status < 300 ? nil : NSURLErrorBadServerResponse))
        if status == 404 { #expect(answer.failingData ?? Data() == Data()) }
    }

    enum LostConnection: CaseIterable { case closed, reset, cut }

    @Test(arguments: LostConnection.allCases) func lostConnectionIsAnErrorOfURLSession(error: LostConnection)
        async throws
    {
        let server = try LoopbackServer { exchange in
            switch error {
            case .closed: exchange.close()
            case .reset: exchange.reset()
            case .cut:
                try exchange.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{}")
                exchange.close()
            }
        }
        let (manager, answers) = server.makeManager()
        Verb.post.send(manager, "a", ["a": 1], to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == false)
        #expect(answer.error?.domain == NSURLErrorDomain)
        // Only Apple's URLSession always reports the first of them.
        let codes = [NSURLErrorNetworkConnectionLost, NSURLErrorBadServerResponse, NSURLErrorUnknown]
        #expect(codes.contains(answer.error?.code ?? 0))
        #expect((answer.task?.error as NSError?)?.domain == NSURLErrorDomain)
        #expect(answer.task?.state == .completed)
    }

    @Test func missingServerIsAnErrorOfURLSession() async throws {
        let server = try LoopbackServer.json()
        let address = server.address("/")
        server.stop()
        let (manager, answers) = (AFHTTPSessionManager(sessionConfiguration: .patient), TaskAnswers())
        Verb.get.send(manager, address, to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == NSURLErrorDomain)
        #expect(answer.error?.code == NSURLErrorCannotConnectToHost)
        #expect(answer.status == nil)
    }

    @Test(arguments: [false, true]) func timeoutIsAnErrorOfURLSession(isOfConfiguration: Bool) async throws {
        let server = try LoopbackServer { try $0.hold() }
        let configuration = URLSessionConfiguration.ephemeral
        if isOfConfiguration { configuration.timeoutIntervalForRequest = 0.2 }
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: configuration)
        if !isOfConfiguration { manager.requestSerializer.timeoutInterval = 0.2 }
        let answers = TaskAnswers()
        Verb.get.send(manager, "a", to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == NSURLErrorDomain)
        #expect(answer.error?.code == NSURLErrorTimedOut)
    }

    @Test func transportErrorHasNeitherObjectNorSerializer() async throws {
        let server = try LoopbackServer { $0.close() }
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let answers = TaskAnswers()
        let request = URLRequest(url: server.url("/x"))
        let task = manager.dataTask(with: request, completionHandler: answers.completion)
        let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.object == nil)
        #expect(answer.error?.domain == NSURLErrorDomain)
        #expect(answer.response?.url == request.url)
        let userInfo = try await log.events.first().userInfo
        #expect(userInfo[AFNetworkingTaskDidCompleteSerializedResponseKey] == nil)
        #expect((userInfo[AFNetworkingTaskDidCompleteErrorKey] as? NSError)?.domain == NSURLErrorDomain)
    }
}
