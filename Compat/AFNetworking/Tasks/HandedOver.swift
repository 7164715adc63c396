import URLSerialization

/// A block that a task was given, which the task gives up at its end: what it holds may be the task, which holds it.
final class GivenBlock<Block>: Sendable {
    private let held: Locked<HandedOver<Block>?>

    init(_ block: Block?) { held = Locked(block.map { HandedOver($0) }) }

    /// The block, until it has been given up.
    var block: Block? { held.value?.value }

    func giveUp() {
        // Released outside of the lock: what goes with it may be anything.
        var given: HandedOver<Block>?
        held.withLock { swap(&$0, &given) }
    }
}

/// A value that goes from one queue to another, and is not touched on the first any more.
///
/// `@unchecked Sendable` for that reason: who makes one hands the value over. Closures of callers are among them, which
/// old code does not declare `@Sendable`: they are called on one queue only.
struct HandedOver<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
