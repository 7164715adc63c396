/// A reader that reads a property list in XML once and passes what it finds to a sink.
///
/// | list | calls |
/// |---|---|
/// | `<dict><key>a</key><true/></dict>` | beginDictionary, key `a`, bool true, end |
/// | `<plist><integer>0x10</integer></plist>` | leaf 16 |
/// | `<array><dict>` | The property list is cut off: it ends at byte 13 …. |
///
/// The grammar is that of Foundation's reader (CFPropertyList.c), found by experiment. It accepts no document type with
/// declarations, so there are no entities to expand, and it ignores everything after the first element.
struct XMLPropertyListReader<Sink: ValueSink & ~Copyable>: ~Copyable {
    private var cursor: ByteCursor
    private var sink: Sink
    /// Whether numbers, dates and data may be malformed, as for `PropertyListDecoder` if no model asks for them.
    private let isLax: Bool
    private var open: ContiguousArray<OpenElement> = []
    private var lists = 0
    /// The current text with its references decoded.
    private var decoded = ByteBuffer(capacity: 64)

    /// An array, a dictionary or a list whose closing tag has not been reached.
    private struct OpenElement {
        let tag: XMLPropertyListTag
        /// The name in its opening tag, with which the closing one is compared.
        let name: Range<Int>
        /// In a dictionary, whether a key has been read without its value; in a list, whether its object has been read.
        var isAfterFirst = false
    }

    init(_ cursor: ByteCursor, _ sink: consuming Sink, isLax: Bool) {
        self.cursor = cursor
        self.sink = sink
        self.isLax = isLax
    }

    /// Reads the list and returns the sink.
    consuming func read() throws(ReadingError) -> Sink {
        _ = try nextIsTag(isProlog: true)
        try readElement()
        while let element = open.last {
            if try nextIsTag() {
                try readElement()
            } else {
                switch element.tag {
                case .plist where !element.isAfterFirst: throw error("A property list is empty")
                case .dict where element.isAfterFirst: throw error("The value of a key is missing")
                case .plist: lists -= 1
                default: sink.end()
                }
                try readClosingTag(element.name)
                open.removeLast()
            }
        }
        return sink
    }

    // MARK: - Elements

    /// Reads an element, or the opening tag of one that is not empty. The cursor is after the angle bracket.
    private mutating func readElement() throws(ReadingError) {
        let start = cursor.position - 1
        let (tag, name, isEmpty) = try readTag()
        if let innermost = open.last {
            switch innermost.tag {
            case .dict:
                guard innermost.isAfterFirst || tag == .key else { throw error("A key is missing", at: start) }
                open[open.count - 1].isAfterFirst.toggle()
            case .plist:
                guard !innermost.isAfterFirst else {
                    throw error("There is more than one object in a property list", at: start)
                }
                open[open.count - 1].isAfterFirst = true
            default:
                break
            }
        }
        guard !isEmpty || tag.mayBeEmpty else { throw error("The tag “\(tag.rawValue)” is empty", at: start) }
        sink.willRead(at: start)
        switch tag {
        case .plist:
            guard lists < 8 else { throw error("Too many “plist” tags are open", at: start) }
            lists += 1
            return open.append(OpenElement(tag: tag, name: name))
        case .array: sink.beginArray()
        case .dict: sink.beginDictionary()
        case .true: sink.bool(true)
        case .false: sink.bool(false)
        default:
            let isKey = tag == .key && open.last?.tag == .dict && open.last?.isAfterFirst == true
            if isEmpty { _ = try pass(ByteRun(), isKey, at: start) } else { try readLeaf(tag, isKey) }
        }
        if tag == .array || tag == .dict {
            if isEmpty { return sink.end() }
            guard open.count - lists < JSONRules.greatestDepth else {
                throw error("The property list nests more than \(JSONRules.greatestDepth) levels deep", at: start)
            }
            open.append(OpenElement(tag: tag, name: name))
        } else if !isEmpty {
            try readClosingTag(name)
        }
    }

    private mutating func readLeaf(_ tag: XMLPropertyListTag, _ isKey: Bool) throws(ReadingError) {
        let start = cursor.position
        do throws(ReadingError) {
            switch tag {
            case .real: try readReal()
            case .integer: try readInteger()
            case .date: try readDate()
            case .data: try readData()
            default: try readString(isKey)
            }
        } catch {
            cursor.move(to: start)
            guard isLax, tag != .key, tag != .string, cursor.seek(UInt8(ascii: "<")) else { throw error }
            sink.malformed(cursor.run(start..<cursor.position), tag == .date ? .date : tag == .data ? .data : .number)
        }
    }

    /// Reads up to the closing angle bracket. The name ends at the first white space or before a final slash.
    private mutating func readTag() throws(ReadingError) -> (XMLPropertyListTag, Range<Int>, isEmpty: Bool) {
        let start = cursor.position
        cursor.skip { $0 != UInt8(ascii: ">") && !$0.isXMLSpace }
        let nameEnd = cursor.position
        guard cursor.byte == UInt8(ascii: ">") || cursor.seek(UInt8(ascii: ">")) else { throw endOfText }
        let isEmpty = cursor.byte(at: cursor.position - 1) == UInt8(ascii: "/")
        let name = start..<max(start, isEmpty && nameEnd == cursor.position ? nameEnd - 1 : nameEnd)
        guard let tag = XMLPropertyListTag(name, in: cursor) else { throw error("A tag is unknown", at: start - 1) }
        cursor.advance()
        return (tag, name, isEmpty)
    }

    private mutating func readClosingTag(_ name: Range<Int>) throws(ReadingError) {
        guard cursor.left >= name.count + 3 else { throw endOfText }
        let start = cursor.position
        let closing = (start + 2)..<(start + 2 + name.count)
        guard cursor.byte == UInt8(ascii: "<"), cursor.next == UInt8(ascii: "/"),
            cursor.run(name).hasSameBytes(as: cursor.run(closing))
        else {
            throw error("The closing tag “\(cursor.run(name).string)” is missing", at: start)
        }
        cursor.move(to: closing.upperBound)
        cursor.skipSpace()
        guard !cursor.isAtEnd else { throw endOfText }
        guard cursor.take(">") else { throw error("The closing tag “\(cursor.run(name).string)” is damaged") }
    }

    // MARK: - Between elements

    /// Skips white space, comments, instructions and in the prolog a document type up to a tag, and then an opening
    /// tag's angle bracket.
    ///
    /// - Returns: Whether the tag is an opening one, as every tag is in the prolog.
    private mutating func nextIsTag(isProlog: Bool = false) throws(ReadingError) -> Bool {
        while true {
            cursor.skipSpace()
            let (start, next) = (cursor.position, cursor.next)
            guard cursor.left >= 2 else { throw endOfText }
            guard cursor.byte == UInt8(ascii: "<") else { throw error("A tag is missing") }
            if next == UInt8(ascii: "?") {
                try skip(past: "?>", from: isProlog ? 2 : 1)
            } else if cursor.begins("<!--", at: start) {
                // As in Foundation, one character more than the dashes is skipped in the prolog.
                try skip(past: "-->", from: isProlog ? 5 : 4)
            } else if isProlog, cursor.begins("<!DOCTYPE", at: start) {
                let isClosed = cursor.seek(UInt8(ascii: ">"))
                if let bracket = cursor.index(of: UInt8(ascii: "["), from: start, to: cursor.position) {
                    throw error("Declarations in the document type are not allowed", at: bracket)
                }
                guard isClosed else { throw error("The property list is cut off in the document type", at: start) }
                cursor.advance()
            } else {
                if !isProlog, next == UInt8(ascii: "/") { return false }
                guard isProlog || next != UInt8(ascii: "!") else { throw error("A tag or a comment is missing") }
                cursor.advance()
                return true
            }
        }
    }

    /// Skips past the next occurrence of a text that begins at least `distance` bytes ahead.
    private mutating func skip(past text: StaticString, from distance: Int) throws(ReadingError) {
        let start = cursor.position
        cursor.advance(distance)
        guard cursor.seek(past: text) else { throw error("“\(text)” does not follow the opening", at: start) }
    }

    private var endOfText: ReadingError {
        ReadingError("The property list is cut off: it ends", at: cursor.end, remark: "")
    }

    private func error(_ reason: String, at offset: Int? = nil) -> ReadingError {
        ReadingError(reason, at: offset ?? cursor.position)
    }

    // MARK: - Texts

    @inline(__always)
    private mutating func pass(_ text: ByteRun, _ isKey: Bool, at start: Int) throws(ReadingError) -> Bool {
        isKey ? try sink.key(text, at: start) : sink.text(text)
    }

    private mutating func readString(_ isKey: Bool) throws(ReadingError) {
        let start = cursor.position
        let text = try readText()
        if try pass(text, isKey, at: start) { return }
        // Foundation accepts this one byte, the copyright sign of Latin-1.
        var rest = cursor.moved(to: start).part(start..<cursor.position)
        while !rest.skipCharacters() {
            guard rest.byte == 0xA9 else { throw error("A string is not UTF-8", at: start + rest.position) }
            rest.advance()
        }
        _ = text.string.withRun { isKey ? sink.key($0, isMalformed: false) : sink.text($0) }
    }

    /// Reads characters, references and CDATA sections up to a tag.
    private mutating func readText() throws(ReadingError) -> ByteRun {
        let start = cursor.position
        let isASCII = skipPlainText()
        guard cursor.byte == UInt8(ascii: "&") || cursor.next == UInt8(ascii: "!") else {
            return cursor.run(start..<cursor.position, isASCII: isASCII)
        }
        cursor.move(to: start)
        decoded.truncate(to: 0)
        while true {
            let plain = cursor.position
            _ = skipPlainText()
            append(plain..<cursor.position)
            if cursor.byte == UInt8(ascii: "&") {
                let scalar = try readReference()
                if Sink.usesTexts { decoded.append(scalar) }
            } else if cursor.next == UInt8(ascii: "!") {
                guard cursor.begins("<![CDATA[", at: cursor.position) else {
                    throw error("A CDATA section is malformed")
                }
                let section = cursor.position + 9
                try skip(past: "]]>", from: 9)
                append(section..<(cursor.position - 3))
            } else {
                return Sink.usesTexts ? decoded.run() : cursor.run(start..<cursor.position)
            }
        }
    }

    /// Moves to the next tag or reference, or to the end.
    ///
    /// - Returns: Whether all bytes on the way are ASCII.
    @inline(__always)
    private mutating func skipPlainText() -> Bool { cursor.skip(to: UInt8(ascii: "<"), or: UInt8(ascii: "&")) }

    private mutating func append(_ range: Range<Int>) {
        if Sink.usesTexts { cursor.run(range).append(to: &decoded) }
    }

    /// Reads a reference to a character or to one of XML's predefined entities. A list cannot declare others.
    private mutating func readReference() throws(ReadingError) -> Unicode.Scalar {
        if cursor.take("&lt;") { return "<" }
        if cursor.take("&gt;") { return ">" }
        if cursor.take("&amp;") { return "&" }
        if cursor.take("&apos;") { return "'" }
        if cursor.take("&quot;") { return "\"" }
        let start = cursor.position
        guard cursor.take("&#") else { throw error("An entity is unknown") }
        let radix: UInt32 = cursor.take("x") ? 16 : 10
        var value: UInt32 = 0
        // A reference has at most eight digits.
        for _ in 0..<9 {
            if cursor.take(";"), let scalar = Unicode.Scalar(value) { return scalar }
            guard let digit = cursor.byte.hexadecimalValue, digit < radix else { break }
            value = value &* radix &+ UInt32(digit)
            cursor.advance()
        }
        throw error("A character reference is invalid", at: start)
    }

    // MARK: - Other leaves

    /// Reads a number as Foundation does: decimal after white space and a sign, or a word for infinity or NaN.
    private mutating func readReal() throws(ReadingError) {
        let start = cursor.position
        let text = try readText()
        guard let value = XMLPropertyListValue.real(Sink.usesTexts ? text.string : "0") else {
            throw error("A number is malformed", at: start)
        }
        sink.leaf(.double(value), text: text)
    }

    /// Reads an integer: white space, a sign, more white space, and decimal or, after `0x`, hexadecimal digits.
    private mutating func readInteger() throws(ReadingError) {
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
    private mutating func readDate() throws(ReadingError) {
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
    private mutating func readData() throws(ReadingError) {
        let start = cursor.position
        guard cursor.skip(to: UInt8(ascii: "<"), or: UInt8(ascii: "<")) else {
            throw error("Base64 is malformed", at: start)
        }
        let text = cursor.run(start..<cursor.position)
        sink.leaf(.data(Sink.usesTexts ? XMLPropertyListValue.data(text) : Data()), text: text)
    }
}

/// The elements of a property list in XML.
enum XMLPropertyListTag: String, CaseIterable {
    case plist, array, dict, key, string, data, date, real, integer, `true`, `false`

    /// Whether a text begins as XML does, after white space: with an instruction, a comment, a document type or an
    /// element of a property list. Other texts may be in OpenStep's format.
    static func begins(_ text: ByteCursor) -> Bool {
        var text = text
        text.skipSpace()
        if text.take("<?") || text.take("<!--") || text.take("<!DOCTYPE") { return true }
        guard text.take("<") else { return false }
        let start = text.position
        text.skip { $0 &- UInt8(ascii: "a") < 26 }
        return XMLPropertyListTag(start..<text.position, in: text) != nil
    }

    /// The names' bytes as numbers. By comparing text, the benchmark's property list in XML would take 34 % more
    /// instructions. A leading byte of 1 makes the number of a name that begins with NUL different.
    private static let numbers: [(number: UInt64, tag: XMLPropertyListTag)] = allCases.map { tag in
        (tag.rawValue.utf8.reduce(1) { $0 << 8 | UInt64($1) }, tag)
    }

    init?(_ name: Range<Int>, in cursor: ByteCursor) {
        guard name.count < 8 else { return nil }
        // A load of eight bytes is faster than one of six.
        let eight = cursor.number(at: name.lowerBound, size: 8).map { $0 >> UInt64(64 - 8 * name.count) }
        guard let bytes = eight ?? cursor.number(at: name.lowerBound, size: name.count) else { return nil }
        let number = 1 << UInt64(name.count * 8) | bytes
        guard let tag = Self.numbers.first(where: { $0.number == number })?.tag else { return nil }
        self = tag
    }

    /// Whether the short form, as in `<true/>`, is allowed.
    var mayBeEmpty: Bool { ![.plist, .data, .date, .real, .integer].contains(self) }
}
