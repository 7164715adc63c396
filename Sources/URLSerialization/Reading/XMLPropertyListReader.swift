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
    var cursor: ByteCursor
    var sink: Sink
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

    var endOfText: ReadingError {
        ReadingError("The property list is cut off: it ends", at: cursor.end, remark: "")
    }

    func error(_ reason: String, at offset: Int? = nil) -> ReadingError {
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
    mutating func readText() throws(ReadingError) -> ByteRun {
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
}
