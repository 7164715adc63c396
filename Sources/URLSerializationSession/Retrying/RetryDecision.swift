/// What to do about a request that failed (Alamofire 5's `RetryResult`).
public enum RetryDecision: Hashable, Sendable {
    /// Send it again at once.
    case retry
    /// Send it again after so many seconds. Zero, less, and what is no number are at once.
    case retryAfter(TimeInterval)
    /// Let it fail.
    case doNotRetry
}
