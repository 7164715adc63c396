import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

/// The release of managers, tasks and closures after their end.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerReleaseTests {
    /// An object that closures hold, and that reports its release.
    private final class Held: Sendable {
        private let gone: Events<Bool>
        init(_ gone: Events<Bool>) { self.gone = gone }
        deinit { gone.add(true) }
        func use() {}
    }

    private final class Manager: AFHTTPSessionManager, @unchecked Sendable {
        private let held: Held

        init(_ gone: Events<Bool>, _ url: URL) {
            held = Held(gone)
            super.init(baseURL: url, sessionConfiguration: .patient)
        }

        required init?(coder: NSCoder) { nil }
    }

    private enum Way: CaseIterable {
        case finished, failed, cancelled, cancelledBeforeItsStart, invalidated, withURLSession
    }

    @Test(arguments: Way.allCases) private func managerAndTaskAreReleased(way: Way) async throws {
        let server = try LoopbackServer {
            if $0.request.path == "/held" { try $0.hold() }
            try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
        let (managerGone, closuresGone) = (Events<Bool>(), Events<Bool>())
        try await use(way, server, Manager(managerGone, server.url("/")), closuresGone)
        try await managerGone.wait()
        try await closuresGone.wait()
    }

    private func use(
        _ way: Way, _ server: LoopbackServer, _ manager: Manager, _ closuresGone: Events<Bool>
    ) async throws {
        let (answered, held) = (Events<Bool>(), Held(closuresGone))
        let isHeld = [.cancelled, .invalidated].contains(way)
        // A cycle, which the task's end must break.
        let holder = Events<URLSessionDataTask>()
        let task = manager.dataTask(
            withHTTPMethod: "POST", urlString: isHeld ? "held" : "a", parameters: ["a": 1], headers: nil,
            uploadProgress: { _ in (held, holder).0.use() }, downloadProgress: { _ in (held, holder).0.use() },
            success: { _, _ in
                (held, holder).0.use()
                answered.add(true)
            },
            failure: { _, _ in
                (held, holder).0.use()
                answered.add(true)
            })
        holder.add(try #require(task))
        switch way {
        case .withURLSession:
            // A URLSession keeps its delegate until it is invalidated.
            _ = manager.session
            task?.resume()
        case .finished: task?.resume()
        case .failed:
            server.stop()
            task?.resume()
        case .cancelledBeforeItsStart: task?.cancel()
        case .cancelled, .invalidated:
            task?.resume()
            try await server.waitUntilHeld()
            if way == .cancelled { task?.cancel() } else { manager.invalidateSessionCancelingTasks(true) }
        }
        try await answered.wait()
        server.release()
    }

    @Test func endedTaskHoldsNoClosure() async throws {
        let server = try LoopbackServer.json()
        let (manager, gone, folder) = (
            AFURLSessionManager(sessionConfiguration: .patient), Events<Bool>(), try ScratchFolder()
        )
        let tasks = [make(manager, server, Held(gone)), download(manager, server, folder, Held(gone))]
        for task in tasks { task.resume() }
        // The tasks still exist.
        try await gone.wait(for: 2)
        #expect(tasks.allSatisfy { $0.state == .completed })
    }

    private func make(_ manager: AFURLSessionManager, _ server: LoopbackServer, _ held: Held) -> URLSessionTask {
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = "POST"
        request.httpBody = Data("x".utf8)
        return manager.dataTask(
            with: request, uploadProgress: { _ in held.use() }, downloadProgress: { _ in held.use() },
            completionHandler: { _, _, _ in held.use() })
    }

    private func download(
        _ manager: AFURLSessionManager, _ server: LoopbackServer, _ folder: ScratchFolder, _ held: Held
    ) -> URLSessionTask {
        manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: { _ in held.use() },
            destination: { _, _ in
                held.use()
                return folder("f")
            }, completionHandler: { _, _, _ in held.use() })
    }

    @Test func tasksAreReleasedThoughTheManagerStays() async throws {
        let server = try LoopbackServer.json()
        let (manager, folder) = (AFURLSessionManager(sessionConfiguration: .patient), try ScratchFolder())
        for isDownload in [false, true] {
            let gone = Events<Bool>()
            let reference: Weak = try await {
                let task =
                    isDownload
                    ? download(manager, server, folder, Held(gone)) : make(manager, server, Held(gone))
                let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
                task.resume()
                try await log.events.wait()
                return Weak(task)
            }()
            // Queues release the blocks that they ran at an unspecified time.
            try await eventually("The task is released.") { reference.object == nil }
        }
    }

    private final class Weak: @unchecked Sendable {
        weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
    }

    @Test func releasedManagerFinishesItsTasks() async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "application/json"], body: "{}")
        }
        let answers = TaskAnswers()
        AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient).get(
            "a", parameters: nil, success: answers.success, failure: answers.failure)
        try await server.waitUntilHeld()
        server.release()
        #expect(try await answers.wait(for: 1).first?.isSuccess == true)
    }
}
