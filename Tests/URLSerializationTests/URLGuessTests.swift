import Testing
import URLSerialization

/// Lines with URLs that a new user might write before reading the documentation.
@Suite struct URLGuessTests {
    @Test(arguments: [
        "not a url", "http://", "orders/1", "/orders", "//example.com", "https://a:99999/", "localhost:8080/orders",
        "example.com:443",
    ])
    func whatCannotBeSentIsRefused(text: String) throws {
        var serializers: [any HTTPRequestSerialization] = [
            HTTPRequestSerializer(), JSONRequestSerializer(), PropertyListRequestSerializer(),
        ]
        for serializer in serializers {
            expectRefusal(.invalidURL) { try serializer.request(method: .get, url: text) }
            #expect(throws: RequestSerializationError.self) {
                try serializer.multipartRequest(method: .post, url: text) { try $0.append("a", name: "b") }
            }
        }
        for index in serializers.indices {
            serializers[index].configuration.validatesURLs = false
            #expect(throws: Never.self) { try serializers[index].request(method: .get, url: text) }
        }
    }

    @Test(
        arguments: [
            ("https://a.com/v1", "orders", "https://a.com/v1/orders"),
            ("https://a.com/v1/", "orders/1?x=2", "https://a.com/v1/orders/1?x=2"),
            ("https://a.com/v1", "/orders", "https://a.com/orders"),
            ("https://a.com", "orders", "https://a.com/orders"),
            ("https://a.com/v1", "https://b.com/c", "https://b.com/c"),
            ("https://a.com/v1", "//b.com/c", "https://b.com/c"),
        ])
    func aReferenceIsRelativeToTheBaseURL(base: String, reference: String, expected: String) throws {
        let serializer = JSONRequestSerializer(configuration: HTTPRequestConfiguration(baseURL: URL(string: base)))
        let request = try serializer.request(method: .get, url: reference)
        #expect(request.url?.absoluteString == expected)
    }

    @Test func messagesSayWhatToDo() throws {
        let missing = #expect(throws: RequestSerializationError.self) {
            try HTTPRequestSerializer().request(method: .get, url: "orders/1")
        }
        #expect(missing?.description.contains(#""orders/1" has no scheme"#) == true)
        let unreadable = #expect(throws: RequestSerializationError.self) {
            try HTTPRequestSerializer().request(method: .get, url: "https://u:pw@a b?token=x")
        }
        #expect(unreadable?.reason == #""a b" is not a URL. Check its host and port."#)
        let secret = #expect(throws: RequestSerializationError.self) {
            try HTTPRequestSerializer().request(method: .get, url: "https://u:pw@h:99999/a?token=x#y")
        }
        #expect(secret?.description.contains(#"The URL "h:99999/a" has a port"#) == true)
    }
}
