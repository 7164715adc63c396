import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses for samples that begin with one.
enum Answer {
    /// A response to a GET request.
    static func make(_ status: Int, _ mediaType: String) -> HTTPURLResponse {
        guard let url = URL(string: "https://example.com/orders"),
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": mediaType])
        else { preconditionFailure("Foundation refuses the status \(status)") }
        return response
    }
}
