// Names of Alamofire that have another spelling or no equivalent here. Using one is an error that says what to write.

/// The session of Alamofire 4.
@available(*, unavailable, renamed: "Session")
public typealias SessionManager = Session

/// An encoder of property lists.
@available(*, unavailable, message: "Use URLEncodedFormParameterEncoder or JSONParameterEncoder.")
public typealias PropertyListParameterEncoder = Never

/// The trust in servers by host, in Alamofire 4.
@available(*, unavailable, renamed: "ServerTrustManager")
public typealias ServerTrustPolicyManager = Never

/// The observer of the network.
@available(*, unavailable, message: "Use AFNetworkReachabilityManager of AFNetworkingCompat.")
public struct NetworkReachabilityManager {
    /// Whether the network is reachable. With this member the compiler reports only the type.
    public let isReachable = false
    /// An observer.
    public init?() { return nil }
}

/// The retrier that waits for the network.
@available(*, unavailable, message: "It needs Apple's Network framework. Use ConnectionLostRetryPolicy.")
public typealias OfflineRetrier = Never

/// The compressor of bodies.
@available(*, unavailable, message: "Compress the body before it is sent, and set Content-Encoding.")
public typealias DeflateRequestCompressor = Never

/// The connection of a request to its session.
@available(*, unavailable, message: "Requests use their Session. Use an EventMonitor or a RequestInterceptor.")
public typealias RequestDelegate = Never

/// A request that opens a WebSocket.
@available(*, unavailable, message: "URLSession on Linux has no WebSockets. Use a library for them.")
public typealias WebSocketRequest = Never

/// A publisher of Combine.
@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable and the other async values.")
public typealias DataResponsePublisher = Never

/// A publisher of Combine.
@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDownloadedFileURL and the others.")
public typealias DownloadResponsePublisher = Never

/// A publisher of Combine.
@available(*, unavailable, message: "Combine is Apple's alone. Use streamTask().")
public typealias DataStreamPublisher = Never

/// The trust in a server, in Alamofire 4.
@available(*, unavailable, message: "Use an evaluator, such as PinnedCertificatesTrustEvaluator.")
public typealias ServerTrustPolicy = Never

/// The response without a serializer, in Alamofire 4.
@available(*, unavailable, message: "Use AFDataResponse<Data?>.")
public typealias DefaultDataResponse = Never

extension Result {
    /// The error of a failure, in Alamofire 4.
    @available(*, unavailable, message: "Use error of the response.")
    public var error: Failure? { nil }

    /// The value of a success, in Alamofire 4.
    @available(*, unavailable, message: "Use value of the response, or try? result.get().")
    public var value: Success? { nil }

    /// Whether the result is a success, in Alamofire 4.
    @available(*, unavailable, message: "Switch over the result, or compare error of the response with nil.")
    public var isSuccess: Bool { false }

    /// Whether the result is a failure, in Alamofire 4.
    @available(*, unavailable, message: "Switch over the result, or compare error of the response with nil.")
    public var isFailure: Bool { false }
}
