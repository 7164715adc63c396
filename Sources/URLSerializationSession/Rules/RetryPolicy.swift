/// When a request that failed is sent again, and after how long (Alamofire 5's `RetryPolicy`).
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.retryLimit = 5
/// ```
///
/// Only requests that may be sent twice are: those of idempotent methods, after a failure on the way or a status that
/// says "later". Each wait is ``exponentialBackoffScale`` × ``exponentialBackoffBase`` to the power of the retries so far,
/// of which a random part is left out (``jitter``), so that clients that failed together do not come back together.
/// Alamofire's is without that, without a longest wait, and without `Retry-After`.
///
/// Settings out of their range count as the nearest within it, and what is no number as 0: no wait is negative,
/// infinite or beyond ``maximumDelay``, but where a server asks for it.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a request is sent again, at most; the first sending does not count.
    public var retryLimit = 2
    /// What each wait is longer by than the one before: a factor of at least 1.
    public var exponentialBackoffBase = 2.0
    /// The first wait in seconds, before ``jitter``.
    public var exponentialBackoffScale: TimeInterval = 0.5
    /// The longest wait in seconds, but for one that a server asks for.
    public var maximumDelay: TimeInterval = 60
    /// Which part of a wait is random, from 0 (none: it is the longest) to 1 (all: it is anything up to the longest).
    public var jitter = 0.5
    /// The methods of requests that are sent again, as they are written in the request: by default the idempotent ones
    /// of RFC 9110, section 9.2.2, whose effect is the same however often they arrive.
    public var retryableMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// The statuses after which a request is sent again.
    public var retryableStatusCodes: Set<Int> = [408, 429, 500, 502, 503, 504]
    /// The errors of the way after which a request is sent again. `unknown` is among them because URLSession on Linux
    /// reports it for a connection that ends in the middle of a body.
    public var retryableURLErrorCodes: Set<URLError.Code> = [
        .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse,
        .callIsActive, .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed,
        .dnsLookupFailed, .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete,
        .internationalRoamingOff, .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed,
        .serverCertificateHasBadDate, .serverCertificateNotYetValid, .timedOut, .unknown,
    ]
    /// Whether a wait is at least what the server asks for by `Retry-After` (RFC 9110, section 10.2.3).
    public var honoursRetryAfter = true
    /// The longest `Retry-After` in seconds that is waited for; after one that is longer the request fails.
    public var maximumRetryAfter: TimeInterval = 120

    /// Two retries, after about half a second and about one.
    public init(retryLimit: Int = 2) { self.retryLimit = retryLimit }

    /// Creates a policy of so many retries, for requests of these methods and after responses of these statuses.
    ///
    /// ```swift
    /// let policy = RetryPolicy(limit: 3, methods: [.get, .put])
    /// ```
    public init(limit: Int, methods: Set<HTTPMethod>? = nil, statusCodes: Set<Int>? = nil) {
        retryLimit = limit
        if let methods { retryableMethods = methods }
        if let statusCodes { retryableStatusCodes = statusCodes }
    }

    /// What to do about a request that failed.
    ///
    /// - Parameters:
    ///   - count: How often it has been sent again so far.
    ///   - request: The request as it was sent; without one it was not, and is not again.
    ///   - response: The answer, if one came.
    ///   - error: Why it failed. A cancelled request is never sent again.
    ///   - now: What a date in `Retry-After` is compared with.
    ///   - random: A number from 0 to 1, which decides about the random part of the wait.
    /// - Returns: ``RetryDecision/retryAfter(_:)`` with a finite number of seconds that is not negative, or
    ///   ``RetryDecision/doNotRetry``.
    public func decision(
        afterRetries count: Int, request: URLRequest?, response: HTTPURLResponse?, error: any Error,
        now: Date = Date(), random: Double = .random(in: 0..<1)
    ) -> RetryDecision {
        guard count < retryLimit, let request,
            retryableMethods.contains(HTTPMethod(rawValue: request.httpMethod ?? "GET")),
            isRetryable(error, response: response)
        else { return .doNotRetry }
        let delay = delay(afterRetries: count, random: random)
        guard honoursRetryAfter, let value = response?.value(forHTTPHeaderField: "Retry-After"),
            let asked = RetryAfter.seconds(value, now: now)
        else { return .retryAfter(delay) }
        return asked <= maximumRetryAfter.within(0...) ? .retryAfter(max(delay, asked)) : .doNotRetry
    }

    private func isRetryable(_ error: any Error, response: HTTPURLResponse?) -> Bool {
        switch error {
        case is CancellationError, is RequestSerializationError: return false
        case let error as SessionError: return error.code == .noResponse
        case let error as ResponseSerializationError:
            return isRetryable(status: error.statusCode ?? response?.statusCode)
        default:
            guard let code = Self.code(of: error) else { return isRetryable(status: response?.statusCode) }
            return code != .cancelled
                && (retryableURLErrorCodes.contains(code) || isRetryable(status: response?.statusCode))
        }
    }

    /// The code of an error of URLSession's, which on Linux an `NSError` of its domain is not by itself.
    private static func code(of error: any Error) -> URLError.Code? {
        if let error = error as? URLError { return error.code }
        let error = error as NSError
        return error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) : nil
    }

    private func isRetryable(status: Int?) -> Bool { status.map(retryableStatusCodes.contains) ?? false }

    private func delay(afterRetries count: Int, random: Double) -> TimeInterval {
        let longest = maximumDelay.within(0...)
        let growth = pow(exponentialBackoffBase.within(1...), Double(max(0, count)))
        // Infinity times zero is no number.
        let full = min(exponentialBackoffScale.within(0...) * growth.within(1...), longest)
        return full * (1 - jitter.within(0...1) * random.within(0...1))
    }
}

extension Double {
    /// The nearest number within limits; the lower one for what is no number.
    fileprivate func within(_ limits: ClosedRange<Double>) -> Double {
        isNaN ? limits.lowerBound : Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
    }

    /// The nearest finite number that is not less.
    fileprivate func within(_ limits: PartialRangeFrom<Double>) -> Double {
        within(limits.lowerBound ... .greatestFiniteMagnitude)
    }
}

/// What to do about a request that failed (Alamofire 5's `RetryResult`).
public enum RetryDecision: Hashable, Sendable {
    /// Send it again at once.
    case retry
    /// Send it again after so many seconds. Zero, less, and what is no number are at once.
    case retryAfter(TimeInterval)
    /// Let it fail.
    case doNotRetry
}

/// How long a server asks to be left alone: the value of `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The seconds to wait, or nil for what is neither a number of seconds nor a date.
    ///
    /// Never negative, and finite: a date that has passed is 0, a number too large for a `TimeInterval` the largest.
    package static func seconds(_ value: String, now: Date) -> TimeInterval? {
        let value = value.trimmingCharacters(in: .whitespaces)
        guard !value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            // Also of hundreds of digits; none is no number.
            return Double(value).map { min($0, .greatestFiniteMagnitude) }
        }
        return HTTPDate.parse(value, now: now).map { max(0, $0.timeIntervalSince(now)) }
    }
}
