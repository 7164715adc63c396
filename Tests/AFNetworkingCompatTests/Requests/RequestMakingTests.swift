import AFNetworkingCompat
import Testing

/// The methods of `AFHTTPRequestSerializer` that make requests, in the importer's forms for AFNetworking 4.0.1 and for
/// earlier versions.
@Suite struct RequestMakingTests {
    private static let url = "https://example.com/p"

    private var serializers: [AFHTTPRequestSerializer] {
        [AFHTTPRequestSerializer(), AFJSONRequestSerializer(), AFPropertyListRequestSerializer()]
    }

    // MARK: - The two shapes

    @Test(arguments: ["GET", "POST", "PATCH"])
    func shapesMakeTheSameRequest(method: String) throws {
        for serializer in serializers {
            var error: NSError?
            let requests = [
                try serializer.request(withMethod: method, urlString: Self.url, parameters: ["k": 1]),
                serializer.request(withMethod: method, urlString: Self.url, parameters: ["k": 1], error: nil),
                serializer.request(withMethod: method, urlString: Self.url, parameters: ["k": 1], error: &error),
            ]
            #expect(error == nil)
            let expected = try serializer.serialized(URLRequest(method), ["k": 1]).snapshot
            #expect(requests.map(\.value.snapshot) == Array(repeating: expected, count: 3))
        }
    }

    @Test func requestCanBeChanged() throws {
        let request = try AFHTTPRequestSerializer().request(withMethod: "GET", urlString: Self.url, parameters: nil)
        request.httpMethod = "PUT"
        request.setValue("1", forHTTPHeaderField: "X-A")
        request.timeoutInterval = 3
        request.httpBody = Data("b".utf8)
        let value = request.value
        #expect(value.httpMethod == "PUT")
        #expect(value.value(forHTTPHeaderField: "X-A") == "1")
        #expect(value.timeoutInterval == 3)
        #expect(value.bodyText == "b")
    }

    @Test func errorIsLeftAloneWhereThereIsNone() throws {
        var error: NSError? = NSError(domain: "before", code: 1)
        _ = AFHTTPRequestSerializer().request(withMethod: "GET", urlString: Self.url, parameters: nil, error: &error)
        #expect(error?.domain == "before")
        let form: (any AFMultipartFormData) -> Void = { $0.appendPart(withForm: Data(), name: "a") }
        _ = AFHTTPRequestSerializer().multipartFormRequest(
            withMethod: "POST", urlString: Self.url, parameters: nil, constructingBodyWith: form, error: &error)
        #expect(error?.domain == "before")
    }

    // MARK: - Overriding them

    private func forms(
        of serializer: AFHTTPRequestSerializer, parameters: [String: Any]?
    ) throws -> [String: URLRequest] {
        [
            "throwing": try serializer.request(
                withMethod: "POST", urlString: Self.url, parameters: parameters
            ).value,
            "pointer": serializer.request(
                withMethod: "POST", urlString: Self.url, parameters: parameters, error: nil
            ).value,
            "multipart throwing": try serializer.multipartFormRequest(
                withMethod: "POST", urlString: Self.url, parameters: parameters, constructingBodyWith: nil
            ).value,
            "multipart pointer": serializer.multipartFormRequest(
                withMethod: "POST", urlString: Self.url, parameters: parameters, constructingBodyWith: nil, error: nil
            ).value,
        ]
    }

    @Test(arguments: [nil, 1])
    func overriddenPointerFormIsHonouredByEveryCaller(value: Int?) throws {
        for (name, request) in try forms(of: PointerFormSerializer(), parameters: value.map { ["k": $0] }) {
            #expect(request.urlText == Self.url + "/pointer", "\(name)")
            #expect(request.value(forHTTPHeaderField: "X-Form") == "pointer", "\(name)")
        }
    }

    @Test(arguments: [nil, 1])
    func overriddenThrowingFormIsHonouredByEveryCallerAboveIt(value: Int?) throws {
        for (name, request) in try forms(of: ThrowingFormSerializer(), parameters: value.map { ["k": $0] }) {
            // The method with a pointer does the work; it does not call the methods that call it.
            let isAbove = name != "pointer"
            #expect(request.urlText == Self.url + (isAbove ? "/throwing" : ""), "\(name)")
            #expect(request.value(forHTTPHeaderField: "X-Form") == (isAbove ? "throwing" : nil), "\(name)")
        }
    }

    @Test func overridingBothCallsBothOnce() throws {
        for (name, request) in try forms(of: BothFormsSerializer(), parameters: ["k": 1]) {
            #expect(request.urlText == Self.url + "/pointer", "\(name)")
            #expect(request.value(forHTTPHeaderField: "X-Form") == (name == "pointer" ? "pointer" : "both"), "\(name)")
        }
    }

    @Test func overriddenMultipartPointerFormIsHonouredByTheThrowingOne() throws {
        for (name, request) in try forms(of: MultipartPointerFormSerializer(), parameters: ["k": 1]) {
            let expected = name.hasPrefix("multipart") ? "pointer" : nil
            #expect(request.value(forHTTPHeaderField: "X-Form") == expected, "\(name)")
        }
    }

    @Test func errorOfAnOverrideIsThrown() throws {
        for serializer in [ThrowingFormSerializer(), PointerFormSerializer(), BothFormsSerializer()] {
            let error = #expect(throws: NSError.self) {
                try serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": Data()])
            }
            #expect(error?.domain == AFURLRequestSerializationErrorDomain)
        }
    }

    // MARK: - Overriding request(bySerializingRequest:withParameters:error:)

    @Test func overrideMayCallSuperAndChangeWhatItMade() throws {
        let serializer = BodySigningSerializer()
        let requests = try forms(of: serializer, parameters: ["k": 1])
        for form in ["throwing", "pointer"] {
            #expect(requests[form]?.value(forHTTPHeaderField: "X-Signature") == "7")
            #expect(requests[form]?.bodyText == #"{"k":1}"#)
        }
        // A form begins as a request without parameters.
        for form in ["multipart throwing", "multipart pointer"] {
            #expect(requests[form]?.value(forHTTPHeaderField: "X-Signature") == "0")
            #expect(requests[form]?.httpBodyStream != nil)
        }
    }

    @Test func overrideIsGivenTheRequestWithItsSettings() throws {
        let serializer = ScriptedSerializer()
        serializer.timeoutInterval = 9
        var seen: [String] = []
        serializer.script = { request, parameters, _ in
            seen.append("\(request.snapshot) \(parameters.map { "\($0)" } ?? "none")")
            return request
        }
        _ = try serializer.request(withMethod: "PUT", urlString: Self.url, parameters: "own")
        _ = serializer.request(withMethod: "GET", urlString: Self.url, parameters: nil, error: nil)
        #expect(
            seen == [
                "PUT https://example.com/p [] - 9.0 own", "GET https://example.com/p [] - 9.0 none",
            ])
    }

    @Test func overrideMayReadAndReplaceTheError() throws {
        let serializer = WrappingSerializer()
        var error: NSError?
        #expect(
            serializer.request(
                bySerializingRequest: try URLRequest("POST"), withParameters: ["k": Data()], error: &error) == nil)
        var errors = [error]
        error = nil
        _ = serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": Data()], error: &error)
        errors.append(error)
        errors.append(
            #expect(throws: NSError.self) {
                try serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": Data()])
            })
        for error in errors {
            #expect(error?.domain == WrappingSerializer.domain)
            #expect(error?.code == NSURLErrorCannotDecodeContentData)
            let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(cause?.domain == AFURLRequestSerializationErrorDomain)
        }
        _ = serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": Data()], error: nil)
        #expect(try serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": 1]).httpBody != nil)
    }

    @Test func nilWithoutAnErrorIsAnErrorNamingTheClass() throws {
        let serializer = ScriptedSerializer()
        serializer.script = { _, _, _ in nil }
        var error: NSError?
        _ = serializer.request(withMethod: "GET", urlString: Self.url, parameters: nil, error: &error)
        var multipartError: NSError?
        _ = serializer.multipartFormRequest(
            withMethod: "POST", urlString: Self.url, parameters: ["k": 1], constructingBodyWith: nil,
            error: &multipartError)
        let thrown = #expect(throws: NSError.self) {
            try serializer.request(withMethod: "GET", urlString: Self.url, parameters: nil)
        }
        for error in [error, multipartError, thrown] {
            #expect(error?.domain == AFURLRequestSerializationErrorDomain)
            #expect(error?.code == NSURLErrorCannotDecodeContentData)
            #expect(error?.localizedDescription.contains("ScriptedSerializer") == true)
        }
    }

    @Test func errorBesideARequestIsReportedWithIt() throws {
        let serializer = ScriptedSerializer()
        let left = NSError(domain: "beside", code: 3)
        serializer.script = { request, _, error in
            error?.pointee = left
            return request
        }
        var error: NSError?
        let request = serializer.request(withMethod: "PUT", urlString: Self.url, parameters: nil, error: &error)
        #expect(error === left)
        #expect(request.value.urlText == Self.url)
        let thrown = #expect(throws: NSError.self) {
            try serializer.request(withMethod: "PUT", urlString: Self.url, parameters: nil)
        }
        #expect(thrown === left)
    }

    @Test func requestOfAnOverrideNeedNoURL() throws {
        let serializer = ScriptedSerializer()
        serializer.script = { request, _, _ in
            var request = request
            request.url = nil
            request.setValue("1", forHTTPHeaderField: "X-A")
            return request
        }
        let request = try serializer.request(withMethod: "PUT", urlString: Self.url, parameters: nil)
        #expect(request.url == nil)
        #expect(request.httpMethod == "PUT")
        #expect(request.value(forHTTPHeaderField: "X-A") == "1")
    }

    // MARK: - Custom parameters

    @Test func overrideMayTakeCustomParameters() throws {
        let serializer = ModelSerializer()
        #expect(
            try serializer.request(withMethod: "POST", urlString: Self.url, parameters: Order(id: 5)).value.bodyText
                == #"{"id":5}"#)
        let request = serializer.request(withMethod: "GET", urlString: Self.url, parameters: Order(id: 5), error: nil)
        #expect(request.value.urlText == Self.url + "?id=5")
        #expect(
            try serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": 1]).value.bodyText
                == #"{"k":1}"#)
    }

    @Test func customParametersAreAnErrorWithoutAnOverride() throws {
        for serializer in serializers {
            for method in ["GET", "POST"] {
                #expect(throws: NSError.self) {
                    try serializer.request(withMethod: method, urlString: Self.url, parameters: Order(id: 5))
                }
            }
        }
    }

    // MARK: - Getters

    @Test func overriddenGettersDecide() throws {
        let serializer = ComputedSerializer()
        let request = try serializer.serialized(URLRequest("POST"), ["k": 1])
        #expect(request.url?.query == "k=1")
        #expect(request.allHTTPHeaderFields == ["User-Agent": "computed", "X-Computed": "1"])
        serializer.setQueryStringSerializationWith { _, _, _ in "é" }
        #expect(try serializer.serialized(URLRequest("PUT"), ["k": 1]).httpBody == Data([0xE9]))
    }

    @Test func overriddenGettersOfSettingsDecideOnceTheyAreSet() throws {
        let serializer = ComputedSerializer()
        let before = try serializer.request(withMethod: "PUT", urlString: Self.url, parameters: nil)
        #expect(before.timeoutInterval == 60)
        #expect(before.cachePolicy == .useProtocolCachePolicy)
        serializer.timeoutInterval = 4
        serializer.cachePolicy = .returnCacheDataElseLoad
        let after = try serializer.request(withMethod: "PUT", urlString: Self.url, parameters: nil)
        #expect(after.timeoutInterval == 8)
        #expect(after.cachePolicy == .reloadIgnoringLocalCacheData)
    }

    @Test func overriddenEncodingIsThatOfMultipartFields() throws {
        let request = try ComputedSerializer().multipartFormRequest(
            withMethod: "PUT", urlString: Self.url, parameters: ["k": "é"], constructingBodyWith: nil)
        let form = try SentForm(request)
        #expect(form.bytes.range(of: Data([13, 10, 13, 10, 0xE9, 13, 10])) != nil)
    }

    @Test func overriddenWritingOptionsAndFormatDecide() throws {
        let parameters: [String: Any] = ["b": "/", "a": 1, "c": 2]
        let json = SortedJSONSerializer()
        #expect(try json.serialized(URLRequest("POST"), parameters).bodyText == #"{"a":1,"b":"/","c":2}"#)
        json.writingOptions = .prettyPrinted
        #expect(try json.serialized(URLRequest("POST"), ["a": 1]).bodyText?.contains("\n") == true)
        let list = ComputedFormatSerializer()
        list.format = .xml
        #expect(try list.serialized(URLRequest("POST"), parameters).httpBody?.prefix(8) == Data("bplist00".utf8))
    }
}
