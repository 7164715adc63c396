import URLSerialization

extension URLRequest {
    /// The method; nil where Foundation has none.
    ///
    /// Foundation on Linux has GET in place of none, and upper-cases some methods.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init(rawValue:)) }
        set {
            self = changeable
            httpMethod = newValue?.rawValue
        }
    }

    /// The headers, in the order of their names; setting them replaces those that were there.
    ///
    /// They are not checked, and Foundation on Linux sends CR and LF in them: whoever sets what others have written
    /// checks it. The core's serializers do.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(allHTTPHeaderFields ?? [:]) }
        set {
            self = changeable
            allHTTPHeaderFields = newValue.dictionary
        }
    }

    /// A request.
    ///
    /// - Parameters:
    ///   - url: A URL or its text.
    ///   - method: The method; it is not checked.
    ///   - headers: The headers; they are not checked.
    /// - Throws: ``AFError/invalidURL(url:)`` for what is not a URL; other errors of `url` as they are.
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
    /// The request, or nil where making it fails.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension HTTPURLResponse {
    /// The headers, in the order of their names.
    public var headers: HTTPHeaders {
        HTTPHeaders(allHeaderFields as? [String: String] ?? [:])
    }
}

extension URLSessionConfiguration {
    /// The headers of every request, in the order of their names; setting them replaces those that were there.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(httpAdditionalHeaders as? [String: String] ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}
