/// Requests whose answers are kept in memory or delivered as they arrive.
extension Session {
    /// Creates a request with a dictionary of parameters.
    ///
    /// If the request cannot be built, its handlers are called with the reason as its error.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: The parameters, or `nil` for none.
    ///   - encoding: The encoding of the parameters.
    ///   - headers: The request's headers, which the session's do not replace.
    ///   - interceptor: The interceptor of the request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request, or `nil` to do as the session does.
    ///   - requestModifier: Changes the request before the parameters are encoded.
    @discardableResult
    public func request(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let made = MadeRequest(convertible, method, headers, requestModifier, encode: encoding.encoding(parameters))
        return request(made, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request with a model as its parameters.
    @discardableResult
    public func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let made = MadeRequest(convertible, method, headers, requestModifier, encode: encoder.encoding(parameters))
        return request(made, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request from a `URLRequest` or a value that makes one.
    @discardableResult
    public func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil
    ) -> DataRequest { DataRequest(convertible, self, (interceptor, shouldAutomaticallyResume)) }

    /// Creates a request without parameters. The body of its answer is delivered as it arrives.
    ///
    /// With `automaticallyCancelOnStreamError` an error of a stream's serializer cancels the request.
    @discardableResult
    public func streamRequest(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        let made = MadeRequest(convertible, method, headers, requestModifier)
        return DataStreamRequest(made, self, (interceptor, shouldAutomaticallyResume), automaticallyCancelOnStreamError)
    }

    /// Creates a request with a model as its parameters. The body of its answer is delivered as it arrives.
    @discardableResult
    public func streamRequest<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        let made = MadeRequest(convertible, method, headers, requestModifier, encode: encoder.encoding(parameters))
        return DataStreamRequest(made, self, (interceptor, shouldAutomaticallyResume), automaticallyCancelOnStreamError)
    }

    /// Creates a request from a `URLRequest` or a value that makes one. The body of its answer is delivered as it
    /// arrives.
    @discardableResult
    public func streamRequest(
        _ convertible: any URLRequestConvertible, automaticallyCancelOnStreamError: Bool = false,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil
    ) -> DataStreamRequest {
        DataStreamRequest(convertible, self, (interceptor, shouldAutomaticallyResume), automaticallyCancelOnStreamError)
    }
}

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
