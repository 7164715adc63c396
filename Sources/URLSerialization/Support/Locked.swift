/// A value that several threads can read and change atomically.
///
/// The lock and the value are one allocation, and the functions are compiled into the modules that call them, which
/// Swift does only because the type is `@usableFromInline`: a small request takes a hundred locks. It is not a `Mutex`,
/// which Apple's systems before macOS 15 lack, and within which ThreadSanitizer reports false races on Linux.
///
/// `@unchecked Sendable`: the value is only accessed under the lock.
@safe @usableFromInline package struct Locked<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let buffer: ManagedBuffer<Value, pthread_mutex_t>

    /// Creates a lock around a value.
    @inlinable package init(_ value: Value) {
        unsafe buffer = LockedBuffer.create(minimumCapacity: 1) { buffer in
            unsafe buffer.withUnsafeMutablePointerToElements { _ = unsafe pthread_mutex_init($0, nil) }
            return value
        }
    }

    @inlinable package var value: Value { withLock { $0 } }

    /// Reads and changes the value, while no other thread does. The closure must not use this lock again.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        // The pointers are valid within the closure, and only the thread that has the lock uses the value's.
        try unsafe buffer.withUnsafeMutablePointers { value, lock in
            unsafe pthread_mutex_lock(lock)
            defer { unsafe pthread_mutex_unlock(lock) }
            return try unsafe body(&value.pointee)
        }
    }

    /// Sets the value, and returns the previous one.
    @inlinable package func exchange(_ value: Value) -> Value {
        withLock { content in
            defer { content = value }
            return content
        }
    }
}

@unsafe @usableFromInline final class LockedBuffer<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { unsafe withUnsafeMutablePointerToElements { _ = unsafe pthread_mutex_destroy($0) } }
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
