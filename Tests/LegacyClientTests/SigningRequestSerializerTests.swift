import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct SigningRequestSerializerTests {
    private static let url = "http://example.com/v1/orders"
    private let payload: [String: Any] = ["sku": "a/b", "count": 2]

    /// The signatures are FNV-1a of `secret`, method, path and body, computed elsewhere.
    @Test(
        arguments: [
            ("POST", #"{"count":2,"sku":"a\/b"}"#, nil, "ad70fc33"), ("GET", nil, "count=2&sku=a/b", "f437a457"),
        ] as [(String, String?, String?, String)])
    func methodPathAndBodyAreSigned(_ method: String, _ body: String?, _ query: String?, _ signature: String) throws {
        let serializer = SigningRequestSerializer()
        serializer.token = "t"
        let request = try serializer.request(
            withMethod: method, urlString: Self.url,
            parameters: SignedParameters(payload: payload, secret: "secret"))
        #expect(request.httpBody == body.map { Data($0.utf8) })
        #expect(request.url?.query == query)
        #expect(request.value(forHTTPHeaderField: "X-Signature") == signature)
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer t")
    }

    @Test func dictionariesGoOutUnsigned() throws {
        let request = try SigningRequestSerializer().request(
            withMethod: "POST", urlString: Self.url, parameters: payload)
        #expect(request.httpBody == Data(#"{"count":2,"sku":"a\/b"}"#.utf8))
        #expect(request.value(forHTTPHeaderField: "X-Signature") == nil)
    }

    @Test func missingSecretIsItsOwnError() throws {
        let parameters = SignedParameters(payload: payload, secret: "")
        var error: NSError?
        _ = SigningRequestSerializer().request(
            withMethod: "POST", urlString: Self.url, parameters: parameters, error: &error)
        #expect(error?.domain == "SigningRequestSerializer")
        let thrown = #expect(throws: NSError.self) {
            try SigningRequestSerializer().request(withMethod: "POST", urlString: Self.url, parameters: parameters)
        }
        #expect(thrown?.localizedDescription == "There is no secret to sign with.")
    }

    /// Parameters that the superclass refuses are not signed.
    @Test func payloadThatIsNoJSONIsTheErrorOfTheSuperclass() throws {
        let parameters = SignedParameters(payload: ["date": Date()], secret: "secret")
        let request = URLRequest(url: try #require(URL(string: Self.url)))
        var post = request
        post.httpMethod = "POST"
        var error: NSError?
        let signed = SigningRequestSerializer().request(
            bySerializingRequest: post, withParameters: parameters, error: &error)
        #expect(signed == nil)
        #expect(error?.domain == AFURLRequestSerializationErrorDomain)
        #expect(error?.code == NSURLErrorCannotDecodeContentData)
    }
}
