/// The sort keys of the collections being visited, those of the innermost last, in memory of their own.
///
/// An array checks for each element that is set or appended whether it is alone in its memory, which for small
/// dictionaries takes as long as sorting them; the benchmark's *nested* and *model* payloads justify it.
///
/// Invariants: `base` points at `capacity` keys, of which the first `count` are initialised; `count <= capacity`.
struct SortOrder: ~Copyable {
    private var base: UnsafeMutablePointer<SortKey>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    @inline(__always)
    subscript(place: Int) -> SortKey {
        precondition(place >= 0 && place < count)
        return base[place]
    }

    @inline(__always)
    mutating func append(_ key: SortKey) {
        if count == capacity { grow(to: count + 1) }
        (base + count).initialize(to: key)
        count += 1
    }

    /// Makes room for more keys, at least doubling so that appending stays linear.
    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if capacity - count < additional { grow(to: count + additional) }
    }

    @inline(never)
    private mutating func grow(to minimum: Int) {
        let newCapacity = max(capacity * 2, minimum)
        let newBase = UnsafeMutablePointer<SortKey>.allocate(capacity: newCapacity)
        newBase.moveInitialize(from: base, count: count)
        base.deallocate()
        base = newBase
        capacity = newCapacity
    }

    /// Cuts back to a count reached before.
    @inline(__always)
    mutating func truncate(to count: Int) {
        precondition(count <= self.count)
        self.count = count
    }

    /// Sorts the keys from a place on by whole keys alone, as an order other than ``KeyOrder`` needs.
    mutating func sortWhole(from first: Int, by precedes: (SortKey, SortKey) -> Bool) {
        precondition(first >= 0 && first <= count)
        var keys = UnsafeMutableBufferPointer(start: base + first, count: count - first)
        keys.sort(by: precedes)
    }

    /// Sorts the keys from a place on; `full` compares two whole keys.
    @inline(__always)
    mutating func sort(from first: Int, full: (SortKey, SortKey) -> Bool) {
        precondition(first >= 0 && first <= count)
        SortKey.sort(UnsafeMutableBufferPointer(start: base + first, count: count - first), full: full)
    }
}
