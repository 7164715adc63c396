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
