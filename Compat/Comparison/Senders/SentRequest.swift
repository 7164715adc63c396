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
        url = request.url?.absoluteString ?? ""
        let components = Self.components(of: request)
        let (path, query) = (components?.percentEncodedPath ?? "", components?.percentEncodedQuery)
        let target = (path.isEmpty ? "/" : path) + (query.map { "?\($0)" } ?? "")
        line = "\(request.httpMethod ?? "GET") \(target) HTTP/1.1"
        headers = request.headers
        let body = request.httpBody
        hasBody = body != nil
        let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
        let isList = type.hasPrefix("application/x-plist")
        form = body == nil ? .query : type.hasPrefix("application/json") ? .json : isList ? .propertyList : .query
        // A query is kept once.
        data = form == .query && body?.firstInvalidUTF8 == nil ? nil : body
        if let body {
            self.query = form == .query ? String(decoding: body, as: UTF8.self) : ""
        } else {
            let own = Self.components(of: base)?.percentEncodedQuery ?? ""
            self.query = String((query ?? "").trimmingPrefix(own).trimmingPrefix("&"))
        }
    }

    /// The request without its parameters, which take most of the memory.
    var condensed: SentRequest {
        var request = self
        (request.data, request.query) = (nil, "")
        return request
    }

    private static func components(of request: URLRequest) -> URLComponents? {
        request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    }
}

extension URLRequest {
    /// Creates a request with any method, which is not checked.
    init(_ url: URL, method: String) {
        self.init(url: url)
        httpMethod = method
    }
}
