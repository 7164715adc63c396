import URLSerialization

/// A request as it is sent, without URLSession's additions.
package struct SentRequest: Sendable, Equatable {
    /// The form of a request's parameters.
    package enum Form: Sendable, Equatable {
        /// A query string, in the URL or in the body.
        case query
        /// JSON in the body.
        case json
        /// A property list in the body.
        case propertyList
    }

    /// The whole URL.
    package let url: String
    /// The request line.
    package let line: String
    package let headers: HTTPHeaders
    /// The body; `nil` for none.
    package private(set) var body: Data?
    package let form: Form
    /// The sender's query string: the body, or the addition to the URL's query.
    private(set) var query: String

    /// Creates the content of a request that was made from a base request.
    init(_ request: URLRequest, from base: URLRequest) {
        url = request.url?.absoluteString ?? ""
        let components = Self.components(of: request)
        let (path, query) = (components?.percentEncodedPath ?? "", components?.percentEncodedQuery)
        let target = (path.isEmpty ? "/" : path) + (query.map { "?\($0)" } ?? "")
        line = "\(request.httpMethod ?? "GET") \(target) HTTP/1.1"
        headers = request.headers
        body = request.httpBody
        let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
        let isList = type.hasPrefix("application/x-plist")
        form = body == nil ? .query : type.hasPrefix("application/json") ? .json : isList ? .propertyList : .query
        if let body {
            self.query = form == .query ? String(decoding: body, as: UTF8.self) : ""
        } else {
            let own = Self.components(of: base)?.percentEncodedQuery ?? ""
            self.query = String((query ?? "").trimmingPrefix(own).trimmingPrefix("&"))
        }
    }

    /// The request without its parameters.
    var condensed: SentRequest {
        var request = self
        (request.body, request.query) = (nil, "")
        return request
    }

    private static func components(of request: URLRequest) -> URLComponents? {
        request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    }
}
