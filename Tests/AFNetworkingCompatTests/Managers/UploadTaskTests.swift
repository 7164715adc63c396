import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

/// Data and upload tasks of a request: the sent bytes and the reports.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct UploadTaskTests {
    private let server: LoopbackServer
    private let manager = AFURLSessionManager(sessionConfiguration: .patient)
    private let answers = TaskAnswers()

    init() throws { server = try .json() }

    private func request(_ server: LoopbackServer, _ method: String = "POST") -> URLRequest {
        var request = URLRequest(url: server.url("/up"))
        request.httpMethod = method
        return request
    }

    @Test func dataTaskSendsTheBodyOfItsRequest() async throws {
        var request = request(server, "PUT")
        request.httpBody = Data("body".utf8)
        let task = manager.dataTask(
            with: request, uploadProgress: nil, downloadProgress: nil, completionHandler: answers.completion)
        #expect(!(task is URLSessionUploadTask))
        #expect(task.originalRequest == request)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect((answer.object as? [String: Int]) == ["a": 1])
        #expect(answer.isOnMain)
        #expect(server.requests.map(\.text) == ["body"])
        #expect(task.countOfBytesSent == 4)
        #expect(task.countOfBytesExpectedToSend == 4)
        #expect(task.countOfBytesReceived == 8)
        #expect(task.countOfBytesExpectedToReceive == 8)
    }

    @Test(arguments: ["content", ""]) func fileIsSent(content: String) async throws {
        let folder = try ScratchFolder()
        let file = try folder.file(content)
        let task = manager.uploadTask(
            with: request(server), fromFile: file, progress: nil, completionHandler: answers.completion)
        #expect(task.state == .suspended)
        #expect(manager.uploadTasks == [task])
        #expect(manager.dataTasks.isEmpty)
        task.resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests.map(\.text) == [content])
    }

    @Test func missingFileIsAnError() async throws {
        let folder = try ScratchFolder()
        for file in [folder("missing"), folder.url, server.url("/no/file")] {
            let answers = TaskAnswers()
            manager.uploadTask(
                with: request(server), fromFile: file, progress: nil, completionHandler: answers.completion
            ).resume()
            let answer = try await answers.only(of: manager)
            #expect(answer.error != nil)
            #expect(answer.object == nil)
        }
        #expect(answers.all.isEmpty)
        #expect(server.requestCount == 0)
    }

    @Test(arguments: ["bytes", "", nil] as [String?]) func bytesAreSent(text: String?) async throws {
        let task = manager.uploadTask(
            with: request(server), from: text.map { Data($0.utf8) }, progress: nil,
            completionHandler: answers.completion)
        task.resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests.map(\.text) == [text ?? ""])
    }

    @Test func withoutBytesTheBodyOfTheRequestIsSent() async throws {
        let reports = Events<Int64>()
        var request = request(server)
        request.httpBody = Data("request's".utf8)
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        manager.uploadTask(
            with: request, from: nil, progress: { reports.add($0.completedUnitCount) },
            completionHandler: answers.completion
        ).resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests.map(\.text) == ["request's"])
        #expect(server.requests[0].value(named: "Content-Type") == "text/plain")
        #expect(reports.all.last == 9)
    }

    @Test(arguments: ["8", nil] as [String?]) func withoutBytesTheStreamOfTheRequestIsSent(length: String?) async throws
    {
        var request = request(server)
        request.httpBodyStream = InputStream(data: Data("streamed".utf8))
        request.setValue(length, forHTTPHeaderField: "Content-Length")
        manager.uploadTask(with: request, from: nil, progress: nil, completionHandler: answers.completion).resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests.map(\.text) == ["streamed"])
        #expect(server.requests[0].value(named: "Content-Length") == length)
        #expect(server.requests[0].value(named: "Transfer-Encoding") == (length == nil ? "chunked" : nil))
    }

    @Test func withoutBytesAFormIsSent() async throws {
        let request = try AFHTTPRequestSerializer().form(["a": 1]) as URLRequest
        var sent = request
        sent.url = server.url("/up")
        manager.uploadTask(with: sent, from: nil, progress: nil, completionHandler: answers.completion).resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests[0].text.contains("name=\"a\"\r\n\r\n1\r\n"))
        let type = request.value(forHTTPHeaderField: "Content-Type")
        #expect(server.requests[0].value(named: "Content-Type") == type)
    }

    @Test func bytesGoOverTheBodyOfTheRequest() async throws {
        var request = request(server)
        request.httpBody = Data("request's".utf8)
        manager.uploadTask(
            with: request, from: Data("task's".utf8), progress: nil, completionHandler: answers.completion
        ).resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests.map(\.text) == ["task's"])
    }

    @Test func streamIsSent() async throws {
        var request = request(server)
        request.httpBodyStream = InputStream(data: Data("streamed".utf8))
        let task = manager.uploadTask(
            withStreamedRequest: request, progress: nil, completionHandler: answers.completion)
        task.resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(server.requests.map(\.text) == ["streamed"])
    }

    @Test func formIsSentTwice() async throws {
        let request = AFHTTPRequestSerializer().multipartFormRequest(
            withMethod: "POST", urlString: server.address("/"), parameters: ["a": 1], constructingBodyWith: nil,
            error: nil)
        for _ in 0..<2 {
            let answers = TaskAnswers()
            manager.uploadTask(
                withStreamedRequest: request as URLRequest, progress: nil, completionHandler: answers.completion
            ).resume()
            #expect(try await answers.only(of: manager).error == nil)
        }
        #expect(server.requests.count == 2)
        #expect(server.requests[0].body == server.requests[1].body)
    }

    @Test func formWhoseFileHasGoneIsAnError() async throws {
        let (manager, folder, answers) = (
            AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient), try ScratchFolder(),
            TaskAnswers()
        )
        let file = try folder.file("content", named: "f")
        manager.post(
            "a", parameters: nil, headers: nil,
            constructingBodyWith: { form in
                try? form.appendPart(withFileURL: file, name: "f")
                try? FileManager.default.removeItem(at: file)
            },
            progress: nil, success: answers.success, failure: answers.failure)
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == false)
        #expect(answer.error != nil)
        #expect(server.requests.allSatisfy { !$0.isComplete })
    }

    @Test func progressIsReportedOnTheOperationQueue() async throws {
        let reports = Events<(completed: Int64, total: Int64, isOnMain: Bool)>()
        let count = 4 << 20
        let task = manager.uploadTask(
            with: request(server), from: Data(count: count),
            progress: { reports.add(($0.completedUnitCount, $0.totalUnitCount, OnMain.isTrue)) },
            completionHandler: answers.completion)
        let progress = try #require(manager.uploadProgress(for: task))
        task.resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(reports.all.last?.completed == Int64(count))
        #expect(reports.all.allSatisfy { $0.total == Int64(count) && !$0.isOnMain })
        #expect(zip(reports.all, reports.all.dropFirst()).allSatisfy { $0.completed <= $1.completed })
        #expect(progress.completedUnitCount == Int64(count))
        #expect(progress.isFinished)
        #expect(task.countOfBytesSent == Int64(count))
    }

    @Test func blockForAllTasksIsToldOfSentBytes() async throws {
        let reports = Events<(task: URLSessionTask, sent: Int64, all: Int64, total: Int64)>()
        manager.setTaskDidSendBodyDataBlock { reports.add(($1, $2, $3, $4)) }
        let task = manager.uploadTask(
            with: request(server), from: Data(count: 1 << 20), progress: nil, completionHandler: answers.completion)
        task.resume()
        #expect(try await answers.only(of: manager).error == nil)
        #expect(reports.all.map(\.sent).reduce(0, +) == 1 << 20)
        #expect(reports.all.last?.all == 1 << 20)
        #expect(reports.all.allSatisfy { $0.task === task && $0.total == 1 << 20 })
    }
}
