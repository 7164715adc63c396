import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// `setTaskWillPerformHTTPRedirectionBlock`.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RedirectionBlockTests {
    private func server() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            if exchange.request.path == "/old" {
                try exchange.respond(
                    status: 302, headers: ["Location": "/new", "Content-Type": "text/html"], body: "moved")
            } else {
                try exchange.respond(headers: ["Content-Type": "application/json"], body: "[1]")
            }
        }
    }

    @Test func theBlockIsAskedWithTheTaskAndMayChangeTheRequest() async throws {
        let server = try server()
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        let asked = Events<(session: URLSession, task: URLSessionTask, status: Int?, path: String?)>()
        manager.setTaskWillPerformHTTPRedirectionBlock { session, task, response, request in
            asked.add((session, task, (response as? HTTPURLResponse)?.statusCode, request.url?.path))
            var request = request
            request.setValue("yes", forHTTPHeaderField: "X-Redirected")
            return request
        }
        let answers = TaskAnswers()
        let task = manager.get(
            "old", parameters: nil, headers: nil, progress: nil, success: answers.success, failure: answers.failure)
        let answer = try await answers.only(of: manager)
        #expect(answer.object as? [Int] == [1])
        #expect(asked.all.count == 1)
        #expect(asked.all.first?.session === manager.session && asked.all.first?.task === task)
        #expect(asked.all.first?.status == 302 && asked.all.first?.path == "/new")
        #expect(server.requests.map { $0.value(named: "X-Redirected") } == [nil, "yes"])
    }

    @Test func nilKeepsTheRedirectionWithItsBody() async throws {
        let server = try server()
        let (manager, answers) = server.makeManager()
        manager.responseSerializer = AFHTTPResponseSerializer()
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, _ in nil }
        manager.get(
            "old", parameters: nil, headers: nil, progress: nil, success: answers.success, failure: answers.failure)
        let answer = try await answers.only(of: manager)
        #expect(answer.status == 302 && answer.isSuccess == false)
        #expect(answer.failingData == Data("moved".utf8))
        #expect(server.requests.map(\.path) == ["/old"])
    }

    @Test func withoutABlockRedirectionsAreFollowed() async throws {
        let server = try server()
        let (manager, answers) = server.makeManager()
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, _ in nil }
        manager.setTaskWillPerformHTTPRedirectionBlock(nil)
        manager.get(
            "old", parameters: nil, headers: nil, progress: nil, success: answers.success, failure: answers.failure)
        #expect(try await answers.only(of: manager).object as? [Int] == [1])
    }
}
