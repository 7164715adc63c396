/// A timeout to the fraction of a second, where URLSession on Linux counts whole seconds. Used on the session's queue
/// alone.
final class Deadline {
    private let interval: TimeInterval
    private var start = DispatchTime.now()
    fileprivate let expire: () -> Void

    /// Creates a deadline.
    ///
    /// - Parameters:
    ///   - interval: The time from now in seconds.
    ///   - expire: Called once, on the session's queue.
    init(_ interval: TimeInterval, _ expire: @escaping () -> Void) {
        self.interval = interval
        self.expire = expire
    }

    /// Starts the interval again. It sets no timer, which would cost more than handling most events does.
    func touch() { start = .now() }

    fileprivate var end: DispatchTime { start + interval }
}

/// The deadlines of a session's requests, with one timer for all: a timer for each would cost a small request a tenth
/// of its time (`serialization-benchmarks --session`).
///
/// `@unchecked Sendable`: it is used on the session's queue alone, where its timer's handler runs too.
final class DeadlineClock: @unchecked Sendable {
    private let timer: any DispatchSourceTimer
    private var deadlines: [ObjectIdentifier: Deadline] = [:]
    /// The time at which the timer fires, or `nil` if it is not set.
    private var armed: DispatchTime?

    init(on queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.fire() }
        timer.activate()
    }

    deinit { timer.cancel() }

    func add(_ deadline: Deadline) {
        deadlines[ObjectIdentifier(deadline)] = deadline
        arm(for: deadline.end)
    }

    /// Removes a deadline. Its timer may still fire, without effect.
    func remove(_ deadline: Deadline) {
        deadlines[ObjectIdentifier(deadline)] = nil
    }

    private func arm(for end: DispatchTime) {
        if let armed, armed <= end { return }
        armed = end
        timer.schedule(deadline: end)
    }

    private func fire() {
        armed = nil
        let now = DispatchTime.now()
        let expired = deadlines.values.filter { $0.end <= now }
        for deadline in expired { remove(deadline) }
        if let next = deadlines.values.map(\.end).min() { arm(for: next) }
        for deadline in expired { deadline.expire() }
    }
}
