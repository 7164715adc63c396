/// A request that is made of a URL when it is sent.
struct MadeRequest: URLRequestConvertible {
    private let make: @Sendable () throws -> URLRequest

    init(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modify: Session.RequestModifier?,
        encode: @escaping @Sendable (URLRequest) throws -> URLRequest = { $0 }
    ) {
        make = {
            var request = try URLRequest(url: url, method: method, headers: headers)
            try modify?(&request)
            return try encode(request)
        }
    }

    init(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modify: Session.RequestModifier?,
        _ parameters: (some Encodable & Sendable)?, _ encoder: any ParameterEncoder
    ) {
        self.init(url, method, headers, modify) { request in
            try parameters.map { try encoder.encode($0, into: request) } ?? request
        }
    }

    func asURLRequest() throws -> URLRequest { try make() }
}
