import URLSerialization

/// The response that a vector describes.
enum VectorResponse {
    /// Returns an HTTP response, or a plain one if the vector says so.
    ///
    /// - Throws: ``VectorError`` for a missing member that every response must have.
    static func response(for input: VectorMembers) throws -> URLResponse {
        let contentType = try input.optionalText("contentType")
        let text = try input.optionalText("url")
        guard let url = URL(string: text ?? "http://example.com/") else { throw VectorError("'url' is not a URL") }
        if try input.bool("plainURLResponse") {
            return URLResponse(
                url: url, mimeType: contentType, expectedContentLength: -1, textEncodingName: nil)
        }
        let status = try input.integer("status")
        let headers = contentType.map { ["Content-Type": $0] }
        let response =
            text == nil
            ? ResponseWithoutURL(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
            : HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        guard let response else { throw VectorError("'status' makes no response") }
        return response
    }
}

/// A response without a URL, which Foundation's own always have.
///
/// `@unchecked Sendable`, as its superclass is: it adds no state.
private final class ResponseWithoutURL: HTTPURLResponse, @unchecked Sendable {
    override var url: URL? {
        get { nil }
        set {}
    }
}
