import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The verbs: their requests, their results, and the single call of one closure on the right queue.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct AFHTTPSessionManagerTests {
    private let server: LoopbackServer

    init() throws { server = try .json() }

    private let parameters: [String: Any] = ["b": [1, 2], "a": "x y"]
    private let encoded = "a=x%20y&b%5B%5D=1&b%5B%5D=2"

    @Test(arguments: Verb.allCases, [false, true])
    func verbSendsItsParametersAndSucceedsOnce(verb: Verb, isOld: Bool) async throws {
        let (manager, answers) = server.makeManager("/v1")
        let made =
            isOld
            ? verb.sendOld(manager, "a", parameters, to: answers) : verb.send(manager, "a", parameters, to: answers)
        let task = try #require(made)
        #expect(!(task is URLSessionUploadTask))
        #expect([.running, .completed].contains(task.state))
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == true)
        #expect(answer.isOnMain)
        #expect(answer.task === task)
        #expect(answer.status == 200)
        #expect(task.state == .completed)
        #expect(task.error == nil)
        if verb != .head { #expect((answer.object as? [String: Int]) == ["a": 1]) }

        let request = try #require(server.requests.first)
        #expect(server.requestCount == 1)
        #expect(request.method == verb.rawValue)
        #expect(request.path == "/v1/a")
        #expect(request.query == (verb.hasQuery ? encoded : nil))
        #expect(request.text == (verb.hasQuery ? "" : encoded))
        #expect(
            request.value(named: "Content-Type") == (verb.hasQuery ? nil : "application/x-www-form-urlencoded"))
        #expect(task.originalRequest?.httpMethod == verb.rawValue)
        #expect(task.originalRequest?.url?.path == "/v1/a")
        #expect(task.originalRequest?.httpBody == (verb.hasQuery ? nil : Data(encoded.utf8)))
    }

    @Test(arguments: Verb.allCases) func headersOfACallGoOverThoseOfTheSerializer(verb: Verb) async throws {
        let (manager, answers) = server.makeManager()
        manager.requestSerializer.setValue("serializer", forHTTPHeaderField: "X-A")
        manager.requestSerializer.setValue("serializer", forHTTPHeaderField: "X-B")
        verb.send(manager, "a", headers: ["x-a": "call", "X-C": "ü"], to: answers)
        #expect(try await answers.only(of: manager).isSuccess == true)
        let request = try #require(server.requests.first)
        #expect(request.value(named: "X-A") == "call")
        #expect(request.value(named: "X-B") == "serializer")
        #expect(request.value(named: "X-C") == "ü")
        // Not kept for the next call.
        #expect(manager.requestSerializer.value(forHTTPHeaderField: "X-A") == "serializer")
    }

    @Test func contentTypeOfTheCallWins() async throws {
        let (manager, answers) = server.makeManager()
        manager.requestSerializer = AFJSONRequestSerializer()
        Verb.post.send(manager, "a", ["k": "v"], headers: ["Content-Type": "application/vnd.x+json"], to: answers)
        _ = try await answers.only(of: manager)
        #expect(server.requests.first?.value(named: "Content-Type") == "application/vnd.x+json")
        #expect(server.requests.first?.text == #"{"k":"v"}"#)
    }

    @Test(arguments: Verb.allCases) func JSONSerializerMakesBodies(verb: Verb) async throws {
        let (manager, answers) = server.makeManager()
        manager.requestSerializer = AFJSONRequestSerializer()
        verb.send(manager, "a", ["k": [1]], to: answers)
        _ = try await answers.only(of: manager)
        #expect(server.requests.first?.text == (verb.hasQuery ? "" : #"{"k":[1]}"#))
        #expect(server.requests.first?.query == (verb.hasQuery ? "k%5B%5D=1" : nil))
    }

    @Test func closuresMayBeMissing() async throws {
        let server = try LoopbackServer { try $0.respond(status: $0.request.path == "/good" ? 200 : 500) }
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        for path in ["good", "bad"] {
            for verb in Verb.allCases { verb.send(manager, path, to: nil) }
        }
        try await server.waitForRequests(2 * Verb.allCases.count)
        #expect(manager.get("http://a b\u{0}", parameters: nil, success: nil, failure: nil) == nil)
        await manager.drained()
    }

    @Test func completionQueueAndGroupAreUsed() async throws {
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        let queue = DispatchQueue(label: "completion")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let group = DispatchGroup()
        manager.completionQueue = queue
        manager.completionGroup = group
        let calls = Events<(success: Bool, isOnQueue: Bool)>()
        func send(_ path: String, _ parameters: Any?) {
            manager.get(path, parameters: parameters, headers: nil, progress: nil) { _, _ in
                calls.add((true, DispatchQueue.getSpecific(key: key) == true))
            } failure: { _, _ in
                calls.add((false, DispatchQueue.getSpecific(key: key) == true))
            }
        }
        send("a", nil)
        send("a", [1])
        try await calls.wait(for: 2)
        #expect(calls.all.map(\.success).sorted { !$0 && $1 } == [false, true])
        #expect(calls.all.allSatisfy { $0.isOnQueue })
        // AFNetworking enters the handler into the group before it runs, so that it is done when the group is.
        let isDone = Events<Bool>()
        group.notify(queue: queue) { isDone.add(true) }
        #expect(try await isDone.first())
    }

    @Test func handlerKeepsTheGroupBusyWhileItRuns() async throws {
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        let (group, queue) = (DispatchGroup(), DispatchQueue(label: "completion"))
        manager.completionQueue = queue
        manager.completionGroup = group
        let waits = Events<DispatchTimeoutResult>()
        manager.get("a", parameters: nil, success: { _, _ in waits.add(group.wait(timeout: .now())) }, failure: nil)
        #expect(try await waits.first() == .timedOut)
    }

    @Test func dataTaskOfAMethodIsNotResumed() async throws {
        let (manager, answers) = server.makeManager()
        let made = manager.dataTask(
            withHTTPMethod: "REPORT", urlString: "a", parameters: ["k": "v"], headers: ["X-A": "1"],
            uploadProgress: nil, downloadProgress: nil, success: answers.success, failure: answers.failure)
        let task = try #require(made)
        #expect(task.state == .suspended)
        #expect(manager.dataTasks == [task])
        task.resume()
        #expect(try await answers.only(of: manager).isSuccess == true)
        #expect(server.requests.map(\.method) == ["REPORT"])
        #expect(server.requests.first?.text == "k=v")
        #expect(server.requests.first?.value(named: "X-A") == "1")
    }

    @Test(arguments: [false, true]) func formIsPostedAsAnUpload(isOld: Bool) async throws {
        let (manager, answers) = server.makeManager("/v1")
        let build: (any AFMultipartFormData) -> Void = { form in
            form.appendPart(withFileData: Data("content".utf8), name: "f", fileName: "f.txt", mimeType: "text/plain")
        }
        let made =
            isOld
            ? manager.post(
                "form", parameters: ["b": 2, "a": "1"], constructingBodyWith: build, success: answers.success,
                failure: answers.failure)
            : manager.post(
                "form", parameters: ["b": 2, "a": "1"], headers: ["X-A": "1"], constructingBodyWith: build,
                progress: nil, success: answers.success, failure: answers.failure)
        let task = try #require(made)
        #expect(task is URLSessionUploadTask)
        let answer = try await answers.only(of: manager)
        #expect(answer.isSuccess == true)
        #expect(answer.task === task)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/v1/form")
        #expect(request.value(named: "X-A") == (isOld ? nil : "1"))
        let type = try #require(request.value(named: "Content-Type"))
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        #expect(request.contentLength == request.bodyLength)
        let names = ["name=\"a\"", "name=\"b\"", "name=\"f\"; filename=\"f.txt\""].map { request.text.range(of: $0) }
        #expect(names.allSatisfy { $0 != nil })
        #expect(request.text.contains("\r\n\r\ncontent\r\n"))
    }

    @Test func formOfNothingIsPosted() async throws {
        let (manager, answers) = server.makeManager()
        let task = manager.post(
            "form", parameters: nil, headers: nil, constructingBodyWith: nil, progress: nil, success: answers.success,
            failure: answers.failure)
        #expect(task != nil)
        #expect(try await answers.only(of: manager).isSuccess == true)
        #expect(server.requests.map(\.method) == ["POST"])
    }
}
