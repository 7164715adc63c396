/// A reader that reads a JSON text once and passes what it finds to a sink.
///
/// | text | result |
/// |---|---|
/// | `{"a":[1,]}` | a dictionary with an array of one element: a comma may precede a closing bracket |
/// | `[1}` | A comma or a closing bracket is missing at byte 2 (line 1, column 3): "}". |
/// | `["\q"]` | An escape is invalid at byte 2 …; by the lax rules a malformed leaf |
///
/// The grammar is RFC 8259's, plus the trailing comma that Foundation allows. Brackets nest at most 512 levels deep,
/// and nothing recurses. UTF-8, UTF-16 and UTF-32 are read, with and without a byte order mark.
struct JSONReader<Sink: ValueSink & ~Copyable>: ~Copyable {
    var cursor: ByteCursor
    var sink: Sink
    let rules: JSONRules
    /// Whether each open bracket is a dictionary's.
    private var nesting: ContiguousArray<Bool> = []
    /// The current text with its escapes decoded.
    private var decoded = ByteBuffer(capacity: 64)

    init(_ cursor: ByteCursor, _ sink: consuming Sink, _ rules: JSONRules) {
        self.cursor = cursor
        self.sink = sink
        self.rules = rules
        nesting.reserveCapacity(16)
    }

    /// Reads the text and returns the sink.
    consuming func read() throws(ReadingError) -> Sink {
        try readText()
        return sink
    }

    private mutating func readText() throws(ReadingError) {
        cursor.skipSpace()
        guard !cursor.isAtEnd else { throw ReadingError("The JSON text is blank: it ends", at: cursor.end, remark: "") }
        guard rules.allowsFragments || cursor.byte | 0x20 == UInt8(ascii: "{") else {
            throw error("The JSON text is neither an array nor a dictionary, and fragments are not allowed,")
        }
        repeat {
            while try begins() {}
        } while try continues()
        cursor.skipSpace()
        guard cursor.isAtEnd else { throw error("More follows the JSON text") }
    }

    /// Reads a value, or the opening bracket of one that is not empty.
    ///
    /// - Returns: Whether a value must follow.
    @inline(__always)
    private mutating func begins() throws(ReadingError) -> Bool {
        let byte = try nextByte()
        sink.willRead(at: cursor.position)
        switch byte {
        case UInt8(ascii: "\""):
            try readString(isKey: false)
        case UInt8(ascii: "["):
            try open(isDictionary: false)
            sink.beginArray()
            if try nextByte() != UInt8(ascii: "]") { return true }
            close()
        case UInt8(ascii: "{"):
            try open(isDictionary: true)
            sink.beginDictionary()
            if try nextByte() != UInt8(ascii: "}") {
                try readKey()
                return true
            }
            close()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try readNumber()
        case UInt8(ascii: "t"):
            try readLiteral("true")
            sink.bool(true)
        case UInt8(ascii: "f"):
            try readLiteral("false")
            sink.bool(false)
        case UInt8(ascii: "n"):
            try readLiteral("null")
            sink.null()
        default:
            throw error("A JSON value is missing")
        }
        return false
    }

    /// Reads closing brackets and a comma after a value.
    ///
    /// - Returns: Whether a value must follow.
    @inline(__always)
    private mutating func continues() throws(ReadingError) -> Bool {
        while let isDictionary = nesting.last {
            let closing = isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]")
            var byte = try nextByte()
            if byte == UInt8(ascii: ",") {
                cursor.advance()
                byte = try nextByte()
                if byte != closing || rules.isExact {
                    if isDictionary { try readKey() }
                    return true
                }
            }
            guard byte == closing else { throw error("A comma or a closing bracket is missing") }
            close()
        }
        return false
    }

    @inline(__always)
    private mutating func open(isDictionary: Bool) throws(ReadingError) {
        guard nesting.count < rules.maximumDepth else {
            throw error("The JSON text nests more than \(rules.maximumDepth) levels deep")
        }
        nesting.append(isDictionary)
        cursor.advance()
    }

    @inline(__always)
    private mutating func close() {
        nesting.removeLast()
        cursor.advance()
        sink.end()
    }

    @inline(__always)
    private mutating func readKey() throws(ReadingError) {
        guard cursor.byte == UInt8(ascii: "\"") else { throw error("A key in quotes is missing") }
        sink.willRead(at: cursor.position)
        try readString(isKey: true)
        guard try nextByte() == UInt8(ascii: ":") else { throw error("A colon is missing") }
        cursor.advance()
    }

    private mutating func readLiteral(_ literal: StaticString) throws(ReadingError) {
        guard cursor.left >= literal.utf8CodeUnitCount else { throw endOfText }
        guard cursor.take(literal) else { throw error("“\(literal)” is misspelt") }
    }

    /// Returns the next byte that is not white space, without reading it.
    @inline(__always)
    private mutating func nextByte() throws(ReadingError) -> UInt8 {
        cursor.skipSpace()
        guard !cursor.isAtEnd else { throw endOfText }
        return cursor.byte
    }

    var endOfText: ReadingError {
        ReadingError(
            "The JSON text is cut off: it ends", at: cursor.end,
            remark: ", with \(nesting.count) \(nesting.count == 1 ? "bracket" : "brackets") open")
    }

    func error(_ reason: String, at offset: Int? = nil) -> ReadingError {
        ReadingError(reason, at: offset ?? cursor.position)
    }

    // MARK: - Strings

    /// Moves to the next quotation mark, backslash or control character, or to the end.
    ///
    /// - Returns: Whether all bytes on the way are ASCII.
    @inline(__always)
    private mutating func skipPlainText() -> Bool {
        cursor.skip(to: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), below: 0x20)
    }

    /// Reads a string from its opening to its closing quotation mark.
    @inline(__always)
    private mutating func readString(isKey: Bool) throws(ReadingError) {
        let start = cursor.position + 1
        cursor.advance()
        let isASCII = skipPlainText()
        if cursor.byte == UInt8(ascii: "\"") {
            let end = cursor.position
            cursor.advance()
            try pass(cursor.run(start..<end, isASCII: isASCII), from: start, isKey: isKey)
        } else {
            try readDecodedString(from: start, isKey: isKey)
        }
    }

    @inline(__always)
    private mutating func pass(_ text: ByteRun, from start: Int, isKey: Bool) throws(ReadingError) {
        guard isKey ? try sink.key(text, at: start - 1) : sink.text(text) else {
            let invalid = cursor.run(start..<cursor.position).firstInvalid ?? 0
            throw error("A string is not UTF-8", at: start + invalid)
        }
    }

    /// Reads the rest of a string whose plain beginning has been read, with escapes or a problem.
    @inline(never)
    private mutating func readDecodedString(from start: Int, isKey: Bool) throws(ReadingError) {
        do throws(ReadingError) {
            try decodeString(from: start)
        } catch {
            guard rules.isLax else { throw error }
            try skipString(from: start)
            let text = cursor.run((start - 1)..<cursor.position)
            if isKey { _ = sink.key(text, isMalformed: true) } else { sink.malformed(text, .text) }
            return
        }
        let text = Sink.usesTexts ? decoded.run() : cursor.run(start..<(cursor.position - 1))
        try pass(text, from: start, isKey: isKey)
    }

    /// Decodes a string up to its closing quotation mark. The position is at the end of its plain beginning.
    private mutating func decodeString(from start: Int) throws(ReadingError) {
        decoded.truncate(to: 0)
        var plain = start
        while true {
            if Sink.usesTexts { cursor.run(plain..<cursor.position).append(to: &decoded) }
            guard !cursor.isAtEnd else { throw error("The JSON text is cut off in the string", at: start - 1) }
            switch cursor.byte {
            case UInt8(ascii: "\""):
                return cursor.advance()
            case UInt8(ascii: "\\"):
                let scalar = try readEscape()
                if Sink.usesTexts { decoded.append(codePoint: scalar) }
            default:
                throw error("A control character must be escaped")
            }
            plain = cursor.position
            _ = skipPlainText()
        }
    }

    private mutating func readEscape() throws(ReadingError) -> UInt32 {
        let start = cursor.position
        guard cursor.left >= 2 else { throw endOfText }
        let byte = cursor.next
        cursor.advance(2)
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let unit = try readHexadecimal()
            guard unit & 0xF800 == 0xD800 else { return unit }
            let end = cursor.position
            if unit < 0xDC00, cursor.take("\\u") {
                let low = try readHexadecimal()
                if low & 0xFC00 == 0xDC00 { return 0x1_0000 + (unit & 0x3FF) << 10 + low & 0x3FF }
            }
            if rules.isExact {
                cursor.move(to: end)
                return unit
            }
            throw error("An escaped surrogate pair is incomplete", at: start)
        default:
            throw error("An escape is invalid", at: start)
        }
    }

    private mutating func readHexadecimal() throws(ReadingError) -> UInt32 {
        guard cursor.left >= 4 else { throw endOfText }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = cursor.byte.hexadecimalValue else { throw error("A hexadecimal digit is missing") }
            value = value << 4 | UInt32(digit)
            cursor.advance()
        }
        return value
    }

    /// Skips to the end of a string as `JSONDecoder` does if no model asks for it: an escape is two bytes, or six with
    /// a `u`, none of which may then be a quotation mark.
    private mutating func skipString(from start: Int) throws(ReadingError) {
        cursor.move(to: start)
        while true {
            _ = skipPlainText()
            guard !cursor.isAtEnd else { throw error("The JSON text is cut off in the string", at: start - 1) }
            let byte = cursor.byte
            cursor.advance()
            if byte == UInt8(ascii: "\"") { return }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard !cursor.isAtEnd else { throw endOfText }
            let isUnicode = cursor.byte == UInt8(ascii: "u")
            cursor.advance()
            guard isUnicode else { continue }
            guard cursor.left >= 4 else { throw endOfText }
            for _ in 0..<4 {
                guard cursor.byte != UInt8(ascii: "\"") else { throw error("A hexadecimal digit is missing") }
                cursor.advance()
            }
        }
    }
}
