/// The states of a binary property list's arrays and dictionaries, in 12 bytes for each.
struct SeenContainers {
    /// The progress of reading one container.
    enum State {
        case unseen
        /// It is being read; a reference to it now means that it contains itself.
        case open
        case known(Extent)
    }

    private struct Entry {
        var values: UInt32 = 0
        /// The number of bytes divided by sixteen, rounded down.
        var bytes: UInt32 = 0
        /// 0 for unseen, 1 for open, or the depth plus 2.
        var state: UInt16 = 0
    }

    private var entries: [Entry]

    /// The maximum number of containers.
    var count: Int { entries.count }

    init(count: Int) {
        entries = [Entry](repeating: Entry(), count: count)
    }

    func state(of slot: Int) -> State {
        let entry = entries[slot]
        switch entry.state {
        case 0: return .unseen
        case 1: return .open
        default:
            return .known(
                Extent(values: Int(entry.values), bytes: Int(entry.bytes) << 4, depth: Int(entry.state) - 2))
        }
    }

    mutating func open(_ slot: Int) {
        entries[slot].state = 1
    }

    /// Stores the extent of a container that has been read.
    mutating func close(_ slot: Int, _ extent: Extent) {
        entries[slot] = Entry(
            values: UInt32(clamping: extent.values), bytes: UInt32(clamping: extent.bytes >> 4),
            state: UInt16(clamping: extent.depth + 2))
    }
}

/// The size of an object with every reference in it expanded.
struct Extent {
    /// The number of values: the object itself and all below it.
    var values: Int
    /// The bytes of strings and data.
    var bytes: Int
    /// The number of levels below it.
    var depth: Int
}

/// An array, a set or a dictionary that is being read.
struct OpenContainer {
    let slot: Int
    /// The offset of its next reference.
    var next: Int
    var remaining: Int
    /// The number of remaining references that are keys. Keys come before values.
    var keys: Int
    var extent = Extent(values: 1, bytes: 0, depth: 0)

    init(slot: Int, next: Int, remaining: Int, keys: Int) {
        self.slot = slot
        self.next = next
        self.remaining = remaining
        self.keys = keys
    }
}
