/// A place in a run of bytes, and the few ways in which the checks move it.
///
/// It reads by pointer: a bounds check for each byte of text would cost more than the search for the next tag. The
/// invariant is that `0 <= position <= end <= bytes.count`; every read compares with `end` first. The pointer belongs
/// to whoever called, and outlives the value.
struct XMLBytes {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.end = bytes.count
        self.position = min(max(position, 0), bytes.count)
    }

    var isAtEnd: Bool { position == end }

    /// The byte at the position, or 0 at the end. There is no byte 0 in a text that has been checked for it.
    var byte: UInt8 { position < end ? bytes[position] : 0 }

    /// The byte after that at the position, or 0.
    var next: UInt8 { end - position > 1 ? bytes[position + 1] : 0 }

    mutating func advance(_ count: Int = 1) {
        position = min(position + count, end)
    }

    /// Whether the bytes at the position are these; if so, moves past them.
    mutating func take(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard end - position >= count else { return false }
        for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] { return false }
        position += count
        return true
    }

    /// Moves past the name and the semicolon of an entity that XML itself has (XML 1.0, section 4.6), if there is one.
    mutating func takePredefinedEntity() -> Bool {
        take("amp;") || take("lt;") || take("gt;") || take("quot;") || take("apos;")
    }

    /// Moves past white space (XML 1.0, production 3) and says whether there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = position
        while position < end, bytes[position].isXMLSpace { position += 1 }
        return position > start
    }

    /// Moves to the next such byte, or to the end if there is none.
    mutating func seek(_ byte: UInt8) -> Bool {
        position = index(of: byte, from: position, to: end) ?? end
        return position < end
    }

    /// Moves past the next such literal, or to the end if there is none.
    mutating func seek(past literal: StaticString) -> Bool {
        while seek(literal.utf8Start[0]) {
            if take(literal) { return true }
            position += 1
        }
        return false
    }

    /// Moves past a name and gives its range, or nil if there is none.
    ///
    /// Of the ASCII characters those that may be in a name are told apart; the others are left to the parser.
    mutating func name() -> Range<Int>? {
        let start = position
        guard position < end, bytes[position].startsXMLName else { return nil }
        while position < end, bytes[position].isInXMLName { position += 1 }
        return start..<position
    }

    /// Moves past a literal in quotes and gives the range between them, or nil if there is none or it is cut off.
    mutating func literal() -> Range<Int>? {
        let quote = byte
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        let start = position
        guard seek(quote) else { return nil }
        position += 1
        return start..<(position - 1)
    }

    /// The first such byte in a range, found by `memchr`.
    func index(of byte: UInt8, from start: Int, to stop: Int) -> Int? {
        guard start >= 0, start < stop, stop <= end, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), stop - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether the bytes in two ranges are the same.
    func hasEqualBytes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count, left.upperBound <= end, right.upperBound <= end, let base = bytes.baseAddress
        else { return false }
        return memcmp(base + left.lowerBound, base + right.lowerBound, left.count) == 0
    }

    /// The bytes in a range by themselves.
    func part(_ range: Range<Int>) -> XMLBytes {
        XMLBytes(UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<end)]))
    }

    /// A copy of the bytes in a range.
    func copy(_ range: Range<Int>) -> [UInt8] {
        Array(bytes[range.clamped(to: 0..<end)])
    }
}

extension UInt8 {
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

    var startsXMLName: Bool { self >= 0x80 || (self >= 0x40 ? UInt8.letters : UInt8.colon) >> (self & 63) & 1 == 1 }

    var isInXMLName: Bool {
        self >= 0x80 || (self >= 0x40 ? UInt8.letters : UInt8.colon | UInt8.digits) >> (self & 63) & 1 == 1
    }

    // A bit for each character of ASCII, the lower or the upper 64.
    private static var letters: UInt64 { 0x07FF_FFFE_87FF_FFFE }
    private static var colon: UInt64 { 1 << 58 }
    private static var digits: UInt64 { 0x03FF_6000_0000_0000 }
}
