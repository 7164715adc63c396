import URLSerialization

extension URLRequest {
    /// Creates a request from a URL or its text.
    ///
    /// - Parameters:
    ///   - url: A URL or its text.
    ///   - method: The method; it is not checked.
    ///   - headers: The headers; they are not checked.
    /// - Throws: ``AFError/invalidURL(url:)`` for a value that is not a URL; other errors of `url` unchanged.
    public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
        do {
            self.init(url: try url.asURL())
        } catch let error as RequestSerializationError where error.code == .invalidURL {
            throw AFError.invalidURL(url: url)
        }
        httpMethod = method.rawValue
        allHTTPHeaderFields = headers?.dictionary
    }
}

extension URLRequestConvertible {
    /// The request, or `nil` if making it fails.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}
