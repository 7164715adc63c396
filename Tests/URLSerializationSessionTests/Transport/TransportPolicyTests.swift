import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct TransportPolicyTests {
    /// A retrier that retries everything, and counts.
    private final class Retrier: RequestRetrier {
        let errors = Log<String>()

        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            errors.add("\(error)")
            return request.retryCount < 2 ? .retry : .doNotRetry
        }
    }

    private struct Adapter: RequestAdapter {
        let url: URL

        func adapt(_ request: URLRequest) async throws -> URLRequest { URLRequest(url: url) }
    }

    @Test func everyHopIsAsked() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.path == "/from" {
                try exchange.respond(status: 307, headers: ["Location": "/to"], body: "")
            } else if exchange.request.value(named: "Authorization") == nil {
                try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""], body: "")
            } else {
                try exchange.respond(status: 503, body: "")
            }
        }
        let policy = RefusingPolicy()
        let retrier = Retrier()
        let session = Session(
            configuration: .patient, start: .manually, retriers: [retrier], transportPolicy: policy)
        let request = session.request(server.url("/from")).authenticate(username: "u", password: "p").validate()
        request.resume()
        let answer = await request.response()
        #expect((answer.error?.cause as? ResponseSerializationError)?.statusCode == 503)
        let attempt = ["/from", "/to", "/to"].map { server.address($0) }
        #expect(policy.asked.all == attempt + attempt + attempt)
        #expect(server.requestCount == 9)
        #expect(retrier.errors.count == 3)
    }

    @Test func aRefusedRedirectionReachesNoServer() async throws {
        let other = try LoopbackServer { try $0.respond(status: 200) }
        let target = other.url("/there")
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 302, headers: ["Location": target.absoluteString], body: "")
        }
        let policy = RefusingPolicy { $0.url?.path == "/there" }
        let retrier = Retrier()
        let session = Session(configuration: .patient, retriers: [retrier], transportPolicy: policy)
        let answer = await session.request(server.url("/here")).validate().response()
        #expect(answer.error?.underlyingError as? RefusingPolicy.Refusal == RefusingPolicy.Refusal(url: target))
        #expect(answer.data == nil)
        #expect(policy.asked.all == [server.address("/here"), target.absoluteString])
        #expect(server.requestCount == 1)
        #expect(other.connectionCount == 0)
        #expect(retrier.errors.count == 0)
        #expect(session.runningRequests.isEmpty)
    }

    @Test func nothingIsReadOfABodyThatIsRefused() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let session = Session(configuration: .patient, transportPolicy: RefusingPolicy { _ in true })
        let streams = Log<Int>()
        let request = session.upload(
            .stream(length: 1) {
                streams.add(1)
                return InputStream(data: Data("a".utf8))
            }, to: server.url("/"))
        #expect(await request.response().error?.underlyingError is RefusingPolicy.Refusal)
        #expect(streams.count == 0)
        #expect(server.connectionCount == 0)
    }

    @Test func aDownloadThatIsRefusedLeavesNoFile() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "file") }
        let session = Session(configuration: .patient, transportPolicy: RefusingPolicy { _ in true })
        let folder = try ScratchFolder()
        let target = folder("file")
        let request = session.download(server.url("/"), to: SuggestedDestination.in(folder.url))
        let answer = await request.response()
        #expect(answer.error?.underlyingError is RefusingPolicy.Refusal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        #expect(!exists(target))
        #expect(server.connectionCount == 0)
    }

    @Test func whatIsAskedAboutIsWhatGoesOut() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let policy = RefusingPolicy { $0.value(forHTTPHeaderField: "X-Own") != "1" }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["X-Own": "1"]
        let session = Session(
            configuration: configuration, adapters: [Adapter(url: server.url("/adapted"))], transportPolicy: policy)
        #expect(await session.request("HTTP://127.0.0.1:1/made").response().error == nil)
        #expect(policy.asked.all == [server.address("/adapted")])
    }

    @Test func aRequestThatCannotBeSentIsNotAskedAbout() async throws {
        let policy = RefusingPolicy()
        let session = Session(configuration: .patient, transportPolicy: policy)
        #expect(await session.request("http://").response().error?.cause is RequestSerializationError)
        #expect(policy.asked.count == 0)
    }
}
