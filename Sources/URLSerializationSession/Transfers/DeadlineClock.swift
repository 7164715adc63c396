/// What is to happen unless something else does, to the fraction of a second. All of it is the session's queue's.
///
/// URLSession on Linux counts whole seconds only.
final class Deadline {
    private let interval: TimeInterval
    private var start = DispatchTime.now()
    fileprivate let expire: () -> Void

    /// - Parameters:
    ///   - interval: In seconds, from now.
    ///   - expire: Called once, on the session's queue.
    init(_ interval: TimeInterval, _ expire: @escaping () -> Void) {
        self.interval = interval
        self.expire = expire
    }

    /// Begins anew. It sets no timer, which would cost more than most of what happens.
    func touch() { start = .now() }

    fileprivate var end: DispatchTime { start + interval }
}

/// The deadlines of a session's requests, with one timer for all: a timer for each would cost a small request a tenth of
/// its time (`serialization-benchmarks --session`).
///
/// `@unchecked Sendable`: all of it is the session's queue's, and its timer's handler runs there.
final class DeadlineClock: @unchecked Sendable {
    private let timer: any DispatchSourceTimer
    private var deadlines: [ObjectIdentifier: Deadline] = [:]
    /// When the timer goes off; nil if it does not.
    private var armed: DispatchTime?

    init(on queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.goOff() }
        timer.activate()
    }

    deinit { timer.cancel() }

    func add(_ deadline: Deadline) {
        deadlines[ObjectIdentifier(deadline)] = deadline
        arm(for: deadline.end)
    }

    /// The timer may still go off, for nothing.
    func remove(_ deadline: Deadline) {
        deadlines[ObjectIdentifier(deadline)] = nil
    }

    private func arm(for end: DispatchTime) {
        if let armed, armed <= end { return }
        armed = end
        timer.schedule(deadline: end)
    }

    private func goOff() {
        armed = nil
        let now = DispatchTime.now()
        let expired = deadlines.values.filter { $0.end <= now }
        for deadline in expired { remove(deadline) }
        if let next = deadlines.values.map(\.end).min() { arm(for: next) }
        for deadline in expired { deadline.expire() }
    }
}
