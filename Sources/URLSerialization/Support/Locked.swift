/// A value that several threads read and change, each change being atomic.
///
/// `@unchecked Sendable`: the value is only accessed under the lock. It is an `NSLock` because ThreadSanitizer reports
/// false races within `Mutex` on Linux.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value

    /// Creates a lock around a value.
    package init(_ value: Value) {
        content = value
    }

    package var value: Value { lock.withLock { content } }

    /// Reads and changes the value, while no other thread does. The closure must not use this lock again.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&content) }
    }
}
