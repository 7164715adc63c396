/// A buffer of bytes that grows at the end and can be cut back.
///
/// `[UInt8]` can be appended to only after its elements are initialized, and not written past its count. Escaping
/// writes runs of unknown length at memory speed, and the key path is cut back for each pair. This is the only place
/// where the module handles raw memory for output; the benchmark's *long* and *wide* payloads justify it.
///
/// Invariant: the first `count` bytes of the block are initialized.
@safe
struct ByteBuffer: ~Copyable {
    private var block: GrowableBlock<UInt8>
    private(set) var count = 0

    init(capacity: Int) { unsafe block = unsafe GrowableBlock(capacity: capacity) }

    /// Creates a buffer in the caller's memory. When that is full, the buffer allocates memory and moves there.
    init(borrowing base: UnsafeMutablePointer<UInt8>, capacity: Int) {
        unsafe block = unsafe GrowableBlock(borrowing: base, capacity: capacity)
    }

    deinit { unsafe block.deallocate() }

    /// Whether the bytes are still in the memory given to ``init(borrowing:capacity:)``.
    var isBorrowed: Bool { unsafe block.isBorrowed }

    /// Truncates the buffer to a count reached before.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count)
        self.count = count
    }

    /// Reserves space for more bytes, at least doubling the capacity so that appending stays linear.
    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if unsafe block.capacity - count < additional {
            unsafe block.grow(to: max(block.capacity * 2, count + additional), keeping: count)
        }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe block.base[count] = byte
        count += 1
    }

    /// Appends the bytes that `body` writes. It receives space for `maximum` bytes and returns the number it wrote.
    ///
    /// `body` must not write beyond `maximum` bytes.
    @inline(__always)
    mutating func append(maximum: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(maximum)
        let written = unsafe body(block.base + count)
        assert(written <= maximum)
        count += written
    }

    /// Appends the last `count` decimal digits of a number, with leading zeros if it has fewer.
    @inline(__always)
    mutating func append(digitsOf number: UInt64, count: Int) {
        unsafe append(maximum: count) { target in
            var rest = number
            for position in (0..<count).reversed() {
                unsafe target[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return count
        }
    }

    /// Appends bytes from outside this buffer.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        unsafe append(maximum: bytes.count) { target in
            unsafe target.copyShort(source, bytes.count)
            return bytes.count
        }
    }

    @inline(__always)
    mutating func append(literal text: StaticString) {
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func append(_ text: String) { unsafe text.withUTF8Bytes { unsafe append($0) } }

    /// Calls `body` with the bytes, which are valid only during the call.
    @inline(__always)
    borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        unsafe try body(UnsafeBufferPointer(start: block.base, count: count))
    }

    /// Returns the bytes as text. Bytes that are not UTF-8 become U+FFFD.
    borrowing func string() -> String { unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Returns a copy of the bytes.
    borrowing func data() -> Data { unsafe withBytes { unsafe Data($0) } }

    /// The size in bytes from which bytes are handed over rather than copied, and output is sized before it is written.
    /// From about this size, allocators take blocks from the system and return them, and a new page costs more than
    /// escaping its content. The benchmark's *long* payloads in fresh processes show it.
    static let largeSize = 64 << 10

    /// Returns the bytes, without copying many of them.
    consuming func takeData() -> Data {
        guard count >= Self.largeSize, unsafe block.capacity - count <= count / 4, !isBorrowed else {
            let copy = data()
            _ = consume self
            return copy
        }
        let data = unsafe Data(bytesNoCopy: block.base, count: count, deallocator: .free)
        discard self
        return data
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Copies bytes that do not overlap. Up to 16 are copied here, as words that may overlap each other: keys and
    /// texts are so short that calling the C library takes longer. The benchmark's *flat* payload shows it.
    @inline(__always)
    func copyShort(_ source: UnsafePointer<UInt8>, _ count: Int) {
        switch count {
        case 17...: unsafe update(from: source, count: count)
        case 8...: unsafe copyEnds(source, count, as: UInt64.self)
        case 4...: unsafe copyEnds(source, count, as: UInt32.self)
        case 2...: unsafe copyEnds(source, count, as: UInt16.self)
        case 1: unsafe pointee = unsafe source.pointee
        default: break
        }
    }

    /// Copies the first and the last word of bytes that have the length of one or two words, or between.
    @inline(__always)
    private func copyEnds<Word: FixedWidthInteger & BitwiseCopyable>(
        _ source: UnsafePointer<UInt8>, _ count: Int, as type: Word.Type
    ) {
        let last = count - MemoryLayout<Word>.size
        let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(self))
        let words = unsafe (from.loadUnaligned(as: type), from.loadUnaligned(fromByteOffset: last, as: type))
        unsafe to.storeBytes(of: words.0, as: type)
        unsafe to.storeBytes(of: words.1, toByteOffset: last, as: type)
    }
}

extension String {
    /// Calls `body` with the text's UTF-8. Unlike `withUTF8`, which may change the string, this copies only a string
    /// bridged from Objective-C.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = unsafe try utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return try copy.withUTF8(body)
    }
}

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

    /// Returns a block from the C library, which can often grow in place; `allocate` cannot.
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
