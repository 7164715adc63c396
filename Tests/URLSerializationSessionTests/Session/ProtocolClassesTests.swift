import TestSupport
import Testing
import URLSerializationSession

@Suite(.timeLimit(.minutes(60))) struct ProtocolClassesTests {
    /// Answers requests for the host `stub.test` without a network: an example of such a class.
    private final class Stub: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub.test" }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            guard let url = request.url else { return }
            var status = 200
            var fields = ["Content-Type": "text/plain", "X-Method": request.httpMethod ?? ""]
            var segments = [Data("one ".utf8), Data("two".utf8)]
            switch url.path {
            case "/moved":
                status = 302
                fields["Location"] = "/there"
            case "/failed":
                client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
                return
            case "/empty": segments = []
            case "/held": return
            default: break
            }
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
            else { return }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            for segment in segments { client?.urlProtocol(self, didLoad: segment) }
            client?.urlProtocolDidFinishLoading(self)
        }

        override func stopLoading() {}
    }

    private let session: Session

    init() {
        let configuration = URLSessionConfiguration.patient
        configuration.protocolClasses = [Stub.self]
        session = Session(configuration: configuration)
    }

    @Test func dataIsAnswered() async throws {
        let answer = await session.request("http://stub.test/x").validate().response()
        #expect(answer.error == nil)
        #expect(answer.data == Data("one two".utf8))
        #expect(answer.response?.value(forHTTPHeaderField: "X-Method") == "GET")
        #expect(await session.request("http://stub.test/empty").response().data == Data())
    }

    @Test func uploadsAreAnswered() async throws {
        let folder = try ScratchFolder()
        let file = try folder.file(Data("content".utf8))
        for source in [Uploadable.data(Data("body".utf8)), .file(file)] {
            let answer = await session.upload(source, to: "http://stub.test/x").response()
            #expect(answer.data == Data("one two".utf8))
            #expect(answer.response?.value(forHTTPHeaderField: "X-Method") == "POST")
        }
    }

    @Test func downloadsAreAnswered() async throws {
        let folder = try ScratchFolder()
        let answer = await session.download("http://stub.test/x") { _, _ in (folder("x"), []) }.response()
        #expect(answer.error == nil)
        #expect(try Data(contentsOf: folder("x")) == Data("one two".utf8))
    }

    @Test func bodiesAreHandedOut() async throws {
        var body = Data()
        for try await segment in session.request("http://stub.test/x").receivedBody() { body.append(segment) }
        #expect(body == Data("one two".utf8))
    }

    @Test func redirectionsAreFollowed() async throws {
        let request = session.request("http://stub.test/moved")
        #expect(await request.response().data == Data("one two".utf8))
        #expect(request.request?.url?.path == "/there")
    }

    @Test func failuresAndCancelsEnd() async throws {
        let failed = await session.request("http://stub.test/failed").response()
        #expect((failed.error?.cause as? URLError)?.code == .notConnectedToInternet)
        let held = session.request("http://stub.test/held").resume()
        try await eventually("It runs.") { held.task != nil }
        held.cancel()
        #expect((await held.response().error?.cause as? URLError)?.code == .cancelled)
        try await eventually("The task ends.") { session.taskCount == 0 }
    }
}
