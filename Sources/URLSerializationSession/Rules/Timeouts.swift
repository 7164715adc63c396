/// A session's timeouts, in seconds.
struct Timeouts: Sendable {
    private let idle: TimeInterval
    /// The limit of an attempt, or `nil` for none.
    let total: TimeInterval?

    init(_ configuration: URLSessionConfiguration) {
        idle = configuration.timeoutIntervalForRequest
        total = configuration.timeoutIntervalForResource.limit
    }

    /// Returns the idle timeout of a message, or `nil` for none: the message's own interval unless that is Foundation's
    /// default of 60 seconds, and otherwise the session's.
    func idle(for message: URLRequest) -> TimeInterval? {
        (message.timeoutInterval == 60 ? idle : message.timeoutInterval).limit
    }
}

extension TimeInterval {
    /// The limit that an interval sets, or `nil` for zero, infinity, NaN, and a week or more: Foundation's default for
    /// a resource.
    fileprivate var limit: TimeInterval? { self > 0 && self < 604_800 ? self : nil }
}
