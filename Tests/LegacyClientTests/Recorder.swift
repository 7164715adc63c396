import Foundation

/// Values from any thread in the order of their arrival.
///
/// `@unchecked Sendable`: the mutable state is behind a lock.
final class Recorder<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Value] = []

    var values: [Value] { lock.withLock { recorded } }

    /// Adds a value, and returns its position.
    @discardableResult
    func add(_ value: Value) -> Int {
        lock.withLock {
            recorded.append(value)
            return recorded.count - 1
        }
    }
}
