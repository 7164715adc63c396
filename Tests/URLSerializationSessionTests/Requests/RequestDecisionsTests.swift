import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The handlers of a request decide about its response, its data and its challenges.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequestDecisionsTests {
    private let session = Session(configuration: .patient, start: .manually)

    private struct Refusal: Error {}

    @Test func aRequestWaitsForTheDecisionAboutItsResponse() async throws {
        let server = try LoopbackServer { try $0.respond(body: "body") }
        for refusal in [Refusal(), nil] {
            let request = session.request(server.url())
            let decisions = Log<@Sendable ((any Error)?) -> Void>()
            request.onResponse { _, decide in
                decisions.add(decide)
                return true
            }
            request.resume()
            while request.downloadProgress.completedUnitCount < 4 || decisions.all.isEmpty { await Task.yield() }
            try await Task.sleep(nanoseconds: 20_000_000)
            #expect(!request.isFinished)
            decisions.all.first?(refusal)
            // Only the first decision counts.
            decisions.all.first?(refusal == nil ? Refusal() : nil)
            let response = await request.response()
            #expect((response.error?.underlyingError is Refusal) == (refusal != nil))
            #expect(response.response?.statusCode == 200)
        }
    }

    @Test func aRequestMayBeCancelledWhileItsResponseIsDecidedAbout() async throws {
        let server = try LoopbackServer { try $0.respond(body: "body") }
        let request = session.request(server.url())
        let decisions = Log<@Sendable ((any Error)?) -> Void>()
        request.onResponse { _, decide in
            decisions.add(decide)
            return true
        }
        request.resume()
        while decisions.all.isEmpty { await Task.yield() }
        request.cancel()
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        decisions.all.first?(nil)
    }

    @Test func aHandlerThatDoesNotDecideLetsTheResponseThrough() async throws {
        let server = try LoopbackServer { try $0.respond(body: "body") }
        let request = session.request(server.url())
        let segments = Log<Data>()
        request.onResponse { _, _ in false }
        request.onData { segments.add($0) }
        request.resume()
        #expect(await request.response().data == Data("body".utf8))
        #expect(segments.all.reduce(Data(), +) == Data("body".utf8))
    }

    @Test(arguments: [true, false]) func aChallengeIsAskedAboutIfItIsWanted(isWanted: Bool) async throws {
        let server = try LoopbackServer { exchange in
            guard exchange.request.value(named: "Authorization") == nil else {
                return try exchange.respond(body: "yes")
            }
            try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=r"], body: "who?")
        }
        let asked = Log<String?>()
        func ask(_ request: Request) {
            request.onChallenge(where: { isWanted }) { challenge, answer in
                asked.add(challenge.protectionSpace.realm)
                answer(.credential(URLCredential(user: "u", password: "p", persistence: .none)))
                return true
            }
            request.resume()
        }
        let request = session.request(server.url())
        ask(request)
        #expect(await request.response().data == Data((isWanted ? "yes" : "who?").utf8))
        let download = session.download(server.url())
        ask(download)
        let file = try #require(await download.response().fileURL)
        #expect(try Data(contentsOf: file) == Data((isWanted ? "yes" : "who?").utf8))
        #expect(asked.all == (isWanted ? ["r", "r"] : []))
    }

    @Test func aRejectedChallengeOfADownloadIsItsFile() async throws {
        let server = try LoopbackServer {
            try $0.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=r"], body: "who?")
        }
        let download = session.download(server.url())
        download.onChallenge(where: { true }) { _, answer in
            answer(.rejection)
            return true
        }
        download.resume()
        let answer = await download.response()
        #expect(answer.response?.statusCode == 401)
        #expect(try Data(contentsOf: #require(answer.fileURL)) == Data("who?".utf8))
    }
}
