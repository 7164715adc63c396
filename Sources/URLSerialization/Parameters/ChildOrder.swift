/// The sorter of the children of dictionaries, which links them in another order.
enum ChildOrder {
    /// Sorts the children of a dictionary by ``KeyOrder``; equal keys keep their order.
    @inline(__always)
    static func sort(_ parent: Int32, of nodes: ParameterNodes) {
        guard nodes[parent].childCount > 1 else { return }
        unsafe withSortedKeys(of: parent, nodes) { unsafe nodes.relink(parent, $0.lazy.map(\.position)) }
    }

    /// Sorts the children of a dictionary in a style's order, unless they already are.
    @inline(__always)
    static func sort(_ parent: Int32, of nodes: ParameterNodes, as style: borrowing QueryStyle) {
        let flags = nodes[parent].flags
        if flags.contains(.isSorted) || style.order == .asGiven && flags.contains(.isOrdered) { return }
        if let precedes = style.precedes {
            let children = nodes.children(of: parent).map { (key: nodes.keyText(of: $0), node: $0) }
            nodes.relink(parent, children.sorted { precedes($0.key, $1.key) }.map(\.node))
        } else {
            sort(parent, of: nodes)
        }
        nodes[parent].flags.insert(.isSorted)
    }

    /// Whether two keys of a dictionary have the same UTF-8, or are canonically equivalent.
    static func hasEquivalentKeys(_ parent: Int32, of nodes: ParameterNodes, byBytesAlone: Bool) -> Bool {
        unsafe withSortedKeys(of: parent, nodes) { keys in
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

    /// Calls `body` with the sort keys of a dictionary's children, in their order; equal keys keep theirs.
    ///
    /// A small number of keys is kept on the stack. An array checks for each element whether it is uniquely referenced,
    /// which for small dictionaries takes as long as sorting them. The benchmark's *nested* and *model* payloads
    /// justify it.
    @inline(__always)
    private static func withSortedKeys<Result>(
        of parent: Int32, _ nodes: ParameterNodes, _ body: (UnsafeMutableBufferPointer<SortKey>) -> Result
    ) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: SortKey.self, capacity: Int(nodes[parent].childCount)) { keys in
            var child = nodes[parent].firstChild
            for position in keys.indices {
                // Trivial, so never deinitialized.
                unsafe keys.initializeElement(at: position, to: SortKey(nodes.key(of: child), position: child))
                child = nodes[child].next
            }
            // Sorting requires a variable.
            var sorted = unsafe keys
            unsafe sorted.sort { left, right in
                left.precedes(right) {
                    KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
                }
            }
            return unsafe body(keys)
        }
    }
}

/// The order of keys and of a set's elements: a total form of NSString's `compare:`, by the Unicode scalars of the
/// canonically decomposed (NFD) forms, then by UTF-8.
///
/// CoreFoundation's `compare:` always agrees for ASCII. For other text it agrees for all but about one random pair in
/// ten thousand, where CoreFoundation is not even transitive. Swift's `<` does not agree: it puts `é` after `z`.
enum KeyOrder {
    /// Whether one text comes before another.
    static func precedes(_ left: String, _ right: String) -> Bool {
        // UTF-8 preserves the order of the scalars.
        let (leftForm, rightForm) = (left.decomposed.utf8, right.decomposed.utf8)
        return leftForm.elementsEqual(rightForm)
            ? left.utf8.lexicographicallyPrecedes(right.utf8) : leftForm.lexicographicallyPrecedes(rightForm)
    }
}

extension String {
    /// The text's canonical decomposition (NFD), computed only where it differs from the text.
    var decomposed: String { withRun(\.hasOnlyASCII) ? self : decomposedStringWithCanonicalMapping }
}

/// A key prepared for sorting. The first sixteen bytes of its decomposed form, as two numbers, decide most comparisons
/// without reading the key. If whole keys are compared instead, the benchmark's *wide* payload takes eight times as
/// many instructions, and *nested* more than three times as many.
struct SortKey {
    let high: UInt64
    let low: UInt64
    /// The index of the entry among those being sorted.
    let position: Int32

    @inline(__always)
    init(_ key: ByteRun, position: Int32) {
        let words = (key.word(at: 0), key.word(at: 8))
        (high, low) = (words.0 | words.1) & 0x8080_8080_8080_8080 == 0 ? words : Self.decomposedWords(of: key)
        self.position = position
    }

    /// Returns the words of a decomposed key.
    @inline(never)
    private static func decomposedWords(of key: ByteRun) -> (UInt64, UInt64) {
        DecompositionTable.shared.firstBytes(of: key)
            ?? key.string.decomposed.withRun { ($0.word(at: 0), $0.word(at: 8)) }
    }

    /// Whether this key comes before another; `full` compares the whole keys if the first sixteen bytes are equal.
    @inline(__always)
    func precedes(_ other: SortKey, _ full: () -> Bool) -> Bool {
        if high != other.high { return high < other.high }
        if low != other.low { return low < other.low }
        return full()
    }
}

extension ByteRun {
    /// Whether a text is known to be in composed form (NFC), as almost every text is. Two such texts are canonically
    /// equivalent only if they are the same.
    ///
    /// These are known: ASCII and the scalars with these lead bytes, none of which combines with another or has another
    /// form: up to U+02FF, Cyrillic to U+047F, CJK unified ideographs. Bytes that continue a character are below 0xC0.
    @inline(__always)
    var isKnownToBeComposed: Bool {
        hasOnlyASCII || allSatisfy { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 || (0xE4...0xE9).contains($0) }
    }
}

/// The canonical decompositions of scalars that are frequent in keys, so that sorting does not need Foundation's
/// decompositions of whole keys. Without the table the benchmark's *nested* payload, some of whose keys are French,
/// German and Russian, takes 65 % more instructions.
///
/// If every scalar of a key is a starter (its combining class is 0) and every scalar's own decomposition begins with
/// one, the key's decomposition is its scalars' decompositions, one after the other: nothing is reordered. The table
/// has only such scalars, and its entries are Foundation's decompositions.
struct DecompositionTable: Sendable {
    static let shared = DecompositionTable()

    /// Latin with diacritics, Greek and Cyrillic.
    private static let covered: ClosedRange<UInt32> = 0x80...0x52F

    /// The packed UTF-8 of each scalar's decomposition; `nil` for a scalar that is not covered.
    private let entries = covered.map(entry)

    private init() {}

    private static func entry(for value: UInt32) -> UInt64? {
        guard let scalar = Unicode.Scalar(value) else { return nil }
        let form = String(scalar).decomposedStringWithCanonicalMapping
        guard let first = form.unicodeScalars.first, isStarter(first), isStarter(scalar), form.utf8.count < 8 else {
            return nil
        }
        return packed(form.utf8)
    }

    private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .notReordered
    }

    /// Returns up to seven bytes, the first highest, and their number in the lowest byte.
    private static func packed(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count)) | UInt64(bytes.count)
    }

    /// Returns the first sixteen bytes of a key's decomposition, or `nil` if the table does not cover a scalar among
    /// them or the next one: a combining mark that follows may belong before the last of the bytes.
    func firstBytes(of key: ByteRun) -> (UInt64, UInt64)? {
        var (high, low, count): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var position = 0
        while position < key.count {
            guard let (form, length) = decomposition(in: key, at: position) else { return nil }
            guard count < 16 else { break }
            let bytes = form & ~0xFF
            // A shift by 64 or more is zero, which drops the bytes beyond the sixteen or before the low eight.
            high |= count < 8 ? bytes >> (8 * count) : 0
            low |= count < 8 ? bytes << (64 - 8 * count) : bytes >> (8 * (count - 8))
            count += form & 0xFF
            position += length
        }
        return (high, low)
    }

    /// Returns the packed decomposition of the scalar at a position, and the number of the scalar's own bytes.
    private func decomposition(in key: ByteRun, at position: Int) -> (form: UInt64, length: Int)? {
        let (lead, left) = (key[position], key.count - position)
        if lead < 0x80 { return (UInt64(lead) << 56 | 1, 1) }
        // CJK unified ideographs neither decompose nor combine.
        if 0xE4...0xE9 ~= lead, left > 2 { return (Self.packed(key[position..<(position + 3)]), 3) }
        guard lead < 0xE0, left > 1 else { return nil }
        let value = (UInt32(lead) & 0x1F) << 6 | UInt32(key[position + 1]) & 0x3F
        guard Self.covered.contains(value), let form = entries[Int(value - Self.covered.lowerBound)] else { return nil }
        return (form, 2)
    }
}
