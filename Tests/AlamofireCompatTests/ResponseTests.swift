import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization

/// Serializers, the transformation of results, and the values of a request as asynchronous sequences.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ResponseTests {
    private let session = Session(configuration: .patientDefault)

    /// A model of an empty body.
    private struct Nothing: Decodable, EmptyResponse, Equatable {
        static func emptyValue() -> Nothing { Nothing() }
    }

    /// A serializer that is not a ``ResponseSerializer``.
    private struct Counting: DataResponseSerializerProtocol, DownloadResponseSerializerProtocol {
        func serialize(
            request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
        ) throws -> Int { data?.count ?? 0 }
    }

    /// Through a protocol, calls of deprecated functions cause no warnings.
    private protocol Reader {
        func object(of request: DataRequest) async -> (any Sendable)?
    }

    private struct DeprecatedReader: Reader {
        @available(*, deprecated)
        func object(of request: DataRequest) async -> (any Sendable)? {
            await withCheckedContinuation { done in
                request.responseJSON(queue: .global()) { done.resume(returning: $0.value as? [String: any Sendable]) }
            }
        }
    }

    @Test func cookiesAreKeptInTheSharedStorage() async throws {
        let name = "a\(UUID().uuidString)"
        let server = try LoopbackServer { try $0.respond(headers: ["Set-Cookie": "\(name)=1; Max-Age=600"], body: "x") }
        // No other test sends cookies to this host.
        let url = try #require(URL(string: "http://\(name).localhost:\(server.port)/"))
        let error = await session.request(url).serializingData().response.error
        // A session that is released cancels its requests.
        withExtendedLifetime(session) { #expect(error == nil) }
        let cookie = try #require(HTTPCookieStorage.shared.cookies?.first { $0.name == name })
        HTTPCookieStorage.shared.deleteCookie(cookie)
    }

    @Test(
        arguments: [
            ("Charset=gbk", [0xD6, 0xD0], "中"), ("charset=\"GBK\"", [0xD6, 0xD0], "中"),
            ("charset=unknown-1", [0xE9], "é"), ("x=1", [0xE9], "é"),
        ] as [(String, [UInt8], String)]
    ) func aTextHasTheCharsetOfItsType(parameter: String, bytes: [UInt8], text: String) throws {
        let response = HTTPURLResponse(
            url: try #require(URL(string: "http://a/")), statusCode: 200, httpVersion: nil,
            headerFields: ["Content-Type": "text/plain; \(parameter)"])
        let read = try StringResponseSerializer().serialize(
            request: nil, response: response, data: Data(bytes), error: nil)
        #expect(read == text)
    }

    @Test func serializersReadBodiesAndFiles() async throws {
        try await Route.serving { server in
            let json = server.url("/json")
            let count = #"{"id":7,"name":"tea"}"#.utf8.count
            expectEqual(try await session.request(json).serializingResponse(using: .data).value.count, count)
            expectEqual(try await session.request(json).serializingResponse(using: Counting()).value, count)
            expectEqual(try await session.download(json).serializingDownload(using: Counting()).value, count)
            expectEqual(
                try await session.download(json).serializingDownload(using: .decodable(of: Drink.self)).value.id, 7)
            let guarded = session.request(
                server.url("/echo"), method: .post, parameters: [:],
                encoding: Text(text: ")]}',\n{\"id\":1,\"name\":\"a\"}"))
            let drink = guarded.serializingDecodable(Drink.self, dataPreprocessor: .googleXSSI)
            expectEqual(try await drink.value, Drink(id: 1, name: "a"))
            let empty = session.request(server.url("/status/204")).serializingDecodable(Nothing.self)
            expectEqual(try await empty.value, Nothing())
            let refused = session.request(server.url("/status/204")).serializingDecodable(Drink.self)
            #expect(await refused.response.error?.isResponseSerializationError == true)
            let object = await (DeprecatedReader() as any Reader).object(of: session.request(json)) as? [String: Any]
            #expect(object?["id"] as? Int == 7 && object?["name"] as? String == "tea")
            let file = await withCheckedContinuation { done in
                session.download(json).responseURL(queue: .global()) { done.resume(returning: $0) }
            }
            #expect(try file.tryMap { try Data(contentsOf: $0).count }.result.get() == count)
        }
    }

    @Test func responsesAreTransformed() async throws {
        try await Route.serving { server in
            let response = await session.request(server.url("/json")).serializingString().response
            #expect(response.map(\.count).value == 21)
            #expect(response.tryMap { Int($0) }.value == .some(nil))
            #expect(response.tryMap { _ -> Int in throw URLError(.badURL) }.error is URLError)
            #expect(response.tryMapError { _ in URLError(.badURL) }.value == response.value)
            for part in ["[Request]: GET \(server.url("/json"))", "[Status Code]: 200", #"{"id":7,"name":"tea"}"#] {
                #expect(response.debugDescription.contains(part), "\(part)")
            }
            let failure = await session.request("https://[").serializingString().response
            #expect(failure.mapError { _ in URLError(.badURL) }.error?.code == .badURL)
            #expect(failure.tryMapError { _ in URLError(.badURL) }.error is URLError)
            #expect(failure.tryMapError { _ -> URLError in throw CancellationError() }.error is CancellationError)
            #expect(failure.debugDescription.hasPrefix("[Request]: None"))
        }
    }

    @Test func valuesOfARequestAreSequences() async throws {
        try await Route.serving { server in
            // A command shows the cookies of the moment, and other tests receive some from hosts of the same name.
            let configuration = URLSessionConfiguration.patientDefault
            configuration.httpCookieStorage = nil
            let session = Session(configuration: configuration)
            let request = session.request(
                server.url("/status/500"),
                interceptor: Retrier { request, _, _, done in done(request.retryCount == 0 ? .retry : .doNotRetry) }
            ).validate()
            let (requests, tasks) = (request.urlRequests(), request.urlSessionTasks())
            let (heads, commands) = (request.httpResponses(), request.cURLDescriptions())
            _ = await request.serializingData().response
            #expect(await requests.reduce(into: []) { $0.append($1.url) }.count == 2)
            #expect(await tasks.reduce(into: []) { $0.append($1) } == request.tasks)
            #expect(await heads.reduce(into: []) { $0.append($1.statusCode) } == [500, 500])
            #expect(await commands.reduce(into: []) { $0.append($1) } == [request.cURLDescription()])

            var drinks: [Drink] = []
            let json = session.streamRequest(server.url("/json")).streamTask()
            for await part in json.streamingDecodables(Drink.self) { drinks += part.value.map { [$0] } ?? [] }
            #expect(drinks == [Drink(id: 7, name: "tea")])
            let text = await withCheckedContinuation { done in
                let text = Locked("")
                session.streamRequest(server.url("/slow/2")).responseStreamString(on: session.rootQueue) { part in
                    text.withLock { $0 += part.value ?? "" }
                    if part.completion != nil { done.resume(returning: text.value) }
                }
            }
            #expect(text == "line\nline\n")
        }
    }

    @Test func aSessionHasTheSettingsOfAURLSession() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 7
        let urlSession = URLSession(configuration: configuration)
        let session = Session(session: urlSession, delegate: SessionDelegate(), rootQueue: DispatchQueue(label: "root"))
        #expect(session.session === urlSession)
        #expect(session.sessionConfiguration.timeoutIntervalForRequest == 7)
        let answer = AFDownloadResponse<URL>(
            request: nil, response: nil, fileURL: nil, resumeData: Data(), metrics: nil, serializationDuration: 0,
            result: .failure(.explicitlyCancelled))
        #expect(answer.resumeData == Data() && answer.data == nil)
    }

    @Test func anEagerSessionBuildsRequestsAtTheirCreation() async throws {
        for setup in [Session.RequestSetup.eager, .lazy] {
            let session = Session(startRequestsImmediately: false, requestSetup: setup)
            let request = session.request("https://a.b/")
            await withCheckedContinuation { done in session.requestQueue.async { done.resume() } }
            await withCheckedContinuation { done in session.rootQueue.async { done.resume() } }
            #expect(request.requests.count == (setup == .eager ? 1 : 0))
            #expect(request.isInitialized)
        }
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["URLSERIALIZATION_ENGINE"] != "urlsession",
            "URLSession on Linux reports a lost connection as unknown"))
    func lostConnectionsAreRetried() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Content-Length": "100"])
            try exchange.write("\r\nabc")
            exchange.close()
        }
        let request = session.request(
            server.url(), interceptor: .connectionLostRetryPolicy(retryLimit: 1, exponentialBackoffScale: 0.001))
        let error = await request.serializingData().response.error
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
        #expect(request.retryCount == 1)
    }

    @Test func refreshesAreLimited() async throws {
        try await Route.serving { server in
            let interceptor = AuthenticationInterceptor(
                authenticator: Stale(), credential: nil, refreshWindow: .init(interval: 3600, maximumAttempts: 2))
            let session = Session(configuration: .patientDefault, interceptor: interceptor)
            func failure() async -> AuthenticationError? {
                let error = await session.request(server.url("/token")).validate().serializingData().response.error
                guard case .requestRetryFailed(let retryError, _) = error else {
                    return error?.underlyingError as? AuthenticationError
                }
                return retryError as? AuthenticationError
            }
            #expect(await failure() == .missingCredential)
            interceptor.credential = Stale.Old()
            #expect(await failure() == .excessiveRefresh)
            #expect(server.requestCount == 3)
        }
    }

    /// An authenticator whose server refuses every credential.
    private final class Stale: Authenticator {
        struct Old: AuthenticationCredential {
            var requiresRefresh: Bool { false }
        }

        func apply(_ credential: Old, to urlRequest: inout URLRequest) {}
        func refresh(
            _ credential: Old, for session: Session, completion: @escaping @Sendable (Result<Old, any Error>) -> Void
        ) { completion(.success(Old())) }
        func didRequest(
            _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
        ) -> Bool { response.statusCode == 401 }
        func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Old) -> Bool { true }
    }

    /// An encoding whose body is a text.
    private struct Text: ParameterEncoding {
        let text: String

        func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
            var request = try urlRequest.asURLRequest()
            request.httpBody = Data(text.utf8)
            return request
        }
    }
}
