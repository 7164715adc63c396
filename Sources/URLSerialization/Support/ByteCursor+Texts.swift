// The operations of document readers: runs of bytes, and the ends of texts found a word at a time.

extension ByteCursor {
    /// Returns the bytes in a range, clamped to those that exist.
    @inline(__always)
    package func run(_ range: Range<Int>, isASCII: Bool = false) -> ByteRun {
        let start = min(max(range.lowerBound, 0), end)
        let count = min(max(range.upperBound, start), end) - start
        guard let base = unsafe bytes.baseAddress else { return ByteRun() }
        return unsafe ByteRun(UnsafeBufferPointer(start: base + start, count: count), isASCII: isASCII)
    }

    /// Moves to the next of two bytes, to the next byte below a limit of at most 0x80, or to the end.
    ///
    /// - Returns: Whether all bytes on the way are ASCII.
    @inline(__always)
    package mutating func skip(to first: UInt8, or second: UInt8, below limit: UInt8 = 0) -> Bool {
        let count = end
        var position = position
        var seen: UInt64 = 0
        guard let base = unsafe UnsafeRawPointer(bytes.baseAddress) else { return true }
        while count - position >= 8 {
            let word = unsafe UInt64(littleEndian: (base + position).loadUnaligned(as: UInt64.self))
            // A byte that is zero after the exclusive or, or below the limit, borrows and so sets its top bit, unless
            // it was set before. A borrow only changes bytes above the lowest special one.
            let firsts = word ^ UInt64(eight: first)
            let seconds = word ^ UInt64(eight: second)
            let special =
                ((firsts &- UInt64(eight: 1)) & ~firsts | (seconds &- UInt64(eight: 1)) & ~seconds
                    | (word &- UInt64(eight: limit)) & ~word) & 0x8080_8080_8080_8080
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
            if byte == first || byte == second || byte < limit { break }
            seen |= UInt64(byte)
            position += 1
        }
        self.position = position
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// Returns the number of characters in a range of UTF-8.
    ///
    /// - Parameter inUTF16: Whether a character beyond U+FFFF counts as two, as in UTF-16.
    func characterCount(in range: Range<Int>, inUTF16: Bool = false) -> Int {
        let bytes = unsafe bytes[range.clamped(to: 0..<end)]
        return unsafe bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : inUTF16 && $1 >= 0xF0 ? 2 : 1) }
    }

    /// Moves past characters in UTF-8, to the end or to the first byte at which no character begins.
    ///
    /// - Parameter ofXML: Whether only characters that XML 1.0 allows count: no control characters except tabs and line
    ///   ends, and neither U+FFFE nor U+FFFF.
    /// - Returns: Whether the end has been reached.
    mutating func skipCharacters(ofXML: Bool = false) -> Bool {
        let limit = UInt64(eight: ofXML ? 0x20 : 0)
        while !isAtEnd {
            if left >= 8 {
                let word = unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(
                    fromByteOffset: position, as: UInt64.self)
                if (word | (word &- limit) & ~word) & 0x8080_8080_8080_8080 == 0 {
                    position += 8
                    continue
                }
            }
            if byte < 0x80 {
                guard !ofXML || byte >= 0x20 || byte.isXMLSpace else { return false }
                position += 1
            } else if let length = lengthOfCharacter(at: position) {
                // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
                guard !ofXML || byte != 0xEF || next != 0xBF || byte(at: position + 2) < 0xBE else { return false }
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

extension UInt64 {
    /// Creates a number of eight equal bytes.
    @inline(__always)
    init(eight byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }
}

extension UInt8 {
    /// Whether the byte is a letter or a digit of ASCII.
    var isLetterOrDigit: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 }

    /// The value of an ASCII character as a hexadecimal digit, or `nil` if it is not one.
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
    package var firstInvalidUTF8: Int? { withCursor { cursor in cursor.run(0..<cursor.end).firstInvalid } }

    /// Calls `body` with a cursor over the bytes, valid during the call.
    @inline(__always)
    package func withCursor<Result, Failure: Error>(
        _ body: (ByteCursor) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = unsafe withUnsafeBytes { bytes -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                // The memory holds bytes, so binding changes nothing.
                return .success(try body(unsafe ByteCursor(bytes.bindMemory(to: UInt8.self))))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Calls `body` with a cursor over the bytes, valid during the call, and with a noncopyable value, which it may
    /// return. It is inlined, because the compiler would not specialize a reader in `body` otherwise.
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
