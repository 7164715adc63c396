import AFNetworkingCompat
import Testing

/// `setQueryStringSerializationWith(_:)` for a block.
@Suite struct QueryStringBlockTests {
    private let serializer = AFHTTPRequestSerializer()

    @Test func blockMakesTheQuery() throws {
        serializer.setQueryStringSerializationWith { _, parameters, _ in
            (parameters as? [String: Any])?.map { "\($0.key)**\($0.value)" }.joined()
        }
        #expect(try serializer.query(["key": "value"]) == "key**value")
    }

    @Test func blockMakesTheFormBody() throws {
        serializer.setQueryStringSerializationWith { _, _, _ in "any text: é [] %zz" }
        let request = try serializer.serialized(URLRequest("POST"), ["k": 1])
        #expect(request.bodyText == "any text: é [] %zz")
        #expect(request.contentType == "application/x-www-form-urlencoded")
        serializer.stringEncoding = String.Encoding.isoLatin1.rawValue
        let bytes = try serializer.serialized(URLRequest("POST"), ["k": 1]).httpBody
        #expect(bytes == "any text: é [] %zz".data(using: .isoLatin1))
    }

    @Test func blockIsTheSubclassesToo() throws {
        for serializer in [AFJSONRequestSerializer(), AFPropertyListRequestSerializer()] {
            serializer.setQueryStringSerializationWith { _, _, _ in "block" }
            #expect(try serializer.query(["k": 1]) == "block")
            #expect(try serializer.serialized(URLRequest("POST"), ["k": 1]).bodyText?.contains("block") == false)
        }
    }

    /// The importer's type of the block, without `@Sendable`, lets it change captured variables.
    @Test func blockMayChangeWhatIsAroundIt() throws {
        var calls: [String] = []
        let block: (URLRequest, Any, NSErrorPointer) -> String? = { request, parameters, _ in
            calls.append("\(request.httpMethod ?? "-") \(request.allHTTPHeaderFields ?? [:]) \(parameters)")
            return nil
        }
        serializer.setQueryStringSerializationWith(block)
        _ = try serializer.query("own")
        _ = try serializer.serialized(URLRequest("PUT", headers: ["X": "1"]), 5)
        // The block receives the caller's request, without the default headers.
        #expect(calls == ["GET [:] own", #"PUT ["X": "1"] 5"#])
    }

    /// The importer's type of a block that never returns nil.
    @Test func blockThatAlwaysReturnsTextIsTaken() throws {
        let block: (URLRequest, Any, NSErrorPointer) -> String = { _, _, _ in "always" }
        serializer.setQueryStringSerializationWith(block)
        #expect(try serializer.query(["k": 1]) == "always")
        let optional: ((URLRequest, Any, NSErrorPointer) -> String)? = { _, _, _ in "optional" }
        serializer.setQueryStringSerializationWith(optional)
        #expect(try serializer.query(["k": 1]) == "optional")
    }

    @Test func blockIsNotCalledWithoutParameters() throws {
        serializer.setQueryStringSerializationWith { _, _, error in
            error?.pointee = NSError(domain: "called", code: 0)
            return nil
        }
        #expect(try serializer.query(nil) == nil)
        #expect(try serializer.serialized(URLRequest("POST"), nil).httpBody == Data())
    }

    @Test func nilWithoutAnErrorIsNoQuery() throws {
        serializer.setQueryStringSerializationWith { _, _, _ in nil }
        #expect(try serializer.serialized(URLRequest("GET"), ["k": 1]).urlText == "https://example.com/p")
        let request = try serializer.serialized(URLRequest("POST"), ["k": 1])
        #expect(request.httpBody == Data())
        #expect(request.contentType == "application/x-www-form-urlencoded")
    }

    @Test(arguments: ["GET", "POST"], [nil, "text"])
    func errorOfTheBlockIsTheCalls(method: String, text: String?) throws {
        let blocksError = NSError(domain: "TestDomain", code: 7)
        serializer.setQueryStringSerializationWith { _, _, error in
            error?.pointee = blocksError
            return text
        }
        var error: NSError?
        #expect(
            try serializer.request(
                bySerializingRequest: URLRequest(method), withParameters: [String: Any](), error: &error) == nil)
        #expect(error === blocksError)

        error = nil
        _ = serializer.request(withMethod: method, urlString: "url", parameters: [String: Any](), error: &error)
        #expect(error === blocksError)
        _ = serializer.request(withMethod: method, urlString: "url", parameters: [String: Any](), error: nil)
        let thrown = #expect(throws: NSError.self) {
            try serializer.request(withMethod: method, urlString: "url", parameters: [String: Any]())
        }
        #expect(thrown === blocksError)
    }

    @Test(arguments: [
        ("a=é", "a=%C3%A9"), ("a b", "a%20b"), ("a=%41", "a=%41"), ("a=%zz", "a=%25zz"), ("a#b", "a%23b"),
        ("a[]=1", "a%5B%5D=1"), ("a\r\nX: 1", "a%0D%0AX:%201"),
    ])
    func bytesThatMayNotStandInAURLAreEscaped(text: String, expected: String) throws {
        serializer.setQueryStringSerializationWith { _, _, _ in text }
        #expect(try serializer.query(["k": 1]) == expected)
    }

    @Test func nilBlockRestoresTheStyle() throws {
        serializer.setQueryStringSerializationWith { _, _, _ in "block" }
        serializer.setQueryStringSerializationWith(nil)
        #expect(try serializer.query(["k": 1]) == "k=1")
    }

    @Test func blockIsNotAskedForMultipartFields() throws {
        serializer.setQueryStringSerializationWith { _, _, _ in "block" }
        let request = try serializer.multipartFormRequest(
            withMethod: "POST", urlString: "https://example.com", parameters: ["k": 1], constructingBodyWith: nil)
        let form = try SentForm(request)
        #expect(form.text == form.expected(#"Content-Disposition: form-data; name="k""# + "\r\n\r\n1"))
    }
}
