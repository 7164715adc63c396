import URLSerialization

/// A value that is made by the first thread that needs it, while the others wait.
final class OnDemand<Value> {
    private let made = Locked<UncheckedSendable<Value>?>(nil)
    private let make: () -> Value

    init(_ make: @escaping () -> Value) { self.make = make }

    var value: Value {
        made.withLock { made in
            let value = made ?? UncheckedSendable(make())
            made = value
            return value.value
        }
    }
}
