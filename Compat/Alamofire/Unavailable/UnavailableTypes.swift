// Names of Alamofire that have another spelling or no equivalent here. Using one is an error that says what to write.

/// The session in Alamofire 4.
@available(*, unavailable, renamed: "Session")
public typealias SessionManager = Session

/// The encoding of property lists as an encoder.
@available(*, unavailable, message: "Use URLEncodedFormParameterEncoder or JSONParameterEncoder.")
public typealias PropertyListParameterEncoder = Never

/// The certificate pinning of Alamofire.
@available(
    *, unavailable,
    message:
        "The system evaluates certificates. Pin them with AFSecurityPolicy of AFNetworkingCompat on Apple's systems."
)
public typealias ServerTrustManager = Never

/// The policies of Alamofire 4.
@available(
    *, unavailable,
    message:
        "The system evaluates certificates. Pin them with AFSecurityPolicy of AFNetworkingCompat on Apple's systems."
)
public typealias ServerTrustPolicyManager = Never

/// An evaluator of certificates.
@available(
    *, unavailable,
    message:
        "The system evaluates certificates. Pin them with AFSecurityPolicy of AFNetworkingCompat on Apple's systems."
)
public typealias ServerTrustEvaluating = Never

/// An evaluator of certificates.
@available(
    *, unavailable,
    message:
        "The system evaluates certificates. Pin them with AFSecurityPolicy of AFNetworkingCompat on Apple's systems."
)
public typealias PinnedCertificatesTrustEvaluator = Never

/// An evaluator of certificates.
@available(
    *, unavailable,
    message:
        "The system evaluates certificates. Pin them with AFSecurityPolicy of AFNetworkingCompat on Apple's systems."
)
public typealias PublicKeysTrustEvaluator = Never

/// The reachability of Alamofire.
@available(*, unavailable, message: "Use AFNetworkReachabilityManager of AFNetworkingCompat.")
public typealias NetworkReachabilityManager = Never

/// The retrier that waits for a connection.
@available(*, unavailable, message: "It needs Apple's Network framework. Use ConnectionLostRetryPolicy.")
public typealias OfflineRetrier = Never

/// The interceptor that compresses bodies.
@available(*, unavailable, message: "Compress the body before it is sent, and set Content-Encoding.")
public typealias DeflateRequestCompressor = Never

/// A request to a WebSocket.
@available(*, unavailable, message: "URLSession on Linux has no WebSockets. Use a library for them.")
public typealias WebSocketRequest = Never

/// A publisher of Combine.
@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable and the other async values.")
public typealias DataResponsePublisher = Never

/// A publisher of Combine.
@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable and the other async values.")
public typealias DownloadResponsePublisher = Never

/// A publisher of Combine.
@available(*, unavailable, message: "Combine is Apple's alone. Use streamTask().")
public typealias DataStreamPublisher = Never

/// The result in Alamofire 4.
extension Result {
    /// The value of a success in Alamofire 4.
    @available(*, unavailable, message: "Use value of the response, or try? result.get().")
    public var value: Success? { nil }

    /// Whether the result is a success in Alamofire 4.
    @available(*, unavailable, message: "Switch over the result, or compare error of the response with nil.")
    public var isSuccess: Bool { false }

    /// Whether the result is a failure in Alamofire 4.
    @available(*, unavailable, message: "Switch over the result, or compare error of the response with nil.")
    public var isFailure: Bool { false }
}
