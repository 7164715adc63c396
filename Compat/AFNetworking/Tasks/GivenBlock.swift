import URLSerialization

/// A block of a task, which the task releases at its end, because the block may hold the task.
final class GivenBlock<Block>: Sendable {
    private let held: Locked<UncheckedSendable<Block>?>

    init(_ block: Block?) { held = Locked(block.map { UncheckedSendable($0) }) }

    /// The block, until it is released.
    var block: Block? { held.value?.value }

    func release() {
        // Released outside the lock, because arbitrary code may run then.
        var given: UncheckedSendable<Block>?
        held.withLock { swap(&$0, &given) }
    }
}
