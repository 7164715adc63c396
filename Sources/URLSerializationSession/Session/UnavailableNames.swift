// Names that users of URLSession, AFNetworking and Alamofire try first. Using one is an error whose message shows what
// to write.

/// The arguments of a call that does not exist, and its result.
@dynamicCallable public struct Guess<Made> {
    /// The completion handler of a URLSession task.
    public typealias Block = (Made?, URLResponse?, (any Error)?) -> Void

    /// Accepts any arguments, so that the compiler reports the unavailable name rather than its arguments.
    public func dynamicallyCall(withKeywordArguments: KeyValuePairs<String, Any>) -> Made { fatalError() }
}

/// Alamofire's `AF`, its default session.
@available(*, unavailable, message: "Use Session.default. The module AlamofireCompat has AF and Alamofire's calls.")
public var AF: Session { fatalError() }

extension Session {
    /// `URLSession.shared`, whose counterpart is ``default``.
    @available(*, unavailable, renamed: "default")
    public static var shared: Session { fatalError() }

    /// A session with Alamofire's parts, or with settings of a configuration.
    @available(
        *, unavailable,
        message:
            "Use adapter:, retrier:, observers:, redirectHandlers:, serverTrust:; a configuration has headers, timeout."
    )
    public convenience init(
        baseURL: URL? = nil, configuration: URLSessionConfiguration = .default, headers: HTTPHeaders? = nil,
        timeout: TimeInterval? = nil, retries: Int? = nil, protocolClasses: [AnyClass]? = nil,
        interceptor: (any RequestInterceptor)? = nil, serverTrustManager: Any? = nil, redirectHandler: Any? = nil,
        cachedResponseHandler: Any? = nil, eventMonitors: [any RequestObserver] = [], delegate: Any? = nil,
        delegateQueue: OperationQueue? = nil
    ) { fatalError() }

    /// AFNetworking's `GET:parameters:headers:progress:success:failure:`. GET is the default method here.
    @available(*, unavailable, renamed: "request(_:parameters:headers:)")
    public var get: Guess<DataRequest> { fatalError() }

    /// AFNetworking's `HEAD:parameters:headers:success:failure:`. Here the method is an argument.
    @available(*, unavailable, message: "Use request(_:method: .head, parameters:).")
    public var head: Guess<DataRequest> { fatalError() }

    /// AFNetworking's `POST:parameters:headers:progress:success:failure:`. Here the serializer chooses the format.
    @available(*, unavailable, message: "Use request(_:method: .post, parameters:serializer:) with .json or .form.")
    public var post: Guess<DataRequest> { fatalError() }

    /// AFNetworking's `PUT:parameters:headers:success:failure:`. Here the serializer chooses the format.
    @available(*, unavailable, message: "Use request(_:method: .put, parameters:serializer:) with .json or .form.")
    public var put: Guess<DataRequest> { fatalError() }

    /// AFNetworking's `PATCH:parameters:headers:success:failure:`. Here the serializer chooses the format.
    @available(*, unavailable, message: "Use request(_:method: .patch, parameters:serializer:) with .json or .form.")
    public var patch: Guess<DataRequest> { fatalError() }

    /// AFNetworking's `DELETE:parameters:headers:success:failure:`. By default its parameters go into the URL here too.
    @available(*, unavailable, message: "Use request(_:method: .delete, parameters:).")
    public var delete: Guess<DataRequest> { fatalError() }

    /// A request with a body of a kind, or Alamofire's with an encoder or an encoding.
    @available(*, unavailable, message: "Pass the values as parameters:, with serializer: .json or serializer: .form.")
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, json: Any? = nil, form: Any? = nil, body: Any? = nil,
        data: Any? = nil, query: Any? = nil, queryItems: Any? = nil, params: Any? = nil, parameters: Any? = nil,
        encoder: (any RequestSerialization)? = nil, encoding: (any RequestSerialization)? = nil,
        headers: HTTPHeaders? = nil
    ) -> DataRequest { fatalError() }

    /// Alamofire's `request(_:…)` with `interceptor:`, an adapter and a retrier in one.
    @available(*, unavailable, message: "Call adapt(with:) and retry(with:) on the request.")
    public func request(
        _ url: Any, method: HTTPMethod = .get, parameters: Any? = nil, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)?
    ) -> DataRequest { fatalError() }

    /// A request with its method first.
    @available(*, unavailable, message: "Pass the URL first, then the method: request(url, method: .post).")
    public func request(
        _ method: HTTPMethod, _ url: some URLConvertible, parameters: Any? = nil, headers: HTTPHeaders? = nil
    ) -> DataRequest { fatalError() }

    /// The call that sends a request in other clients. By default the first handler or `await` sends it here.
    @available(*, unavailable, message: "Use request(_:).decode(_:), data(), string(), or response() for all of it.")
    public var send: Guess<DataRequest> { fatalError() }

    /// A request with settings of a URLRequest.
    @available(*, unavailable, message: "Use request(url).timeout(5); set others by modify: { $0.cachePolicy = … }.")
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil, headers: HTTPHeaders? = nil,
        cachePolicy: URLRequest.CachePolicy? = nil, timeout: TimeInterval? = nil, timeoutInterval: TimeInterval? = nil,
        requestModifier: ((inout URLRequest) throws -> Void)? = nil
    ) -> DataRequest { fatalError() }

    /// `URLSession.dataTask(with:completionHandler:)`. By default a request here needs no `resume()`.
    @available(*, unavailable, message: "Use request(_:).response { … }, or await request(_:).data().")
    public func dataTask(with: Any, completionHandler: Guess<Data>.Block? = nil) -> DataRequest { fatalError() }

    /// `URLSession.downloadTask(with:completionHandler:)`. By default a request here needs no `resume()`.
    @available(*, unavailable, message: "Use download(_:to:).response { … }, or await download(_:to:).file().")
    public func downloadTask(with: Any, completionHandler: Guess<URL>.Block? = nil) -> DownloadRequest { fatalError() }

    /// `URLSession.uploadTask(with:from:completionHandler:)` and the same with `fromFile:`.
    @available(*, unavailable, message: "Use upload(_:with:).response { … }, or await upload(_:with:).data().")
    public func uploadTask(
        with: Any, from: Any? = nil, fromFile: URL? = nil, completionHandler: Guess<Data>.Block? = nil
    ) -> UploadRequest { fatalError() }

    /// `URLSession.bytes(for:)` and `bytes(from:)`, whose bytes arrive one by one. Here they arrive in segments.
    @available(*, unavailable, message: "Use request(_:).receivedBody(), or request(_:).lines.")
    public func bytes(for: Any? = nil, from: Any? = nil) async throws -> (ReceivedBody, URLResponse) { fatalError() }

    /// `URLSession.data(for:)` and `data(from:)`, which return the response as well.
    @available(*, unavailable, message: "Use request(_:).data(), or request(_:).response() for the response as well.")
    public func data(for: Any? = nil, from: Any? = nil) async throws -> (Data, URLResponse) { fatalError() }

    /// `URLSession.download(for:)` and `download(from:)`, which return the response as well.
    @available(*, unavailable, message: "Use download(_:to:).file(), or download(_:to:).response() for both.")
    public func download(for: Any? = nil, from: Any? = nil) async throws -> (URL, URLResponse) { fatalError() }

    /// `URLSession.upload(for:from:)` and `upload(for:fromFile:)`, which return the response as well.
    @available(*, unavailable, message: "Use upload(_:with:).data(), or upload(_:with:).response() for both.")
    public func upload(
        for: URLRequest, from: Data? = nil, fromFile: URL? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }

    /// An upload of a model, which is not an upload here, but a request with parameters.
    @available(*, unavailable, message: "Use request(_:method: .post, encoding: model, serializer: .json).")
    public func upload(
        _ model: some Encodable, to url: some URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest { fatalError() }

    /// An upload of an optional body.
    @available(*, unavailable, message: "Unwrap the body, which is optional.")
    public func upload<Body: Encodable>(
        _ body: Body?, to url: some URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest { fatalError() }

    /// Alamofire's `upload(multipartFormData:to:…)`, whose closure receives an object and cannot throw.
    @available(*, unavailable, message: "Use upload(to: url) { form in … }.")
    public func upload(
        multipartFormData: (inout MultipartForm) throws -> Void, to url: Any, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil
    ) -> UploadRequest { fatalError() }

    /// Alamofire's `streamRequest(_:…)`, whose handlers are an asynchronous sequence here.
    @available(*, unavailable, message: "Use request(_:).receivedBody(), or request(_:).lines.")
    public var streamRequest: Guess<DataRequest> { fatalError() }

    /// `URLSession.invalidateAndCancel()`, whose cancellation is a parameter of the invalidation here.
    @available(*, unavailable, message: "Use invalidate(cancellingRequests: true).")
    public func invalidateAndCancel() { fatalError() }

    /// URLSession's invalidation after its tasks have ended.
    @available(*, unavailable, renamed: "invalidate()")
    public func finishTasksAndInvalidate() { fatalError() }
}

extension Request {
    /// Alamofire's `responseDecodable(of:…)`. Here one method takes the handlers of all serializers.
    @available(*, unavailable, message: "Use response(serializer: .decodable(Model.self)) { … }, or await decode(_:).")
    public func responseDecodable<Value>(
        of type: Value.Type = Value.self, queue: DispatchQueue = .main, decoder: Any? = nil,
        completionHandler: (@MainActor (Answer<Value>) -> Void)? = nil
    ) -> Self { fatalError() }

    /// Alamofire's `responseJSON(…)`, whose value is an `Any` and which Alamofire 5 deprecates.
    @available(*, unavailable, message: "Use response(serializer: .json) { … }, or await json().")
    public func responseJSON(completionHandler: (@MainActor (Answer<Any>) -> Void)? = nil) -> Self { fatalError() }

    /// Alamofire's `responseString(…)`. Here the encoding is a setting of the serializer.
    @available(*, unavailable, message: "Use response(serializer: .string) { … }, or await string().")
    public func responseString(completionHandler: (@MainActor (Answer<String>) -> Void)? = nil) -> Self { fatalError() }

    /// Alamofire's `responseData(…)`, which needs no serializer here.
    @available(*, unavailable, message: "Use response { … }, or await data().")
    public func responseData(completionHandler: (@MainActor (Answer<Data>) -> Void)? = nil) -> Self { fatalError() }

    /// Alamofire's `serializingDecodable(_:…)`, a task whose `value` is awaited.
    @available(*, unavailable, message: "Use try await decode(_:), without value, or await response(serializer:).")
    public var serializingDecodable: Guess<Answer<Any>> { fatalError() }

    /// Alamofire's `serializingString(…)`, a task whose `value` is awaited.
    @available(*, unavailable, message: "Use try await string(), without value, or await response(serializer:).")
    public func serializingString() -> Answer<String> { fatalError() }

    /// Alamofire's `serializingData(…)`, a task whose `value` is awaited.
    @available(*, unavailable, message: "Use try await data(), without value, or await response().")
    public func serializingData() -> Answer<Data> { fatalError() }

    /// A model of the body. Here `json()` returns a `ParameterValue`.
    @available(*, unavailable, renamed: "decode(_:)")
    public func json<Value>(_ type: Value.Type = Value.self) async throws -> Value { fatalError() }

    /// A model of the body, with other labels.
    @available(*, unavailable, message: "Use decode(_:decoder:), or decode(_:orError:) for a server's error.")
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, using: JSONDecoder? = nil, keyPath: String? = nil, error: Any.Type? = nil
    ) async throws -> Value { fatalError() }

    /// The status of the response, which the response or the answer has here.
    @available(*, unavailable, message: "Use response?.statusCode, or await response().statusCode.")
    public var statusCode: Int? { fatalError() }

    /// A number of retries, which is a setting of ``RetryPolicy`` here.
    @available(*, unavailable, message: "Use retry(with: RetryPolicy(limit: 3)).")
    public func retry(_ count: Int? = nil, times: Int? = nil, limit: Int? = nil) -> Self { fatalError() }

    /// Alamofire 4's `authenticate(user:password:persistence:)`, which Alamofire 5 renamed in the same way.
    @available(*, unavailable, renamed: "authenticate(username:password:)")
    public func authenticate(user: String, password: String) -> Self { fatalError() }

    /// Alamofire's `cURLDescription(calling:)`, which calls a closure once there is a request.
    @available(*, unavailable, message: "Use cURLDescription(), which returns the command.")
    public func cURLDescription(calling handler: (String) -> Void) -> Self { fatalError() }

    /// The body as text, under its name in the browsers' Fetch API.
    @available(*, unavailable, renamed: "string()")
    public func text() async throws -> String { fatalError() }
}

extension DataRequest {
    /// The body's bytes as they arrive, as in `URLSession.bytes(for:)`.
    @available(*, unavailable, renamed: "receivedBody()")
    public var bytes: ReceivedBody { fatalError() }
}

extension Answer {
    /// The status of the response, under its name in the browsers' Fetch API.
    @available(*, unavailable, renamed: "statusCode")
    public var status: Int? { fatalError() }

    /// The received body, under its name in the browsers' Fetch API.
    @available(*, unavailable, renamed: "data")
    public var body: Data? { fatalError() }

    /// The body as JSON. Here the request decodes it, before there is an answer.
    @available(*, unavailable, message: "Use json() or decode(_:) of the request, or response(serializer: .json).")
    public func json() throws -> ParameterValue { fatalError() }
}

extension RequestRetrier {
    /// Alamofire's `retry(_:for:dueTo:completion:)`, which passes its decision to a closure. Here it is returned.
    @available(*, unavailable, renamed: "decision(for:of:after:)")
    public func retry(_: Request, for: Session, dueTo: any Error) async -> RetryDecision { fatalError() }
}

extension RetryPolicy {
    /// A policy of a number of retries or attempts.
    @available(*, unavailable, message: "Use limit:, the number of retries: one less than that of attempts.")
    public init(retryLimit: Int? = nil, maximumAttempts: Int? = nil) { fatalError() }
}

/// Alamofire's `EventMonitor`, which has a method for each event. ``RequestObserver`` has one for all.
@available(*, unavailable, renamed: "RequestObserver")
public typealias EventMonitor = RequestObserver

/// Alamofire's `AuthenticationInterceptor`, which adds and refreshes a credential.
@available(*, unavailable, message: "Write an actor that is a RequestAdapter and a RequestRetrier: see the Cookbook.")
public typealias AuthenticationInterceptor<Authenticator> = Never

/// Alamofire's `ResponseSerializer`, the protocol of serializers for data and downloads.
@available(*, unavailable, renamed: "ResponseSerialization")
public typealias ResponseSerializer = ResponseSerialization

/// Alamofire's `DataResponseSerializer`, which returns the body unchanged.
@available(*, unavailable, renamed: "HTTPResponseSerializer")
public typealias DataResponseSerializer = HTTPResponseSerializer
