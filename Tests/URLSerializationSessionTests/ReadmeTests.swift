import Testing
import URLSerializationSession

/// The README's samples of requests that run, compiled and run against answers in the network's place.
@Suite(.timeLimit(.minutes(10))) struct ReadmeTests {
    @Test func orderSampleSendsAndReadsWhatItSays() async throws {
        let session = Session(configuration: .ephemeral, retrier: RetryPolicy())

        let order = try await session.request(
            "https://api.example.com/orders", method: .post, parameters: ["sku": "TEE"], serializer: .json
        ).validate().decode(with: .decodable(Order.self))
        #expect(order.sku == "TEE")
        #expect(order.method == "POST")
    }

    @Test func filesAndClosuresSampleDoesWhatItSays() async throws {
        let session = Session(configuration: .ephemeral, retrier: RetryPolicy())
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = folder.appendingPathComponent("sea.jpg")
        try Data("light".utf8).write(to: photo)
        let (answers, answer) = AsyncStream.makeStream(of: String.self)
        let show = Show { answer.yield($0) }
        let keep: @Sendable (Data?) -> Void = { _ in answer.yield("cancelled") }
        let parser = Parser()

        session.upload(to: "https://api.example.com/photos", parameters: ["album": 7]) { form in
            try form.append(file: photo, name: "photo")
        }
        .uploadProgress { progress in show(progress.fractionCompleted) }
        .validate()
        .response(serializer: .json) { response in show(response.value, response.error) }

        let map = session.download("https://example.com/map.pdf", to: SuggestedDestination.in(folder)).validate()
        map.cancel { resumeData in keep(resumeData) }
        // and later, from where it was: session.download(resumingWith: resumeData, to: …)

        for try await piece in session.request("https://example.com/log").validate().receivedBody() {
            parser.feed(piece)
        }
        #expect(parser.text == #"{"method":"GET","sku":"TEE"}"#)
        var seen: Set<String> = []
        for await answer in answers {
            seen.insert(answer)
            if seen == ["cancelled", "answered"] { break }
        }
        #expect(seen == ["cancelled", "answered"])
    }
}

private struct Order: Decodable {
    var sku: String
    var method: String
}

/// The sample's own way to show things.
private struct Show: Sendable {
    let tell: @Sendable (String) -> Void

    func callAsFunction(_ fraction: Double) {}

    func callAsFunction(_ value: Any?, _ error: (any Error)?) {
        tell(value != nil && error == nil ? "answered" : "failed: \(String(describing: error))")
    }
}

private final class Parser {
    var text = ""

    func feed(_ piece: Data) { text += String(decoding: piece, as: UTF8.self) }
}

/// Replaces the session that the sample makes with one that needs no network.
private func Session(configuration: URLSessionConfiguration, retrier: RetryPolicy) -> SessionManager {
    configuration.protocolClasses = [CannedAnswers.self]
    return SessionManager(configuration: configuration, retrier: retrier)
}

final class CannedAnswers: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let client,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "application/json"])
        else { return }
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        let body = #"{"method":"\#(request.httpMethod ?? "")","sku":"TEE"}"#
        client.urlProtocol(self, didLoad: Data(body.utf8))
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
