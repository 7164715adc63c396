/// What became known of the arrays and dictionaries of a binary property list, in 12 bytes for each.
struct SeenContainers {
    /// How far one has been read.
    enum State {
        case unseen
        /// It is being read: to meet it again means that it contains itself.
        case open
        case known(Extent)
    }

    private struct Entry {
        var values: UInt32 = 0
        /// The bytes in sixteens, rounded down.
        var bytes: UInt32 = 0
        /// The depth and 2; 0 is unseen, 1 open.
        var state: UInt16 = 0
    }

    private var entries: [Entry]

    /// The number of containers there may be.
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

    /// Keeps the extent of a container that has been read.
    mutating func close(_ slot: Int, _ extent: Extent) {
        entries[slot] = Entry(
            values: UInt32(clamping: extent.values), bytes: UInt32(clamping: extent.bytes >> 4),
            state: UInt16(clamping: extent.depth + 2))
    }
}

/// How much an object is once all that it refers to is written out.
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
    /// Where its next reference is.
    var next: Int
    var remaining: Int
    /// How many of the remaining references are keys. Keys come first.
    var keys: Int
    var extent = Extent(values: 1, bytes: 0, depth: 0)

    init(slot: Int, next: Int, remaining: Int, keys: Int) {
        self.slot = slot
        self.next = next
        self.remaining = remaining
        self.keys = keys
    }
}
