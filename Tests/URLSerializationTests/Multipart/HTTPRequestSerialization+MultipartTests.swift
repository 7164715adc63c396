import Testing
import URLSerialization

@Suite struct HTTPRequestSerializationMultipartTests {
    static let serializers: [any HTTPRequestSerialization] = [
        HTTPRequestSerializer(), JSONRequestSerializer(), PropertyListRequestSerializer(),
    ]
    private let url = "https://example.com/p"

    // MARK: - The request

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, .options, HTTPMethod("X-OWN")])
    func requestStreamsTheFormByLength(method: HTTPMethod) throws {
        for serializer in Self.serializers {
            let request = try serializer.multipartRequest(
                method: method, url: url, parameters: ["a": 1], boundary: .fixed
            ) { try $0.append("2", name: "b") }
            let expected = MultipartBody.text(ofFields: [("a", "1"), ("b", "2")])
            #expect(request.httpMethod == method.rawValue)
            #expect(request.url?.absoluteString == url)
            #expect(request.httpBody == nil)
            #expect(request.contentType == "multipart/form-data; boundary=B")
            #expect(request.value(forHTTPHeaderField: "Content-Length") == String(expected.utf8.count))
            let stream = try #require(request.httpBodyStream)
            stream.open()
            #expect(String(decoding: stream.readToEnd().bytes, as: UTF8.self) == expected)
        }
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func methodWithoutBodyIsRefusedBeforeAnythingElse(method: HTTPMethod) {
        var isCalled = false
        expectRefusal(.methodWithoutBody, field: "httpMethod") {
            try HTTPRequestSerializer().multipartRequest(method: method, url: url, parameters: 7) { _ in
                isCalled = true
            }
        }
        #expect(!isCalled)
    }

    @Test func invalidURLAndMethodAreErrorsBeforeTheFormIsBuilt() {
        var isCalled = false
        for (method, url, code) in [
            (HTTPMethod("A B"), "https://example.com", RequestSerializationError.Code.invalidMethod),
            (.post, "", .invalidURL),
        ] {
            expectRefusal(code) {
                try HTTPRequestSerializer().multipartRequest(method: method, url: url) { _ in isCalled = true }
            }
        }
        #expect(!isCalled)
    }

    @Test func requestWithoutPartsIsTheOneWithoutParameters() throws {
        for serializer in Self.serializers {
            for parameters in [nil, [:], ["a": [Int]()]] as [[String: Any]?] {
                let request = try serializer.multipartRequest(method: .post, url: url, parameters: parameters)
                let expected = try serializer.request(method: .post, url: url)
                #expect(request.snapshot == expected.snapshot)
                #expect(request.httpBodyStream == nil)
                #expect(request.multipartBody == nil)
            }
        }
        #expect(
            try HTTPRequestSerializer().multipartRequest(method: .post, url: url).contentType
                == "application/x-www-form-urlencoded")
        #expect(try JSONRequestSerializer().multipartRequest(method: .post, url: url).contentType == nil)
    }

    @Test func defaultHeadersAndSettingsApplyAndTheFormsOwnHeadersWin() throws {
        for serializer in Self.serializers {
            var serializer = serializer
            serializer.configuration.headers["X-A"] = "1"
            serializer.configuration.headers["Content-Type"] = "text/plain"
            serializer.configuration.headers["Content-Length"] = "5"
            serializer.configuration.timeoutInterval = 17
            serializer.configuration.httpShouldHandleCookies = false
            let request = try serializer.multipartRequest(method: .post, url: url, parameters: ["a": 1])
            #expect(request.value(forHTTPHeaderField: "X-A") == "1")
            #expect(request.value(forHTTPHeaderField: "User-Agent") != nil)
            #expect(request.contentType?.hasPrefix("multipart/form-data; boundary=Boundary+") == true)
            let length = try #require(request.multipartBody?.contentLength)
            #expect(request.value(forHTTPHeaderField: "Content-Length") == String(length))
            #expect(request.timeoutInterval == 17)
            #expect(!request.httpShouldHandleCookies)
        }
    }

    @Test func methodsWithParametersInTheURLStillSendAForm() throws {
        let request = try HTTPRequestSerializer().multipartRequest(
            method: .delete, url: url, parameters: ["a": 1], boundary: .fixed)
        #expect(request.url?.query == nil)
        #expect(try request.multipartBody?.text == MultipartBody.text(ofFields: [("a", "1")]))
    }

    // MARK: - Parameters and parts

    @Test func parametersComeBeforeTheParts() throws {
        let request = try HTTPRequestSerializer().multipartRequest(
            method: .post, url: url, parameters: ["z": 1, "y": 2], boundary: .fixed
        ) { form in
            #expect(form.partCount == 2)
            #expect(form.boundary.description == "B")
            try form.append("3", name: "a")
        }
        #expect(try request.multipartBody?.text == MultipartBody.text(ofFields: [("y", "2"), ("z", "1"), ("a", "3")]))
    }

    private struct Model: Encodable {
        var name = "größe"
        var tags = ["b", "a"]
        var photo = Data("raw".utf8)
        var none: Int? = nil
        var day = Date(timeIntervalSince1970: 0)
        var nested = ["k": true]
    }

    @Test func modelIsSentAsTheEquivalentDictionary() throws {
        for serializer in Self.serializers {
            let request = try serializer.multipartRequest(
                method: .post, url: url, encoding: Model(), boundary: .fixed
            ) { try $0.append("last", name: "z") }
            let fields = [
                ("day", "1970-01-01 00:00:00 +0000"), ("name", "größe"), ("nested[k]", "1"), ("photo", "raw"),
                ("tags[]", "b"), ("tags[]", "a"), ("z", "last"),
            ]
            #expect(try request.multipartBody?.text == MultipartBody.text(ofFields: fields))
        }
    }

    private struct Closed: Error, Equatable {}

    @Test func whatTheClosureThrowsIsTheCallsError() async throws {
        #expect(throws: Closed()) {
            try HTTPRequestSerializer().multipartRequest(method: .post, url: url) { _ in throw Closed() }
        }
        await #expect(throws: Closed()) {
            try await HTTPRequestSerializer().multipartRequest(method: .post, url: "https://example.com") { _ in
                await Task.yield()
                throw Closed()
            }
        }
    }

    @Test func failureThatTheClosureCatchesCostsOnlyItsPart() throws {
        let request = try HTTPRequestSerializer().multipartRequest(method: .post, url: url, boundary: .fixed) { form in
            try form.append("1", name: "a")
            #expect(throws: RequestSerializationError.self) {
                try form.append(file: URL(fileURLWithPath: "/nowhere"), name: "b")
            }
            try form.append("2", name: "c")
        }
        #expect(try request.multipartBody?.text == MultipartBody.text(ofFields: [("a", "1"), ("c", "2")]))
    }

    // MARK: - Asynchronous closures

    @Test func asyncRequestIsTheSame() async throws {
        for serializer in Self.serializers {
            let request = try await serializer.multipartRequest(
                method: .post, url: "https://example.com", parameters: ["a": 1], boundary: .fixed
            ) { form in
                await Task.yield()
                try form.append("2", name: "b")
            }
            #expect(try request.multipartBody?.text == MultipartBody.text(ofFields: [("a", "1"), ("b", "2")]))
            #expect(request.contentType == "multipart/form-data; boundary=B")
            let empty = try await serializer.multipartRequest(method: .post, url: "https://example.com") { _ in
                await Task.yield()
            }
            #expect(try empty.snapshot == serializer.request(method: .post, url: "https://example.com").snapshot)
        }
        let error = await #expect(throws: RequestSerializationError.self) {
            try await HTTPRequestSerializer().multipartRequest(method: .get, url: "https://example.com") { _ in
                await Task.yield()
            }
        }
        #expect(error?.code == .methodWithoutBody)
    }

    /// A stand-in for a view model: the appended values belong to the main actor.
    @MainActor private final class Screen {
        var chunks = ["one ", "two"].map { Data($0.utf8) }

        func request() async throws -> URLRequest {
            try await HTTPRequestSerializer().multipartRequest(
                method: .post, url: "https://example.com", parameters: ["a": chunks.count], boundary: .fixed
            ) { form in
                MainActor.assertIsolated()
                let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
                try await form.append(stream, name: "f", fileName: "n", mediaType: "m/t")
                try form.append(chunks[0], name: "b")
            }
        }
    }

    @Test func mainActorCanBuildAForm() async throws {
        let text = try await Screen().request().multipartBody?.text
        #expect(text?.contains("name=\"a\"\r\n\r\n2\r\n") == true)
        #expect(text?.contains("m/t\r\n\r\none two\r\n") == true)
        #expect(text?.hasSuffix("name=\"b\"\r\n\r\none \r\n--B--\r\n") == true)
    }
}
