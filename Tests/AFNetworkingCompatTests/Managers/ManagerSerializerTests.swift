import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// The response serializers of a manager, and the moment at which the current one is read.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerSerializerTests {
    /// A serializer that is not an ``AFHTTPResponseSerializer``.
    private final class Plain: NSObject, AFURLResponseSerialization, @unchecked Sendable {
        static var supportsSecureCoding: Bool { true }
        override init() {}
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
        func copy(with zone: NSZone? = nil) -> Any { Plain() }

        func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
            if (response as? HTTPURLResponse)?.statusCode == 500 {
                error?.pointee = NSError(domain: "plain", code: 5, userInfo: nil)
            }
            return "plain " + String(decoding: data ?? Data(), as: UTF8.self)
        }
    }

    @Test(arguments: [false, true]) func anySerializerCanBeSet(isHTTP: Bool) async throws {
        let server = try LoopbackServer { try $0.respond(status: $0.request.path == "/bad" ? 500 : 200, body: "x") }
        let manager: AFURLSessionManager =
            isHTTP
            ? AFHTTPSessionManager(sessionConfiguration: .patient) : AFURLSessionManager(sessionConfiguration: .patient)
        let serializer = Plain()
        manager.responseSerializer = serializer
        #expect(manager.responseSerializer === serializer)
        for (path, code) in [("/", nil), ("/bad", 5)] as [(String, Int?)] {
            let answers = TaskAnswers()
            let task = manager.dataTask(with: URLRequest(url: server.url(path)), completionHandler: answers.completion)
            let log = NotificationLog([.AFNetworkingTaskDidComplete], of: task)
            task.resume()
            let answer = try await answers.only(of: manager)
            #expect(answer.object as? String == "plain x")
            #expect(answer.error?.code == code)
            let userInfo = try await log.events.first().userInfo
            #expect(userInfo[AFNetworkingTaskDidCompleteResponseSerializerKey] as AnyObject? === serializer)
        }
    }

    @Test func verbsUseAnySerializer() async throws {
        let server = try LoopbackServer { try $0.respond(body: "x") }
        let (manager, answers) = server.makeManager()
        (manager as AFURLSessionManager).responseSerializer = Plain()
        Verb.get.send(manager, "a", to: answers)
        #expect(try await answers.only(of: manager).object as? String == "plain x")
        // Read as its declared type, it still works.
        let serializer = manager.responseSerializer
        manager.responseSerializer = serializer
        let again = TaskAnswers()
        Verb.get.send(manager, "a", to: again)
        #expect(try await again.only(of: manager).object as? String == "plain x")
        manager.responseSerializer = AFHTTPResponseSerializer()
        let last = TaskAnswers()
        Verb.get.send(manager, "a", to: last)
        #expect(try await last.only(of: manager).object as? Data == Data("x".utf8))
    }

    @Test func compoundSerializerAsksOneAfterAnother() async throws {
        let server = try LoopbackServer {
            let isJSON = $0.request.path == "/json"
            try $0.respond(
                headers: ["Content-Type": isJSON ? "application/json" : "text/plain"], body: isJSON ? "[1]" : "text")
        }
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: .patient)
        manager.responseSerializer = AFCompoundResponseSerializer.compoundSerializer(
            withResponseSerializers: [AFJSONResponseSerializer(), AFHTTPResponseSerializer()])
        let (json, text) = (TaskAnswers(), TaskAnswers())
        Verb.get.send(manager, "json", to: json)
        Verb.get.send(manager, "text", to: text)
        #expect(try await json.only(of: manager).object as? [Int] == [1])
        #expect(try await text.only(of: manager).object as? Data == Data("text".utf8))
    }

    @Test func serializerIsTheOneAtTheEnd() async throws {
        let server = try LoopbackServer {
            try $0.hold()
            try $0.respond(headers: ["Content-Type": "application/json"], body: "[1]")
        }
        let (manager, answers) = server.makeManager()
        Verb.get.send(manager, "a", to: answers)
        try await server.waitUntilHeld()
        manager.responseSerializer = AFHTTPResponseSerializer()
        manager.completionQueue = DispatchQueue(label: "completion")
        server.release()
        let answer = try await answers.only(of: manager)
        #expect(answer.object as? Data == Data("[1]".utf8))
        #expect(!answer.isOnMain)
    }

    @Test func serializersOfTheBeginningAreAFNetworkings() {
        #expect(type(of: AFHTTPSessionManager().requestSerializer) == AFHTTPRequestSerializer.self)
        #expect(type(of: AFHTTPSessionManager().responseSerializer) == AFJSONResponseSerializer.self)
        #expect(type(of: AFURLSessionManager().responseSerializer) == AFJSONResponseSerializer.self)
        #expect(AFURLSessionManager().operationQueue.maxConcurrentOperationCount == 1)
        #expect(AFURLSessionManager().completionQueue == nil)
        #expect(AFURLSessionManager().completionGroup == nil)
        #expect(AFHTTPSessionManager().responseSerializer !== AFHTTPSessionManager().responseSerializer)
    }

    @Test func descriptionSaysWhatAManagerConsistsOf() {
        let manager = AFHTTPSessionManager(baseURL: URL(string: "http://h/v1"))
        #expect(manager.description.hasPrefix("<AFHTTPSessionManager: 0x"))
        #expect(manager.description.contains(", baseURL: http://h/v1/, session: "))
        #expect(manager.description.contains(", operationQueue: "))
        #expect(AFHTTPSessionManager().description.contains("baseURL: (null)"))
        #expect(AFURLSessionManager().description.hasPrefix("<AFURLSessionManager: 0x"))
        #expect(!AFURLSessionManager().description.contains("baseURL"))
    }

    @Test func settingsOfASerializerMayBeChangedInPlace() async throws {
        let server = try LoopbackServer { try $0.respond(headers: ["Content-Type": "text/html"], body: "[1]") }
        let (manager, answers) = server.makeManager()
        manager.responseSerializer.acceptableContentTypes?.insert("text/html")
        manager.requestSerializer.setValue("token", forHTTPHeaderField: "Authorization")
        Verb.get.send(manager, "a", to: answers)
        #expect(try await answers.only(of: manager).object as? [Int] == [1])
        #expect(server.requests.first?.value(named: "Authorization") == "token")
    }

    @Test func serializersHeadersWinOverTheConfigurations() async throws {
        let server = try LoopbackServer.json()
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["User-Agent": "mine/1", "Accept-Language": "fr", "X-Session": "1"]
        let manager = AFHTTPSessionManager(baseURL: server.url("/"), sessionConfiguration: configuration)
        let answers = TaskAnswers()
        Verb.get.send(manager, "a", to: answers)
        _ = try await answers.only(of: manager)
        let request = try #require(server.requests.first)
        for name in ["User-Agent", "Accept-Language"] {
            #expect(request.value(named: name) == manager.requestSerializer.value(forHTTPHeaderField: name))
        }
        #expect(request.value(named: "X-Session") == "1")
    }
}
