import URLSerialization

/// A request as it is sent, without URLSession's additions.
package struct SentRequest: Sendable, Equatable {
    /// The form of a request's parameters.
    package enum Form: Sendable, Equatable {
        /// A query string, in the URL or in the body.
        case query
        case json
        case propertyList
    }

    /// The request line, such as `POST /orders HTTP/1.1`.
    package let line: String
    package let form: Form
    private var sent: RecordedRequest
    /// The query that the URL had before the sender's addition.
    private let baseQuery: String

    /// Creates the content of a request that was made from a base request.
    init(_ request: URLRequest, from base: URLRequest) {
        (sent, baseQuery) = (RecordedRequest(request), RecordedRequest(base).query)
        let target = sent.path + (sent.query.isEmpty ? "" : "?\(sent.query)")
        line = "\(request.httpMethod ?? "GET") \(target) HTTP/1.1"
        let forms: [String: Form] = ["application/json": .json, "application/x-plist": .propertyList]
        form = sent.body == nil ? .query : forms[sent.mediaType] ?? .query
    }

    /// The whole URL, as the sender returned it.
    package var url: String { sent.url }
    package var headers: HTTPHeaders { HTTPHeaders(sent.headers) }
    /// The body, or `nil` if the parameters are in the URL.
    package var body: Data? { sent.body }
    /// Whether the parameters are in the body.
    var hasBody: Bool { body != nil }
    /// The length of the body or the query in bytes.
    var size: Int { body?.count ?? query.utf8.count }

    /// The sender's query string: the body, or the addition to the URL's query; `""` for other forms.
    package var query: String {
        if form != .query { return "" }
        return body.map { String(decoding: $0, as: UTF8.self) }
            ?? String(sent.query.trimmingPrefix(baseQuery).trimmingPrefix("&"))
    }

    /// The request without its body, which takes most of the memory. A query in the URL stays.
    var condensed: SentRequest {
        var request = self
        request.sent.body = body.map { _ in Data() }
        return request
    }
}

extension URLRequest {
    /// Creates a request with any method, which is not checked.
    init(_ url: URL, method: String) {
        self.init(url: url)
        httpMethod = method
    }
}
