import AFNetworkingCompat
import LoopbackServer
import Testing
import URLSerialization
import URLSerializationSession

/// How long the answers of a manager's tasks may be.
@Suite(.timeLimit(.minutes(10))) struct ManagerLimitTests {
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
        let (server, manager) = (try server(), AFURLSessionManager())
        #expect(manager.maximumReceivedBytes == nil)
        manager.maximumReceivedBytes = limit
        let copy = try #require(manager.copy() as? AFURLSessionManager)
        #expect(copy.maximumReceivedBytes == limit)
        for manager in [manager, copy] {
            let error = await error(manager, server)
            #expect((error == nil) == isEnough)
            #expect(isEnough || (error as? SessionError)?.code == .bodyTooLarge)
        }
    }

    @Test func aSerializersMaximumEndsTheTask() async throws {
        let (server, manager) = (try server(), AFURLSessionManager())
        let serializer = AFJSONResponseSerializer()
        serializer.coreConfiguration.maximumBytes = 999
        manager.responseSerializer = serializer
        let failure = await error(manager, server) as? ResponseSerializationError
        #expect(failure?.kind == .tooLarge)
    }
}
