/// A value that several threads read and change, each as a whole.
///
/// `@unchecked Sendable`: the value is only touched under the lock. It is an `NSLock` because ThreadSanitizer reports
/// races within `Mutex` on Linux that are none.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value

    /// Guards a value.
    package init(_ value: Value) {
        content = value
    }

    /// The value as it is now.
    package var value: Value { lock.withLock { content } }

    /// Reads and changes the value; no other thread does meanwhile. The closure must not come back here.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&content) }
    }
}
