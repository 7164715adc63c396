/// Memory for elements that are copied as bytes, which grows at its end. Its owner counts the elements and frees it.
///
/// Invariants: `base` points to `capacity` elements, which the owner initializes. Borrowed memory outlives the block.
struct GrowableBlock<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var capacity: Int
    /// Whether the elements are still in the memory given to ``init(borrowing:capacity:)``.
    private(set) var isBorrowed = false

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        base = Self.memory(nil, max(1, capacity))
    }

    /// Creates a block in the caller's memory. When it grows, it moves to memory that it allocates.
    init(borrowing base: UnsafeMutablePointer<Element>, capacity: Int) {
        self.base = base
        self.capacity = capacity
        isBorrowed = true
    }

    /// Grows to a greater capacity and keeps the first `count` elements.
    @inline(never)
    mutating func grow(to newCapacity: Int, keeping count: Int) {
        if isBorrowed {
            let newBase = Self.memory(nil, newCapacity)
            newBase.update(from: base, count: count)
            base = newBase
            isBorrowed = false
        } else {
            base = Self.memory(base, newCapacity)
        }
        capacity = newCapacity
    }

    /// Frees memory that is not borrowed.
    @inline(__always)
    func deallocate() {
        if !isBorrowed { free(base) }
    }

    /// Returns a block of the C library, which can often grow in place; `allocate` cannot.
    private static func memory(
        _ base: UnsafeMutablePointer<Element>?, _ capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        // As `allocate` does, since nothing can be done without memory.
        guard let block = realloc(base, capacity * MemoryLayout<Element>.stride) else {
            fatalError("The output does not fit into memory.")
        }
        return block.assumingMemoryBound(to: Element.self)
    }
}
