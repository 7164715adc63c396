/// A request that is made from a URL when it is sent.
struct MadeRequest: URLRequestConvertible {
    typealias Encode = @Sendable (URLRequest) throws -> URLRequest

    /// Whether the request is made without running the caller's code.
    let isPlain: Bool
    private let make: @Sendable () throws -> URLRequest

    init(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modify: Session.RequestModifier?,
        encode: Encode? = nil
    ) {
        isPlain = (url is URL || url is String) && modify == nil && encode == nil
        make = {
            var request = try URLRequest(url: url, method: method, headers: headers)
            try modify?(&request)
            return try encode?(request) ?? request
        }
    }

    init(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modify: Session.RequestModifier?,
        _ parameters: (any Encodable & Sendable)?, _ encoder: any ParameterEncoder
    ) {
        self.init(
            url, method, headers, modify,
            encode: parameters.map { value -> Encode in { try encoder.encode(value, into: $0) } })
    }

    init(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modify: Session.RequestModifier?,
        _ parameters: Parameters?, _ encoding: any ParameterEncoding
    ) {
        let encode: Encode = { try encoding.encode($0, with: parameters) }
        self.init(url, method, headers, modify, encode: parameters == nil && encoding is URLEncoding ? nil : encode)
    }

    func asURLRequest() throws -> URLRequest { try make() }
}
