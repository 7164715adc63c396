import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization

/// The deliberate differences from Alamofire on Linux, where data or secrets would be lost or the process would end.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct DifferenceTests {
    private let session = Session(configuration: .patientDefault)

    @Test func pausesKeepABodyWhole() async throws {
        let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Content-Length": "\(body.count)"])
            try exchange.write("\r\n")
            try exchange.write(body, slowly: 50_000, pause: 0.005)
        }
        for isDownload in [false, true] {
            let request: Request
            let result: Task<Data?, Never>
            if isDownload {
                let download = session.download(server.url())
                (request, result) = (download, Task { try? await download.serializingData().value })
            } else {
                let data = session.request(server.url())
                (request, result) = (data, Task { try? await data.serializingData().value })
            }
            for _ in 0..<6 {
                try await Task.sleep(nanoseconds: 10_000_000)
                request.suspend()
                try await Task.sleep(nanoseconds: 5_000_000)
                request.resume()
            }
            #expect(await result.value == body)
        }
    }

    @Test func credentialsStayOnTheirOrigin() async throws {
        try await Route.serving { target in
            try await Route.serving { origin in
                let url = origin.url("/redirect/302?to=\(target.address("/headers"))")
                let session = Session(configuration: .patientDefault)
                defer { withExtendedLifetime(session) {} }
                let headers: HTTPHeaders = [
                    .authorization(bearerToken: "secret"), HTTPHeader(name: "Cookie", value: "secret"),
                ]
                let text = try await session.request(url, headers: headers).serializingString().value
                #expect(!text.contains("secret"))
                #expect(origin.requests[0].value(named: "Authorization") == "Bearer secret")
                #expect(origin.requests[0].value(named: "Cookie") == "secret")
            }
        }
    }

    @Test(arguments: [307, 308]) func bodiesSurviveRedirections(status: Int) async throws {
        try await Route.serving { server in
            let url = server.url("/redirect/\(status)?to=/echo")
            let text = try await session.upload(Data("body".utf8), to: url).serializingString().value
            #expect(text == "body")
        }
    }

    @Test func aRequestThatIsCancelledBetweenAttemptsEnds() async throws {
        try await Route.serving { server in
            let isAsked = Locked(false)
            let request = session.request(
                server.url("/status/500"),
                interceptor: Retrier { _, _, _, completion in
                    isAsked.withLock { $0 = true }
                    completion(.retryWithDelay(600))
                }
            ).validate()
            let task = request.serializingData()
            while !isAsked.value { try await Task.sleep(nanoseconds: 1_000_000) }
            request.cancel()
            #expect(await task.response.error?.isExplicitlyCancelledError == true)
        }
    }

    /// A serializer's failure is put to the retriers too, after the end of the request has begun.
    @Test(arguments: [true, false]) func aRequestThatIsCancelledAfterItsSerializerFailedEnds(decides: Bool) async throws
    {
        try await Route.serving { server in
            let isAsked = Locked(false)
            let request = session.request(
                server.url("/status/500"),
                interceptor: Retrier { _, _, _, completion in
                    isAsked.withLock { $0 = true }
                    if decides { completion(.retryWithDelay(600)) }
                })
            let task = request.serializingDecodable(Drink.self)
            while !isAsked.value { try await Task.sleep(nanoseconds: 1_000_000) }
            request.cancel()
            #expect(await task.response.error?.isExplicitlyCancelledError == true)
            await withCheckedContinuation { done in
                session.withAllRequests { requests in
                    #expect(requests.isEmpty)
                    done.resume()
                }
            }
        }
    }

    @Test func allRequestsAreCancelled() async throws {
        try await Route.serving { server in
            let tasks = (0..<3).map { _ in session.request(server.url("/hang")).serializingData() }
            await withCheckedContinuation { done in session.cancelAllRequests { done.resume() } }
            for task in tasks { #expect(await task.response.error?.isExplicitlyCancelledError == true) }
        }
    }

    @Test func aBaseOfZeroLeavesNoDelayAfterTheFirst() async throws {
        try await Route.serving { server in
            let policy = RetryPolicy(retryLimit: 3, exponentialBackoffBase: 0, exponentialBackoffScale: 0.001)
            let request = session.request(server.url("/status/503"), interceptor: policy).validate()
            #expect(await request.serializingData().response.error?.responseCode == 503)
            #expect(server.requestCount == 4)
        }
    }

    @Test(arguments: ["data", "file", "form"]) func uploadsAreSentAgainWhole(kind: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("body".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await Route.serving { server in
            let url = server.url("/status/500")
            let once = RetryPolicy(retryLimit: 1, exponentialBackoffScale: 0.001, retryableHTTPMethods: [.post])
            let request =
                switch kind {
                case "data": session.upload(Data("body".utf8), to: url, interceptor: once)
                case "file": session.upload(file, to: url, interceptor: once)
                default:
                    session.upload(
                        multipartFormData: { $0.append(Data("body".utf8), withName: "a") }, to: url, interceptor: once)
                }
            #expect(await request.validate().serializingData().response.error?.responseCode == 500)
            let bodies = server.requests.map(\.body)
            #expect(bodies.count == 2)
            #expect(bodies.allSatisfy { String(decoding: $0, as: UTF8.self).contains("body") && $0 == bodies[0] })
        }
    }

    @Test func anErrorInTheLastPartOfAStreamCancels() async throws {
        try await Route.serving { server in
            let handled = Locked(0)
            let request = session.streamRequest(server.url("/text"), automaticallyCancelOnStreamError: true)
            let error = await withCheckedContinuation { (done: CheckedContinuation<AFError?, Never>) in
                request.responseStreamDecodable(of: [Int].self, on: .global()) { stream in
                    switch stream.event {
                    case .stream: handled.withLock { $0 += 1 }
                    case .complete(let completion): done.resume(returning: completion.error)
                    }
                }
            }
            #expect(handled.value == 1)
            #expect(error?.isExplicitlyCancelledError == true)
        }
    }

    @Test func wrongUseEndsNothing() async throws {
        try await Route.serving { server in
            let request = session.request(server.url("/json"))
                .redirect(using: .follow).redirect(using: .doNotFollow)
                .cacheResponse(using: .cache).cacheResponse(using: .doNotCache)
            expectEqual(try await request.serializingDecodable(Drink.self).value.id, 7)
            request.resume()
            request.suspend()
            request.cancel()
            #expect(request.isFinished && request.error == nil)
            expectEqual(try await request.serializingDecodable(Drink.self).value.id, 7)
            #expect(server.requestCount == 1)
            let broken = await session.download(resumingWith: Data("no resume data".utf8)).serializingData().response
            #expect(broken.error?.isSessionTaskError == true)
        }
    }

    @Test func aRequestWhoseSessionWasReleasedFails() async {
        let request = Session().request("https://example.com/")
        #expect(await request.serializingData().response.error?.isSessionDeinitializedError == true)
    }

    @Test func aRequestThatStartsAfterItsSessionWasReleasedFails() async {
        let request = Session(startRequestsImmediately: false).request("https://example.com/")
        let isHandled = Locked<AFError?>(nil)
        await withCheckedContinuation { done in
            request.responseDecodable(of: Drink.self, queue: .global()) { response in
                isHandled.withLock { $0 = response.error }
                done.resume()
            }
            request.resume()
        }
        #expect(isHandled.value?.isSessionDeinitializedError == true && request.isFinished)
    }

    @Test func aTaskThatIsNeverStartedIsReleasedWithItsRequest() async throws {
        let session = Session(startRequestsImmediately: false, requestSetup: .eager)
        weak var released: URLSessionTask?
        do {
            let request = session.request("https://example.com/").validate().redirect(using: .follow)
            while request.task == nil { await Task.yield() }
            released = request.task
        }
        try await eventually("It is released.") { released == nil }
    }

    @Test func onlyTheFirstAnswerOfAnInterceptorCounts() async throws {
        try await Route.serving { server in
            let interceptor = Interceptor { request, _, completion in
                completion(.success(request))
                completion(.failure(URLError(.unknown)))
            } retryHandler: { request, _, _, completion in
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
                completion(.retry)
            }
            let request = session.request(server.url("/status/500"), interceptor: interceptor).validate()
            #expect(await request.serializingData().response.error?.responseCode == 500)
            #expect(request.retryCount == 1)
            #expect(server.requestCount == 2)
        }
    }

    @Test func metricsAreNil() async throws {
        try await Route.serving { server in
            let response = await session.request(server.url("/json")).serializingData().response
            #expect(response.metrics == nil)
        }
    }
}
