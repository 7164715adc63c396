import AFNetworkingCompat

/// The events of other threads, in order, for which a test can wait.
///
/// `@unchecked Sendable`: all state is accessed under the lock.
final class Events<Value>: @unchecked Sendable {
    private struct Waiter {
        let count: Int
        let goOn: (Bool) -> Void
    }

    private let lock = NSLock()
    private var values: [Value] = []
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    /// The events so far.
    var all: [Value] { lock.withLock { values } }

    func add(_ value: Value) {
        let ready = lock.withLock {
            values.append(value)
            let ready = waiters.filter { $0.value.count <= values.count }
            for number in ready.keys { waiters[number] = nil }
            return ready.values
        }
        for waiter in ready { waiter.goOn(true) }
    }

    /// Returns all events after waiting for `count` of them.
    @discardableResult
    func wait(for count: Int = 1, timeout: TimeInterval = 600) async throws -> [Value] {
        let isInTime = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let number: Int? = lock.withLock {
                guard values.count < count else { return nil }
                lastWaiter += 1
                waiters[lastWaiter] = Waiter(count: count) { continuation.resume(returning: $0) }
                return lastWaiter
            }
            guard let number else { return continuation.resume(returning: true) }
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [weak self] in
                guard let self else { return }
                lock.withLock { waiters.removeValue(forKey: number) }?.goOn(false)
            }
        }
        guard isInTime else { throw TimedOut(count: count, values: "\(all)") }
        return all
    }

    struct TimedOut: Error {
        let count: Int
        let values: String
    }
}

extension Events {
    /// Returns the first event.
    func first() async throws -> Value { try await wait()[0] }
}
