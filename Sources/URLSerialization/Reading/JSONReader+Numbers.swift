// Numbers in JSON's grammar, and by lax rules what `JSONDecoder` takes for one.
extension JSONReader where Sink: ~Copyable {
    @inline(__always)
    mutating func readNumber() throws(ReadingError) {
        let start = cursor.position
        do throws(ReadingError) {
            try skipNumber()
        } catch {
            guard rules.isLax else { throw error }
            return skipMalformedNumber(from: start)
        }
        if rules.isLax, cursor.byte.isInNumber { return skipMalformedNumber(from: start) }
        sink.number(cursor.run(start..<cursor.position, isASCII: true))
    }

    @inline(__always)
    private mutating func skipNumber() throws(ReadingError) {
        let start = cursor.position
        if cursor.byte == UInt8(ascii: "-") { cursor.advance() }
        let isZero = cursor.byte == UInt8(ascii: "0")
        let digits = try skipDigits()
        guard digits == 1 || !isZero else { throw error("A number must not begin with a zero", at: start) }
        if cursor.byte == UInt8(ascii: ".") {
            cursor.advance()
            _ = try skipDigits()
        }
        if cursor.byte | 0x20 == UInt8(ascii: "e") {
            cursor.advance()
            if cursor.byte == UInt8(ascii: "+") || cursor.byte == UInt8(ascii: "-") { cursor.advance() }
            _ = try skipDigits()
        }
    }

    @inline(__always)
    private mutating func skipDigits() throws(ReadingError) -> Int {
        let count = cursor.skip { $0 &- UInt8(ascii: "0") < 10 }
        if count == 0 { throw cursor.isAtEnd ? endOfText : error("A digit is missing") }
        return count
    }

    /// Skips a number as `JSONDecoder` does if no model asks for it.
    private mutating func skipMalformedNumber(from start: Int) {
        cursor.move(to: start)
        cursor.skip { $0.isInNumber }
        sink.malformed(cursor.run(start..<cursor.position), .number)
    }
}

extension UInt8 {
    /// Whether `JSONDecoder` takes the byte for part of a number that no model asks for.
    fileprivate var isInNumber: Bool {
        self &- UInt8(ascii: "0") < 10 || self | 0x20 == UInt8(ascii: "e") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
    }
}
