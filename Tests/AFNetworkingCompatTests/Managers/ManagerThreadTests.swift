import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// Managers and tasks that many threads use at once.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerThreadTests {
    private func run(
        _ threads: Int, _ times: Int, _ work: @escaping @Sendable (_ thread: Int, _ time: Int) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads { group.addTask { for time in 0..<times { work(thread, time) } } }
        }
    }

    @Test func everyCallIsAnsweredOnce() async throws {
        let server = try LoopbackServer { exchange in
            let status = exchange.request.path.hasSuffix("bad") ? 500 : 200
            try exchange.respond(status: status, headers: ["Content-Type": "application/json"], body: "[1]")
        }
        let (manager, answers) = server.makeManager()
        await run(8, 30) { thread, time in
            let parameters: Any = time % 7 == 6 ? 1 : ["t": time]
            Verb.allCases[(thread + time) % 6].send(manager, time % 5 == 0 ? "bad" : "good", parameters, to: answers)
            if time % 10 == 9 { _ = (manager.tasks, manager.dataTasks, manager.session, manager.copy()) }
        }
        try await answers.wait(for: 240)
        await manager.drained()
        #expect(answers.all.count == 240)
        #expect(Set(answers.all.compactMap { $0.task?.taskIdentifier }).count == answers.all.compactMap(\.task).count)
        #expect(manager.tasks.isEmpty)
    }

    @Test func taskOfManyOwnersEndsOnce() async throws {
        let server = try LoopbackServer {
            try $0.respond(headers: ["Content-Type": "application/json"], count: 1 << 17)
        }
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        manager.responseSerializer = AFHTTPResponseSerializer()
        let all = (0..<60).map { _ in TaskAnswers() }
        let tasks = all.enumerated().map { number, answers -> URLSessionTask in
            let request = URLRequest(url: server.url("/"))
            return number % 2 == 0
                ? manager.dataTask(
                    with: request, uploadProgress: nil, downloadProgress: { _ in },
                    completionHandler: answers.completion)
                : manager.downloadTask(
                    with: request, progress: { _ in }, destination: nil, completionHandler: answers.downloadCompletion)
        }
        await run(6, tasks.count) { thread, number in
            let task = tasks[number]
            switch thread {
            case 0, 1: task.resume()
            case 2:
                task.suspend()
                task.resume()
            case 3 where number % 3 == 0: task.cancel()
            case 4 where number % 3 == 1:
                let progress = manager.downloadProgress(for: task)
                progress?.pause()
                progress?.resume()
            default:
                _ = (task.state, task.progress, task.response, task.error, task.currentRequest)
                task.taskDescription = "\(number)"
                _ = (task.taskDescription, task.countOfBytesReceived, manager.tasks)
            }
        }
        // A pause of the progress may come last, since its handlers run at an unspecified time.
        let end = Date(timeIntervalSinceNow: 600)
        while !tasks.allSatisfy({ $0.state == .completed }), Date() < end {
            for task in tasks { task.resume() }
            try await Task.sleep(nanoseconds: 5_000_000)
        }
        for (number, answers) in all.enumerated() {
            let answer = try await answers.only(of: manager)
            #expect(answer.error == nil || (number % 3 == 0 && answer.error?.code == NSURLErrorCancelled))
        }
    }

    @Test func settingsMayChangeWhileTasksRun() async throws {
        let server = try LoopbackServer.json("[1]")
        let (manager, answers) = server.makeManager()
        await run(6, 30) { thread, time in
            switch thread {
            case 0 where time % 2 == 0: manager.requestSerializer = AFJSONRequestSerializer()
            case 0: manager.requestSerializer = AFHTTPRequestSerializer()
            case 1 where time % 2 == 0: manager.responseSerializer = AFHTTPResponseSerializer()
            case 1: manager.responseSerializer = AFJSONResponseSerializer()
            case 2:
                manager.completionQueue = time % 2 == 0 ? DispatchQueue(label: "\(time)") : nil
                manager.completionGroup = time % 3 == 0 ? DispatchGroup() : nil
                manager.setTaskDidComplete { _, _, _ in }
                manager.requestSerializer.setValue("\(time)", forHTTPHeaderField: "X-A")
            default: Verb.post.send(manager, "a", ["t": time], to: answers)
            }
        }
        try await answers.wait(for: 90)
        manager.completionQueue = nil
        await manager.drained()
        #expect(answers.all.count == 90)
        #expect(answers.all.allSatisfy { $0.isSuccess == true })
    }
}
