import URLSerialization

/// A block of a task, which the task releases at its end: the block may hold the task, which holds the block.
final class GivenBlock<Block>: Sendable {
    private let held: Locked<HandedOver<Block>?>

    init(_ block: Block?) { held = Locked(block.map { HandedOver($0) }) }

    /// The block, until it is released.
    var block: Block? { held.value?.value }

    func release() {
        // Released outside the lock, because arbitrary code may run then.
        var given: HandedOver<Block>?
        held.withLock { swap(&$0, &given) }
    }
}

/// A value that one queue hands over to another and does not touch any more.
///
/// `@unchecked Sendable` for that reason. Among the values are the user's closures, which old code does not declare
/// `@Sendable`; they are called on one queue.
struct HandedOver<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
