import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The properties and methods of tasks, from their creation to their end.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct TaskStateTests {
    enum Kind: CaseIterable {
        case data, uploadBytes, uploadStream, download

        func make(_ manager: AFURLSessionManager, _ url: URL, _ answers: TaskAnswers) -> URLSessionTask {
            var request = URLRequest(url: url)
            switch self {
            case .data: return manager.dataTask(with: request, completionHandler: answers.completion)
            case .uploadBytes:
                request.httpMethod = "POST"
                return manager.uploadTask(
                    with: request, from: Data("x".utf8), progress: nil, completionHandler: answers.completion)
            case .uploadStream:
                request.httpMethod = "POST"
                request.httpBodyStream = InputStream(data: Data("x".utf8))
                return manager.uploadTask(
                    withStreamedRequest: request, progress: nil, completionHandler: answers.completion)
            case .download:
                return manager.downloadTask(
                    with: request, progress: nil, destination: nil, completionHandler: answers.downloadCompletion)
            }
        }
    }

    @Test(arguments: Kind.allCases) func stateFollowsTheOwner(kind: Kind) async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = kind.make(manager, server.url("/"), answers)
        #expect(task.state == .suspended)
        #expect(task.response == nil)
        #expect(task.error == nil)
        task.suspend()
        #expect(task.state == .suspended)
        task.resume()
        #expect(task.state == .running)
        task.resume()
        #expect(task.state == .running)
        try await server.waitUntilHeld()
        task.suspend()
        #expect(task.state == .suspended)
        server.release()
        await manager.drained()
        #expect(answers.all.isEmpty)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error == nil)
        #expect(task.state == .completed)
        #expect((task.response as? HTTPURLResponse)?.statusCode == 200)
        // They have no effect any more.
        task.resume()
        task.suspend()
        task.cancel()
        #expect(task.state == .completed)
        #expect(task.error == nil)
        await manager.drained()
        #expect(answers.all.count == 1)
    }

    @Test(arguments: Kind.allCases, [false, true])
    func cancelledTaskEndsOnceWithCancelled(kind: Kind, isRunning: Bool) async throws {
        let server = try LoopbackServer { try $0.hold() }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = kind.make(manager, server.url("/"), answers)
        if isRunning {
            task.resume()
            try await server.waitUntilHeld()
        }
        task.cancel()
        #expect([.canceling, .completed].contains(task.state))
        task.cancel()
        task.resume()
        task.suspend()
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == NSURLErrorDomain)
        #expect(answer.error?.code == NSURLErrorCancelled)
        #expect(answer.object == nil)
        #expect((task.error as NSError?)?.code == NSURLErrorCancelled)
        #expect(task.state == .completed)
        #expect(manager.tasks.isEmpty)
        #expect(server.requestCount == (isRunning ? 1 : 0))
    }

    @Test func tasksAreListedByKindUntilTheirEnd() async throws {
        let server = try LoopbackServer.json()
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        #expect(manager.tasks.isEmpty)
        let answers = Kind.allCases.map { _ in TaskAnswers() }
        let tasks = zip(Kind.allCases, answers).map { $0.make(manager, server.url("/"), $1) }
        #expect(manager.tasks == tasks)
        #expect(manager.dataTasks == [tasks[0]])
        #expect(manager.uploadTasks == [tasks[1], tasks[2]])
        #expect(manager.downloadTasks == [tasks[3]])
        #expect(Set(tasks.map(\.taskIdentifier)).count == tasks.count)
        #expect(AFURLSessionManager(sessionConfiguration: .patient).tasks.isEmpty)
        for task in tasks { task.resume() }
        for answers in answers { _ = try await answers.only(of: manager) }
        #expect(manager.tasks.isEmpty)
        #expect(manager.dataTasks.isEmpty && manager.uploadTasks.isEmpty && manager.downloadTasks.isEmpty)
    }

    @Test(arguments: Kind.allCases) func labelsAreKept(kind: Kind) throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/a"))
        let task = kind.make(AFURLSessionManager(sessionConfiguration: .patient), url, TaskAnswers())
        task.taskDescription = "mine"
        task.priority = URLSessionTask.highPriority
        #expect(task.taskDescription == "mine")
        #expect(task.priority == URLSessionTask.highPriority)
        #expect(task.originalRequest?.url == url)
        #expect(task.currentRequest?.url == url)
        #expect(task.countOfBytesSent == 0)
        #expect(task.countOfBytesReceived == 0)
        task.cancel()
    }

    @Test func redirectionChangesTheCurrentRequest() async throws {
        let server = try LoopbackServer {
            if $0.request.path == "/to" {
                return try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
            }
            try $0.respond(status: 302, headers: ["Location": "/to"])
        }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = manager.dataTask(with: URLRequest(url: server.url("/from")), completionHandler: answers.completion)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.status == 200)
        #expect(answer.response?.url == server.url("/to"))
        #expect(task.originalRequest?.url == server.url("/from"))
        #expect(task.currentRequest?.url == server.url("/to"))
        #expect(task.response?.url == server.url("/to"))
    }

    @Test func handlerMayBeMissing() async throws {
        let server = try LoopbackServer.json()
        let (manager, request) = (AFURLSessionManager(sessionConfiguration: .patient), URLRequest(url: server.url("/")))
        let tasks: [URLSessionTask] = [
            manager.dataTask(with: request, completionHandler: nil),
            manager.uploadTask(with: request, from: nil, progress: nil, completionHandler: nil),
            manager.uploadTask(withStreamedRequest: request, progress: nil, completionHandler: nil),
            manager.downloadTask(with: request, progress: nil, destination: nil, completionHandler: nil),
            manager.downloadTask(withResumeData: Data(), progress: nil, destination: nil, completionHandler: nil),
        ]
        for task in tasks {
            let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
            task.resume()
            try await log.events.wait()
        }
    }

    @Test func handlerMayUseTheManager() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = server.makeManager()
        manager.get("a", parameters: nil, headers: nil, progress: nil) { _, _ in
            manager.completionQueue = DispatchQueue(label: "next")
            manager.responseSerializer = AFHTTPResponseSerializer()
            manager.get(
                "b", parameters: nil, headers: nil, progress: nil, success: answers.success, failure: answers.failure)
        } failure: {
            answers.failure($0, $1)
        }
        let answer = try await answers.only(of: manager)
        #expect(answer.object as? Data == Data(#"{"a": 1}"#.utf8))
        #expect(!answer.isOnMain)
        #expect(server.requests.map(\.target) == ["/a", "/b"])
    }
}
