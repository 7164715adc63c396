import Foundation

/// The events of other threads, in order, for which a test can wait.
///
/// `@unchecked Sendable`: all state is accessed under the lock.
package final class Events<Value>: @unchecked Sendable {
    private struct Waiter {
        let count: Int
        let goOn: (Bool) -> Void
    }

    private let lock = NSLock()
    private var values: [Value] = []
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    package init() {}

    package var all: [Value] { lock.withLock { values } }

    /// Adds an event, and returns its position.
    @discardableResult
    package func add(_ value: Value) -> Int {
        let (position, ready) = lock.withLock {
            values.append(value)
            let ready = waiters.filter { $0.value.count <= values.count }
            for number in ready.keys { waiters[number] = nil }
            return (values.count - 1, ready.values)
        }
        for waiter in ready { waiter.goOn(true) }
        return position
    }

    /// Returns all events after waiting for `count` of them.
    @discardableResult
    package func wait(for count: Int = 1, timeout: TimeInterval = 600) async throws -> [Value] {
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

    private struct TimedOut: Error {
        let count: Int
        let values: String
    }

    package func first() async throws -> Value { try await wait()[0] }
}
