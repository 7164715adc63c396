/// The value, if its type is exactly `Exact`: no subclass, no bridging, no unwrapping.
///
/// A cast answers more and costs several times as much, even where the types are the same: the runtime looks at both. The
/// bits are reinterpreted only where both types are one, so their layout is one; the benchmark's *flat*, *nested* and
/// *model* payloads justify it.
@inline(__always)
func exact<Value, Exact>(_ value: Value, _: Exact.Type) -> Exact? {
    Value.self == Exact.self ? unsafeBitCast(value, to: Exact.self) : nil
}
