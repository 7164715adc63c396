import AlamofireEncoders
import Testing

/// The rules that all encodings and encoders share.
@Suite struct SharedRuleTests {
    /// An encoding or an encoder, which writes one parameter or none.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let encode: @Sendable ([String: Int]?, URLRequest) throws -> URLRequest
    }

    private static let json = [
        Row(testDescription: "JSONEncoding") { try JSONEncoding.default.encode($1, with: $0) },
        Row(testDescription: "JSONEncoding of an object") {
            $0 == nil ? try JSONEncoding.default.encode($1) : try JSONEncoding.default.encode($1, withJSONObject: $0)
        },
        Row(testDescription: "JSONParameterEncoder") { try JSONParameterEncoder.default.encode($0, into: $1) },
    ]
    private static let all =
        json + [
            Row(testDescription: "URLEncoding") { try URLEncoding.default.encode($1, with: $0) },
            Row(testDescription: "PropertyListEncoding") { try PropertyListEncoding.default.encode($1, with: $0) },
            Row(testDescription: "URLEncodedFormParameterEncoder") {
                try URLEncodedFormParameterEncoder.default.encode($0, into: $1)
            },
        ]

    @Test(arguments: all, ["GET", "POST"])
    func nothingLeavesTheRequestAsItIs(row: Row, method: String) throws {
        let request = try row.encode(nil, URLRequest(method))
        #expect(request.url?.absoluteString == "https://example.com/a" && request.httpBody == nil)
        #expect(request.headers.isEmpty)
    }

    @Test(arguments: all, ["application/vnd.example+json", ""])
    func contentTypeStands(row: Row, contentType: String) throws {
        var request = try URLRequest("POST")
        request.setValue(contentType, forHTTPHeaderField: "content-type")
        let result = try row.encode(["a": 1], request)
        #expect(result.value(forHTTPHeaderField: "Content-Type") == contentType && result.httpBody?.isEmpty == false)
    }

    @Test(arguments: json)
    func requestWithoutURLIsTaken(row: Row) throws {
        let request = try URLRequest.withoutURL("POST")
        let copy = request
        #expect(try row.encode(["a": 1], request).bodyText == #"{"a":1}"#)
        #expect(copy.httpBody == nil)
    }
}
