/// A timeout to the fraction of a second, where URLSession on Linux counts whole seconds. It counts until it is
/// released.
final class Deadline: Sendable {
    private struct State: Sendable {
        var start = DispatchTime.now()
        /// The beginning of the pause, or `nil` outside one.
        var pause: DispatchTime?
    }

    private let interval: TimeInterval
    private let state = Locked(State())
    private let clock: DeadlineClock
    fileprivate let expire: @Sendable () -> Void

    /// Creates a deadline.
    ///
    /// - Parameters:
    ///   - interval: The time from now in seconds.
    ///   - expire: Called once, on the clock's queue.
    init(_ interval: TimeInterval, on clock: DeadlineClock, _ expire: @escaping @Sendable () -> Void) {
        self.interval = interval
        self.clock = clock
        self.expire = expire
        clock.add(self)
    }

    deinit { clock.remove(ObjectIdentifier(self)) }

    /// Starts the interval again. It sets no timer, which would cost more than handling most events does.
    func touch() { state.withLock { $0.start = .now() } }

    /// Stops the clock.
    func pause() { state.withLock { $0.pause = $0.pause ?? .now() } }

    /// Continues with the time that was left at the beginning of the pause.
    func resume() {
        state.withLock { state in
            guard let pause = state.pause else { return }
            let length = max(DispatchTime.now(), pause).uptimeNanoseconds - pause.uptimeNanoseconds
            state = State(start: DispatchTime(uptimeNanoseconds: state.start.uptimeNanoseconds + length))
        }
        clock.update(self)
    }

    fileprivate var end: DispatchTime {
        let state = state.value
        return state.pause == nil ? state.start + interval : .distantFuture
    }
}

/// The deadlines of a session's requests, with one timer for all: a timer for each would cost a small request a tenth
/// of its time (`serialization-benchmarks --session`).
///
/// `@unchecked Sendable`: the timer, which is thread-safe, is set under the lock.
final class DeadlineClock: @unchecked Sendable {
    private struct State: Sendable {
        var deadlines: [ObjectIdentifier: Entry] = [:]
        /// The time at which the timer fires, or `nil` if it is not set.
        var armed: DispatchTime?
    }

    private struct Entry: Sendable {
        weak var deadline: Deadline?
    }

    private let timer: any DispatchSourceTimer
    private let state = Locked(State())

    init(on queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.fire() }
        timer.activate()
    }

    deinit { timer.cancel() }

    fileprivate func add(_ deadline: Deadline) {
        state.withLock { state in
            state.deadlines[ObjectIdentifier(deadline)] = Entry(deadline: deadline)
            arm(&state, for: deadline.end)
        }
    }

    /// Sets the timer for a deadline that has not expired.
    fileprivate func update(_ deadline: Deadline) {
        state.withLock { state in
            if state.deadlines[ObjectIdentifier(deadline)] != nil { arm(&state, for: deadline.end) }
        }
    }

    fileprivate func remove(_ deadline: ObjectIdentifier) { state.withLock { $0.deadlines[deadline] = nil } }

    private func arm(_ state: inout State, for end: DispatchTime) {
        if let armed = state.armed, armed <= end { return }
        state.armed = end
        timer.schedule(deadline: end)
    }

    private func fire() {
        let now = DispatchTime.now()
        // Released after the lock, because releasing one removes it.
        let (deadlines, expired) = state.withLock { state in
            state.armed = nil
            let deadlines = state.deadlines.values.compactMap(\.deadline)
            let expired = deadlines.filter { $0.end <= now }
            for deadline in expired { state.deadlines[ObjectIdentifier(deadline)] = nil }
            if let next = deadlines.lazy.map(\.end).filter({ $0 > now }).min() { arm(&state, for: next) }
            return (deadlines, expired)
        }
        for deadline in expired { deadline.expire() }
        withExtendedLifetime(deadlines) {}
    }
}
