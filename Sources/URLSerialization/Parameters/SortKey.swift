/// A key prepared for sorting. The first sixteen bytes of its decomposed form, as two numbers, decide most comparisons
/// without reading the key. Where whole keys are compared instead, the benchmark's *wide* payload takes eight times as
/// many instructions, *nested* more than three times.
struct SortKey {
    let high: UInt64
    let low: UInt64
    /// The index of the entry among those being sorted.
    let position: Int32

    @inline(__always)
    init(_ key: String, position: Int32, _ table: inout DecompositionTable?) {
        self = key.withRun { SortKey($0, position: position, &table) }
    }

    @inline(__always)
    init(_ key: ByteRun, position: Int32, _ table: inout DecompositionTable?) {
        let words = Self.words(key)
        (high, low) =
            (words.0 | words.1) & 0x8080_8080_8080_8080 == 0 ? words : Self.decomposedWords(of: key, &table)
        self.position = position
    }

    /// Returns the words of a decomposed key. The table is kept from one key to the next, since reaching a global costs
    /// more than looking a key up.
    @inline(never)
    private static func decomposedWords(
        of key: ByteRun, _ table: inout DecompositionTable?
    ) -> (UInt64, UInt64) {
        if case .none = table { table = .shared }
        return unsafe key.withBytes { unsafe table?.firstBytes(of: $0) }
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
