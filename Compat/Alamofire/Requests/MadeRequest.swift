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

    func asURLRequest() throws -> URLRequest { try make() }
}

extension ParameterEncoder {
    /// Returns a closure that puts a model into a request, or `nil` for none.
    func encoding(_ parameters: (any Encodable & Sendable)?) -> MadeRequest.Encode? {
        guard let parameters else { return nil }
        return { try encode(parameters, into: $0) }
    }
}

extension ParameterEncoding {
    /// Returns a closure that puts parameters into a request, or `nil` if it would change nothing.
    func encoding(_ parameters: Parameters?) -> MadeRequest.Encode? {
        if parameters == nil, self is URLEncoding { return nil }
        return { try encode($0, with: parameters) }
    }
}
