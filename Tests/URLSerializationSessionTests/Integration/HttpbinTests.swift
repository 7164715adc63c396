import TestSupport
import Testing
import URLSerializationSession

/// Requests to a third-party server: its report of them, and the results of its answers.
///
/// ```sh
/// .ci/servers/start FOLDER httpbin && HTTPBIN=$(sed s/httpbin=// FOLDER/servers) swift test --filter HttpbinTests
/// ```
@Suite(
    .tags(.network, .real, .httpbin),
    .enabled(
        if: Httpbin.address != nil,
        "Needs httpbin: .ci/servers/start says how to start it"),
    .timeLimit(.minutes(60)))
struct HttpbinTests {
    /// Without cookies of other tests.
    let session = Session(configuration: .patient)

    @Test(arguments: [HTTPMethod.get, .post, .put, .patch, .delete, .trace])
    func everyMethodArrivesWithItsParametersWhereItHasThem(method: HTTPMethod) async throws {
        let echo = try await session.request(
            Httpbin.at("/anything/path%20x?q=1"), method: method,
            parameters: ["a": ["1", "ü&="], "b": true] as [String: Any],
            headers: ["X-Test": "one, two"]
        ).echo()
        let parameters: [String: Texts] = ["a[]": ["1", "ü&="], "b": "1"]
        let isInQuery = [.get, .delete].contains(method)
        #expect(echo.method == method.rawValue)
        #expect(echo.args == (isInQuery ? parameters.merging(["q": "1"]) { $1 } : ["q": "1"]))
        #expect(echo.form == (isInQuery ? [:] : parameters))
        #expect(echo.headers["X-Test"] == "one, two")
        #expect(echo.url.contains("/anything/path%20x?q=1"))
        #expect(echo.headers["Transfer-Encoding"] == nil)
    }

    @Test func aHeadRequestHasAResponseAndNoBody() async throws {
        let response = await session.request(Httpbin.at("/get"), method: .head).validate().response()
        #expect(response.error == nil && response.response?.statusCode == 200)
        #expect(response.data?.isEmpty ?? true)
        #expect(response.response.flatMap { Int($0.value(forHTTPHeaderField: "Content-Length") ?? "") } ?? 0 > 0)
    }

    @Test func anOptionsRequestIsAnsweredWithTheMethods() async throws {
        let response = await session.request(Httpbin.at("/get"), method: .options).validate().response()
        #expect(response.response?.value(forHTTPHeaderField: "Allow")?.contains("GET") ?? false)
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func jsonArrives(method: String) async throws {
        let parameters: ParameterValue = ["text": "日本 \"q\" \\ /", "list": [1, 2.5, nil, true], "none": [:]]
        var serializer = JSONRequestSerializer()
        serializer.configuration.methodsEncodingParametersInURI = []
        let echo = try await session.request(
            Httpbin.at("/anything"), method: HTTPMethod(rawValue: method), parameters: parameters,
            serializer: serializer
        ).echo()
        #expect(echo.json == parameters)
        #expect(echo.headers["Content-Type"] == "application/json")
    }

    @Test func aModelArrivesAsFormAndAsJSON() async throws {
        struct Order: Encodable {
            let id: Int
            let tags: [String]
        }
        let order = Order(id: 7, tags: ["x", "y"])
        let form = try await session.request(Httpbin.at("/post"), method: .post, encoding: order).echo()
        #expect(form.form == ["id": "7", "tags[]": ["x", "y"]])
        let json = try await session.request(
            Httpbin.at("/post"), method: .post, encoding: order, serializer: JSONRequestSerializer()
        ).echo()
        #expect(json.json == ["id": 7, "tags": ["x", "y"]])
    }

    @Test func theHeadersOfTheSessionArriveUnderTheRequestsOwn() async throws {
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["X-Session": "session", "X-Both": "session"]
        let session = Session(configuration: configuration)
        let echo = try await session.request(Httpbin.at("/headers"), headers: ["X-Both": "request"])
            .decode(with: .decodable([String: [String: String]].self))
        #expect(echo["headers"]?["X-Session"] == "session" && echo["headers"]?["X-Both"] == "request")
    }

    @Test func closuresGetWhatTasksGet() async throws {
        let response: Answer<Data> = await withCheckedContinuation { continuation in
            session.request(Httpbin.at("/bytes/1000")).validate().response(queue: .global()) {
                continuation.resume(returning: $0)
            }
        }
        #expect(response.data?.count == 1000 && response.error == nil)
    }

    /// Every status with which a server can answer, except interim responses. An unrequested part is an error.
    @Test func everyStatusIsTheAnswer() async throws {
        let session = Session(configuration: .patient, followsRedirections: false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 200..<216 {
                group.addTask {
                    for status in stride(from: first, to: 600, by: 16) {
                        let response = await session.request(Httpbin.at("/status/\(status)")).validate().response()
                        if status == 206 {
                            #expect(response.error != nil)
                            continue
                        }
                        #expect(response.response?.statusCode == status, "\(status)")
                        if status < 300 {
                            #expect(response.error == nil, "\(status)")
                        } else {
                            #expect(response.error?.cause is ResponseSerializationError, "\(status)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    // Of URLSession's codings libcurl's engine leaves out brotli and zstd: nothing else on the system decodes them.
    @Test(arguments: ["gzip": "gzipped", "deflate": "deflated"])
    func compressedBodiesAreDecoded(path: String, field: String) async throws {
        let data = try await session.request(Httpbin.at("/\(path)")).validate().data()
        let answer = try JSONDecoder().decode([String: ParameterValue].self, from: data)
        #expect(answer[field] == true)
    }

    @Test func whatIsAcceptableDecides() async throws {
        let json: HTTPHeaders = ["Accept": "application/json"]
        let right = await session.request(Httpbin.at("/json"), headers: json).validate().response()
        #expect(right.error == nil)
        let wrong = await session.request(Httpbin.at("/html"), headers: json).validate().response()
        #expect(wrong.error?.cause is ResponseSerializationError)
        #expect(wrong.data?.starts(with: Data("<!DOCTYPE".utf8)) ?? false)
        let refused = await session.request(Httpbin.at("/status/418")).validate()
            .response(serializer: .decodable(Echo.self))
        #expect(refused.value == nil && refused.error?.cause is ResponseSerializationError)
    }

    @Test func failuresAreRepeatedAsThePolicySays() async throws {
        let session = Session(configuration: .patient, retriers: [RetryPolicy()])
        let request = session.request(Httpbin.at("/fail-first/\(UUID())/2"), method: .put, parameters: ["a": "b"])
        let data = try await request.validate().data()
        #expect(String(decoding: data, as: UTF8.self) == "a=b")
        #expect(request.retryCount == 2)
    }

    @Test func manyRequestsAtOnceAreAnsweredEachWithItsOwn() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let echo = try await session.request(Httpbin.at("/get"), parameters: ["n": number]).echo()
                    #expect(echo.args == ["n": .one("\(number)")])
                }
            }
            try await group.waitForAll()
        }
    }
}
