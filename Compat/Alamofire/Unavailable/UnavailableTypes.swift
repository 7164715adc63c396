// Names of Alamofire that have another spelling or no equivalent here. Using one is an error that says what to write.

@available(*, unavailable, renamed: "Session")
public typealias SessionManager = Session

@available(*, unavailable, message: "Use URLEncodedFormParameterEncoder or JSONParameterEncoder.")
public typealias PropertyListParameterEncoder = Never

@available(*, unavailable, message: "Pin certificates with a ServerTrust of URLSerializationSession.")
public typealias ServerTrustManager = Never

@available(*, unavailable, renamed: "ServerTrustManager")
public typealias ServerTrustPolicyManager = Never

@available(*, unavailable, message: "Pin certificates with a ServerTrust of URLSerializationSession.")
public typealias PinnedCertificatesTrustEvaluator = Never

@available(*, unavailable, message: "Use AFNetworkReachabilityManager of AFNetworkingCompat.")
public typealias NetworkReachabilityManager = Never

@available(*, unavailable, message: "It needs Apple's Network framework. Use ConnectionLostRetryPolicy.")
public typealias OfflineRetrier = Never

@available(*, unavailable, message: "Compress the body before it is sent, and set Content-Encoding.")
public typealias DeflateRequestCompressor = Never

@available(*, unavailable, message: "URLSession on Linux has no WebSockets. Use a library for them.")
public typealias WebSocketRequest = Never

@available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable and the other async values.")
public typealias DataResponsePublisher = Never

extension Result {
    @available(*, unavailable, message: "Use value of the response, or try? result.get().")
    public var value: Success? { nil }

    @available(*, unavailable, message: "Switch over the result, or compare error of the response with nil.")
    public var isSuccess: Bool { false }

    @available(*, unavailable, message: "Switch over the result, or compare error of the response with nil.")
    public var isFailure: Bool { false }
}
