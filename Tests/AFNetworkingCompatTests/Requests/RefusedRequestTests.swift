import AFNetworkingCompat
import Testing
import URLSerialization

/// Input for which there is no request: an error, never a trap.
@Suite(.timeLimit(.minutes(60))) struct RefusedRequestTests {
    private static let url = "https://example.com/p"

    private static var serializers: [AFHTTPRequestSerializer] {
        [AFHTTPRequestSerializer(), AFJSONRequestSerializer(), AFPropertyListRequestSerializer()]
    }

    /// Both shapes' errors, of a plain request and, for methods with a body, of a multipart form.
    private func errors(
        _ serializer: AFHTTPRequestSerializer, _ method: String, _ url: String, _ parameters: Any?
    ) throws -> [NSError] {
        var errors: [NSError?] = [nil]
        _ = serializer.request(withMethod: method, urlString: url, parameters: parameters, error: &errors[0])
        _ = serializer.request(withMethod: method, urlString: url, parameters: parameters, error: nil)
        errors.append(
            #expect(throws: NSError.self) {
                try serializer.request(withMethod: method, urlString: url, parameters: parameters)
            })
        return try errors.map { try #require($0) }
    }

    private func multipartErrors(
        _ serializer: AFHTTPRequestSerializer, _ method: String, _ url: String, _ parameters: [String: Any]?
    ) throws -> [NSError] {
        var errors: [NSError?] = [nil]
        _ = serializer.multipartFormRequest(
            withMethod: method, urlString: url, parameters: parameters, constructingBodyWith: nil, error: &errors[0])
        errors.append(
            #expect(throws: NSError.self) {
                try serializer.multipartFormRequest(
                    withMethod: method, urlString: url, parameters: parameters, constructingBodyWith: nil)
            })
        return try errors.map { try #require($0) }
    }

    private func check(_ error: NSError, _ code: RequestSerializationError.Code, mentions text: String = ".") throws {
        #expect(error.domain == AFURLRequestSerializationErrorDomain)
        #expect(error.code == (code == .invalidURL ? NSURLErrorBadURL : NSURLErrorCannotDecodeContentData))
        // AFNetworking's sentence about JSON says less.
        let sentence = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedDescription
        #expect(sentence.contains(text), "\(sentence)")
        #expect(error.localizedFailureReason?.isEmpty == false)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)
        #expect(cause.code == code)
    }

    // MARK: - URLs, methods, headers

    @Test(arguments: [
        ("", "empty"), ("http://a b.com", "a b.com"), ("http://example.com:port", "port"), ("http://[", "["),
    ])
    func textThatIsNoURLIsAnError(text: String, mention: String) throws {
        for serializer in Self.serializers {
            for error in try errors(serializer, "GET", text, ["k": 1]) + errors(serializer, "POST", text, nil) {
                try check(error, .invalidURL, mentions: mention)
            }
            for error in try multipartErrors(serializer, "POST", text, ["k": 1]) {
                try check(error, .invalidURL, mentions: mention)
            }
        }
    }

    @Test(arguments: ["GET\r\nX-Injected: 1", "", "GE T", "POST\n", "\u{0}", "GÉT", "POST /x HTTP/1.1"])
    func methodThatIsNoneIsAnError(method: String) throws {
        for serializer in Self.serializers {
            let all =
                try errors(serializer, method, Self.url, nil) + errors(serializer, method, Self.url, ["k": 1])
                + multipartErrors(serializer, method, Self.url, ["k": 1])
            for error in all { try check(error, .invalidMethod, mentions: "not a method") }
            var request = URLRequest(url: try #require(URL(string: Self.url)))
            request.httpMethod = method
            // Foundation itself may have refused the method.
            if request.httpMethod == method {
                #expect(throws: NSError.self) { try serializer.serialized(request, nil) }
            }
        }
    }

    @Test(arguments: [
        ("X-A", "1\r\nX-Injected: 1"), ("X-A", "\n"), ("X-A", "\u{0}"), ("X-A: 1\r\nX-Injected", "1"), ("", "1"),
        ("X A", "1"), ("Authorization", "Basic\r\n"),
    ])
    func headerThatIsNoneIsAnError(name: String, value: String) throws {
        for serializer in Self.serializers {
            serializer.setValue(value, forHTTPHeaderField: name)
            let all =
                try errors(serializer, "GET", Self.url, nil) + errors(serializer, "POST", Self.url, ["k": 1])
                + multipartErrors(serializer, "POST", Self.url, ["k": 1])
            for error in all { try check(error, .invalidHeader) }
            serializer.setValue(nil, forHTTPHeaderField: name)
            #expect(throws: Never.self) { try serializer.serialized(URLRequest("GET"), nil) }
        }
    }

    /// Setting all headers at once avoids Foundation's check on Linux.
    @Test func headerThatTheRequestBringsAlongIsAnErrorToo() throws {
        let request = try URLRequest("GET", headers: ["X-A": "1\r\nX-Injected: 1"])
        guard request.allHTTPHeaderFields?["X-A"] != nil else { return }
        for serializer in Self.serializers {
            let error = #expect(throws: NSError.self) { try serializer.serialized(request, nil) }
            try check(try #require(error), .invalidHeader)
        }
    }

    @Test func requestWithoutAURLHasNoQuery() throws {
        var request = try URLRequest("GET")
        request.url = nil
        for serializer in Self.serializers {
            let error = #expect(throws: NSError.self) { try serializer.serialized(request, ["k": 1]) }
            try check(try #require(error), .invalidURL)
            #expect(try serializer.serialized(request, nil).url == nil)
            request.httpMethod = "POST"
            #expect(try serializer.serialized(request, ["k": 1]).httpBody != nil)
            request.httpMethod = "GET"
        }
    }

    // MARK: - Parameters

    private static let bottomless: [ParametersSample] = [
        ParametersSample("array in itself") { Nesting.cycle() },
        ParametersSample("array in itself, three times") { Nesting.cycle(times: 3) },
        ParametersSample("dictionary in itself") { Nesting.dictionaryCycle() },
        ParametersSample("600 levels") { Nesting.arrays(600) },
        ParametersSample("5,000 levels") { Nesting.arrays(5000) },
    ]

    @Test(arguments: bottomless)
    func bottomlessParametersAreAnError(sample: ParametersSample) throws {
        for serializer in Self.serializers {
            let object = sample.make()
            for method in ["GET", "POST"] {
                for error in try errors(serializer, method, Self.url, ["k": object]) {
                    if serializer is AFPropertyListRequestSerializer, method == "POST" {
                        #expect(error.domain == NSCocoaErrorDomain)
                        #expect(error.code == 3851)
                        let cause = error.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
                        #expect(cause?.code == .tooDeep)
                    } else {
                        try check(error, .tooDeep, mentions: "'k[")
                    }
                }
            }
            for error in try multipartErrors(serializer, "POST", Self.url, ["k": object]) {
                try check(error, .tooDeep, mentions: "'k[")
            }
            Nesting.untie(object)
        }
    }

    private static let refusedInQueries: [(ParametersSample, RequestSerializationError.Code, mention: String)] = [
        (ParametersSample("data") { ["a": [["b": Data([1])]]] }, .dataWithoutStrategy, "'a[0][b]'"),
        (ParametersSample("Swift's own") { ["a": ["b": Order(id: 1)]] }, .unsupportedValue, "'a[b]'"),
        (ParametersSample("data as a key") { [Data(): 1] as [AnyHashable: Any] }, .unsupportedKey, "key"),
        (ParametersSample("array") { [1] }, .parametersNotDictionary, "dictionary"),
        (ParametersSample("set of collections") { Set([[1]]) }, .parametersNotDictionary, "dictionary"),
        (ParametersSample("data at the top") { Data([1]) }, .dataWithoutStrategy, "Bytes"),
    ]

    @Test(arguments: refusedInQueries.indices)
    func parametersWithoutAQueryAreAnErrorNamingTheKeyPath(index: Int) throws {
        let (sample, code, mention) = Self.refusedInQueries[index]
        for serializer in Self.serializers {
            for error in try errors(serializer, "GET", Self.url, sample.make()) {
                try check(error, code, mentions: mention)
            }
        }
        for error in try errors(AFHTTPRequestSerializer(), "POST", Self.url, sample.make()) {
            try check(error, code, mentions: mention)
        }
    }

    /// As in AFNetworking, the text of any object is its description.
    @Test func customObjectsHaveTheirDescription() throws {
        final class Named: NSObject {
            override var description: String { "a name" }
        }
        for serializer in Self.serializers { #expect(try serializer.query(["k": Named()]) == "k=a%20name") }
    }

    @Test func bodyThatTheEncodingHasNotIsAnError() throws {
        let serializer = AFHTTPRequestSerializer()
        serializer.setQueryStringSerializationWith { _, _, _ in "é" }
        for encoding in [String.Encoding.ascii.rawValue, 0, .max] {
            serializer.stringEncoding = encoding
            for error in try errors(serializer, "POST", Self.url, ["k": 1]) {
                try check(error, .unrepresentableText, mentions: "encoding")
            }
        }
    }

    // MARK: - The request with the error

    private static func refused(_ method: String) -> [URLRequest] {
        let serializer = AFHTTPRequestSerializer()
        return [
            serializer.request(withMethod: method, urlString: "", parameters: nil, error: nil).value,
            serializer.request(withMethod: method, urlString: url, parameters: ["k": Data()], error: nil).value,
            serializer.multipartFormRequest(
                withMethod: method, urlString: url, parameters: ["k": Order(id: 1)], constructingBodyWith: nil,
                error: nil
            ).value,
        ]
    }

    @Test(arguments: ["GET", "POST", "get", "GET\r\nX-Injected: 1", ""])
    func requestBesideAnErrorCannotBeSent(method: String) async throws {
        let session = URLSession(configuration: .ephemeral)
        for request in Self.refused(method) {
            #expect(request.urlText == "about:invalid")
            #expect(request.httpBody == nil)
            #expect(request.httpBodyStream == nil)
            #expect(request.allHTTPHeaderFields ?? [:] == [:])
            #expect(request.httpMethod?.contains("\r") != true)
            await #expect(throws: (any Error).self) { _ = try await session.data(for: request) }
            await #expect(throws: (any Error).self) { _ = try await session.upload(for: request, from: Data([1])) }
            await #expect(throws: (any Error).self) { _ = try await session.download(for: request) }
        }
        session.invalidateAndCancel()
    }

    @Test func requestBesideAnErrorCanBeWrittenToNoFile() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let error = await withCheckedContinuation { continuation in
            _ = AFHTTPRequestSerializer().request(
                withMultipartForm: Self.refused("POST")[2], writingStreamContentsToFile: file
            ) { continuation.resume(returning: $0.map { $0 as NSError }) }
        }
        #expect(error?.domain == AFURLRequestSerializationErrorDomain)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
