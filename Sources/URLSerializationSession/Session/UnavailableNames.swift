// Names that users of URLSession type first. Using one is an error whose message shows what to write.

extension Session {
    /// `URLSession.shared`, whose counterpart is ``default``.
    @available(*, unavailable, renamed: "default")
    public static var shared: Session { fatalError() }

    /// A request under its method's name, as in AFNetworking. GET is the default method here.
    @available(*, unavailable, renamed: "request(_:parameters:headers:)")
    public func get(_ url: Any, parameters: Any? = nil, headers: HTTPHeaders? = nil) -> DataRequest { fatalError() }

    /// A request under its method's name, as in AFNetworking. Here the serializer chooses the format.
    @available(*, unavailable, message: "Use request(_:method: .post, parameters:serializer:) with .json or .form.")
    public func post(_ url: Any, parameters: Any? = nil, headers: HTTPHeaders? = nil) -> DataRequest { fatalError() }

    /// Alamofire's request with an encoder or an encoding.
    @available(*, unavailable, message: "Pass the values as parameters:, with serializer: .json or serializer: .form.")
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, params: Any? = nil, parameters: Any? = nil,
        encoder: (any RequestSerialization)? = nil, encoding: (any RequestSerialization)? = nil,
        headers: HTTPHeaders? = nil
    ) -> DataRequest { fatalError() }

    /// `URLSession.dataTask(with:completionHandler:)`. By default a request here needs no `resume()`.
    @available(*, unavailable, message: "Use request(_:).response { … }, or await request(_:).data().")
    public func dataTask(
        with: Any, completionHandler: ((Data?, URLResponse?, (any Error)?) -> Void)? = nil
    ) -> DataRequest { fatalError() }

    /// `URLSession.data(for:)` and `data(from:)`, which return the response as well.
    @available(*, unavailable, message: "Use request(_:).data(), or request(_:).response() for the response as well.")
    public func data(for: Any? = nil, from: Any? = nil) async throws -> (Data, URLResponse) { fatalError() }

    /// `URLSession.bytes(for:)` and `bytes(from:)`, whose bytes arrive one by one. Here they arrive in segments.
    @available(*, unavailable, message: "Use request(_:).receivedBody(), or request(_:).lines.")
    public func bytes(for: Any? = nil, from: Any? = nil) async throws -> (ReceivedBody, URLResponse) { fatalError() }
}

extension Request {
    /// A model of the body. Here `json()` returns a `ParameterValue`.
    @available(*, unavailable, renamed: "decode(_:)")
    public func json<Value>(_ type: Value.Type = Value.self) async throws -> Value { fatalError() }
}
