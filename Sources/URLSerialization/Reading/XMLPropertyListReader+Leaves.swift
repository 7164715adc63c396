// The leaves other than texts.
extension XMLPropertyListReader where Sink: ~Copyable {
    /// Reads a number as Foundation does: decimal after white space and a sign, or a word for infinity or NaN.
    mutating func readReal() throws(ReadingError) {
        let start = cursor.position
        let text = try readText()
        guard let value = XMLPropertyListValue.real(Sink.usesTexts ? text.string : "0") else {
            throw error("A number is malformed", at: start)
        }
        sink.leaf(.double(value), text: text)
    }

    /// Reads an integer: white space, a sign, more white space, and decimal or, after `0x`, hexadecimal digits.
    mutating func readInteger() throws(ReadingError) {
        let start = cursor.position
        skipIntegerSpace()
        let isNegative = cursor.byte == UInt8(ascii: "-")
        if cursor.take("-") || cursor.take("+") { skipIntegerSpace() }
        let radix = cursor.take("0x") || cursor.take("0X") ? 16 : 10
        let firstDigit = cursor.position
        cursor.skip { $0.hexadecimalValue.map { $0 < radix } ?? false }
        guard let value = UInt64(cursor.run(firstDigit..<cursor.position).string, radix: radix),
            !isNegative || value <= 1 << 63, cursor.byte == UInt8(ascii: "<") || cursor.isAtEnd
        else {
            throw error("An integer is malformed or exceeds 64 bits", at: start)
        }
        let leaf = isNegative ? .int(Int64(truncatingIfNeeded: 0 &- value)) : ParameterValue(value)
        sink.leaf(leaf, text: cursor.run(start..<cursor.position))
    }

    /// Skips what Foundation takes for white space in an integer: control characters of Latin-1, also as parts of other
    /// characters, U+2000 to U+200B, U+205F and U+3000.
    private mutating func skipIntegerSpace() {
        while true {
            cursor.skip { $0 < 0x21 || (0x7F...0xA0).contains($0) }
            switch (cursor.byte, cursor.next, cursor.byte(at: cursor.position + 2)) {
            case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): cursor.advance(3)
            default: return
            }
        }
    }

    /// Reads `YYYY-MM-DDThh:mm:ssZ`. The year may be negative and of any number of digits, even of none.
    mutating func readDate() throws(ReadingError) {
        let start = cursor.position
        var fields: [Int32] = []
        let isNegative = cursor.take("-")
        for separator in "---T::Z".utf8.dropFirst() {
            let first = cursor.position
            var value: Int32 = 0
            while cursor.byte &- UInt8(ascii: "0") < 10, fields.isEmpty || cursor.position < first + 2 {
                value = value &* 10 &+ Int32(cursor.byte &- UInt8(ascii: "0"))
                cursor.advance()
            }
            guard !cursor.isAtEnd else { throw endOfText }
            guard cursor.byte == separator, separator != UInt8(ascii: "Z") || cursor.next == UInt8(ascii: "<"),
                fields.isEmpty || cursor.position == first + 2
            else { throw error("A date is malformed", at: start) }
            cursor.advance()
            fields.append(value)
        }
        if isNegative { fields[0] = 0 &- fields[0] }
        sink.leaf(.date(XMLPropertyListValue.date(fields)), text: cursor.run(start..<cursor.position))
    }

    /// Reads Base64. Foundation ignores other characters in it unless they are beyond ASCII.
    mutating func readData() throws(ReadingError) {
        let start = cursor.position
        guard cursor.skip(to: UInt8(ascii: "<"), or: UInt8(ascii: "<")) else {
            throw error("Base64 is malformed", at: start)
        }
        let text = cursor.run(start..<cursor.position)
        sink.leaf(.data(Sink.usesTexts ? XMLPropertyListValue.data(text) : Data()), text: text)
    }
}
