/// A session's timeouts, in seconds.
struct Timeouts: Sendable {
    /// Foundation's default idle timeout of requests and configurations.
    private static let standard: TimeInterval = 60
    /// A week, Foundation's default for a resource. A timeout of that length or longer is no limit.
    private static let longest: TimeInterval = 604_800

    private let idle: TimeInterval
    /// The limit of an attempt, or `nil` for none.
    let total: TimeInterval?

    init(_ configuration: URLSessionConfiguration) {
        idle = configuration.timeoutIntervalForRequest
        total = Self.limit(configuration.timeoutIntervalForResource)
    }

    /// Returns the idle timeout of a request, or `nil` for none: the request's own interval unless that is Foundation's
    /// default, and otherwise the session's.
    func idle(for request: URLRequest) -> TimeInterval? {
        let own = request.timeoutInterval
        return Self.limit(own == Self.standard ? idle : own)
    }

    /// Returns the limit that an interval sets, or `nil` for zero, infinity, NaN, and a week or more.
    private static func limit(_ seconds: TimeInterval) -> TimeInterval? {
        seconds > 0 && seconds < longest ? seconds : nil
    }
}
