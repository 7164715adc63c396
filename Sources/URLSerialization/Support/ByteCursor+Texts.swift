// The operations of document readers: runs of bytes, and the ends of texts found a word at a time.

extension ByteCursor {
    /// Moves past a text if it is at the position.
    mutating func take(_ text: String) -> Bool {
        guard text.withRun({ run(position..<(position + $0.count)).hasSameBytes(as: $0) }) else { return false }
        position += text.utf8.count
        return true
    }

    /// Returns the bytes in a range, clamped to those that exist.
    @inline(__always)
    func run(_ range: Range<Int>, isASCII: Bool = false) -> ByteRun {
        let start = min(max(range.lowerBound, 0), end)
        let count = min(max(range.upperBound, start), end) - start
        guard let base = unsafe bytes.baseAddress else { return ByteRun() }
        return unsafe ByteRun(UnsafeBufferPointer(start: base + start, count: count), isASCII: isASCII)
    }

    /// Adds the bytes in a range, clamped to those that exist, to a hasher.
    @inline(__always)
    func hash(_ range: Range<Int>, into hasher: inout Hasher) {
        unsafe hasher.combine(
            bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<end)])))
    }

    /// Moves to the next quotation mark, backslash or control character, or to the end.
    ///
    /// - Returns: Whether all bytes on the way are ASCII.
    @inline(__always)
    mutating func skipPlainText() -> Bool {
        let count = end
        var position = position
        var seen: UInt64 = 0
        guard let base = unsafe UnsafeRawPointer(bytes.baseAddress) else { return true }
        while count - position >= 8 {
            let word = unsafe UInt64(littleEndian: (base + position).loadUnaligned(as: UInt64.self))
            // A byte that is zero after the exclusive or, or below 0x20, borrows and so sets its top bit, unless it was
            // set before. A borrow only changes bytes above the lowest special one.
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let special =
                ((quotes &- 0x0101_0101_0101_0101) & ~quotes | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
                    | (word &- 0x2020_2020_2020_2020) & ~word) & 0x8080_8080_8080_8080
            if special != 0 {
                let plain = special.trailingZeroBitCount & ~7
                seen |= word & ((1 << UInt64(plain)) &- 1)
                self.position = position + plain >> 3
                return seen & 0x8080_8080_8080_8080 == 0
            }
            seen |= word
            position += 8
        }
        while position < count {
            let byte = unsafe bytes[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            seen |= UInt64(byte)
            position += 1
        }
        self.position = position
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// Whether the bytes in a range are ASCII.
    func isASCII(in range: Range<Int>) -> Bool { run(range).hasOnlyASCII }

    /// Returns the number of bytes in a range that do not continue a character of UTF-8.
    func characterCount(in range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<end)
        var (index, count) = (range.lowerBound, range.count)
        while range.upperBound - index >= 8 {
            let word = unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Counting bits takes longer than all the rest.
            if word & 0x8080_8080_8080_8080 != 0 {
                count -= (word >> 7 & ~(word >> 6) & 0x0101_0101_0101_0101).nonzeroBitCount
            }
            index += 8
        }
        while index < range.upperBound {
            if byte(at: index) & 0xC0 == 0x80 { count -= 1 }
            index += 1
        }
        return count
    }

    /// Moves past characters in UTF-8, to the end or to the first byte at which no character begins.
    ///
    /// - Returns: Whether the end has been reached.
    mutating func skipCharacters() -> Bool {
        while !isAtEnd {
            if left >= 8,
                unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    & 0x8080_8080_8080_8080 == 0
            {
                position += 8
            } else if byte < 0x80 {
                position += 1
            } else if let length = lengthOfCharacter(at: position) {
                position += length
            } else {
                return false
            }
        }
        return true
    }

    /// Moves to an offset, clamped to the bytes.
    mutating func move(to offset: Int) { position = min(max(offset, 0), end) }

    /// Returns a cursor at an offset, clamped to the bytes.
    func moved(to offset: Int) -> ByteCursor {
        var cursor = self
        cursor.move(to: offset)
        return cursor
    }
}

extension UInt8 {
    /// Whether the byte is a letter or a digit of ASCII.
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// The value of an ASCII character as a hexadecimal digit, or `nil` if it is none.
    @inline(__always)
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ByteBuffer {
    /// Appends a character's UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    /// Appends a scalar's UTF-8, or the three bytes that it would have for a surrogate.
    mutating func append(codePoint value: UInt32) {
        if let scalar = Unicode.Scalar(value) { return append(scalar) }
        for byte in [0xE0 | value >> 12, 0x80 | value >> 6 & 0x3F, 0x80 | value & 0x3F] {
            append(UInt8(truncatingIfNeeded: byte))
        }
    }
}

extension Data {
    /// The offset of the first byte at which no character begins, or `nil` if the bytes are UTF-8.
    package var firstInvalidUTF8: Int? {
        withCursor { cursor in cursor.run(0..<cursor.end).firstInvalid }
    }

    /// Calls `body` with a cursor over the bytes, valid during the call.
    @inline(__always)
    package func withCursor<Result, Failure: Error>(
        _ body: (ByteCursor) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = unsafe withUnsafeBytes { bytes -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try body(unsafe ByteCursor(bytes)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Calls `body` with a cursor over the bytes, valid during the call, and with a value that cannot be copied, which
    /// it may return. It is inlined, because the compiler would not specialize a reader in `body` otherwise.
    @inline(__always)
    func withCursor<Value: ~Copyable, Failure: Error>(
        lending value: consuming Value, _ body: (ByteCursor, consuming Value) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var before: Value? = consume value
        var after: Value?
        try withCursor { cursor throws(Failure) in
            if let value = before.take() { after = try body(cursor, value) }
        }
        guard let after else { preconditionFailure("The closure was called once.") }
        return after
    }
}

extension [UInt8] {
    /// Calls `body` with a cursor over the bytes, valid during the call.
    @inline(__always)
    func withCursor<Result>(_ body: (ByteCursor) throws -> Result) rethrows -> Result {
        try unsafe withUnsafeBufferPointer { try body(unsafe ByteCursor($0)) }
    }
}
