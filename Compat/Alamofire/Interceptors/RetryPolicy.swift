import URLSerializationSession

/// Sends requests again after a network error or a temporary status, with growing delays.
open class RetryPolicy: RequestInterceptor, @unchecked Sendable {
    /// The default of ``retryLimit``: 2, so that a request is sent three times at most.
    public static let defaultRetryLimit: UInt = 2
    /// The default of ``exponentialBackoffBase``: 2. Each delay is twice the previous one.
    public static let defaultExponentialBackoffBase: UInt = 2
    /// The default of ``exponentialBackoffScale``: half a second.
    public static let defaultExponentialBackoffScale: Double = 0.5
    /// The idempotent methods (RFC 9110, section 9.2.2).
    public static let defaultRetryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// The statuses of temporary failures: 408, 500, 502, 503 and 504.
    public static let defaultRetryableHTTPStatusCodes: Set<Int> = [408, 500, 502, 503, 504]
    /// The network errors that may be temporary.
    ///
    /// URLSession on Linux can report a lost connection as `unknown`, which is not among them. Pass a set with
    /// `unknown` to retry it.
    public static let defaultRetryableURLErrorCodes = URLSerializationSession.RetryPolicy().urlErrorCodes
        .subtracting([.unknown]).union([.serverCertificateHasBadDate, .serverCertificateNotYetValid])

    /// The largest number of retries; the first attempt is not one.
    public let retryLimit: UInt
    /// The factor between a delay and the previous delay.
    public let exponentialBackoffBase: UInt
    /// The first delay in seconds. Each later one is ``exponentialBackoffBase`` times as long as the previous.
    public let exponentialBackoffScale: Double
    /// The methods whose requests are sent again.
    public let retryableHTTPMethods: Set<HTTPMethod>
    /// The statuses after which a request is sent again.
    public let retryableHTTPStatusCodes: Set<Int>
    /// The network errors after which a request is sent again.
    public let retryableURLErrorCodes: Set<URLError.Code>

    /// Creates a policy. Each parameter sets the property with the same name.
    public init(
        retryLimit: UInt = defaultRetryLimit, exponentialBackoffBase: UInt = defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = defaultRetryableHTTPMethods,
        retryableHTTPStatusCodes: Set<Int> = defaultRetryableHTTPStatusCodes,
        retryableURLErrorCodes: Set<URLError.Code> = defaultRetryableURLErrorCodes
    ) {
        // Alamofire ends the process for a base below 2.
        self.retryLimit = retryLimit
        self.exponentialBackoffBase = exponentialBackoffBase
        self.exponentialBackoffScale = exponentialBackoffScale
        self.retryableHTTPMethods = retryableHTTPMethods
        self.retryableHTTPStatusCodes = retryableHTTPStatusCodes
        self.retryableURLErrorCodes = retryableURLErrorCodes
    }

    /// Retries after ``exponentialBackoffBase`` to the power of the retries so far, times ``exponentialBackoffScale``.
    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error, completion: @escaping RetryCompletion
    ) {
        guard request.retryCount < retryLimit, shouldRetry(request: request, dueTo: error) else {
            return completion(.doNotRetry)
        }
        let growth = pow(Double(exponentialBackoffBase), Double(request.retryCount))
        completion(.retryWithDelay(growth * exponentialBackoffScale))
    }

    /// Returns whether the request's method, and its status or its error, allow another attempt.
    open func shouldRetry(request: Request, dueTo error: any Error) -> Bool {
        guard let method = request.request?.method, retryableHTTPMethods.contains(method) else { return false }
        if let status = request.response?.statusCode, retryableHTTPStatusCodes.contains(status) { return true }
        let code = (error as? URLError ?? error.asAFError?.underlyingError as? URLError)?.code
        return code.map(retryableURLErrorCodes.contains) ?? false
    }
}

extension RequestInterceptor where Self == RetryPolicy {
    /// The policy with default settings: at most 2 retries, after half a second and after one second.
    public static var retryPolicy: RetryPolicy { RetryPolicy() }

    /// Returns a policy. Each parameter sets the property with the same name.
    public static func retryPolicy(
        retryLimit: UInt = Self.defaultRetryLimit, exponentialBackoffBase: UInt = Self.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = Self.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = Self.defaultRetryableHTTPMethods,
        retryableHTTPStatusCodes: Set<Int> = Self.defaultRetryableHTTPStatusCodes,
        retryableURLErrorCodes: Set<URLError.Code> = Self.defaultRetryableURLErrorCodes
    ) -> RetryPolicy {
        RetryPolicy(
            retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods,
            retryableHTTPStatusCodes: retryableHTTPStatusCodes, retryableURLErrorCodes: retryableURLErrorCodes)
    }
}

/// Sends requests again after a lost connection.
open class ConnectionLostRetryPolicy: RetryPolicy, @unchecked Sendable {
    /// Creates a policy. Each parameter sets the property with the same name.
    public init(
        retryLimit: UInt = defaultRetryLimit, exponentialBackoffBase: UInt = defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = defaultRetryableHTTPMethods
    ) {
        super.init(
            retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods,
            retryableHTTPStatusCodes: [], retryableURLErrorCodes: [.networkConnectionLost])
    }
}

extension RequestInterceptor where Self == ConnectionLostRetryPolicy {
    /// The policy that retries idempotent requests after a lost connection, at most twice.
    public static var connectionLostRetryPolicy: ConnectionLostRetryPolicy { ConnectionLostRetryPolicy() }

    /// Returns a policy for lost connections. Each parameter sets the property with the same name.
    public static func connectionLostRetryPolicy(
        retryLimit: UInt = Self.defaultRetryLimit, exponentialBackoffBase: UInt = Self.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = Self.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = Self.defaultRetryableHTTPMethods
    ) -> ConnectionLostRetryPolicy {
        ConnectionLostRetryPolicy(
            retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods)
    }
}
