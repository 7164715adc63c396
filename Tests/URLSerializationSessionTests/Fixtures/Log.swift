import URLSerialization

/// Entries from any thread, in order.
final class Log<Entry: Sendable>: Sendable {
    private let entries = Locked<[Entry]>([])

    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

    var all: [Entry] { entries.value }
    var count: Int { entries.value.count }
}
