import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// Input that cannot be sent: it fails, once, and never ends the process.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerBadInputTests {
    private let server: LoopbackServer

    init() throws { server = try .json() }

    @Test(arguments: TaskStateTests.Kind.allCases) func missingURLIsAnError(kind: TaskStateTests.Kind) async throws {
        let (manager, answers) = (AFURLSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        var request = URLRequest(url: url)
        request.url = nil
        let task: URLSessionTask =
            switch kind {
            case .data: manager.dataTask(with: request, completionHandler: answers.completion)
            case .uploadBytes:
                manager.uploadTask(
                    with: request, from: Data(), progress: nil, completionHandler: answers.completion)
            case .uploadStream:
                manager.uploadTask(
                    withStreamedRequest: request, progress: nil, completionHandler: answers.completion)
            case .download:
                manager.downloadTask(
                    with: request, progress: nil, destination: { $1.url ?? $0 },
                    completionHandler: answers.downloadCompletion)
            }
        #expect(task.originalRequest?.url == nil)
        task.resume()
        let answer = try await answers.only(of: manager)
        #expect(answer.error != nil)
        #expect(answer.object == nil)
        #expect(answer.status == nil)
        #expect(task.state == .completed)
    }

    @Test(arguments: [
        "http://", "https:///a", "http://[::1", "http://h:99999/", "http://h:x/", "://h", "foo", "?q", "#f", "", " ",
        "a b", "\u{0}", "http://h\u{0}/", "http://h/\r\nX: y", "mailto:a@b", "about:blank", "no-such-scheme://h/",
        "http://exa mple/", "%", "http://h/%zz",
    ])
    func textThatIsNoURLIsAFailure(text: String) async throws {
        for verb in Verb.allCases {
            let (manager, answers) = (AFHTTPSessionManager(sessionConfiguration: .patient), TaskAnswers())
            // URLs that could be sent after all must not lead to a server.
            guard URL(string: text)?.host != "h" || text.contains(":99999") || verb == .get else { continue }
            let task = verb.send(manager, text, to: answers)
            if text.contains("%zz") { task?.cancel() }
            let answer = try await answers.only(of: manager)
            #expect(answer.isSuccess == false)
            #expect(answer.isOnMain)
            #expect(answer.task === task)
        }
        let (manager, answers) = (AFHTTPSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let form = manager.post(
            text, parameters: ["a": 1], headers: nil, constructingBodyWith: nil, progress: nil,
            success: answers.success, failure: answers.failure)
        if text.contains("%zz") { form?.cancel() }
        #expect(try await answers.only(of: manager).isSuccess == false)
    }

    @Test(arguments: [
        ("X-A", "a\r\nX-B: b"), ("X-A", "a\nb"), ("X-A", "a\u{0}b"), ("X-A\r\nX-B", "a"), ("X A", "a"), ("", "a"),
        ("X-Ä", "a"), ("X-A:", "a"),
    ])
    func headerThatSplitsTheRequestIsAFailure(name: String, value: String) async throws {
        for verb in Verb.allCases {
            let (manager, answers) = server.makeManager()
            #expect(verb.send(manager, "a", headers: ["X-Good": "x", name: value], to: answers) == nil)
            let answer = try await answers.only(of: manager)
            #expect(answer.isSuccess == false)
            #expect(answer.error != nil)
        }
        let (manager, answers) = server.makeManager()
        let form = manager.post(
            "a", parameters: nil, headers: [name: value], constructingBodyWith: nil, progress: nil,
            success: answers.success, failure: answers.failure)
        #expect(form == nil)
        #expect(try await answers.only(of: manager).isSuccess == false)
        // The same for the serializer, and for a request made elsewhere.
        let later = TaskAnswers()
        manager.requestSerializer.setValue(value, forHTTPHeaderField: name)
        Verb.get.send(manager, "a", to: later)
        _ = try await later.only(of: manager)
        let made = TaskAnswers()
        var request = URLRequest(url: server.url("/"))
        request.setValue(value, forHTTPHeaderField: name)
        manager.dataTask(with: request, completionHandler: made.completion).resume()
        _ = try await made.only(of: manager)
        for request in server.requests {
            #expect(request.value(named: "X-B") == nil)
        }
    }

    @Test(arguments: ["", "GE T", "GET / HTTP/1.1\r\nX: y\r\n\r\nGET", "Ä", "G\u{0}"])
    func methodThatIsNoTokenIsAFailure(method: String) async throws {
        let (manager, answers) = server.makeManager()
        let task = manager.dataTask(
            withHTTPMethod: method, urlString: "a", parameters: nil, headers: nil, uploadProgress: nil,
            downloadProgress: nil, success: answers.success, failure: answers.failure)
        task?.resume()
        #expect(try await answers.only(of: manager).isSuccess == false)
        #expect(server.requestCount == 0)
    }

    enum Serializer: CaseIterable {
        case http, json, propertyList

        var made: any AFHTTPRequestSerializer & AFURLRequestSerialization {
            switch self {
            case .http: AFHTTPRequestSerializer()
            case .json: AFJSONRequestSerializer()
            case .propertyList: AFPropertyListRequestSerializer()
            }
        }
    }

    private final class Strange: NSObject {}

    private static func parameters() -> [Any] {
        let plain: [Any] = [
            1, "text", "", Date(timeIntervalSince1970: 0), NSNull(), Data("d".utf8), Strange(), Double.nan,
        ]
        let lists: [Any] = [[1, 2], ["a"], Set(["a"]), [["a": 1]], [Double.nan]]
        let dictionaries: [Any] = [
            ["a": Double.nan], ["a": -Double.infinity], [1: 2], ["a": NSNull()], ["a": Strange()],
            ["a": ["b": ["c": Float.nan]]], [Date(timeIntervalSince1970: 0): 1], ["a": Date(timeIntervalSince1970: 0)],
        ]
        let others: [Any] = [{ 1 } as () -> Int, Int?.none as Any, Int?.some(1) as Any, (1, 2), Self.self]
        return plain + lists + dictionaries + others
    }

    @Test(arguments: Serializer.allCases, Verb.allCases)
    func parametersOfAnyTypeAreAnsweredOnce(serializer: Serializer, verb: Verb) async throws {
        let (manager, _) = server.makeManager()
        manager.requestSerializer = serializer.made
        var sent = 0
        for parameters in Self.parameters() {
            let answers = TaskAnswers()
            let task = verb.send(manager, "a", parameters, to: answers)
            let answer = try await answers.only(of: manager)
            #expect(answer.isSuccess == (task != nil))
            #expect(answer.task === task)
            if task != nil { sent += 1 }
        }
        #expect(server.requestCount == sent)
    }

    @Test(arguments: Verb.allCases) func notANumberIsNoJSON(verb: Verb) async throws {
        let (manager, answers) = server.makeManager()
        manager.requestSerializer = AFJSONRequestSerializer()
        let task = verb.send(manager, "a", ["a": Double.nan], to: answers)
        let answer = try await answers.only(of: manager)
        // In a query it is text.
        #expect(answer.isSuccess == verb.hasQuery)
        #expect((task == nil) == !verb.hasQuery)
        if !verb.hasQuery { #expect(answer.error?.domain == AFURLRequestSerializationErrorDomain) }
    }

    @Test func fieldsOfAFormAreADictionary() async throws {
        for parameters in Self.parameters() {
            let (manager, answers) = server.makeManager()
            let task = manager.post(
                "a", parameters: parameters, constructingBodyWith: nil, success: answers.success,
                failure: answers.failure)
            let answer = try await answers.only(of: manager)
            #expect(answer.isSuccess == (task != nil))
        }
    }

    @Test(arguments: [-1, Double.nan, -Double.infinity, .infinity, 0, .greatestFiniteMagnitude])
    func anyTimeoutIsAnsweredOnce(seconds: Double) async throws {
        let (manager, answers) = server.makeManager()
        manager.requestSerializer.timeoutInterval = seconds
        Verb.get.send(manager, "a", to: answers)
        _ = try await answers.only(of: manager)
    }

    @Test func serializerThatFailsIsAFailureWithoutATask() async throws {
        let (manager, answers) = (AFHTTPSessionManager(sessionConfiguration: .patient), TaskAnswers())
        let reason = NSError(domain: "mine", code: 7, userInfo: ["a": 1])
        manager.requestSerializer.setQueryStringSerializationWith { _, _, error in
            error?.pointee = reason
            return ""
        }
        for verb in Verb.allCases where verb.hasQuery {
            let answers = TaskAnswers()
            #expect(verb.send(manager, "http://127.0.0.1:9/", ["a": 1], to: answers) == nil)
            let answer = try await answers.only(of: manager)
            #expect(answer.task == nil)
            #expect(answer.error?.domain == "mine")
            #expect(answer.error?.code == 7)
        }
        #expect(answers.all.isEmpty)
        #expect(manager.tasks.isEmpty)
    }
}
