/// Decides whether a failed request is sent again, and after which delay (Alamofire 5's `RetryPolicy`).
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.limit = 5
/// ```
///
/// Requests with idempotent methods are sent again after a network error or a temporary status. Each delay is
/// ``exponentialBackoffScale`` × ``exponentialBackoffBase`` to the power of the retries so far, less a random part
/// (``jitter``), so that clients that failed together do not return together. Alamofire's policy has no jitter, no
/// longest delay and no `Retry-After`.
///
/// A setting that is out of range counts as the nearest value in range, and NaN as the lowest. No delay is negative or
/// infinite, and only a server's `Retry-After` makes one longer than ``maximumDelay``.
public struct RetryPolicy: Hashable, Sendable {
    /// The largest number of retries; the first attempt is not one. The default is 2.
    public var limit = 2
    /// The factor between a delay and the previous delay, at least 1. The default is 2.
    public var exponentialBackoffBase = 2.0
    /// The first delay in seconds, before ``jitter``. The default is 0.5.
    public var exponentialBackoffScale: TimeInterval = 0.5
    /// The longest delay in seconds, except one that a server asks for. The default is 60.
    public var maximumDelay: TimeInterval = 60
    /// The random part of a delay, from 0 for none to 1 for all of it. The default is 0.5.
    public var jitter = 0.5
    /// The methods whose requests are sent again, case-sensitive: by default the idempotent ones of RFC 9110, section
    /// 9.2.2, which have the same effect when they arrive more than once.
    public var methods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// The statuses after which a request is sent again.
    public var statusCodes: Set<Int> = [408, 429, 500, 502, 503, 504]
    /// The network errors after which a request is sent again. `unknown` is among them because URLSession on Linux
    /// reports it for a connection that ends in the middle of a body. Alamofire's policy also
    /// retries errors of certificates. This one does not, because the next attempt meets the same certificate.
    public var urlErrorCodes: Set<URLError.Code> = [
        .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
        .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
        .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
        .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .timedOut, .unknown,
    ]
    /// Whether a delay is at least the server's `Retry-After` (RFC 9110, section 10.2.3).
    public var honoursRetryAfter = true
    /// The longest `Retry-After` in seconds that is accepted; after a longer one the request fails. The default is 120.
    public var maximumRetryAfter: TimeInterval = 120

    /// Creates a policy. The default makes two retries: after about half a second, and after about one.
    ///
    /// ```swift
    /// let policy = RetryPolicy(limit: 3, methods: [.get, .put])
    /// ```
    ///
    /// Every parameter sets the property of its name; `nil` keeps the default.
    public init(limit: Int = 2, methods: Set<HTTPMethod>? = nil, statusCodes: Set<Int>? = nil) {
        self.limit = limit
        if let methods { self.methods = methods }
        if let statusCodes { self.statusCodes = statusCodes }
    }

    /// Decides about a request that failed.
    ///
    /// - Parameters:
    ///   - count: The number of retries so far.
    ///   - request: The request as it was sent, or `nil` for one that was not sent, which is not retried.
    ///   - response: The response, or `nil` for none.
    ///   - error: The request's error. A cancelled request is never sent again.
    ///   - now: The time with which a date in `Retry-After` is compared.
    ///   - random: A number from 0 to 1: the share of the random part that is subtracted from the delay.
    /// - Returns: ``RetryDecision/retryAfter(_:)`` with a finite number of seconds that is not negative, or
    ///   ``RetryDecision/doNotRetry``.
    public func decision(
        afterRetries count: Int, request: URLRequest?, response: HTTPURLResponse?, error: any Error,
        now: Date = Date(), random: Double = .random(in: 0..<1)
    ) -> RetryDecision {
        guard count < limit, let request, methods.contains(HTTPMethod(rawValue: request.httpMethod ?? "GET")),
            isRetryable(error, response: response)
        else { return .doNotRetry }
        let delay = delay(afterRetries: count, random: random)
        guard honoursRetryAfter, let value = response?.value(forHTTPHeaderField: "Retry-After"),
            let asked = Self.seconds(ofRetryAfter: value, now: now)
        else { return .retryAfter(delay) }
        return asked <= maximumRetryAfter.within(0) ? .retryAfter(max(delay, asked)) : .doNotRetry
    }

    fileprivate func isRetryable(_ error: any Error, response: HTTPURLResponse?) -> Bool {
        let error = (error as? RequestError)?.cause ?? error
        let status = (error as? ResponseSerializationError)?.statusCode ?? response?.statusCode
        let isTemporary = status.map(statusCodes.contains) ?? false
        switch error {
        case is CancellationError, is RequestSerializationError: return false
        case let error as RequestError: return error.kind == .noResponse
        default:
            guard let code = error.urlErrorCode else { return isTemporary }
            return code != .cancelled && (isOfNetwork(error) || isTemporary)
        }
    }

    /// Whether the error is one of the network errors after which a request is sent again.
    func isOfNetwork(_ error: any Error) -> Bool { error.urlErrorCode.map(urlErrorCodes.contains) ?? false }

    /// Returns the seconds that a `Retry-After` asks for (RFC 9110, section 10.2.3), or `nil` for a value that is
    /// neither a number of seconds nor a date.
    ///
    /// The result is finite and not negative: a past date counts as 0, and a number beyond `TimeInterval` as the
    /// largest.
    static func seconds(ofRetryAfter value: String, now: Date) -> TimeInterval? {
        let value = value.trimmingCharacters(in: .whitespaces)
        // Hundreds of digits read as infinity, and an empty text as `nil`.
        if value.isDigits { return Double(value).map { min($0, .greatestFiniteMagnitude) } }
        return HTTPDate.parse(value, now: now).map { max(0, $0.timeIntervalSince(now)) }
    }

    private func delay(afterRetries count: Int, random: Double) -> TimeInterval {
        let longest = maximumDelay.within(0)
        let growth = pow(exponentialBackoffBase.within(1), Double(max(0, count)))
        // Infinity times zero is NaN: the growth is made finite first.
        let full = min(exponentialBackoffScale.within(0) * growth.within(1), longest)
        return full * (1 - jitter.within(0, 1) * random.within(0, 1))
    }
}

extension RequestError {
    /// Whether the same request may succeed later: after a failure of the network, a timeout, or one of the
    /// ``RetryPolicy/statusCodes`` of a default ``RetryPolicy``. The method and the number of retries do not matter.
    public var mayBeRetried: Bool { RetryPolicy().isRetryable(self, response: response) }
}

extension Double {
    /// Returns the nearest finite number within limits, or the lower limit for NaN.
    fileprivate func within(_ lower: Double, _ upper: Double = .greatestFiniteMagnitude) -> Double {
        isNaN ? lower : Swift.min(Swift.max(self, lower), upper)
    }
}

/// A decision about a request that failed (Alamofire 5's `RetryResult`).
public enum RetryDecision: Equatable, Sendable {
    /// Sends the request again at once.
    case retry
    /// Sends the request again after a delay in seconds. A delay that is not positive or not finite counts as 0.
    case retryAfter(TimeInterval)
    /// Lets the request fail, unless a later retrier decides to retry.
    case doNotRetry
    /// Lets the request fail with this error, and no other retrier decides.
    case doNotRetryWithError(any Error)

    /// Whether two decisions are equal; errors are compared as `NSError`s.
    public static func == (first: RetryDecision, second: RetryDecision) -> Bool {
        switch (first, second) {
        case (.retry, .retry), (.doNotRetry, .doNotRetry): true
        case (.retryAfter(let first), .retryAfter(let second)): first == second
        case (.doNotRetryWithError(let first), .doNotRetryWithError(let second)): first as NSError == second as NSError
        default: false
        }
    }

    /// The longest delay of a retry: ten years in seconds, a deadline that can be counted in nanoseconds.
    private static let longestDelay: TimeInterval = 315_360_000

    /// The delay in seconds before the request is sent again, or `nil` if it is not.
    var delay: TimeInterval? {
        switch self {
        case .retry: 0
        case .retryAfter(let seconds): seconds.isFinite ? min(max(seconds, 0), Self.longestDelay) : 0
        case .doNotRetry, .doNotRetryWithError: nil
        }
    }
}
