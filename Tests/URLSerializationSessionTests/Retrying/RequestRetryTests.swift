import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestRetryTests {
    /// Decides as it is configured, and counts.
    private final class Retrier: RequestRetrier {
        let errors = Log<String>()
        private let decision: RetryDecision
        private let limit: Int

        init(_ decision: RetryDecision, limit: Int = .max) { (self.decision, self.limit) = (decision, limit) }

        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            errors.add("\(error)")
            return request.retryCount < limit ? decision : .doNotRetry
        }
    }

    /// Answers with 503 a number of times, and then with the body.
    private func server(failures: Int, headers: KeyValuePairs<String, String> = [:]) throws -> LoopbackServer {
        let count = Log<Int>()
        return try LoopbackServer { exchange in
            count.add(1)
            if count.count <= failures {
                try exchange.respond(status: 503, headers: headers, body: "busy")
            } else {
                try exchange.respond(status: 200, body: exchange.request.body)
            }
        }
    }

    @Test func aRequestIsSentAgainUntilItSucceeds() async throws {
        let retrier = Retrier(.retry)
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(failures: 3)
        let request = session.request(server.url("/"), method: .put, parameters: ["a": 1]).validate()
        let answer = await request.response()
        #expect(answer.error == nil)
        #expect(answer.data == Data("a=1".utf8))
        #expect(request.retryCount == 3)
        #expect(retrier.errors.count == 3)
        #expect(server.requests.map(\.text) == Array(repeating: "a=1", count: 4))
    }

    /// Answers with a number of bodies that are cut off, and then with a whole one.
    private func server(cutAnswers: Int) throws -> LoopbackServer {
        let count = Log<Int>()
        return try LoopbackServer { exchange in
            count.add(1)
            let isCut = count.count <= cutAnswers
            try exchange.respond(
                status: 200, headers: ["Content-Type": "application/json"], body: isCut ? #"{"a":"# : #"{"a":1}"#)
        }
    }

    @Test func aRetrierIsAskedAboutAnAnswerThatCannotBeDecoded() async throws {
        let retrier = Retrier(.retry, limit: 2)
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(cutAnswers: 2)
        let request = session.request(server.url("/"))
        #expect(try await request.decode([String: Int].self) == ["a": 1])
        #expect(request.retryCount == 2 && retrier.errors.count == 2)
        // Its decision not to retry leaves the error, and the request itself has succeeded.
        let broken = try self.server(cutAnswers: 9)
        let other = session.request(broken.url("/"))
        let answers = Log<Answer<[String: Int]>>()
        other.response(queue: .global(), serializer: DecodableResponseSerializer([String: Int].self)) {
            answers.add($0)
        }
        await withCheckedContinuation { done in other.whenFinished { done.resume() } }
        try await eventually("The handler is called.") { answers.count == 1 }
        #expect(answers.all[0].error?.kind == .decoding && answers.all[0].duration > 0)
        #expect(other.error == nil && other.retryCount == 2 && server.requestCount == 3)
    }

    @Test func aRetrierReplacesTheErrorOfASerializer() async throws {
        struct Other: Error {}
        let session = Session(configuration: .patient, retriers: [Retrier(.doNotRetryWithError(Other()))])
        let server = try server(cutAnswers: 9)
        await #expect { try await session.request(server.url("/")).json() } throws: { error in
            (error as? RequestError)?.cause is Other
        }
    }

    @Test func aCancellationDuringTheDelayAfterASerializerCounts() async throws {
        let retrier = Retrier(.retryAfter(600))
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(cutAnswers: 9)
        let request = session.request(server.url("/"))
        async let answer = request.response(serializer: DecodableResponseSerializer([String: Int].self)).error?.kind
        try await eventually("The retrier is asked.") { retrier.errors.count == 1 }
        request.cancel()
        #expect(await answer == .cancelled)
    }

    @Test func aRequestThatIsNotSentAgainFailsWithItsFirstError() async throws {
        let retrier = Retrier(.doNotRetry)
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(failures: 9)
        let answer = await session.request(server.url("/")).validate().response()
        #expect((answer.error?.cause as? ResponseSerializationError)?.statusCode == 503)
        #expect(retrier.errors.count == 1)
        #expect(server.requestCount == 1)
        // No validation has failed.
        #expect(await session.request(server.url("/")).response().response?.statusCode == 503)
        #expect(retrier.errors.count == 1)
    }

    @Test(arguments: [0.2, 0, -1, Double.nan, -Double.infinity]) func aDelayIsKept(delay: Double) async throws {
        let session = Session(configuration: .patient, retriers: [Retrier(.retryAfter(delay), limit: 1)])
        let server = try server(failures: 1)
        let request = session.request(server.url("/")).validate()
        #expect(await request.response().error == nil)
        let duration = try #require(request.duration)
        #expect(delay == 0.2 ? duration >= 0.2 : duration < 600)
    }

    @Test func aRequestCanBeCancelledWhileItWaits() async throws {
        let retrier = Retrier(.retryAfter(600))
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(failures: 1)
        let request = session.request(server.url("/")).validate().resume()
        try await eventually("The retrier is asked.") { retrier.errors.count == 1 }
        request.cancel()
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        #expect(server.requestCount == 1)
    }

    @Test func aPauseHoldsARetry() async throws {
        let retrier = Retrier(.retryAfter(0.02))
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(failures: 1)
        let request = session.request(server.url("/")).validate { _, response, _ in
            if response.statusCode != 200 { throw CancellationError() }
        }.resume()
        try await eventually("The retrier is asked.") { retrier.errors.count == 1 }
        request.suspend()
        // Longer than the delay: if the request were not suspended, it would have been sent.
        try await Task.sleep(nanoseconds: 60_000_000)
        let count = server.requestCount
        #expect(count == 1 || request.retryCount == 1)
        request.resume()
        #expect(await request.response().error == nil)
        #expect(server.requestCount == 2)
    }

    @Test func failedConnectionsAreRetriedAndTheLastErrorStays() async throws {
        let retrier = Retrier(.retry, limit: 2)
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try LoopbackServer { $0.reset() }
        let request = session.request(server.url("/"))
        #expect(await request.response().error?.cause is URLError)
        #expect(request.retryCount == 2)
        #expect(retrier.errors.count == 3)
        #expect(server.requestCount == 3)
    }

    @Test func whatCannotBeBuiltOrSentTwiceIsNotRetried() async throws {
        let retrier = Retrier(.retry)
        let session = Session(configuration: .patient, retriers: [retrier])
        let server = try server(failures: 9)
        #expect(await session.request("not a url").response().error?.cause is RequestSerializationError)
        _ = await session.request(server.url("/")).cancel().response()
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("once".utf8))
        let answer = await session.request(request).validate().response()
        #expect((answer.error?.cause as? ResponseSerializationError)?.statusCode == 503)
        #expect(retrier.errors.all.isEmpty)
    }

    @Test func theBodyIsMadeAnew() async throws {
        let session = Session(configuration: .patient, retriers: [Retrier(.retry)])
        let folder = try ScratchFolder()
        let file = try folder.file(Data("body".utf8))
        let sources: [Uploadable] = [
            .data(Data("body".utf8)), .file(file), .stream(length: 4) { InputStream(data: Data("body".utf8)) },
            .stream(length: nil) { InputStream(data: Data("body".utf8)) },
        ]
        for source in sources {
            let server = try server(failures: 2)
            let answer = await session.upload(source, to: server.url("/")).validate().response()
            #expect(answer.data == Data("body".utf8))
            #expect(server.requests.map(\.text) == ["body", "body", "body"])
        }
        let server = try server(failures: 1)
        let form = await session.upload(to: server.url("/")) { try $0.append("y", name: "b") }.validate().response()
        #expect(form.error == nil)
        #expect(server.requests.map(\.body).count == 2 && Set(server.requests.map(\.body)).count == 1)
    }

    @Test func thePolicyWaitsAsTheServerAsks() async throws {
        var policy = RetryPolicy()
        policy.exponentialBackoffScale = 0.01
        let server = try server(failures: 1, headers: ["Retry-After": "1"])
        let request = Session(configuration: .patient, retriers: [policy]).request(server.url("/")).validate()
        #expect(await request.response().error == nil)
        #expect(request.duration ?? 0 >= 1)
        #expect(request.retryCount == 1)
        let busy = try self.server(failures: 9, headers: ["Retry-After": "1000"])
        let refused = Session(configuration: .patient, retriers: [policy]).request(busy.url("/")).validate()
        #expect((await refused.response().error?.cause as? ResponseSerializationError)?.statusCode == 503)
        #expect(busy.requestCount == 1)
        let down = try self.server(failures: 9)
        let limited = Session(configuration: .patient, retriers: [policy]).request(down.url("/")).validate()
        #expect(await limited.response().error != nil)
        #expect(down.requestCount == 3)
        let post = Session(configuration: .patient, retriers: [policy]).request(down.url("/"), method: .post).validate()
        #expect(await post.response().error != nil)
        #expect(down.requestCount == 4)
    }

    @Test func aDownloadGoesOnByRange() async throws {
        let session = Session(configuration: .patient, retriers: [Retrier(.retry, limit: 2)])
        let server = try LoopbackServer { exchange in
            let whole = pattern(100_000)
            if let range = exchange.request.value(named: "Range") {
                #expect(exchange.request.value(named: "If-Range") == "\"v1\"")
                let first = Int(range.dropFirst(6).dropLast()) ?? 0
                try exchange.respond(
                    status: 206, headers: ["Content-Range": "bytes \(first)-99999/100000", "ETag": "\"v1\""],
                    body: whole[first...])
            } else {
                try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\nETag: \"v1\"\r\n\r\n")
                try exchange.write(whole.prefix(60_000))
                exchange.close()
            }
        }
        let folder = try ScratchFolder()
        let request = session.download(server.url("/")) { _, _ in (folder("x"), []) }
        let answer = await request.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: folder("x")) == pattern(100_000))
        #expect(request.retryCount == 1)
        #expect(server.requests.compactMap { $0.value(named: "Range") }.count == 1)
    }
}
