/// Bytes that grow at the end and are cut back, in memory of their own.
///
/// `[UInt8]` cannot be appended to without first being filled, nor written past its count; escaping writes runs of
/// unknown length at memory speed, and the key path is cut back for each pair. This is the one place where the module
/// handles raw memory for output; the benchmark's *long* and *wide* payloads justify it.
///
/// Invariants: `base` points at `capacity` bytes, of which the first `count` are initialised; `count <= capacity`.
struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Cuts back to a count reached before.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count)
        self.count = count
    }

    /// Makes room for more bytes, at least doubling so that appending stays linear.
    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if capacity - count < additional { grow(by: additional) }
    }

    @inline(never)
    private mutating func grow(by additional: Int) {
        let newCapacity = max(capacity * 2, count + additional)
        let newBase = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        newBase.update(from: base, count: count)
        base.deallocate()
        base = newBase
        capacity = newCapacity
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Appends what `body` writes: it is given room for `maximum` bytes and says how many it wrote.
    ///
    /// `body` must not write beyond `maximum` bytes.
    @inline(__always)
    mutating func append(maximum: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(maximum)
        let written = body(base + count)
        assert(written <= maximum)
        count += written
    }

    /// Appends bytes that lie elsewhere than in this buffer.
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

    /// The bytes as text; what is not UTF-8 becomes U+FFFD.
    borrowing func string() -> String {
        withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of the bytes.
    borrowing func data() -> Data {
        withBytes { Data($0) }
    }
}

extension String {
    /// Calls `body` with the text's UTF-8. Unlike `withUTF8`, which may change the string, this needs no copy of it;
    /// only a string bridged from Objective-C is copied.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return try copy.withUTF8(body)
    }
}
