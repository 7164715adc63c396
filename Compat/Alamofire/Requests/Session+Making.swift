/// Requests with parameters.
extension Session {
    /// Returns the value that makes a request with a dictionary of parameters.
    func making(
        _ url: any URLConvertible, _ method: HTTPMethod, _ parameters: Parameters?, _ encoding: any ParameterEncoding,
        _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> MadeRequest {
        MadeRequest {
            try encoding.encode(Self.bare(url, method, headers, modifier), with: parameters)
        }
    }

    /// Returns the value that makes a request with a model.
    func making<Model: Encodable & Sendable>(
        _ url: any URLConvertible, _ method: HTTPMethod, _ model: Model?, _ encoder: any ParameterEncoder,
        _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> MadeRequest {
        MadeRequest {
            let request = try Self.bare(url, method, headers, modifier)
            return try model.map { try encoder.encode($0, into: request) } ?? request
        }
    }

    /// Returns the value that makes a request without parameters.
    func making(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> MadeRequest { MadeRequest { try Self.bare(url, method, headers, modifier) } }

    private static func bare(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        return request
    }
}
