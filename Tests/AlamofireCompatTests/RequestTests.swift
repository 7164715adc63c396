import AlamofireCompat
import Foundation
import Testing
import URLSerialization

/// The requests as Alamofire 5.12 has them: what counts as a success, and what happens in which order.
@Suite(.timeLimit(.minutes(60))) struct RequestTests {
    private let session = Session(configuration: .patientDefault)

    @Test func aStatusIsAnErrorOnlyWithValidation() async throws {
        try await Route.serving { server in
            let plain = await session.request(server.url("/status/404")).serializingString().response
            #expect(plain.value == "status 404")
            #expect(plain.response?.statusCode == 404)
            let validated = await session.request(server.url("/status/404")).validate().serializingString().response
            #expect(validated.error?.responseCode == 404)
            #expect(validated.error?.isResponseValidationError == true)
            #expect(validated.data == Data("status 404".utf8))
        }
    }

    @Test func modelsAreDecodedFromAnyMediaType() async throws {
        try await Route.serving { server in
            let drink = try await session.request(server.url("/text")).serializingDecodable(Drink.self).value
            #expect(drink == Drink(id: 8, name: "milk"))
            let refused = await session.request(server.url("/text"), headers: [.accept("application/json")])
                .validate().serializingDecodable(Drink.self).response
            #expect(refused.error?.responseContentType == "text/html")
            #expect(refused.error?.acceptableContentTypes == ["application/json"])
        }
    }

    @Test func handlersAreCalledInTheirOrderAlsoAfterTheEnd() async throws {
        try await Route.serving { server in
            let queue = DispatchQueue(label: "handlers")
            let calls = Locked<[String]>([])
            let request = session.request(server.url("/json"))
                .responseString(queue: queue) { response in calls.withLock { $0.append(response.value ?? "") } }
                .responseDecodable(of: Drink.self, queue: queue) { response in
                    calls.withLock { $0.append(response.value?.name ?? "") }
                }
            _ = await request.serializingData().response
            #expect(request.isFinished)
            await withCheckedContinuation { continuation in
                request.response(queue: queue) { response in
                    calls.withLock { $0.append("\(response.response?.statusCode ?? 0)") }
                    continuation.resume()
                }
            }
            #expect(calls.value == [#"{"id":7,"name":"tea"}"#, "tea", "200"])
            #expect(request.resume() === request)
            #expect(request.cancel().isFinished)
        }
    }

    @Test func aHandlerAddedAfterTheEndMakesTheRequestResumed() async throws {
        try await Route.serving { server in
            let isAsked = Locked(false)
            let retrier = Retrier { _, _, _, done in
                isAsked.withLock { $0 = true }
                done(.retry)
            }
            let session = Session(configuration: .patientDefault, interceptor: retrier)
            let request = session.request(server.url("/status/200"))
            await withCheckedContinuation { done in request.response { _ in done.resume() } }
            #expect(request.state == .finished)
            typealias States = (before: Request.State, within: Request.State, error: AFError?)
            let states: States = await withCheckedContinuation { done in
                // The serializer waits for this queue.
                session.rootQueue.async {
                    let before = Locked(Request.State.finished)
                    request.responseDecodable(of: Drink.self, queue: .global()) { response in
                        done.resume(returning: (before.value, request.state, response.error))
                    }
                    before.withLock { $0 = request.state }
                }
            }
            #expect(states.before == .resumed && states.within == .finished && states.error != nil)
            #expect(!isAsked.value && request.retryCount == 0)
        }
    }

    @Test func aRequestWithoutHandlersIsFinishedWhenItReportsIt() async throws {
        try await Route.serving { server in
            let state = Locked<Request.State?>(nil)
            let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
            monitor.requestDidFinish = { request in state.withLock { $0 = request.state } }
            let session = Session(configuration: .patientDefault, eventMonitors: [monitor])
            let request = session.request(server.url("/status/200")).resume()
            while state.value == nil { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(state.value == .finished && request.isFinished)
        }
    }

    @Test func aCancelledRequestEndsOnceWithItsOwnError() async throws {
        try await Route.serving { server in
            let request = session.request(server.url("/hang"))
            request.onURLSessionTaskCreation(on: .global()) { _ in request.cancel() }
            let response = await request.serializingData().response
            #expect(response.error?.isExplicitlyCancelledError == true)
            #expect(request.isCancelled)
            let early = session.request(server.url("/json")).cancel()
            #expect(await early.serializingData().response.error?.isExplicitlyCancelledError == true)
        }
    }

    @Test func aReleasedSessionEndsItsRequests() async throws {
        try await Route.serving { server in
            var session: Session? = Session(configuration: .patient)
            let task = try #require(session).request(server.url("/hang")).serializingData()
            _ = try await server.waitForRequests(1)
            session = nil
            #expect(await task.response.error?.isSessionDeinitializedError == true)
        }
    }

    @Test func requestsAreBuiltEarlyAndSentAtTheirStart() async throws {
        try await Route.serving { server in
            let session = Session(
                configuration: .patientDefault, startRequestsImmediately: false, requestSetup: .eager)
            let request = session.request(server.url("/json"))
            while request.tasks.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(request.isInitialized && server.requestCount == 0)
            let task = request.serializingDecodable(Drink.self)
            request.resume()
            #expect(try await task.value.id == 7)
            #expect(request.tasks.count == 1 && server.requestCount == 1)
        }
    }

    @Test func requestsThatCannotBeBuiltFail() async {
        let url = await session.request("https://[").serializingData().response
        #expect(url.error?.isInvalidURLError == true)
        let model = await session.request("https://a.b/", parameters: ["a": Double.nan], encoder: .json)
            .serializingData().response
        #expect(model.error?.isParameterEncodingError == true)
        var get = URLRequest(url: URL(fileURLWithPath: "/"))
        get.httpBody = Data("a".utf8)
        let body = await session.request(get).serializingData().response
        let isExpected = if case .urlRequestValidationFailed = body.error { true } else { false }
        #expect(isExpected, "\(String(describing: body.error))")
    }

    @Test func sessionAdaptersComeBeforeTheRequests() async throws {
        try await Route.serving { server in
            let session = Session(
                configuration: .patientDefault,
                interceptor: .adapter { request, _, completion in
                    var request = request
                    request.headers.add(name: "X-Order", value: "session")
                    completion(.success(request))
                })
            let text = try await session.request(server.url("/headers"))
                .adapt(
                    using: .adapter { request, _, completion in
                        var request = request
                        request.headers.update(
                            name: "X-Order", value: "\(request.headers["X-Order"] ?? "") request")
                        completion(.success(request))
                    }
                ).serializingString().value
            #expect(text.contains("X-Order: session request"))
            #expect(text.contains("Alamofire") == false)
            #expect(text.lowercased().contains("accept-encoding: br;q=1.0, gzip;q=0.9, deflate;q=0.8"))
        }
    }

    @Test func retriersAreAskedAboutSerializersToo() async throws {
        try await Route.serving { server in
            let monitor = ClosureEventMonitor(queue: .global())
            let tasks = Locked(0)
            monitor.requestDidCreateTask = { _, _ in tasks.withLock { $0 += 1 } }
            let session = Session(configuration: .patientDefault, eventMonitors: [monitor])
            let retrier = Retrier { request, _, error, completion in
                guard error.asAFError?.isResponseSerializationError == true else { return completion(.doNotRetry) }
                completion(request.retryCount < 2 ? .retry : .doNotRetryWithError(URLError(.badServerResponse)))
            }
            let request = session.request(server.url("/status/200"), interceptor: retrier)
            let response = await request.serializingDecodable(Drink.self).response
            #expect(response.error?.isRequestRetryError == true)
            #expect(request.retryCount == 2)
            #expect(request.tasks.count == 3)
            #expect(server.requestCount == 3)
            while tasks.value < 3 { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(tasks.value == 3)
        }
    }

    /// A monitor that overrides a method, and calls the closure as well.
    private final class CountingMonitor: ClosureEventMonitor, @unchecked Sendable {
        let tasks = Locked(0)

        override func request(_ request: Request, didCreateTask task: URLSessionTask) {
            tasks.withLock { $0 += 1 }
            super.request(request, didCreateTask: task)
        }
    }

    @Test func methodsOfAClosureEventMonitorAreOverridden() async throws {
        try await Route.serving { server in
            let monitor = CountingMonitor(queue: .global())
            let closures = Locked(0)
            monitor.requestDidCreateTask = { _, _ in closures.withLock { $0 += 1 } }
            let session = Session(configuration: .patientDefault, eventMonitors: [monitor])
            _ = await session.request(server.url("/status/200")).serializingData().response
            while closures.value < 1 { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(monitor.tasks.value == 1)
        }
    }

    @Test func retryPolicyRetriesIdempotentRequestsAfterATemporaryStatus() async throws {
        try await Route.serving { server in
            let session = Session(
                configuration: .patientDefault,
                interceptor: .retryPolicy(retryLimit: 2, exponentialBackoffScale: 0.001))
            let get = session.request(server.url("/status/503")).validate()
            #expect(await get.serializingData().response.error?.responseCode == 503)
            #expect(get.retryCount == 2)
            let post = session.request(server.url("/status/503"), method: .post).validate()
            _ = await post.serializingData().response
            #expect(post.retryCount == 0)
        }
    }

    @Test func aRequestsOwnRedirectHandlerDecides() async throws {
        try await Route.serving { server in
            let session = Session(configuration: .patientDefault, redirectHandler: .doNotFollow)
            let kept = await session.request(server.url("/redirect/302")).serializingData().response
            #expect(kept.response?.statusCode == 302)
            let followed = session.request(server.url("/redirect/302")).redirect(using: .follow)
            expectEqual(try await followed.serializingDecodable(Drink.self).value.id, 7)
            let later = Redirector(
                behavior: .modify { _, request, _ in
                    var request = request
                    request.url = server.url("/text")
                    return request
                })
            let changed = session.request(server.url("/redirect/302")).redirect(using: .follow).redirect(using: later)
            expectEqual(try await changed.serializingDecodable(Drink.self).value.id, 8)
        }
    }

    @Test func redirectHandlersThatAnswerLaterKeepNoThread() async throws {
        struct Waiting: RedirectHandler {
            let waiting = Locked<[@Sendable () -> Void]>([])
            func task(
                _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
                completion: @escaping @Sendable (URLRequest?) -> Void
            ) {
                waiting.withLock { $0.append { completion(request) } }
            }
        }
        try await Route.serving { server in
            // More than Dispatch has threads for.
            let (count, handler) = (150, Waiting())
            let session = Session(configuration: .patientDefault, redirectHandler: handler)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        try await session.request(server.url("/redirect/302")).serializingDecodable(Drink.self).value.id
                    }
                }
                while handler.waiting.value.count < count { try await Task.sleep(nanoseconds: 1_000_000) }
                for answer in handler.waiting.value { answer() }
                for try await id in group { #expect(id == 7) }
            }
        }
    }

    @Test func credentialsAreRefreshedOnceForSeveralRequests() async throws {
        struct Token: AuthenticationCredential {
            var text: String
            var requiresRefresh: Bool { false }
        }
        final class Tokens: Authenticator {
            let refreshes = Locked(0)
            func apply(_ credential: Token, to urlRequest: inout URLRequest) {
                urlRequest.headers.update(.authorization(bearerToken: credential.text))
            }
            func refresh(
                _ credential: Token, for session: Session,
                completion: @escaping @Sendable (Result<Token, any Error>) -> Void
            ) {
                refreshes.withLock { $0 += 1 }
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { completion(.success(Token(text: "new"))) }
            }
            func didRequest(
                _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
            ) -> Bool { response.statusCode == 401 }
            func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Token) -> Bool {
                urlRequest.headers["Authorization"] == "Bearer \(credential.text)"
            }
        }
        try await Route.serving { server in
            let tokens = Tokens()
            let session = Session(
                configuration: .patientDefault,
                interceptor: AuthenticationInterceptor(authenticator: tokens, credential: Token(text: "old")))
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await session.request(server.url("/token")).validate().serializingString().value
                    }
                }
                for try await text in group { #expect(text == "welcome") }
            }
            #expect(tokens.refreshes.value == 1)
        }
    }

    @Test func challengesAreAnsweredWithTheRequestsCredential() async throws {
        try await Route.serving { server in
            let open = session.request(server.url("/secret")).authenticate(username: "user", password: "pass")
            expectEqual(try await open.serializingString().value, "open")
            let closed = session.request(server.url("/secret")).authenticate(username: "user", password: "wrong")
            #expect(await closed.serializingData(emptyResponseCodes: [401]).response.response?.statusCode == 401)
        }
    }

    @Test func theCommandEscapesWhatAShellExpands() async throws {
        try await Route.serving { server in
            let request = session.request(
                server.url("/echo"), method: .post, parameters: ["a": "$HOME`id`\"\\"], encoder: .json)
            let text = await withCheckedContinuation { continuation in
                request.cURLDescription { continuation.resume(returning: $0) }.response { _ in }
            }
            #expect(text.hasPrefix("$ curl -v \\\n\t-X POST"))
            #expect(text.contains(#"-d "{\"a\":\"\$HOME\`id\`"#))
        }
    }
}
