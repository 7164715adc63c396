import AFNetworkingCompat
import Testing

/// The default headers of `AFHTTPRequestSerializer`.
@Suite struct RequestHeadersTests {
    private let serializer = AFHTTPRequestSerializer()

    private func header(_ name: String, of request: URLRequest? = nil) throws -> String? {
        try serializer.serialized(request ?? URLRequest("GET"), nil).value(forHTTPHeaderField: name)
    }

    @Test func headerThatWasSetIsRead() {
        serializer.setValue("value", forHTTPHeaderField: "Set-Header")
        #expect(serializer.value(forHTTPHeaderField: "Set-Header") == "value")
        #expect(serializer.httpRequestHeaders["Set-Header"] == "value")
        serializer.setValue("other", forHTTPHeaderField: "Set-Header")
        #expect(serializer.value(forHTTPHeaderField: "Set-Header") == "other")
    }

    @Test func headerThatWasNotSetIsNil() {
        #expect(serializer.value(forHTTPHeaderField: "Unset-Header") == nil)
    }

    @Test func headerIsRemovedByNil() throws {
        serializer.setValue("test", forHTTPHeaderField: "TestHeader")
        #expect(try header("TestHeader") == "test")
        serializer.setValue(nil, forHTTPHeaderField: "TestHeader")
        #expect(!serializer.httpRequestHeaders.keys.contains("TestHeader"))
        #expect(try header("TestHeader") == nil)
    }

    @Test func headersAtFirstAreLanguagesAndUserAgent() throws {
        #expect(Set(serializer.httpRequestHeaders.keys) == ["Accept-Language", "User-Agent"])
        #expect(try header("User-Agent")?.isEmpty == false)
        #expect(try header("Accept-Language")?.contains(";q=1") == true)
        for field in ["Accept-Language", "User-Agent"] { serializer.setValue(nil, forHTTPHeaderField: field) }
        #expect(serializer.httpRequestHeaders.isEmpty)
        #expect(try serializer.serialized(URLRequest("GET"), nil).allHTTPHeaderFields ?? [:] == [:])
    }

    @Test(arguments: ["X-Default", "x-default", "X-DEFAULT"])
    func requestsOwnHeaderStays(name: String) throws {
        serializer.setValue("default", forHTTPHeaderField: "X-Default")
        #expect(try header("X-Default") == "default")
        #expect(try header("X-Default", of: URLRequest("GET", headers: [name: "own"])) == "own")
        #expect(try header("X-Default", of: URLRequest("GET", headers: [name: ""])) == "")
    }

    @Test(arguments: [
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("é", "", "Basic w6k6"),
        ("a:b", "c", "Basic YTpiOmM="), ("", "", "Basic Og=="),
    ])
    func credentialsAreBasicInUTF8(user: String, password: String, expected: String) throws {
        serializer.setAuthorizationHeaderFieldWithUsername(user, password: password)
        #expect(serializer.value(forHTTPHeaderField: "Authorization") == expected)
        #expect(try header("Authorization") == expected)
        serializer.clearAuthorizationHeader()
        #expect(serializer.value(forHTTPHeaderField: "Authorization") == nil)
        #expect(try header("Authorization") == nil)
    }

    @Test func headersReachEveryKindOfRequest() throws {
        for serializer in [serializer, AFJSONRequestSerializer(), AFPropertyListRequestSerializer()] {
            serializer.setValue("1", forHTTPHeaderField: "X-A")
            let requests = [
                try serializer.request(withMethod: "GET", urlString: "https://example.com", parameters: nil),
                try serializer.request(withMethod: "POST", urlString: "https://example.com", parameters: ["k": 1]),
                try serializer.multipartFormRequest(
                    withMethod: "POST", urlString: "https://example.com", parameters: ["k": 1],
                    constructingBodyWith: nil),
            ]
            for request in requests { #expect(request.value(forHTTPHeaderField: "X-A") == "1") }
        }
    }
}
