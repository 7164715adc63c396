import AlamofireCompat
import LoopbackServer
import TestSupport
import Testing

/// A request as a library of Swift 5 shows it to its plug-ins. The handler is not `@Sendable`.
@preconcurrency private protocol PlugInRequest {
    var request: URLRequest? { get }
    var commonHeaders: HTTPHeaders { get }
    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self
    func authenticate(with credential: URLCredential) -> Self
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}

extension Request: PlugInRequest {
    var commonHeaders: HTTPHeaders { delegate?.sessionConfiguration.headers ?? [] }
}

/// A request under a library's wrapper, which passes the library's closures on.
private struct WrappedRequest: PlugInRequest {
    let wrapped: Request
    var request: URLRequest? { wrapped.request }
    var commonHeaders: HTTPHeaders { wrapped.commonHeaders }

    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> WrappedRequest {
        WrappedRequest(wrapped: wrapped.authenticate(username: username, password: password, persistence: persistence))
    }
    func authenticate(with credential: URLCredential) -> WrappedRequest {
        WrappedRequest(wrapped: wrapped.authenticate(with: credential))
    }
    func cURLDescription(calling handler: @escaping (String) -> Void) -> WrappedRequest {
        WrappedRequest(wrapped: wrapped.cURLDescription(calling: handler))
    }
}

/// The methods of a session and its requests with Alamofire's signatures, as a program declares them for its stubs. The
/// test is that the types of this module conform.
private protocol CommandRequest {
    func cURLDescription() -> String
    func cURLDescription(on queue: DispatchQueue, calling handler: @escaping @Sendable (String) -> Void) -> Self
    func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self
}

private protocol StreamingSession {
    func streamRequest(
        _ convertible: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders?,
        automaticallyCancelOnStreamError: Bool, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, requestModifier: Session.RequestModifier?
    ) -> DataStreamRequest
    func streamRequest<Model: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod, parameters: Model?, encoder: any ParameterEncoder,
        headers: HTTPHeaders?, automaticallyCancelOnStreamError: Bool, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, requestModifier: Session.RequestModifier?
    ) -> DataStreamRequest
}

private protocol UploadingSession {
    func upload(
        _ data: Data, to convertible: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders?,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?, fileManager: FileManager,
        requestModifier: Session.RequestModifier?
    ) -> UploadRequest
    func upload(
        _ stream: InputStream, to convertible: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders?,
        interceptor: (any RequestInterceptor)?, fileManager: FileManager, requestModifier: Session.RequestModifier?
    ) -> UploadRequest
}

extension Request: CommandRequest {}
extension Session: StreamingSession, UploadingSession {}

/// Libraries that are written for Alamofire in Swift 5.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ProtocolShapeTests {
    @Test func aLibrarysProtocolDescribesRequests() async throws {
        let server = try LoopbackServer { try $0.respond(body: "[1, 2]") }
        let configuration = URLSessionConfiguration.patient
        configuration.headers = ["X-Common": "1"]
        let session = Session(configuration: configuration)
        let command: String = await withCheckedContinuation { done in
            let request = WrappedRequest(wrapped: session.request(server.url()).response { _ in })
            _ = request.authenticate(username: "user", password: "pass", persistence: .none)
                .cURLDescription { done.resume(returning: $0) }
            #expect(request.commonHeaders["x-common"] == "1")
        }
        #expect(command.contains("X-Common: 1") && command.contains("user:pass"))
    }

    @Test func aReleasedSessionIsNoDelegate() {
        let request = Session().request("https://example.com/")
        #expect(request.delegate == nil && request.commonHeaders.isEmpty)
    }

    @Test func uploadsOfStreamsAndStreamsOfAnswersAreRequested() async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.body) }
        let session = Session(configuration: .patient)
        let stream = InputStream(data: Data("stream".utf8))
        #expect(try await session.upload(stream, to: server.url()).serializingString().value == "stream")
        for request in [
            session.streamRequest(server.url(), method: .post),
            session.streamRequest(server.url(), method: .post, parameters: ["a": 1], encoder: .json),
        ] {
            var text = ""
            for await part in request.streamTask().streamingStrings() { text += part.value ?? "" }
            #expect(text == (request.request?.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? ""))
        }
    }
}

extension URLSessionConfiguration {
    /// Settings with which requests wait while other tests use all threads.
    static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }
}
