/// A value that several threads can read and change atomically.
///
/// `@unchecked Sendable`: the value is only accessed under the lock. It is an `NSLock` because ThreadSanitizer reports
/// false races within `Mutex` on Linux.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value

    /// Creates a lock around a value.
    package init(_ value: Value) { content = value }

    package var value: Value { lock.withLock { content } }

    /// Reads and changes the value, while no other thread does. The closure must not use this lock again.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&content) }
    }

    /// Sets the value, and returns the previous one.
    package func exchange(_ value: Value) -> Value {
        withLock { content in
            defer { content = value }
            return content
        }
    }
}

/// A value that is not `Sendable`, while it moves between threads.
///
/// `@unchecked Sendable`: each use states why only one thread at a time has the value.
package struct UncheckedSendable<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

/// A value that only the first caller can take.
///
/// The value need not be `Sendable`: the caller of ``init(_:)`` stops using it, and only the caller that takes it has
/// it.
package final class TakenOnce<Value>: Sendable {
    private let content: Locked<UncheckedSendable<Value?>>

    /// Stores a value, which no other code may use from now on.
    package init(_ value: Value) { content = Locked(UncheckedSendable(value)) }

    /// Whether the value has been taken.
    package var isTaken: Bool { content.withLock { $0.value == nil } }

    /// Returns the value to the first caller, and `nil` to every other.
    package func take() -> Value? { content.exchange(UncheckedSendable(nil)).value }
}
