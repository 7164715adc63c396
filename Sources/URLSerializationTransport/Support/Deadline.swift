/// A timeout that counts fractions of a second, unlike URLSession on Linux. It runs from the end of its
/// ``Pause/beforeStart`` until it is released.
package final class Deadline: Sendable {
    package enum Pause: Sendable { case beforeStart, suspension, room, reports }

    private let clock: DeadlineClock

    /// Adds a deadline to a clock. It does not run yet.
    ///
    /// - Parameters:
    ///   - interval: The time in seconds.
    ///   - expire: Called once, on the clock's queue.
    package init(_ interval: TimeInterval, on clock: DeadlineClock, _ expire: @escaping @Sendable () -> Void) {
        self.clock = clock
        let countdown = DeadlineClock.Countdown(interval: interval, expire: expire)
        clock.state.withLock { $0.countdowns[ObjectIdentifier(self)] = countdown }
    }

    /// Releases the countdown after the lock, because that may release another deadline.
    deinit { _ = clock.state.withLock { $0.countdowns.removeValue(forKey: ObjectIdentifier(self)) } }

    /// Starts the interval again, or when the pause ends if the deadline is paused. It sets no timer, because that
    /// would cost more than handling most events.
    package func touch() {
        let now = DispatchTime.now()
        clock.change(self) { ($0.start, $0.pause) = (now, now) }
    }

    /// Stops the clock for a reason.
    package func pause(_ reason: Pause) {
        clock.change(self) { countdown in
            if countdown.reasons.isEmpty { countdown.pause = .now() }
            countdown.reasons.insert(reason)
        }
    }

    /// Ends a pause. After the last one the clock continues with the time that was left.
    package func resume(_ reason: Pause) {
        clock.change(self) { countdown in
            guard countdown.reasons.remove(reason) != nil, countdown.reasons.isEmpty else { return }
            countdown.start = countdown.start + countdown.pause.seconds(to: .now())
        }
    }
}

/// The deadlines of a session's requests, with one timer for all: a timer for each would cost a small request a tenth
/// of its time (`serialization-benchmarks --session`).
///
/// `@unchecked Sendable`: the timer, which is thread-safe, is set under the lock.
package final class DeadlineClock: @unchecked Sendable {
    fileprivate struct Countdown: Sendable {
        let interval: TimeInterval
        let expire: @Sendable () -> Void
        var start = DispatchTime.now()
        /// The beginning of the latest pause.
        var pause = DispatchTime.now()
        /// The reasons for the pause, none while the clock runs.
        var reasons: Set<Deadline.Pause> = [.beforeStart]

        var end: DispatchTime { reasons.isEmpty ? start + interval : .distantFuture }
    }

    fileprivate struct State: Sendable {
        var countdowns: [ObjectIdentifier: Countdown] = [:]
        /// The time at which the timer fires, or `nil` if it is not set.
        var armed: DispatchTime?
    }

    private let timer: any DispatchSourceTimer
    fileprivate let state = Locked(State())

    package init(on queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.fire() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Changes a deadline that has not expired.
    fileprivate func change(_ deadline: Deadline, _ change: (inout Countdown) -> Void) {
        state.withLock { state in
            guard let index = state.countdowns.index(forKey: ObjectIdentifier(deadline)) else { return }
            change(&state.countdowns.values[index])
            arm(&state, for: state.countdowns.values[index].end)
        }
    }

    private func arm(_ state: inout State, for end: DispatchTime) {
        guard end < state.armed ?? .distantFuture else { return }
        state.armed = end
        timer.schedule(deadline: end)
    }

    private func fire() {
        let now = DispatchTime.now()
        let expired = state.withLock { state in
            let expired = state.countdowns.filter { $0.value.end <= now }
            for deadline in expired.keys { state.countdowns[deadline] = nil }
            state.armed = nil
            if let next = state.countdowns.values.lazy.map(\.end).min() { arm(&state, for: next) }
            return expired.values
        }
        for countdown in expired { countdown.expire() }
    }
}

extension DispatchTime {
    func seconds(to end: DispatchTime) -> TimeInterval {
        (Double(end.uptimeNanoseconds) - Double(uptimeNanoseconds)) / 1e9
    }
}
