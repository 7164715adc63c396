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

    /// The whole URL, as the sender returned it.
    package let url: String
    /// The request line, such as `POST /orders HTTP/1.1`.
    package let line: String
    package let headers: HTTPHeaders
    package let form: Form
    /// Whether the parameters are in the body.
    let hasBody: Bool
    /// The body, unless it is the query.
    private var data: Data?
    /// The sender's query string: the body, or the addition to the URL's query.
    private(set) var query: String

    /// The body, or `nil` if the parameters are in the URL.
    package var body: Data? { hasBody ? data ?? Data(query.utf8) : nil }
    /// The length of the body or the query in bytes.
    var size: Int { data?.count ?? query.utf8.count }

    /// Creates the content of a request that was made from a base request.
    init(_ request: URLRequest, from base: URLRequest) {
        let sent = RecordedRequest(request)
        (url, headers, hasBody) = (sent.url, request.headers, sent.body != nil)
        let target = sent.path + (sent.query.isEmpty ? "" : "?\(sent.query)")
        line = "\(request.httpMethod ?? "GET") \(target) HTTP/1.1"
        let forms: [String: Form] = ["application/json": .json, "application/x-plist": .propertyList]
        form = hasBody ? forms[sent.mediaType] ?? .query : .query
        // A query is kept once.
        data = form == .query && sent.body?.firstInvalidUTF8 == nil ? nil : sent.body
        if let body = sent.body {
            query = form == .query ? String(decoding: body, as: UTF8.self) : ""
        } else {
            query = String(sent.query.trimmingPrefix(RecordedRequest(base).query).trimmingPrefix("&"))
        }
    }

    /// The request without its parameters, which take most of the memory.
    var condensed: SentRequest {
        var request = self
        (request.data, request.query) = (nil, "")
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
