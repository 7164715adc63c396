import URLSerialization

/// A value that is set once, and the closures that wait for it.
final class Promise<Value: Sendable>: Sendable {
    private let state = Locked<(value: Value?, waiters: [@Sendable (Value) -> Void])>((nil, []))

    /// Calls a closure with the value: now if it is set, or otherwise within the call that sets it.
    func whenSet(_ waiter: @escaping @Sendable (Value) -> Void) {
        let value = state.withLock { state in
            if state.value == nil { state.waiters.append(waiter) }
            return state.value
        }
        if let value { waiter(value) }
    }

    func set(_ value: Value) {
        for waiter in state.exchange((value, [])).waiters { waiter(value) }
    }
}
