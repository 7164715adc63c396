// First guesses of users of URLSession and Alamofire. Using one is an error that says what to write.

extension Request {
    /// Alamofire's handler of a model.
    @available(*, unavailable, message: "Use response(serializer: .decodable(Model.self)) { … }, or await decode(_:).")
    public func responseDecodable<Value>(
        of type: Value.Type = Value.self, queue: DispatchQueue = .main, decoder: Any? = nil,
        _ handler: @escaping @MainActor (Answer<Value>) -> Void
    ) -> Self { fatalError() }

    /// Alamofire's handler of JSON.
    @available(*, unavailable, message: "Use response(serializer: .json) { … }, or await json().")
    public func responseJSON(_ handler: @escaping @MainActor (Answer<Any>) -> Void) -> Self { fatalError() }

    /// Alamofire's handler of text.
    @available(*, unavailable, message: "Use response(serializer: .string) { … }, or await string().")
    public func responseString(_ handler: @escaping @MainActor (Answer<String>) -> Void) -> Self { fatalError() }

    /// Alamofire's handler of data.
    @available(*, unavailable, message: "Use response { … }, or await data().")
    public func responseData(_ handler: @escaping @MainActor (Answer<Data>) -> Void) -> Self { fatalError() }

    /// Alamofire's task of a model.
    @available(*, unavailable, message: "Use try await decode(_:), without value, or await response(serializer:).")
    public func serializingDecodable<Value>(
        _ type: Value.Type = Value.self, decoder: Any? = nil
    ) -> Answer<Value> { fatalError() }

    /// Alamofire's task of text.
    @available(*, unavailable, message: "Use try await string(), without value, or await response(serializer:).")
    public func serializingString() -> Answer<String> { fatalError() }

    /// Alamofire's task of data.
    @available(*, unavailable, message: "Use try await data(), without value, or await response().")
    public func serializingData() -> Answer<Data> { fatalError() }

    /// The body as text.
    @available(*, unavailable, renamed: "string()")
    public func text() async throws -> String { fatalError() }
}

extension DataRequest {
    /// URLSession's bytes.
    @available(*, unavailable, renamed: "receivedBody()")
    public var bytes: ReceivedBody { fatalError() }
}

extension RequestRetrier {
    /// Alamofire's decision.
    @available(*, unavailable, renamed: "decision(for:of:after:)")
    public func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryDecision {
        fatalError()
    }
}

extension RetryPolicy {
    /// A policy of a number of retries or attempts.
    @available(*, unavailable, message: "Use limit:, the number of retries: one less than that of attempts.")
    public init(retryLimit: Int? = nil, maximumAttempts: Int? = nil) { fatalError() }
}

/// Alamofire's observer of requests.
@available(*, unavailable, renamed: "RequestObserver")
public typealias EventMonitor = RequestObserver

/// Alamofire's interceptor with a credential.
@available(*, unavailable, message: "Write an actor that is a RequestAdapter and a RequestRetrier: see the Cookbook.")
public struct AuthenticationInterceptor<Authenticator> {
    /// An interceptor.
    public init(authenticator: Authenticator, credential: Any? = nil) { fatalError() }
}

/// Alamofire's serializer of responses.
@available(*, unavailable, renamed: "ResponseSerialization")
public typealias ResponseSerializer = ResponseSerialization

/// Alamofire's serializer of bodies as they are.
@available(*, unavailable, renamed: "HTTPResponseSerializer")
public typealias DataResponseSerializer = HTTPResponseSerializer
