import URLSerialization

/// The bodies of responses.
enum ResponsePayload {
    /// Returns a JSON document of about `bytes` bytes: an array of orders in which every fourth value is null.
    static func json(bytes: Int) -> Data {
        var text = "["
        var index = 0
        while text.utf8.count < bytes {
            if index > 0 { text += "," }
            text += #"{"id":\#(index),"name":"order number \#(index)","note":null,"paid":\#(index % 3 == 0),"#
            text += #""total":\#(index).25,"tags":["a",null,"b"],"ship":{"city":"Oslo","until":null}}"#
            index += 1
        }
        return Data((text + "]").utf8)
    }

    /// Returns a response with status 200 and a media type.
    static func response(contentType: String) throws -> HTTPURLResponse {
        let response = HTTPURLResponse(
            url: try "https://example.com/orders".asURL(), statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": contentType])
        guard let response else { throw BenchmarkError.failure("no response could be made") }
        return response
    }
}
