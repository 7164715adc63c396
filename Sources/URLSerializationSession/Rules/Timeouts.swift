/// A session's timeouts, in seconds.
struct Timeouts: Sendable {
    /// What Foundation gives a request, and a configuration, where nobody has chosen.
    private static let standard: TimeInterval = 60
    /// A week, Foundation's default for the whole; what is as long is no limit.
    private static let longest: TimeInterval = 604_800

    private let idle: TimeInterval
    /// For an attempt; nil for no limit.
    let total: TimeInterval?

    init(_ configuration: URLSessionConfiguration) {
        idle = configuration.timeoutIntervalForRequest
        total = Self.limit(configuration.timeoutIntervalForResource)
    }

    /// How long nothing may happen to a request: its own interval where somebody has set one, else the session's.
    func idle(for request: URLRequest) -> TimeInterval? {
        let own = request.timeoutInterval
        return Self.limit(own == Self.standard ? idle : own)
    }

    /// Zero, infinity, NaN and a week are no limit.
    private static func limit(_ seconds: TimeInterval) -> TimeInterval? {
        seconds > 0 && seconds < longest ? seconds : nil
    }
}
