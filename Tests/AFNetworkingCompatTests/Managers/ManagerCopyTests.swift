import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// Copies and archives of managers.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerCopyTests {
    private final class Client: AFHTTPSessionManager, @unchecked Sendable {}

    /// A manager that stores its serializer itself. AFNetworking copies it through the property.
    private final class Storing: AFHTTPSessionManager, @unchecked Sendable {
        var own: AFHTTPRequestSerializer?

        override var requestSerializer: AFHTTPRequestSerializer {
            get { own ?? super.requestSerializer }
            set { own = newValue }
        }
    }

    @Test func copyReadsOverriddenProperties() throws {
        let manager = Storing(baseURL: nil, sessionConfiguration: .patient)
        manager.requestSerializer = AFJSONRequestSerializer()
        let copy = try #require(manager.copy() as? AFHTTPSessionManager)
        #expect(type(of: copy.requestSerializer) == AFJSONRequestSerializer.self)
    }

    @Test func copyHasTheSameAndItsOwn() async throws {
        let server = try LoopbackServer.json()
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["X-Session": "1"]
        let manager = Client(baseURL: server.url("/v1"), sessionConfiguration: configuration)
        manager.requestSerializer = AFJSONRequestSerializer()
        manager.requestSerializer.setValue("original", forHTTPHeaderField: "X-A")
        manager.responseSerializer = AFHTTPResponseSerializer()
        manager.securityPolicy = AFSecurityPolicy(pinningMode: .publicKey)
        manager.completionQueue = DispatchQueue(label: "completion")
        let copy = try #require(manager.copy() as? AFHTTPSessionManager)
        #expect(type(of: copy) == Client.self)
        #expect(copy.baseURL == manager.baseURL)
        #expect(copy.session !== manager.session)
        #expect(copy.operationQueue !== manager.operationQueue)
        #expect(type(of: copy.requestSerializer) == AFJSONRequestSerializer.self)
        #expect(type(of: copy.responseSerializer) == AFHTTPResponseSerializer.self)
        #expect(copy.securityPolicy !== manager.securityPolicy && copy.securityPolicy.sslPinningMode == .publicKey)
        copy.securityPolicy = .default()
        #expect(manager.securityPolicy.sslPinningMode == .publicKey)
        // AFNetworking's copy has none.
        #expect(copy.completionQueue == nil)

        // A change to one does not affect the other.
        copy.requestSerializer.setValue("copy", forHTTPHeaderField: "X-A")
        copy.responseSerializer.acceptableStatusCodes = IndexSet(integer: 404)
        #expect(manager.requestSerializer.value(forHTTPHeaderField: "X-A") == "original")
        #expect(manager.responseSerializer.acceptableStatusCodes?.contains(200) == true)
        #expect(copy.responseSerializer !== manager.responseSerializer)
        let answers = TaskAnswers()
        Verb.get.send(copy, "a", to: answers)
        #expect(try await answers.only(of: copy).error?.code == NSURLErrorBadServerResponse)
        #expect(server.requests.first?.target == "/v1/a")
        #expect(server.requests.first?.value(named: "X-A") == "copy")
        #expect(server.requests.first?.value(named: "X-Session") == "1")
        manager.invalidateSessionCancelingTasks(true, resetSession: false)
        let next = TaskAnswers()
        Verb.get.send(copy, "a", to: next)
        #expect(try await next.only(of: copy).status == 200)
    }

    @Test func copyOfAPlainManagerWorks() async throws {
        let server = try LoopbackServer.json()
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let copy = try #require(manager.copy() as? AFURLSessionManager)
        #expect(copy !== manager)
        #expect(copy.responseSerializer !== manager.responseSerializer)
        let answers = TaskAnswers()
        copy.dataTask(with: URLRequest(url: server.url("/")), completionHandler: answers.completion).resume()
        #expect(try await answers.only(of: copy).error == nil)
    }

    @Test(arguments: ["http://127.0.0.1/v1?a=ü b", nil] as [String?])
    func archiveHasBaseAndSerializers(address: String?) throws {
        let manager = AFHTTPSessionManager(baseURL: address.flatMap { URL(string: $0) })
        manager.requestSerializer = AFPropertyListRequestSerializer()
        manager.requestSerializer.setValue("kept", forHTTPHeaderField: "X-A")
        manager.requestSerializer.timeoutInterval = 7
        manager.responseSerializer = AFXMLParserResponseSerializer()
        manager.responseSerializer.acceptableStatusCodes = IndexSet(integer: 418)
        let data = try NSKeyedArchiver.archivedData(withRootObject: manager, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AFHTTPSessionManager.self, from: data))
        #expect(read.baseURL?.absoluteString == manager.baseURL?.absoluteString)
        #expect(type(of: read.requestSerializer) == AFPropertyListRequestSerializer.self)
        #expect(read.requestSerializer.value(forHTTPHeaderField: "X-A") == "kept")
        #expect(read.requestSerializer.timeoutInterval == 7)
        #expect(type(of: read.responseSerializer) == AFXMLParserResponseSerializer.self)
        #expect(read.responseSerializer.acceptableStatusCodes == IndexSet(integer: 418))
    }

    @Test func archiveOfAPlainManagerIsReadAsOne() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: AFURLSessionManager(), requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: AFURLSessionManager.self, from: data) != nil)
    }

    @Test func spoiltArchivesAreNoManagers() throws {
        let coder = FakeCoder()
        AFHTTPSessionManager(baseURL: URL(string: "http://h/")).encode(with: coder)
        #expect(AFHTTPSessionManager(coder: coder)?.baseURL?.absoluteString == "http://h/")
        #expect(AFHTTPSessionManager(coder: FakeCoder()) == nil)
        for (key, value) in coder.values {
            coder.values[key] = nil
            #expect(AFHTTPSessionManager(coder: coder) == nil, "without \(key)")
            coder.values[key] = "1" as NSString
            #expect(AFHTTPSessionManager(coder: coder) == nil, "with another \(key)")
            coder.values[key] = value
        }
    }
}
