/// Memory for elements that are copied as bytes, which grows at its end. Its owner counts the elements and frees it.
///
/// Invariants: `base` points to `capacity` elements, which the owner initializes. Borrowed memory outlives the block.
@unsafe
struct GrowableBlock<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var capacity: Int
    /// Whether the elements are still in the memory given to ``init(borrowing:capacity:)``.
    private(set) var isBorrowed = false

    init(capacity: Int) {
        unsafe self.capacity = max(1, capacity)
        unsafe base = unsafe Self.memory(nil, max(1, capacity))
    }

    /// Creates a block in the caller's memory. When it grows, it moves to memory that it allocates.
    init(borrowing base: UnsafeMutablePointer<Element>, capacity: Int) {
        unsafe self.base = unsafe base
        unsafe self.capacity = capacity
        unsafe isBorrowed = true
    }

    /// Grows to a greater capacity and keeps the first `count` elements.
    @inline(never)
    mutating func grow(to newCapacity: Int, keeping count: Int) {
        if unsafe isBorrowed {
            let newBase = unsafe Self.memory(nil, newCapacity)
            unsafe newBase.update(from: base, count: count)
            unsafe base = unsafe newBase
            unsafe isBorrowed = false
        } else {
            unsafe base = unsafe Self.memory(base, newCapacity)
        }
        unsafe capacity = newCapacity
    }

    /// Frees memory that is not borrowed.
    @inline(__always)
    func deallocate() {
        if unsafe !isBorrowed { unsafe free(base) }
    }

    /// Returns a block of the C library, which can often grow in place; `allocate` cannot.
    private static func memory(
        _ base: UnsafeMutablePointer<Element>?, _ capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        // As `allocate` does, since nothing can be done without memory.
        guard let block = unsafe realloc(base, capacity * MemoryLayout<Element>.stride) else {
            fatalError("The output does not fit into memory.")
        }
        return unsafe block.assumingMemoryBound(to: Element.self)
    }
}
