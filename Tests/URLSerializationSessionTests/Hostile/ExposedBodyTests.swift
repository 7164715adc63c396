import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Servers that redirect from https to http: an encrypted body is not sent in clear unless this is requested.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct ExposedBodyTests {
    /// Answers `https://stub.test/STATUS/PORT` with that status and the way to that port.
    private final class Stub: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub.test" }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            guard let url = request.url, let status = Int(url.pathComponents[1]),
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: "HTTP/1.1",
                    headerFields: ["Location": "http://127.0.0.1:\(url.lastPathComponent)/"])
            else { return }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocolDidFinishLoading(self)
        }

        override func stopLoading() {}
    }

    private let server: LoopbackServer
    private let session: Session

    init() throws {
        server = try LoopbackServer { try $0.respond(body: "clear") }
        session = Session(configuration: Self.configuration)
    }

    private func address(_ status: Int) -> String { "https://stub.test/\(status)/\(server.port)" }

    @Test(arguments: [307, 308]) func aBodyDoesNotGoOnInClear(status: Int) async throws {
        let folder = try ScratchFolder()
        let file = try folder.file(Data("secret".utf8))
        let requests = [
            session.request(address(status), method: .post, parameters: ["a": "secret"]),
            session.upload(.data(Data("secret".utf8)), to: address(status)),
            session.upload(.file(file), to: address(status), method: .put),
            session.upload(.stream(length: 6) { InputStream(data: Data("secret".utf8)) }, to: address(status)),
        ]
        for request in requests {
            #expect((await request.response().error)?.kind == .redirection)
        }
        #expect(server.requestCount == 0)
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func whatHasNoBodyGoesOn(status: Int) async throws {
        #expect(try await session.request(address(status)).data() == Data("clear".utf8))
        #expect(server.requests.map(\.method) == ["GET"])
    }

    @Test(arguments: [301, 302, 303]) func whatLosesItsBodyGoesOn(status: Int) async throws {
        let request = session.request(address(status), method: .post, parameters: ["a": "secret"])
        #expect(try await request.data() == Data("clear".utf8))
        #expect(server.requests.map(\.method) == ["GET"] && server.requests.allSatisfy { $0.bodyLength == 0 })
    }

    @Test func aHandlerMayLetItGo() async throws {
        let session = Session(configuration: Self.configuration, start: .manually)
        let request = session.request(address(307), method: .post, parameters: ["a": "sent"])
        request.onRedirection { _, request in request }
        #expect(try await request.data() == Data("clear".utf8))
        #expect(server.requests.map(\.text) == ["a=sent"])
    }

    @Test func aHandlerMayKeepIt() async throws {
        let session = Session(configuration: Self.configuration, start: .manually)
        let request = session.request(address(307), method: .post, parameters: ["a": "secret"])
        request.onRedirection { _, _ in nil }
        #expect(await request.response().response?.statusCode == 307)
        #expect(server.requestCount == 0)
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.patient
        configuration.protocolClasses = [Stub.self]
        return configuration
    }
}
