/// A request that is made of a URL when it is sent.
struct MadeRequest: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modify: Session.RequestModifier?
    let encode: @Sendable (URLRequest) throws -> URLRequest

    init(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modify: Session.RequestModifier?,
        encode: @escaping @Sendable (URLRequest) throws -> URLRequest = { $0 }
    ) {
        (self.url, self.method, self.headers, self.modify, self.encode) = (url, method, headers, modify, encode)
    }

    func asURLRequest() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modify?(&request)
        return try encode(request)
    }
}
