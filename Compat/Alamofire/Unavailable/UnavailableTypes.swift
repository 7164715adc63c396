// Names of Alamofire that have another spelling or no equivalent here. Using one is an error that says what to write.
// The types have the initializers and members that programs use: without them, the compiler would report only their
// absence.

/// The connection of a request to its session.
@available(*, unavailable, message: "Requests use their Session. Use an EventMonitor or a RequestInterceptor.")
public typealias RequestDelegate = Never

/// Alamofire's observer of the network. This module has no equivalent.
@available(*, unavailable, message: "Use AFNetworkReachabilityManager of AFNetworkingCompat.")
public struct NetworkReachabilityManager {
    /// The state that Alamofire's observer reports.
    public enum NetworkReachabilityStatus { case unknown, notReachable, reachable(ConnectionType) }
    /// The kind of connection that reaches the network.
    public enum ConnectionType { case ethernetOrWiFi, cellular }

    /// Alamofire's shared observer of all networks.
    public static var `default`: NetworkReachabilityManager? { nil }
    /// Whether any kind of connection reaches the network.
    public let isReachable = false
    /// Creates Alamofire's observer of a host.
    public init?(host: String = "") { return nil }
    /// Calls a closure after each change of the network, in Alamofire.
    public func startListening(
        onQueue queue: DispatchQueue = .main, onUpdatePerforming listener: @escaping (NetworkReachabilityStatus) -> Void
    ) -> Bool { false }
}

/// The retrier that waits for the network.
@available(*, unavailable, message: "It needs Apple's Network framework. Use ConnectionLostRetryPolicy.")
public struct OfflineRetrier: RequestInterceptor {
    /// Creates Alamofire's retrier, which waits this long at most.
    public init(maximumWait: DispatchTimeInterval = .seconds(5)) {}
}

/// Alamofire's interceptor that compresses bodies with deflate.
@available(*, unavailable, message: "Compress the body before it is sent, and set Content-Encoding.")
public struct DeflateRequestCompressor: RequestInterceptor {
    /// The treatment of a request that has a Content-Encoding, in Alamofire.
    public enum DuplicateHeaderBehavior { case error, replace, skip }

    /// Creates Alamofire's compressor.
    public init(
        duplicateHeaderBehavior: DuplicateHeaderBehavior = .error, shouldCompressBodyData: ((Data) -> Bool)? = nil
    ) {}
}

@available(*, unavailable, message: "Compress the body before it is sent, and set Content-Encoding.")
extension RequestInterceptor where Self == Interceptor {
    /// Alamofire's interceptor that compresses bodies with deflate.
    public static var deflateCompressor: Interceptor { Interceptor() }

    /// Returns Alamofire's interceptor that compresses bodies with deflate.
    public static func deflateCompressor(
        duplicateHeaderBehavior: DeflateRequestCompressor.DuplicateHeaderBehavior = .error,
        shouldCompressBodyData: ((Data) -> Bool)? = nil
    ) -> Interceptor { Interceptor() }
}

/// A request that opens a WebSocket.
@available(*, unavailable, message: "URLSession on Linux has no WebSockets. Use a library for them.")
public typealias WebSocketRequest = Never

extension Session {
    /// Opens a WebSocket in Alamofire, which this session cannot do.
    @available(*, unavailable, message: "URLSession on Linux has no WebSockets. Use a library for them.")
    public func webSocketRequest(to url: any URLConvertible, headers: HTTPHeaders? = nil) -> Never { fatalError() }
}

extension DataStreamRequest {
    /// Returns the body as a stream.
    @available(*, unavailable, message: "Foundation on Linux has no bound streams. Use streamTask().streamingData().")
    public func asInputStream(bufferSize: Int = 1024) -> InputStream? { nil }
}

/// Alamofire's Combine publisher of a response.
@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable and the other async values.")
public struct DataResponsePublisher<Value: Sendable> {
    /// Calls a closure with the response.
    public func sink(receiveValue: @escaping (AFDataResponse<Value>) -> Void) {}
}

/// Alamofire's Combine publisher of a download.
@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDownloadedFileURL and the others.")
public typealias DownloadResponsePublisher = DataResponsePublisher

/// Alamofire's Combine publisher of a stream's parts.
@available(*, unavailable, message: "Combine is Apple's alone. Use streamTask().")
public typealias DataStreamPublisher = DataResponsePublisher

@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable(_:) or another async value.")
extension Request {
    /// Publishes the value that a serializer makes of the response.
    public func publishResponse<Serializer: ResponseSerializer>(
        using serializer: Serializer, on queue: DispatchQueue = .main
    ) -> DataResponsePublisher<Serializer.SerializedObject> { .init() }
    /// Publishes the values that a serializer makes of the parts of a stream.
    public func publishStream<Serializer: DataStreamSerializer>(
        using serializer: Serializer, on queue: DispatchQueue = .main
    ) -> DataResponsePublisher<Serializer.SerializedObject> { .init() }
    /// Publishes the body as bytes, with Combine.
    public func publishData(queue: DispatchQueue = .main) -> DataResponsePublisher<Data> { .init() }
    /// Publishes the body as text, with Combine.
    public func publishString(queue: DispatchQueue = .main) -> DataResponsePublisher<String> { .init() }
    /// Publishes the body as a model.
    public func publishDecodable<Value>(
        type: Value.Type = Value.self, queue: DispatchQueue = .main, decoder: any DataDecoder = JSONDecoder()
    ) -> DataResponsePublisher<Value> { .init() }
    /// Publishes the response without a serializer.
    public func publishUnserialized(queue: DispatchQueue = .main) -> DataResponsePublisher<Data?> { .init() }
    /// Publishes the URL of a download.
    public func publishURL(queue: DispatchQueue = .main) -> DataResponsePublisher<URL> { .init() }
}

/// An evaluator that asks whether certificates were revoked.
@available(*, unavailable, message: "libcurl does not ask for revocations. Use DefaultTrustEvaluator.")
public typealias RevocationTrustEvaluator = DefaultTrustEvaluator

/// An evaluator with which several others must agree.
@available(*, unavailable, message: "A host has one evaluator. Pass its pins to one of them.")
public struct CompositeTrustEvaluator: ServerTrustEvaluating {
    /// Creates Alamofire's evaluator, which asks all the others.
    public init(evaluators: [any ServerTrustEvaluating]) {}
}

/// The evaluator that trusts every server, by its first name.
@available(*, unavailable, renamed: "DisabledTrustEvaluator")
public typealias DisabledEvaluator = DisabledTrustEvaluator
