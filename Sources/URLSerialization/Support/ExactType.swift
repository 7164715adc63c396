/// Returns the value if its type is exactly `Exact`: no subclass, no bridging, no unwrapping.
///
/// A cast accepts more and costs several times as much, even if the types are the same, because the runtime examines
/// both. The bits are reinterpreted only if both types, and therefore their layouts, are the same; the benchmark's
/// *flat*, *nested* and *model* payloads justify it.
@inline(__always)
func exact<Value, Exact>(_ value: Value, _: Exact.Type) -> Exact? {
    unsafe Value.self == Exact.self ? unsafeBitCast(value, to: Exact.self) : nil
}
