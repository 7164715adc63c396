/// A run of bytes in a document or in a reader's memory, with checked access.
///
/// A run is valid only during the call that receives it: the bytes belong to the reader. A receiver copies what it
/// keeps.
@safe
package struct ByteRun: RandomAccessCollection {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether all bytes are known to be ASCII.
    package let isASCII: Bool

    /// Creates a run of the caller's bytes, which outlive its use.
    init(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
        unsafe self.bytes = unsafe bytes
        self.isASCII = isASCII
    }

    package init() { unsafe self.init(UnsafeBufferPointer(start: nil, count: 0), isASCII: true) }

    package var startIndex: Int { 0 }

    package func index(after index: Int) -> Int { index + 1 }

    package func formIndex(after index: inout Int) { index += 1 }

    @inline(__always)
    package var endIndex: Int { unsafe bytes.count }

    @inline(__always)
    package var count: Int { unsafe bytes.count }

    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe bytes[index]
    }

    /// The bytes as text. Bytes that are not UTF-8 become U+FFFD.
    @inline(__always)
    package var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

    /// The bytes as text, or `nil` if they are not UTF-8.
    ///
    /// A text in which bytes were replaced has different bytes. `String(validating:as:)` requires newer versions of
    /// Apple's systems than this package does.
    @inline(__always)
    package var validString: String? {
        let text = string
        return isASCII || text.withRun { $0.hasSameBytes(as: self) } ? text : nil
    }

    /// The offset of the first byte at which no character begins, or `nil` if the bytes are UTF-8.
    package var firstInvalid: Int? {
        var cursor = unsafe ByteCursor(bytes)
        return cursor.skipCharacters() ? nil : cursor.position
    }

    /// Whether more than 1,000 combining marks follow each other, as no language writes them (Unicode's
    /// stream-safe format has 30). Hashing and comparing strings takes quadratic time in their number.
    package var hasTooManyMarks: Bool {
        // A mark takes two bytes or more.
        guard count > 2000, !hasOnlyASCII else { return false }
        var marks = 0
        return string.unicodeScalars.contains { scalar in
            marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
            return marks > 1000
        }
    }

    /// The offset of the first byte that does not begin a character that XML allows, or `nil`.
    package var firstOutsideXML: Int? {
        var cursor = unsafe ByteCursor(bytes)
        return cursor.skipCharacters(ofXML: true) ? nil : cursor.position
    }

    /// Whether all bytes are ASCII, whatever the reader knows.
    @inline(__always)
    var hasOnlyASCII: Bool { unsafe isASCII || bytes.isASCII }

    var isUTF8: Bool { hasOnlyASCII || firstInvalid == nil }

    package var data: Data { unsafe Data(bytes) }

    /// Returns the bytes in a range, clamped to those that exist.
    package func part(_ range: Range<Int>) -> ByteRun { unsafe ByteCursor(bytes).run(range, isASCII: isASCII) }

    /// Calls `body` with a cursor over the bytes, valid during the call.
    func withCursor<Result>(_ body: (ByteCursor) throws -> Result) rethrows -> Result {
        try body(unsafe ByteCursor(bytes))
    }

    /// Returns the number of bytes from an offset to the next occurrence of a byte, or to the end.
    func distance(to byte: UInt8, from start: Int) -> Int {
        (unsafe ByteCursor(bytes).index(of: byte, from: start, to: count) ?? count) - start
    }

    /// Whether another run has the same bytes.
    @inline(__always)
    package func hasSameBytes(as other: ByteRun) -> Bool {
        guard count == other.count else { return false }
        guard let left = unsafe bytes.baseAddress, let right = unsafe other.bytes.baseAddress else { return true }
        return unsafe memcmp(left, right, count) == 0
    }

    @inline(__always)
    func hash(into hasher: inout Hasher) { unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }

    /// Appends the bytes to a buffer.
    @inline(__always)
    func append(to buffer: inout ByteBuffer) { unsafe buffer.append(bytes) }

    /// Calls `body` with the bytes, which are valid only during the call.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        unsafe try body(bytes)
    }

    @inline(__always)
    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        unsafe try body(bytes)
    }

    /// A hash of the bytes, for choosing a place in a table: equal hashes do not mean equal bytes.
    @inline(__always)
    var placeHash: UInt64 {
        var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        for index in stride(from: 0, to: count, by: 8) {
            hash = (hash ^ word(at: index)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        return hash ^ hash >> 29
    }

    /// Returns eight bytes from an offset as a number, the first highest, with zeros past the end.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        let size = Swift.min(8, count - offset)
        let number = unsafe ByteCursor(bytes).number(at: offset, size: size) ?? 0
        return number &<< UInt64(truncatingIfNeeded: 64 - 8 * size)
    }
}

extension String {
    /// Calls `body` with the text's UTF-8, which is valid only during the call.
    @inline(__always)
    func withRun<Result>(_ body: (ByteRun) throws -> Result) rethrows -> Result {
        unsafe try withUTF8Bytes { try body(unsafe ByteRun($0)) }
    }
}

extension ByteBuffer {
    /// The bytes, valid until the buffer changes.
    @inline(__always)
    borrowing func run(from start: Int = 0) -> ByteRun {
        unsafe withBytes { unsafe ByteCursor($0).run(start..<$0.count) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are ASCII, tested a word at a time: writing the benchmark's *model* payload as JSON tests
    /// every key.
    @inline(__always)
    var isASCII: Bool {
        guard count >= 4, let base = unsafe UnsafeRawPointer(baseAddress) else {
            return unsafe allSatisfy { $0 < 0x80 }
        }
        // Each load lies within the bytes; the last may overlap the one before.
        guard count >= 8 else {
            let ends =
                unsafe base.loadUnaligned(as: UInt32.self)
                | base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return ends & 0x8080_8080 == 0
        }
        var bits = unsafe base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        for offset in stride(from: 0, to: count - 8, by: 8) {
            unsafe bits |= base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}
