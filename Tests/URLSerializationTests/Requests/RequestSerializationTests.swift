import Testing
import URLSerialization

@Suite struct RequestSerializationTests {
    /// A user's serializer, with only the members that the protocol requires.
    private struct TextSerializer: HTTPRequestSerialization {
        var configuration = HTTPRequestConfiguration()
        var contentType = "text/plain"

        func body(for parameters: Any?, in request: URLRequest) throws -> Data? {
            parameters.map { Data("\(request.httpMethod ?? "") \($0)".utf8) }
        }
    }

    @Test func customSerializerHasTheWholePipeline() throws {
        let serializer = TextSerializer().configured { $0.headers["X-Test"] = "1" }
        let request = try serializer.request(method: .put, url: "https://example.com", parameters: 7)
        #expect(request.bodyText == "PUT 7")
        #expect(request.contentType == "text/plain")
        #expect(request.value(forHTTPHeaderField: "X-Test") == "1")
        let query = try serializer.request(method: .get, url: "https://example.com", encoding: ["a": 1])
        #expect(query.url?.query == "a=1")
        let empty = try serializer.request(method: .post, url: "https://example.com")
        #expect(empty.httpBody == nil)
        #expect(empty.contentType == nil)
    }

    @Test func customSerializerReceivesAModelAsParameterValue() throws {
        let request = try TextSerializer().request(method: .post, url: "https://example.com", encoding: [1, 2])
        #expect(request.bodyText == "POST \(ParameterValue.array([1, 2]))")
    }

    @Test func mediaTypeThatWouldBreakTheHeadIsAnError() throws {
        let serializer = TextSerializer(contentType: "text/plain\r\nX: y")
        expectRefusal(.invalidHeader, field: "Content-Type") {
            try serializer.request(method: .post, url: "https://example.com", parameters: 1)
        }
    }

    @Test func modelReachesTheSmallerProtocolAsParameterValue() throws {
        /// Conforms only to the smaller protocol.
        struct Marking: RequestSerialization {
            func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest {
                var request = request
                request.httpBody = Data("\(parameters as? ParameterValue == ["a": true])".utf8)
                return request
            }
        }
        #expect(try Marking().serialize(URLRequest("POST"), encoding: ["a": true]).bodyText == "true")
    }
}
