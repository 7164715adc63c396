import TestSupport
import Testing
import URLSerializationSession

extension HttpbinTests {
    @Test func anIntervalOfAFractionOfASecondIsKept() async throws {
        let url = try #require(URL(string: Httpbin.at("/delay/10")))
        let start = Date()
        let response = await session.request(URLRequest(url: url, timeoutInterval: 0.3)).response()
        #expect((response.error?.cause as? URLError)?.code == .timedOut)
        #expect(Date().timeIntervalSince(start) >= 0.3)
    }

    @Test func anAnswerWithinTheIntervalComes() async throws {
        let url = try #require(URL(string: Httpbin.at("/delay/0.2")))
        let response = await session.request(URLRequest(url: url, timeoutInterval: 600)).validate().response()
        #expect(response.error == nil && response.response?.statusCode == 200)
    }

    /// Bytes that keep arriving prevent one timeout, but not the other.
    @Test func theWholeMayBeLimitedToo() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = 0.6
        let start = Date()
        let response = await Session(configuration: configuration)
            .request(Httpbin.at("/drip?numbytes=100&duration=10")).response()
        #expect((response.error?.cause as? URLError)?.code == .timedOut)
        #expect(Date().timeIntervalSince(start) >= 0.6)
    }

    @Test func bytesThatKeepComingPutOffTheInterval() async throws {
        // On a machine that stands still for a second the interval ends.
        for second in LongerTimes() {
            let url = try #require(URL(string: Httpbin.at("/drip?numbytes=5&duration=\(2.5 * second)")))
            let request = URLRequest(url: url, timeoutInterval: 1.5 * second)
            let response = await session.request(request).validate().response()
            if (response.error?.cause as? URLError)?.code == .timedOut { continue }
            #expect(response.data == Data(repeating: UInt8(ascii: "*"), count: 5))
            return
        }
        Issue.record("It always timed out.")
    }

    @Test func aBodyIsHandedOutAsItComes() async throws {
        // A machine that stands still receives all at once.
        for second in LongerTimes() {
            let request = session.request(Httpbin.at("/drip?numbytes=3&duration=\(0.6 * second)&delay=0"))
            var segments: [Data] = []
            for try await segment in request.validate().receivedBody() { segments.append(segment) }
            #expect(segments.reduce(Data(), +) == Data("***".utf8))
            #expect(request.downloadProgress.completedUnitCount == 3 && request.downloadProgress.totalUnitCount == 3)
            if segments.count > 1 { return }
        }
        Issue.record("It always came whole.")
    }

    @Test func linesInChunksAreHandedOut() async throws {
        var lines = Data()
        for try await segment in session.request(Httpbin.at("/stream/20")).receivedBody() { lines += segment }
        let parts = String(decoding: lines, as: UTF8.self).split(separator: "\n")
        #expect(parts.count == 20)
        for part in parts { _ = try JSONDecoder().decode([String: ParameterValue].self, from: Data(part.utf8)) }
    }

    @Test(arguments: [1, 1024, 102_400])
    func allBytesOfABodyCome(length: Int) async throws {
        for path in ["/bytes/\(length)", "/stream-bytes/\(length)?chunk_size=1000"] {
            let data = try await session.request(Httpbin.at(path)).validate().data()
            #expect(data.count == length, "\(path)")
        }
        let data = try await session.request(Httpbin.at("/range/\(length)")).data()
        #expect(data == Self.alphabet(0..<length))
    }

    @Test func aCancelledRequestEndsAtOnce() async throws {
        let start = Date()
        let request = session.request(Httpbin.at("/drip?numbytes=100&duration=100"))
        for try await _ in request.receivedBody() { break }
        let response = await request.response()
        #expect((response.error?.cause as? URLError)?.code == .cancelled)
        let waiting = session.request(Httpbin.at("/delay/10"))
        waiting.cancel()
        #expect((await waiting.response().error?.cause as? URLError)?.code == .cancelled)
        #expect(Date().timeIntervalSince(start) < 90)
    }

    /// The bytes with which `/range` and `/file` answer.
    static func alphabet(_ range: Range<Int>) -> Data {
        Data(range.map { UInt8(ascii: "a") + UInt8($0 % 26) })
    }
}
