/// The sorter of the children of dictionaries, which links them in another order.
enum ChildOrder {
    /// Sorts the children of a dictionary by ``KeyOrder``; equal keys keep their order.
    @inline(__always)
    static func sort(_ parent: Int32, of nodes: ParameterNodes) {
        guard nodes[parent].childCount > 1 else { return }
        unsafe withSortKeys(of: parent, nodes) { keys in
            unsafe SortKey.sort(keys) { left, right in
                KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
            }
            unsafe Self.relink(parent, nodes, keys)
        }
    }

    /// Sorts the children of a dictionary by whole keys.
    static func sort(_ parent: Int32, of nodes: ParameterNodes, by precedes: (String, String) -> Bool) {
        let sorted = nodes.children(of: parent).map { (key: nodes.keyText(of: $0), node: $0) }
            .sorted { precedes($0.key, $1.key) }
        nodes.relink(parent, sorted.map(\.node))
    }

    /// Sorts the children of a dictionary in a style's order, unless they already are.
    @inline(__always)
    static func sort(_ parent: Int32, of nodes: ParameterNodes, as style: borrowing QueryStyle) {
        let flags = nodes[parent].flags
        if flags.contains(.isSorted) || style.order == .asGiven && flags.contains(.isOrdered) { return }
        if let precedes = style.precedes {
            sort(parent, of: nodes, by: precedes)
        } else {
            sort(parent, of: nodes)
        }
        nodes[parent].flags.insert(.isSorted)
    }

    /// Whether two keys of a dictionary have the same UTF-8, or are canonically equivalent.
    static func hasEquivalentKeys(_ parent: Int32, of nodes: ParameterNodes, byBytesAlone: Bool) -> Bool {
        unsafe withSortKeys(of: parent, nodes) { keys in
            unsafe SortKey.sort(keys) { left, right in
                KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
            }
            // Equivalent keys have one decomposed form, by which they were sorted.
            for position in keys.indices.dropFirst() {
                let (left, right) = unsafe (keys[position - 1], keys[position])
                guard left.high == right.high, left.low == right.low else { continue }
                if nodes.key(of: left.position).hasSameBytes(as: nodes.key(of: right.position)) { return true }
                if !byBytesAlone, nodes.keyText(of: left.position) == nodes.keyText(of: right.position) { return true }
            }
            return false
        }
    }

    /// Calls `body` with the sort keys of a dictionary's children.
    ///
    /// Few keys lie on the stack. An array checks for each element whether it is uniquely referenced, which for small
    /// dictionaries takes as long as sorting them. The benchmark's *nested* and *model* payloads justify it.
    @inline(__always)
    private static func withSortKeys<Result>(
        of parent: Int32, _ nodes: ParameterNodes, _ body: (UnsafeMutableBufferPointer<SortKey>) -> Result
    ) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: SortKey.self, capacity: Int(nodes[parent].childCount)) { keys in
            var child = nodes[parent].firstChild
            for position in keys.indices {
                // Trivial, so never deinitialized.
                unsafe keys.initializeElement(at: position, to: SortKey(nodes.key(of: child), position: child))
                child = nodes[child].next
            }
            return unsafe body(keys)
        }
    }

    @inline(__always)
    private static func relink(
        _ parent: Int32, _ nodes: ParameterNodes, _ keys: UnsafeMutableBufferPointer<SortKey>
    ) {
        let first = unsafe keys[0].position
        var last = first
        for place in 1..<keys.count {
            let child = unsafe keys[place].position
            nodes[last].next = child
            last = child
        }
        nodes[last].next = -1
        nodes[parent].setChildren(first: first, last: last, count: Int32(truncatingIfNeeded: keys.count))
    }
}

/// The order of keys and of a set's elements: a total form of NSString's `compare:`, by the Unicode scalars of the
/// canonically decomposed (NFD) forms, then by UTF-8.
///
/// CoreFoundation's `compare:` always agrees for ASCII. Beyond ASCII it agrees for all but about one random pair in ten
/// thousand, where CoreFoundation is not even transitive. Swift's `<` does not agree: it puts `é` after `z`.
enum KeyOrder {
    /// Whether one text comes before another.
    static func precedes(_ left: String, _ right: String) -> Bool {
        let leftForm = DecomposedForm(left)
        let rightForm = DecomposedForm(right)
        // UTF-8 keeps the order of the scalars.
        if let ordered = compare(leftForm.text, rightForm.text) { return ordered }
        return compare(left, right) ?? false
    }

    private static func compare(_ left: String, _ right: String) -> Bool? {
        left.withRun { left in
            right.withRun { right in
                for position in 0..<min(left.count, right.count) where left[position] != right[position] {
                    return left[position] < right[position]
                }
                return left.count == right.count ? nil : left.count < right.count
            }
        }
    }
}

/// A key prepared for sorting. The first sixteen bytes of its decomposed form, as two numbers, decide most comparisons
/// without reading the key. Where whole keys are compared instead, the benchmark's *wide* payload takes eight times as
/// many instructions, *nested* more than three times.
struct SortKey {
    let high: UInt64
    let low: UInt64
    /// The index of the entry among those being sorted.
    let position: Int32

    @inline(__always)
    init(_ key: ByteRun, position: Int32) {
        let words = Self.words(key)
        (high, low) = (words.0 | words.1) & 0x8080_8080_8080_8080 == 0 ? words : Self.decomposedWords(of: key)
        self.position = position
    }

    /// Returns the words of a decomposed key.
    @inline(never)
    private static func decomposedWords(of key: ByteRun) -> (UInt64, UInt64) {
        unsafe key.withBytes { unsafe DecompositionTable.shared.firstBytes(of: $0) }
            ?? DecomposedForm(key.string).text.withRun(words)
    }

    /// Returns the first sixteen bytes, with zeros past the end.
    @inline(__always)
    private static func words(_ run: ByteRun) -> (UInt64, UInt64) { unsafe run.withBytes(unsafe words) }

    @inline(__always)
    private static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
        guard let base = unsafe UnsafeRawPointer(bytes.baseAddress), !bytes.isEmpty else { return (0, 0) }
        // Each load lies within the bytes, by the condition before it; the last may overlap the first.
        if bytes.count >= 16 { return unsafe (word(base), word(base + 8)) }
        if bytes.count > 8 {
            return unsafe (word(base), word(base + bytes.count - 8) << UInt64(8 * (16 - bytes.count)))
        }
        let value = unsafe bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (value << UInt64(8 * (8 - bytes.count)), 0)
    }

    @inline(__always)
    private static func word(_ address: UnsafeRawPointer) -> UInt64 {
        unsafe UInt64(bigEndian: address.loadUnaligned(as: UInt64.self))
    }

    /// Whether this key comes before another; `full` decides if the first sixteen bytes are equal.
    @inline(__always)
    private func precedes(_ other: SortKey, _ full: (SortKey, SortKey) -> Bool) -> Bool {
        if high != other.high { return high < other.high }
        if low != other.low { return low < other.low }
        return full(self, other)
    }

    /// Sorts keys in place, keeping equal ones in their order; `full` compares two whole keys.
    ///
    /// Most dictionaries are small, and for those an insertion sort is faster than the library's, with which the
    /// benchmark's *nested* payload takes 6 % more instructions.
    @inline(__always)
    static func sort(_ keys: UnsafeMutableBufferPointer<SortKey>, full: (SortKey, SortKey) -> Bool) {
        guard keys.count <= 24 else {
            var keys = unsafe keys
            return unsafe keys.sort { $0.precedes($1, full) }
        }
        for position in keys.indices.dropFirst() {
            let key = unsafe keys[position]
            var hole = position
            while hole > 0, unsafe key.precedes(keys[hole - 1], full) {
                unsafe keys[hole] = unsafe keys[hole - 1]
                hole -= 1
            }
            unsafe keys[hole] = key
        }
    }
}

/// A text's canonical decomposition (NFD), computed only where it differs from the text.
struct DecomposedForm {
    let text: String

    init(_ text: String) {
        let isDecomposed = text.withRun(\.hasOnlyASCII)
        self.text = isDecomposed ? text : text.decomposedStringWithCanonicalMapping
    }
}

extension ByteRun {
    /// Whether a text is known to be in composed form (NFC), as almost every text is. Two such texts are canonically
    /// equivalent only if they are the same.
    ///
    /// Known are ASCII and the scalars with these lead bytes, none of which combines with another or has another form:
    /// up to U+02FF, Cyrillic to U+047F, CJK unified ideographs. Bytes that continue a character are below 0xC0.
    @inline(__always)
    var isKnownToBeComposed: Bool {
        hasOnlyASCII || allSatisfy { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 || (0xE4...0xE9).contains($0) }
    }
}

/// The canonical decompositions of scalars that are frequent in keys, so that sorting need not ask Foundation for the
/// decompositions of whole keys. Without the table the benchmark's *nested* payload, some of whose keys are French,
/// German and Russian, takes 65 % more instructions.
///
/// If every scalar of a key is a starter (its combining class is 0) and every scalar's own decomposition begins with
/// one, the key's decomposition is that of its scalars, one after the other: nothing is reordered. The table has only
/// such scalars, and its entries are Foundation's decompositions.
struct DecompositionTable: Sendable {
    static let shared = DecompositionTable()

    /// Latin with diacritics, Greek and Cyrillic.
    private static let covered: ClosedRange<UInt32> = 0x80...0x52F

    /// The UTF-8 of each scalar's decomposition, the first byte highest, with the number of bytes in the lowest byte; 0
    /// for a scalar that is not covered. Decompositions of up to seven bytes fit.
    private let entries = covered.map(entry)

    private init() {}

    private static func entry(for value: UInt32) -> UInt64 {
        guard let scalar = Unicode.Scalar(value) else { return 0 }
        let form = String(scalar).decomposedStringWithCanonicalMapping
        guard let first = form.unicodeScalars.first, isStarter(first), isStarter(scalar), form.utf8.count < 8 else {
            return 0
        }
        return form.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << (8 * UInt64(8 - form.utf8.count))
            | UInt64(form.utf8.count)
    }

    private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .notReordered
    }

    /// Returns the first sixteen bytes of a text's decomposition, or `nil` if the table does not cover a scalar among
    /// them or the next one.
    func firstBytes(of bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        var position = 0
        while position < bytes.count, count < 16 {
            let length = unsafe Self.length(ofScalarWithLead: bytes[position])
            guard position + length <= bytes.count else { return nil }
            let form = unsafe decomposition(in: bytes, at: position, length: length)
            guard form != 0 else { return nil }
            let formBytes = form & ~0xFF
            // A shift by 64 or more is zero, which drops the bytes beyond the sixteen or before the low eight.
            high |= count < 8 ? formBytes >> (8 * UInt64(count)) : 0
            low |= count < 8 ? formBytes << (64 - 8 * UInt64(count)) : formBytes >> (8 * UInt64(count - 8))
            count += Int(form & 0xFF)
            position += length
        }
        // A combining mark that follows may belong before the last of the bytes.
        guard position < bytes.count else { return (high, low) }
        let length = unsafe Self.length(ofScalarWithLead: bytes[position])
        return unsafe position + length <= bytes.count && decomposition(in: bytes, at: position, length: length) != 0
            ? (high, low) : nil
    }

    @inline(__always)
    private static func length(ofScalarWithLead lead: UInt8) -> Int {
        lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    /// Returns the entry of the scalar at a position, or 0 if the table does not cover it.
    @inline(__always)
    private func decomposition(in bytes: UnsafeBufferPointer<UInt8>, at position: Int, length: Int) -> UInt64 {
        if length == 1 { return unsafe UInt64(bytes[position]) << 56 | 1 }
        // CJK unified ideographs neither decompose nor combine.
        if length == 3, case 0xE4...0xE9 = unsafe bytes[position] {
            return unsafe UInt64(bytes[position]) << 56 | UInt64(bytes[position + 1]) << 48
                | UInt64(bytes[position + 2]) << 40 | 3
        }
        guard length == 2 else { return 0 }
        let value = unsafe Int(bytes[position] & 0x1F) << 6 | Int(bytes[position + 1] & 0x3F)
        return entries.indices.contains(value - 0x80) ? entries[value - 0x80] : 0
    }
}
