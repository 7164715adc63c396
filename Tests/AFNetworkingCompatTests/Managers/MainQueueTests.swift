#if os(Linux)
    import AFNetworkingCompat
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerialization

    /// A program whose main queue does not run: tasks, memory and connections are released nevertheless. Each test runs
    /// in a separate process, whose main queue is blocked.
    @Suite(.tags(.busy, .network, .random, .slow), .serialized, .timeLimit(.minutes(60))) struct MainQueueTests {
        private static let count = Effort.times(2_000, quick: 400)

        private final class Weak: @unchecked Sendable {
            weak var object: AnyObject?
            init(_ object: AnyObject) { self.object = object }
        }

        private static func whileBlocked(_ run: () async throws -> Void) async throws {
            let (isBlocked, gate) = (Events<Bool>(), DispatchSemaphore(value: 0))
            DispatchQueue.main.async {
                isBlocked.add(true)
                gate.wait()
            }
            try await isBlocked.wait()
            defer { gate.signal() }
            try await run()
        }

        private static func server() throws -> LoopbackServer {
            var options = LoopbackServer.Options()
            options.keptRequests = 0
            return try LoopbackServer(options) {
                try $0.respond(
                    headers: ["Content-Type": "application/json"],
                    body: "[\"\(String(repeating: "x", count: 10_000))\"]")
            }
        }

        /// Sends `count` requests, a few at a time, and returns their tasks.
        private static func send(
            _ count: Int, by manager: AFURLSessionManager, to server: LoopbackServer, handles: Bool
        ) async throws -> [Weak] {
            var tasks: [Weak] = []
            let ends = Events<Bool>()
            manager.setTaskDidComplete { _, _, error in ends.add(error == nil) }
            for number in 1...count {
                let task = manager.dataTask(
                    with: URLRequest(url: server.url("/")), uploadProgress: nil, downloadProgress: nil,
                    completionHandler: handles ? { _, _, _ in } : nil)
                tasks.append(Weak(task))
                task.resume()
                if number % 8 == 0 { try await ends.wait(for: number) }
            }
            try await ends.wait(for: count)
            return tasks
        }

        private static func alive(of tasks: [Weak]) async throws -> Int {
            // Queues release the blocks that they ran at an unspecified time.
            try await eventually("Tasks are released.") { tasks.count { $0.object != nil } <= 300 }
            return tasks.count { $0.object != nil }
        }

        /// With handlers on a completion queue, or with neither.
        @Test(arguments: [true, false]) func tasksLevelOff(handles: Bool) async {
            await #expect(processExitsWith: .success) { [handles] in
                try await Self.whileBlocked {
                    let (server, manager) = (try Self.server(), AFURLSessionManager(sessionConfiguration: .patient))
                    if handles { manager.completionQueue = DispatchQueue(label: "completions") }
                    let tasks = try await Self.send(Self.count, by: manager, to: server, handles: handles)
                    #expect(try await Self.alive(of: tasks) <= 300)
                }
            }
        }

        @Test func managersKeepNoConnections() async {
            await #expect(processExitsWith: .success) {
                try await Self.whileBlocked {
                    let server = try Self.server()
                    var tasks: [Weak] = []
                    for number in 0..<50 {
                        let manager = AFURLSessionManager(sessionConfiguration: .patient)
                        // Every second manager has handlers that wait for the main queue.
                        if number % 2 == 0 { manager.completionQueue = DispatchQueue(label: "completions") }
                        tasks += try await Self.send(8, by: manager, to: server, handles: true)
                    }
                    try await server.waitForOpenConnections(atMost: 0)
                    // The tasks still wait, but their connections are closed.
                    #expect(tasks.contains { $0.object != nil })
                }
            }
        }

        /// An observer that counts receives as many ends as resumptions.
        @Test func whatWasNotToldIsToldNeitherBeginningNorEnd() async {
            await #expect(processExitsWith: .success) {
                let log = NotificationLog([.AFNetworkingTaskDidResume, .AFNetworkingTaskDidComplete], of: nil)
                let (server, manager) = (try Self.server(), AFURLSessionManager(sessionConfiguration: .patient))
                manager.completionQueue = DispatchQueue(label: "completions")
                try await Self.whileBlocked { _ = try await Self.send(1_000, by: manager, to: server, handles: true) }
                // Once the main queue has run the waiting work, the last task is reported.
                await MainActor.run {}
                let last = manager.dataTask(with: URLRequest(url: server.url("/")))
                last.resume()
                var entries = log.events.all
                while !entries.contains(where: { $0.object === last && $0.name == .AFNetworkingTaskDidComplete }) {
                    try await Task.sleep(nanoseconds: 1_000_000)
                    entries = log.events.all
                }
                let begun = entries.filter { $0.name == .AFNetworkingTaskDidResume }
                #expect(begun.count * 2 == entries.count && begun.count < 300 && begun.count > 100)
            }
        }
    }
#endif
