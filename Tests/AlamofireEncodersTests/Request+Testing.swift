import AlamofireEncoders

extension URLRequest {
    /// A request to a fixed place.
    init(_ method: String, _ url: String = "https://example.com/a") throws {
        try self.init(url: url, method: HTTPMethod(rawValue: method))
    }

    /// Returns a request without a URL that shares its storage with a copy: changing it ends the process on Linux.
    static func withoutURL(_ method: String) throws -> URLRequest {
        var request = try URLRequest(method)
        request.url = nil
        return request
    }

    var bodyText: String? { httpBody.map { String(decoding: $0, as: UTF8.self) } }

    /// The URL's query as it is sent.
    var percentEncodedQuery: String? {
        url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false)?.percentEncodedQuery }
    }
}
