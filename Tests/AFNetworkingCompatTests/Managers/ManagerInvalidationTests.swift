import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The end of a manager's session.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerInvalidationTests {
    private func gated() throws -> LoopbackServer {
        try LoopbackServer {
            if $0.request.path == "/held" { try $0.hold() }
            try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
    }

    private func start(
        _ manager: AFURLSessionManager, _ server: LoopbackServer, _ path: String, resumes: Bool = true
    ) -> (task: URLSessionDataTask, answers: TaskAnswers) {
        let answers = TaskAnswers()
        let task = manager.dataTask(with: URLRequest(url: server.url(path)), completionHandler: answers.completion)
        if resumes { task.resume() }
        return (task, answers)
    }

    @Test(arguments: [false, true], [false, true])
    func tasksEndAsTheFlagsSay(cancels: Bool, resets: Bool) async throws {
        let server = try gated()
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let session = manager.session
        #expect(manager.session === session)
        let log = NotificationLog([.AFURLSessionDidInvalidate], of: session)
        let blocks = Events<(session: URLSession, error: (any Error)?)>()
        manager.setSessionDidBecomeInvalidBlock { blocks.add(($0, $1)) }
        let running = start(manager, server, "/held")
        let waiting = start(manager, server, "/", resumes: false)
        try await server.waitUntilHeld()

        manager.invalidateSessionCancelingTasks(cancels, resetSession: resets)
        #expect((manager.session === session) != resets)
        server.release()
        if !cancels {
            #expect(log.events.all.isEmpty)
            waiting.task.resume()
        }
        let (first, second) = (
            try await running.answers.only(of: manager), try await waiting.answers.only(of: manager)
        )
        #expect(first.error?.code == (cancels ? NSURLErrorCancelled : nil))
        #expect(second.error != nil)
        if cancels { #expect(second.error?.code == NSURLErrorCancelled) }
        #expect(try await log.events.first().object === session)
        #expect(try await blocks.first().session === session)
        #expect((blocks.all.first?.error as? RequestError)?.kind == .invalidated)

        let next = start(manager, server, "/")
        #expect((try await next.answers.only(of: manager).error == nil) == resets)
        #expect(log.events.all.count == 1)
        #expect(blocks.all.count == 1)
        #expect(server.requests.map(\.path) == (resets ? ["/held", "/"] : ["/held"]))
    }

    @Test func nothingButResetMakesANewSession() async throws {
        let server = try gated()
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        let log = NotificationLog([.AFURLSessionDidInvalidate], of: manager.session)
        manager.invalidateSessionCancelingTasks(true)
        manager.invalidateSessionCancelingTasks(false, resetSession: false)
        manager.invalidateSessionCancelingTasks(true, resetSession: false)
        try await log.events.wait()
        for verb in Verb.allCases {
            let answers = TaskAnswers()
            #expect(verb.send(manager, "a", to: answers) != nil)
            #expect(try await answers.only(of: manager).isSuccess == false)
        }
        let answers = TaskAnswers()
        manager.post(
            "a", parameters: ["a": 1], constructingBodyWith: nil, success: answers.success, failure: answers.failure)
        #expect(try await answers.only(of: manager).isSuccess == false)
        manager.invalidateSessionCancelingTasks(false, resetSession: true)
        let last = TaskAnswers()
        Verb.get.send(manager, "a", to: last)
        #expect(try await last.only(of: manager).isSuccess == true)
        #expect(log.events.all.count == 1)
        #expect(server.requestCount == 1)
    }

    @Test(arguments: [false, true]) func sessionItselfMayBeInvalidated(cancels: Bool) async throws {
        let server = try gated()
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let log = NotificationLog([.AFURLSessionDidInvalidate], of: manager.session)
        let running = start(manager, server, "/held")
        try await server.waitUntilHeld()
        if cancels { manager.session.invalidateAndCancel() } else { manager.session.finishTasksAndInvalidate() }
        #if canImport(ObjectiveC)
            // On Apple's systems the session does not know the manager's tasks.
            let isCancelled = false
        #else
            let isCancelled = cancels
        #endif
        if !isCancelled { server.release() }
        #expect(try await running.answers.only(of: manager).error?.code == (isCancelled ? NSURLErrorCancelled : nil))
        server.release()
        try await log.events.wait()
        #expect(try await start(manager, server, "/").answers.only(of: manager).error != nil)
        manager.invalidateSessionCancelingTasks(true, resetSession: true)
        #expect(try await start(manager, server, "/").answers.only(of: manager).error == nil)
        #expect(log.events.all.count == 1)
    }

    @Test func tasksOfTheSessionBeforeGoOnAfterAReset() async throws {
        let server = try gated()
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let old = start(manager, server, "/held")
        try await server.waitUntilHeld()
        manager.invalidateSessionCancelingTasks(false, resetSession: true)
        // They do not belong to the new session, but still to the manager.
        #expect(manager.tasks.isEmpty)
        let new = start(manager, server, "/")
        #expect(manager.downloadProgress(for: old.task) != nil)
        #expect(old.task.taskIdentifier != new.task.taskIdentifier)
        #expect(try await new.answers.only(of: manager).error == nil)
        server.release()
        #expect(try await old.answers.only(of: manager).error == nil)
        #expect(manager.downloadProgress(for: old.task) == nil)
    }

    @Test func everyTaskEndsOnceThoughThreadsInvalidateMeanwhile() async throws {
        let server = try LoopbackServer.json()
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        let ends = TaskAnswers()
        let made = Events<Int>()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<40 {
                        switch (thread, number % 4) {
                        case (0, _):
                            manager.invalidateSessionCancelingTasks(number % 2 == 0, resetSession: number % 3 != 0)
                            _ = (manager.tasks, manager.session)
                        case (_, 0):
                            let request = URLRequest(url: server.url("/"))
                            manager.dataTask(with: request) { ends.completion($0, $1, $2) }.cancel()
                        default: Verb.allCases[number % 6].send(manager, "a", ["a": number], to: ends)
                        }
                        if thread != 0 { made.add(number) }
                    }
                }
            }
        }
        try await ends.wait(for: made.all.count)
        manager.invalidateSessionCancelingTasks(true, resetSession: true)
        await manager.drained()
        #expect(ends.all.count == made.all.count)
        let last = TaskAnswers()
        Verb.get.send(manager, "a", to: last)
        #expect(try await last.only(of: manager).isSuccess == true)
    }
}
