/// A value that goes from one queue to another, and is not touched on the first any more.
///
/// `@unchecked Sendable` for that reason: who makes one hands the value over. Closures of callers are among them, which
/// old code does not declare `@Sendable`: they are called on one queue only.
struct HandedOver<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
