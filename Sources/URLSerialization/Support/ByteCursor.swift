/// A position in a run of bytes, and the operations by which the scanners of XML, property lists and images move it.
///
/// | bytes, position | call | result, position |
/// |---|---|---|
/// | `<a b="c">`, 0 | `take("<a")` | true, 2 |
/// | `<a b="c">`, 2 | `skipSpace()` | true, 3 |
/// | `<a b="c">`, 3 | `seek("=")` | true, 4 |
/// | `<a b="c">`, 5 | `literal()` | 6..<7, 8 |
/// | `<a b="c">`, 8 | `seek(past: "-->")` | false, 9 |
///
/// It reads by pointer: a bounds check for each byte would cost more than the search for the next tag. The invariant is
/// that `0 <= position <= bytes.count`; every read compares with the count first, and treats bytes beyond it as absent.
/// The memory belongs to the caller and outlives the value.
@safe
package struct ByteCursor {
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
    /// The position, from 0 to ``end``.
    @usableFromInline package internal(set) var position: Int

    /// Creates a cursor at a position, clamped to the bytes.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
        unsafe self.bytes = unsafe bytes
        self.position = min(max(position, 0), bytes.count)
    }

    @inlinable package var end: Int { unsafe bytes.count }

    /// The number of bytes from the position to the end.
    @inlinable package var left: Int { end - position }

    @inlinable package var isAtEnd: Bool { position == end }

    /// The byte at the position, or 0 at the end. A text in which 0 may occur needs ``isAtEnd`` as well.
    @inlinable package var byte: UInt8 { unsafe position < end ? bytes[position] : 0 }

    /// The byte after the one at the position, or 0.
    @inlinable package var next: UInt8 { unsafe left > 1 ? bytes[position + 1] : 0 }

    // MARK: - Moving

    /// Advances by a number of bytes, at most to the end.
    @inlinable
    package mutating func advance(_ count: Int = 1) { position += min(count, left) }

    /// Moves past a text if it is at the position.
    @inlinable
    package mutating func take(_ text: StaticString) -> Bool {
        guard begins(text, at: position) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Moves past the bytes that a predicate includes.
    ///
    /// - Returns: The number of bytes.
    @inlinable
    @discardableResult
    package mutating func skip(while isIncluded: (UInt8) -> Bool) -> Int {
        let start = position
        while unsafe position < bytes.count, unsafe isIncluded(bytes[position]) { position += 1 }
        return position - start
    }

    /// Moves past white space (XML 1.0, production 3).
    ///
    /// - Returns: Whether there was any.
    @inlinable
    @discardableResult
    package mutating func skipSpace() -> Bool { skip { $0.isXMLSpace } > 0 }

    /// Moves to the next occurrence of a byte, or to the end if there is none.
    @inlinable
    package mutating func seek(_ byte: UInt8) -> Bool {
        position = index(of: byte, from: position, to: end) ?? end
        return position < end
    }

    /// Moves past the next occurrence of a text, or to the end if there is none.
    package mutating func seek(past text: StaticString) -> Bool {
        while unsafe seek(text.utf8Start[0]) {
            if take(text) { return true }
            position += 1
        }
        return false
    }

    /// Moves past a text in quotation marks of either kind.
    ///
    /// - Returns: The range between the marks, or `nil` if there is no such text or it is cut off.
    package mutating func literal() -> Range<Int>? {
        let quote = byte
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        let start = position
        guard seek(quote) else { return nil }
        position += 1
        return start..<(position - 1)
    }

    // MARK: - Looking

    /// Returns the byte at an offset from the beginning, or 0 if there is none.
    @inlinable
    package func byte(at offset: Int) -> UInt8 { unsafe offset >= 0 && offset < end ? bytes[offset] : 0 }

    /// Whether `count` items of `size` bytes each lie between an offset and the end. `size` is at least 1, and the
    /// division cannot overflow as a product could.
    @inlinable
    @inline(__always)
    package func holds(_ count: Int, of size: Int = 1, at offset: Int) -> Bool {
        offset >= 0 && offset <= end && count >= 0 && count <= (end - offset) / size
    }

    /// Whether a text is at an offset.
    @inlinable
    package func begins(_ text: StaticString, at offset: Int) -> Bool {
        guard holds(text.utf8CodeUnitCount, at: offset) else { return false }
        for place in 0..<text.utf8CodeUnitCount where unsafe bytes[offset + place] != text.utf8Start[place] {
            return false
        }
        return true
    }

    /// Returns the offset of the first occurrence of a byte in a range, or `nil`.
    @inlinable
    package func index(of byte: UInt8, from start: Int, to stop: Int) -> Int? {
        guard start >= 0, start < stop, stop <= end, let base = unsafe bytes.baseAddress,
            let found = unsafe memchr(base + start, Int32(byte), stop - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the unsigned number of `size` bytes at an offset, or `nil` if they do not all lie within the bytes. If
    /// there are more than eight bytes, only the last eight are used.
    @inlinable
    package func number(at offset: Int, size: Int, isBigEndian: Bool = true) -> UInt64? {
        guard size > 0, holds(size, at: offset) else { return nil }
        if size == 8 {
            let number = unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return isBigEndian ? UInt64(bigEndian: number) : UInt64(littleEndian: number)
        }
        var number: UInt64 = 0
        for place in max(0, size - 8)..<size {
            number = unsafe number << 8 | UInt64(bytes[offset + (isBigEndian ? place : size - 1 - place)])
        }
        return number
    }

    /// Returns the number of bytes of the character beyond ASCII that begins at an offset (RFC 3629, section 4), or
    /// `nil`.
    package func lengthOfCharacter(at offset: Int) -> Int? {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch byte(at: offset) {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard holds(length, at: offset), unsafe second.contains(bytes[offset + 1]) else { return nil }
        for place in 2..<max(2, length) where unsafe bytes[offset + place] & 0xC0 != 0x80 { return nil }
        return length
    }

    // MARK: - Parts

    /// Returns a cursor over the bytes in a range.
    package func part(_ range: Range<Int>) -> ByteCursor {
        unsafe ByteCursor(UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<end)]))
    }
}

extension UInt8 {
    /// Whether the byte is white space in XML and in property lists.
    @inlinable package var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
