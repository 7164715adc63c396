import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The requests and responses that handlers, blocks, tasks and notifications report.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ReportedValuesTests {
    @Test(arguments: [nil, "attachment; filename=\"own.json\""])
    func responsesHaveTheNameOfTheirFile(disposition: String?) async throws {
        let server = try LoopbackServer { exchange in
            guard exchange.request.path == "/a/report.json" else {
                return try exchange.respond(status: 302, headers: ["Location": "/a/report.json"])
            }
            var fields: KeyValuePairs = ["Content-Type": "application/json"]
            if let disposition {
                fields = ["Content-Type": "application/json", "Content-Disposition": disposition]
            }
            try exchange.respond(headers: fields, body: "{}")
        }
        let name = disposition == nil ? "report.json" : "own.json"
        let (manager, answers, names) = (
            AFHTTPSessionManager(sessionConfiguration: .patient), TaskAnswers(), Events<String?>()
        )
        manager.setDataTaskDidReceiveResponseBlock { _, _, response in
            names.add(response.suggestedFilename)
            return .allow
        }
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, response, request in
            names.add(response.suggestedFilename)
            return request
        }
        let request = URLRequest(url: server.url("/a/old.json"))
        let task = manager.dataTask(with: request, completionHandler: answers.completion)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(names.all == ["old.json", name])
        #expect(answer.response?.suggestedFilename == name)
        #expect(task.response?.suggestedFilename == name)
        #expect(task.response === answer.response)
        #expect((task.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") == "application/json")

        let (folder, download) = (try ScratchFolder(), TaskAnswers())
        manager.downloadTask(
            with: request, progress: nil, destination: { folder($1.suggestedFilename ?? "") },
            completionHandler: download.downloadCompletion
        ).resume()
        #expect(try await download.only(of: manager).response?.suggestedFilename == name)
        #expect(try folder.names == [name])
    }

    @Test func responseIsArchivedAsFoundations() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = server.makeManager()
        Verb.get.send(manager, "a", to: answers)
        let response = try #require(try await answers.only(of: manager).task?.response)
        let data = try NSKeyedArchiver.archivedData(withRootObject: response, requiringSecureCoding: true)
        let restored = try NSKeyedUnarchiver.unarchivedObject(ofClass: HTTPURLResponse.self, from: data)
        #expect(restored?.statusCode == 200)
        #expect(restored?.url == response.url)
    }

    @Test func requestsOfFormsReportNoFieldThatIsNotSent() async throws {
        let server = try LoopbackServer.json()
        let (manager, answers) = server.makeManager()
        let fields = Events<[String?]>()
        let observer = NotificationCenter.default.addObserver(
            forName: .AFNetworkingTaskDidComplete, object: nil, queue: nil
        ) { note in
            guard let task = note.object as? URLSessionTask, task.originalRequest?.url == server.url("/form") else {
                return
            }
            fields.add(Self.fields(of: task))
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let made = manager.post(
            "form", parameters: ["k": "v"], headers: nil, constructingBodyWith: nil, progress: nil,
            success: answers.success, failure: answers.failure)
        let task = try #require(made)
        #expect(Self.fields(of: task) == [nil, nil, nil, nil])
        #expect(try await answers.only(of: manager).isSuccess == true)
        #expect(Self.fields(of: task) == [nil, nil, nil, nil])
        #expect(try await fields.first() == [nil, nil, nil, nil])
        // It is sent as before, by its length.
        #expect(server.requests.first?.value(named: "Transfer-Encoding") == nil)
        #expect(server.requests.first?.value(named: "Content-Length") == "\(server.requests.first?.body.count ?? -1)")
    }

    private static func fields(of task: URLSessionTask) -> [String?] {
        [task.originalRequest, task.currentRequest].flatMap { request in
            ["Transfer-Encoding", "Expect"].map { request?.value(forHTTPHeaderField: $0) }
        }
    }
}
