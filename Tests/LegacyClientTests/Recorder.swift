import Foundation

/// Values in the order in which they came, from any thread.
///
/// `@unchecked Sendable`: what changes is behind a lock.
final class Recorder<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Value] = []

    var values: [Value] { lock.withLock { recorded } }

    /// Adds a value, and says where it stands.
    @discardableResult
    func add(_ value: Value) -> Int {
        lock.withLock {
            recorded.append(value)
            return recorded.count - 1
        }
    }
}
