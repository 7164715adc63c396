import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The progress of tasks, which also controls them.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct TaskProgressTests {
    private func task(
        _ manager: AFURLSessionManager, _ server: LoopbackServer, _ answers: TaskAnswers
    ) -> URLSessionUploadTask {
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = "POST"
        return manager.uploadTask(
            with: request, from: Data("x".utf8), progress: nil, completionHandler: answers.completion)
    }

    enum Direction: CaseIterable {
        case up, down

        func progress(_ manager: AFURLSessionManager, _ task: URLSessionTask) throws -> Progress {
            try #require(self == .up ? manager.uploadProgress(for: task) : manager.downloadProgress(for: task))
        }
    }

    @Test(arguments: Direction.allCases) func progressCancelsItsTask(direction: Direction) async throws {
        let server = try LoopbackServer { try $0.hold() }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = task(manager, server, answers)
        let progress = try direction.progress(manager, task)
        #expect(progress.isCancellable)
        #expect(progress.totalUnitCount == -1)
        #expect(try direction.progress(manager, task) === progress)
        task.resume()
        try await server.waitUntilHeld()
        progress.cancel()
        #expect(try await answers.only(of: manager).error?.code == NSURLErrorCancelled)
    }

    @Test(arguments: Direction.allCases) func progressPausesAndResumesItsTask(direction: Direction) async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = task(manager, server, answers)
        let progress = try direction.progress(manager, task)
        #expect(progress.isPausable)
        let log = NotificationLog(of: task)
        task.resume()
        try await server.waitUntilHeld()
        // Foundation calls the handlers on any thread.
        progress.pause()
        try await log.events.wait(for: 2)
        #expect(task.state == .suspended)
        server.release()
        progress.resume()
        #expect(try await answers.only(of: manager).error == nil)
        try await log.events.wait(for: 4)
        #expect(
            log.names == [
                .AFNetworkingTaskDidResume, .AFNetworkingTaskDidSuspend, .AFNetworkingTaskDidResume,
                .AFNetworkingTaskDidComplete,
            ])
    }

    @Test func taskMayBeCancelledWithinItsProgress() async throws {
        let server = try LoopbackServer {
            try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart")
            try $0.hold()
        }
        let (manager, answers) = server.makeManager()
        manager.get(
            "a", parameters: nil, headers: nil, progress: { $0.cancel() }, success: answers.success,
            failure: answers.failure)
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.code == NSURLErrorCancelled)
        #expect(answer.isSuccess == false)
    }

    @Test func progressOfTheTaskItselfIsTheSame() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = task(manager, server, answers)
        #expect(task.progress === manager.uploadProgress(for: task))
        task.resume()
        _ = try await answers.only(of: manager)
        #expect(task.progress.completedUnitCount == 1)
    }

    @Test func tasksOfOthersHaveNoProgress() throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let (manager, other) = (
            AFURLSessionManager(sessionConfiguration: .patient), AFURLSessionManager(sessionConfiguration: .patient)
        )
        let mine = manager.dataTask(with: URLRequest(url: url), completionHandler: nil)
        #expect(manager.uploadProgress(for: mine) != nil)
        #expect(manager.downloadProgress(for: mine) != nil)
        // Its identifier is the same.
        let others = other.dataTask(with: URLRequest(url: url), completionHandler: nil)
        #expect(others.taskIdentifier == mine.taskIdentifier)
        let plain = URLSession.shared.dataTask(with: url)
        for task in [others, plain] {
            #expect(manager.uploadProgress(for: task) == nil)
            #expect(manager.downloadProgress(for: task) == nil)
        }
        for task in [mine, others, plain] { task.cancel() }
    }

    @Test func progressOfAVerbIsThatOfItsDirection() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = server.makeManager()
        let reports = Events<Int64>()
        let report: (Progress) -> Void = { reports.add($0.completedUnitCount) }
        manager.get(
            "a", parameters: nil, headers: nil, progress: report, success: answers.success, failure: answers.failure)
        #expect(try await answers.only(of: manager).isSuccess == true)
        #expect(reports.all == [8])
        let posted = TaskAnswers()
        manager.post(
            "a", parameters: ["a": "bc"], headers: nil, progress: report, success: posted.success,
            failure: posted.failure)
        #expect(try await posted.only(of: manager).isSuccess == true)
        #expect(reports.all == [8, 4])
    }
}
