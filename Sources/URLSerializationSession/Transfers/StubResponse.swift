/// The answer of a session without a network (`Session.stub`).
public struct StubResponse: Sendable {
    /// The status.
    public var statusCode: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body. The response states its length, unless the headers do or have a `Transfer-Encoding`.
    public var body: Data

    /// Creates an answer.
    public init(statusCode: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        (self.statusCode, self.headers, self.body) = (statusCode, headers, body)
    }

    /// Returns an answer with text of a media type.
    public static func text(
        _ text: String, statusCode: Int = 200, contentType: String = "text/plain; charset=utf-8"
    ) -> StubResponse {
        StubResponse(statusCode: statusCode, headers: ["Content-Type": contentType], body: Data(text.utf8))
    }

    /// Returns an answer with the text of a JSON document.
    public static func json(_ text: String, statusCode: Int = 200) -> StubResponse {
        .text(text, statusCode: statusCode, contentType: "application/json")
    }
}
