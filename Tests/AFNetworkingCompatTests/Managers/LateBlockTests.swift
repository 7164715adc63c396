import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

/// Blocks that are set, replaced or cleared after their tasks were made.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct LateBlockTests {
    private let manager = AFURLSessionManager(sessionConfiguration: .patient)
    private let answers = TaskAnswers()

    private static func redirecting() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            if exchange.request.path == "/old" {
                try exchange.hold(at: "old")
                try exchange.respond(
                    status: 302, headers: ["Location": "/new", "Content-Type": "text/html"], body: "moved")
            } else {
                try exchange.respond(headers: ["Content-Type": "application/json"], body: "[1]")
            }
        }
    }

    /// The moment at which a block is set: before the task's start, or while it waits for its answer.
    enum Moment: CaseIterable { case beforeResume, afterResume }

    private static func run(
        _ task: URLSessionTask, at server: LoopbackServer, gate: String = "", _ set: () -> Void, _ moment: Moment
    ) async throws {
        if moment == .beforeResume { set() }
        task.resume()
        try await server.waitUntilHeld(gate)
        if moment == .afterResume { set() }
        server.release(gate)
    }

    @Test(arguments: Moment.allCases)
    func aRedirectionRefusedByALateBlockIsNeverFollowed(moment: Moment) async throws {
        let server = try Self.redirecting()
        manager.responseSerializer = AFHTTPResponseSerializer()
        let task = manager.dataTask(with: URLRequest(url: server.url("/old")), completionHandler: answers.completion)
        let refuse = { manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, _ in nil } }
        try await Self.run(task, at: server, gate: "old", refuse, moment)
        let answer = try await answers.only(of: manager)
        #expect(answer.status == 302)
        #expect(answer.object as? Data == Data("moved".utf8))
        #expect(server.requests.map(\.path) == ["/old"])
    }

    @Test(arguments: Moment.allCases)
    func aClearedRedirectionBlockIsNotAsked(moment: Moment) async throws {
        let server = try Self.redirecting()
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, _ in nil }
        let task = manager.dataTask(with: URLRequest(url: server.url("/old")), completionHandler: answers.completion)
        let forget = { manager.setTaskWillPerformHTTPRedirectionBlock(nil) }
        try await Self.run(task, at: server, gate: "old", forget, moment)
        #expect(try await answers.only(of: manager).object as? [Int] == [1])
    }

    @Test func aReplacedRedirectionBlockIsAskedInsteadOfTheFirst() async throws {
        let server = try Self.redirecting()
        let (manager, answers, asked) = (
            AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers(), Events<Int>()
        )
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, request in
            asked.add(1)
            return request
        }
        let task = manager.dataTask(with: URLRequest(url: server.url("/old")), completionHandler: answers.completion)
        task.resume()
        try await server.waitUntilHeld("old")
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, request in
            asked.add(2)
            return request
        }
        server.release("old")
        #expect(try await answers.only(of: manager).object as? [Int] == [1])
        #expect(asked.all == [2])
    }

    @Test(arguments: Moment.allCases)
    func aLateBlockIsToldOfBytesSent(moment: Moment) async throws {
        var options = LoopbackServer.Options()
        options.answersBeforeBody = true
        options.receiveBufferLength = 256 << 10
        let server = try LoopbackServer(options) { exchange in
            try exchange.hold()
            try exchange.readBody()
            try exchange.respond(headers: ["Content-Type": "application/json"], body: "[1]")
        }
        var request = URLRequest(url: server.url("/up"))
        request.httpMethod = "POST"
        let count = 8 << 20
        let task = manager.uploadTask(
            with: request, from: Data(count: count), progress: nil, completionHandler: answers.completion)
        let reports = Events<(sent: Int64, all: Int64, total: Int64)>()
        let listen = { manager.setTaskDidSendBodyDataBlock { reports.add(($2, $3, $4)) } }
        try await Self.run(task, at: server, listen, moment)
        #expect(try await answers.only(of: manager).error == nil)
        #expect(reports.all.last?.all == Int64(count))
        #expect(reports.all.last?.total == Int64(count))
        // The counts continue from the bytes sent before the block was set.
        let sent = reports.all.map(\.sent).reduce(0, +)
        #expect(moment == .beforeResume ? sent == count : sent <= count && sent > 0)
    }

    @Test(arguments: Moment.allCases)
    func aLateBlockIsToldOfBytesWritten(moment: Moment) async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "text/json"], count: 1 << 20)
        }
        let folder = try ScratchFolder()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in folder("f") },
            completionHandler: answers.downloadCompletion)
        let reports = Events<(task: URLSessionTask, all: Int64, total: Int64)>()
        let listen = { manager.setDownloadTaskDidWriteDataBlock { reports.add(($1, $3, $4)) } }
        try await Self.run(task, at: server, listen, moment)
        #expect(try await answers.only(of: manager).error == nil)
        #expect(reports.all.last?.all == 1 << 20)
        #expect(reports.all.allSatisfy { $0.task === task && $0.total == 1 << 20 })
    }

    @Test(arguments: Moment.allCases)
    func theOtherBlocksMayBeLateAsWell(moment: Moment) async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "application/json"], body: "[1]")
        }
        let folder = try ScratchFolder()
        let events = Events<String>()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: nil, destination: { _, _ in folder("task") },
            completionHandler: answers.downloadCompletion)
        let listen = {
            manager.setTaskDidComplete { _, _, _ in events.add("complete") }
            manager.setSessionDidBecomeInvalidBlock { _, _ in events.add("invalid") }
            manager.setDownloadTaskDidFinishDownloadingBlock { _, _, _ in folder("manager") }
            manager.completionQueue = DispatchQueue(label: "late")
        }
        try await Self.run(task, at: server, listen, moment)
        let answer = try await answers.only(of: manager)
        #expect(!answer.isOnMain)
        #expect(try folder.names == ["manager"])
        manager.invalidateSessionCancelingTasks(false)
        #expect(try await events.wait(for: 2) == ["complete", "invalid"])
    }
}
