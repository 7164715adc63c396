import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The limits for the answers of a manager's tasks.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerLimitTests {
    private func error(_ manager: AFURLSessionManager, _ server: LoopbackServer) async -> (any Error)? {
        await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            manager.dataTask(with: URLRequest(url: server.url("/"))) { _, _, error in
                continuation.resume(returning: error)
            }.resume()
        }
    }

    private func server() throws -> LoopbackServer {
        try LoopbackServer {
            try $0.respond(
                headers: ["Content-Type": "application/json"], body: "[\(String(repeating: " ", count: 998))]")
        }
    }

    @Test(arguments: [(Int64?.none, true), (1000, true), (999, false)])
    func anAnswerMayBeAsLongAsTheManagerSays(limit: Int64?, isEnough: Bool) async throws {
        let (server, manager) = (try server(), AFURLSessionManager(sessionConfiguration: .patient))
        #expect(manager.maximumReceivedBytes == nil)
        manager.maximumReceivedBytes = limit
        let copy = try #require(manager.copy() as? AFURLSessionManager)
        #expect(copy.maximumReceivedBytes == limit)
        for manager in [manager, copy] {
            let error = await error(manager, server)
            #expect((error == nil) == isEnough)
            #expect(isEnough || (error as? RequestError)?.kind == .tooLarge)
        }
    }

    #if os(Linux)
        /// One that cannot be read, so that the request fails before anything is sent.
        @Test func aManagerTakesClientCertificates() async throws {
            let server = try LoopbackServer.forConnections { $0.close() }
            let manager = AFURLSessionManager(sessionConfiguration: .patient)
            manager.clientCertificates = [ClientCertificate(pkcs12: Data(), password: "")]
            #expect(manager.clientCertificates.count == 1)
            let url = server.address("/").replacingOccurrences(of: "http:", with: "https:")
            let request = URLRequest(url: try #require(URL(string: url)))
            let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
                manager.dataTask(with: request) { _, _, error in continuation.resume(returning: error) }.resume()
            }
            #expect((error as? URLError)?.code == .clientCertificateRejected)
        }
    #endif

    @Test func aSerializerRefusesALongerResponse() async throws {
        let (server, manager) = (try server(), AFURLSessionManager(sessionConfiguration: .patient))
        let serializer = AFJSONResponseSerializer()
        serializer.coreConfiguration.maximumBytes = 999
        manager.responseSerializer = serializer
        let failure = await error(manager, server) as? ResponseSerializationError
        #expect(failure?.kind == .tooLarge)
    }

    @Test func theLimitIsArchived() throws {
        let manager = AFHTTPSessionManager()
        for limit in [nil, 1 << 20] as [Int64?] {
            manager.maximumReceivedBytes = limit
            let archive = try NSKeyedArchiver.archivedData(withRootObject: manager, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: AFHTTPSessionManager.self, from: archive)
            #expect(try #require(read).maximumReceivedBytes == limit)
        }
    }

    /// The limit applies to the response, not to the body of a redirection before it.
    @Test func aRedirectionThatIsFollowedMayHaveAnyBody() async throws {
        let server = try LoopbackServer { exchange in
            guard exchange.request.path == "/" else { return try exchange.respond(body: "short") }
            let body = Data(repeating: 0x20, count: 2_000)
            try exchange.respond(status: 302, headers: ["Location": "/there"], body: body)
        }
        let manager = AFURLSessionManager(sessionConfiguration: .patient)
        let serializer = AFHTTPResponseSerializer()
        manager.responseSerializer = serializer
        manager.maximumReceivedBytes = 1_000
        manager.setTaskWillPerformHTTPRedirectionBlock { _, _, _, request in request }
        #expect(await error(manager, server) == nil)
        #expect(server.requests.map(\.path) == ["/", "/there"])
    }
}
