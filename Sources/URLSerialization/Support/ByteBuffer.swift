/// A buffer of bytes that grows at the end and is cut back.
///
/// `[UInt8]` can be appended to only after its elements are initialized, and not written past its count. Escaping
/// writes runs of unknown length at memory speed, and the key path is cut back for each pair. This is the only place
/// where the module handles raw memory for output; the benchmark's *long* and *wide* payloads justify it.
///
/// Invariants: `base` points to `capacity` bytes, of which the first `count` are initialized; `count <= capacity`. The
/// buffer deallocates the bytes unless `isBorrowed`; borrowed bytes outlive it.
struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// Whether the bytes are still in the memory given to ``init(borrowing:capacity:)``.
    private(set) var isBorrowed = false

    init(capacity: Int) {
        self.capacity = capacity
        base = Self.memory(realloc(nil, max(1, capacity)))
    }

    /// Creates a buffer in the caller's memory. When that is full, the buffer allocates memory and moves there.
    init(borrowing base: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.base = base
        self.capacity = capacity
        isBorrowed = true
    }

    deinit {
        if !isBorrowed { free(base) }
    }

    /// Truncates the buffer to a count reached before.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count)
        self.count = count
    }

    /// Reserves space for more bytes, at least doubling the capacity so that appending stays linear.
    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if capacity - count < additional { grow(by: additional) }
    }

    /// Reserves space for as many bytes as `estimate` returns. It is called only if there is no space for `least`.
    mutating func reserve(atLeast least: Int, _ estimate: () -> Int) {
        if capacity - count < least { reserve(estimate()) }
    }

    @inline(never)
    private mutating func grow(by additional: Int) {
        let newCapacity = max(capacity * 2, count + additional)
        if isBorrowed {
            let newBase = Self.memory(realloc(nil, newCapacity))
            newBase.update(from: base, count: count)
            base = newBase
            isBorrowed = false
        } else {
            base = Self.memory(realloc(base, newCapacity))
        }
        capacity = newCapacity
    }

    /// Returns a block of the C library, which can often grow in place; `allocate` cannot, and aligns more than bytes
    /// need.
    private static func memory(_ block: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
        // As `allocate` does, since nothing can be done without memory.
        guard let block else { fatalError("The output does not fit into memory.") }
        return block.assumingMemoryBound(to: UInt8.self)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Appends the bytes that `body` writes. It receives space for `maximum` bytes and returns the number it wrote.
    ///
    /// `body` must not write beyond `maximum` bytes.
    @inline(__always)
    mutating func append(maximum: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(maximum)
        let written = body(base + count)
        assert(written <= maximum)
        count += written
    }

    /// Appends bytes from outside this buffer.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        append(maximum: bytes.count) { target in
            target.update(from: source, count: bytes.count)
            return bytes.count
        }
    }

    @inline(__always)
    mutating func append(_ other: borrowing ByteBuffer) {
        append(UnsafeBufferPointer(start: other.base, count: other.count))
    }

    @inline(__always)
    mutating func append(literal text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text's UTF-8.
    @inline(__always)
    mutating func append(_ text: String) {
        text.withUTF8Bytes { append($0) }
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    @inline(__always)
    borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Returns the bytes as text. Bytes that are not UTF-8 become U+FFFD.
    borrowing func string() -> String {
        withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a copy of the bytes.
    borrowing func data() -> Data {
        withBytes { Data($0) }
    }

    /// The size in bytes from which bytes are handed over rather than copied, and output is sized before it is written.
    /// From about this size on, allocators take blocks from the system and return them, and a new page costs more than
    /// escaping its content. The benchmark's *long* payloads in fresh processes show it.
    static let largeSize = 64 << 10

    /// Returns the bytes, without copying many of them.
    consuming func takeData() -> Data {
        guard count >= Self.largeSize, capacity - count <= count / 4, !isBorrowed else {
            let copy = data()
            _ = consume self
            return copy
        }
        let data = Data(bytesNoCopy: base, count: count, deallocator: .free)
        discard self
        return data
    }
}

extension String {
    /// Calls `body` with the text's UTF-8. Unlike `withUTF8`, which may change the string, this copies only a string
    /// bridged from Objective-C.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return try copy.withUTF8(body)
    }
}
