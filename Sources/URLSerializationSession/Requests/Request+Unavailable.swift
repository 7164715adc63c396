// Names that users of URLSession and Alamofire try first. Using one is an error whose message shows what to write.

/// The arguments of a call that does not exist, and its result.
@dynamicCallable public struct Guess<Made> {
    /// The completion handler of a URLSession's task.
    public typealias Block = (Made?, URLResponse?, (any Error)?) -> Void

    /// Returns the result.
    public func dynamicallyCall(withKeywordArguments: KeyValuePairs<String, Any>) -> Made { fatalError() }
}

extension Request {
    /// Alamofire's handler of a model.
    @available(*, unavailable, message: "Use response(serializer: .decodable(Model.self)) { … }, or await decode(_:).")
    public func responseDecodable<Value>(
        of type: Value.Type = Value.self, queue: DispatchQueue = .main, decoder: Any? = nil,
        completionHandler: (@MainActor (Answer<Value>) -> Void)? = nil
    ) -> Self { fatalError() }

    /// Alamofire's handler of JSON.
    @available(*, unavailable, message: "Use response(serializer: .json) { … }, or await json().")
    public func responseJSON(completionHandler: (@MainActor (Answer<Any>) -> Void)? = nil) -> Self { fatalError() }

    /// Alamofire's handler of text.
    @available(*, unavailable, message: "Use response(serializer: .string) { … }, or await string().")
    public func responseString(completionHandler: (@MainActor (Answer<String>) -> Void)? = nil) -> Self { fatalError() }

    /// Alamofire's handler of data.
    @available(*, unavailable, message: "Use response { … }, or await data().")
    public func responseData(completionHandler: (@MainActor (Answer<Data>) -> Void)? = nil) -> Self { fatalError() }

    /// Alamofire's task of a model.
    @available(*, unavailable, message: "Use try await decode(_:), without value, or await response(serializer:).")
    public var serializingDecodable: Guess<Answer<Any>> { fatalError() }

    /// Alamofire's task of text.
    @available(*, unavailable, message: "Use try await string(), without value, or await response(serializer:).")
    public func serializingString() -> Answer<String> { fatalError() }

    /// Alamofire's task of data.
    @available(*, unavailable, message: "Use try await data(), without value, or await response().")
    public func serializingData() -> Answer<Data> { fatalError() }

    /// A model of the body.
    @available(*, unavailable, renamed: "decode(_:)")
    public func json<Value>(_ type: Value.Type = Value.self) async throws -> Value { fatalError() }

    /// A model of the body, with other labels.
    @available(*, unavailable, message: "Use decode(_:decoder:), or decode(_:orError:) for a server's error.")
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, using: JSONDecoder? = nil, keyPath: String? = nil, error: Any.Type? = nil
    ) async throws -> Value { fatalError() }

    /// The status of the response.
    @available(*, unavailable, message: "Use response?.statusCode, or await response().statusCode.")
    public var statusCode: Int? { fatalError() }

    /// A number of retries.
    @available(*, unavailable, message: "Use retry(with: RetryPolicy(limit: 3)).")
    public func retry(_ count: Int? = nil, times: Int? = nil, limit: Int? = nil) -> Self { fatalError() }

    /// Alamofire 4's credential.
    @available(*, unavailable, renamed: "authenticate(username:password:)")
    public func authenticate(user: String, password: String) -> Self { fatalError() }

    /// Alamofire's curl command.
    @available(*, unavailable, message: "Use cURLDescription(), which returns the command.")
    public func cURLDescription(calling handler: (String) -> Void) -> Self { fatalError() }

    /// The body as text.
    @available(*, unavailable, renamed: "string()")
    public func text() async throws -> String { fatalError() }
}

extension DataRequest {
    /// URLSession's bytes.
    @available(*, unavailable, renamed: "receivedBody()")
    public var bytes: ReceivedBody { fatalError() }
}

extension Answer {
    /// The status of the response.
    @available(*, unavailable, renamed: "statusCode")
    public var status: Int? { fatalError() }

    /// The body.
    @available(*, unavailable, renamed: "data")
    public var body: Data? { fatalError() }

    /// JSON of the body.
    @available(*, unavailable, message: "Use json() or decode(_:) of the request, or response(serializer: .json).")
    public func json() throws -> ParameterValue { fatalError() }
}

extension RequestRetrier {
    /// Alamofire's decision.
    @available(*, unavailable, renamed: "decision(for:of:after:)")
    public func retry(_: Request, for: Session, dueTo: any Error) async -> RetryDecision { fatalError() }
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
public typealias AuthenticationInterceptor<Authenticator> = Never

/// Alamofire's serializer of responses.
@available(*, unavailable, renamed: "ResponseSerialization")
public typealias ResponseSerializer = ResponseSerialization

/// Alamofire's serializer of unchanged bodies.
@available(*, unavailable, renamed: "HTTPResponseSerializer")
public typealias DataResponseSerializer = HTTPResponseSerializer
