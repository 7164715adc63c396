import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

/// Downloads that continue from where they were cancelled.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ResumeDataTests {
    private static let count = 1 << 20

    /// Sends the first half of a file and then waits. A request with a range receives the rest.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            let head: KeyValuePairs = ["ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Type": "text/json"]
            guard let range = exchange.request.value(named: "Range") else {
                try exchange.writeHead(headers: head)
                try exchange.write("Content-Length: \(Self.count)\r\n\r\n")
                try exchange.connection.write(patternFrom: 0, count: Self.count / 2)
                return try exchange.hold()
            }
            let start = try #require(Int(range.dropFirst("bytes=".count).prefix { $0 != "-" }))
            try exchange.respond(
                status: 206,
                headers: [
                    "ETag": "\"1\"", "Content-Type": "text/json",
                    "Content-Range": "bytes \(start)-\(Self.count - 1)/\(Self.count)",
                ], patternFrom: start, count: Self.count - start)
        }
    }

    @Test func downloadGoesOn() async throws {
        let server = try server()
        let (manager, folder, answers) = (
            AFURLSessionManager(sessionConfiguration: .patient), try ScratchFolder(), TaskAnswers()
        )
        let halves = Events<Int64>()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")),
            progress: { if $0.completedUnitCount >= Self.count / 2 { halves.add($0.completedUnitCount) } },
            destination: { _, _ in folder("first") }, completionHandler: answers.downloadCompletion)
        task.resume()
        try await halves.wait()
        let resumeData = Events<Data?>()
        task.cancel { resumeData.add($0) }
        #expect([.canceling, .completed].contains(task.state))
        let data = try #require(try await resumeData.first())
        let answer = try await answers.only(of: manager)
        #expect(answer.error?.domain == NSURLErrorDomain)
        #expect(answer.error?.code == NSURLErrorCancelled)
        #expect(answer.object == nil)

        let rest = TaskAnswers()
        let next = manager.downloadTask(
            withResumeData: data, progress: nil, destination: { _, _ in folder("whole") },
            completionHandler: rest.downloadCompletion)
        #expect(next.state == .suspended)
        next.resume()
        let end = try await rest.only(of: manager)
        #expect(end.error == nil)
        #expect(end.object as? URL == folder("whole"))
        #expect(end.status == 206)
        #expect(try Data(contentsOf: folder("whole")) == Connection.pattern(0..<Self.count))
        #expect(try folder.names == ["whole"])
        #expect(next.countOfBytesReceived == Int64(Self.count))
        #expect(server.requests.last?.value(named: "Range")?.hasPrefix("bytes=") == true)
        #expect(server.requests.last?.value(named: "If-Range") == "\"1\"")
        server.release()
    }

    @Test func thereIsNoResumeDataOfWhatCannotGoOn() async throws {
        let server = try LoopbackServer {
            try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart")
            try $0.hold()
        }
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let begun = Events<Bool>()
        let task = manager.downloadTask(
            with: URLRequest(url: server.url("/")), progress: { _ in begun.add(true) }, destination: nil,
            completionHandler: answers.downloadCompletion)
        task.resume()
        try await begun.wait()
        let resumeData = Events<Data?>()
        task.cancel { resumeData.add($0) }
        #expect(try await resumeData.first() == nil)
        #expect(try await answers.only(of: manager).error?.code == NSURLErrorCancelled)
        // The handler is also called, once, for a task that has ended.
        task.cancel { resumeData.add($0) }
        #expect(try await resumeData.wait(for: 2) == [nil, nil])
        server.release()
    }

    @Test func cancelledBeforeItsStartThereIsNone() async throws {
        let (manager, answers, resumeData) = (
            AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers(), Events<Data?>()
        )
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let task = manager.downloadTask(
            with: URLRequest(url: url), progress: nil, destination: nil, completionHandler: answers.downloadCompletion)
        task.cancel { resumeData.add($0) }
        #expect(try await resumeData.first() == nil)
        #expect(try await answers.only(of: manager).error?.code == NSURLErrorCancelled)
    }

    @Test(arguments: [Data(), Data("garbage".utf8), Data(repeating: 0xFF, count: 1 << 16)])
    func garbageIsAnError(data: Data) async throws {
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let task = manager.downloadTask(
            withResumeData: data, progress: nil, destination: { url, _ in url },
            completionHandler: answers.downloadCompletion)
        #expect(task.originalRequest == nil)
        #expect(task.currentRequest == nil)
        #expect(task.state == .suspended)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error != nil)
        #expect(answer.object == nil)
        #expect(task.state == .completed)
        #expect(manager.tasks.isEmpty)
    }
}
