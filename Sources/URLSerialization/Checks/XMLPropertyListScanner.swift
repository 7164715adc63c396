/// Scans a property list in XML without storing it, to find out whether Foundation will accept it.
///
/// The grammar is that of Foundation's reader (CFPropertyList.c), found by experiment. It accepts no document type with
/// declarations, so there are no entities to expand, and it ignores everything after the first element.
struct XMLPropertyListScanner {
    /// The number of `<plist>` tags that may be nested. Foundation has no limit, and a stack of 512 KiB is too small
    /// for 3,000.
    static let maximumLists = 8

    var cursor: ByteCursor
    let unit: String
    /// Whether strings must be UTF-8. It is false where another encoding was declared or already converted.
    let isUTF8: Bool
    /// Whether an element has been found. A text without one may be in another format.
    private(set) var isXML = false
    private var open: [OpenElement] = []
    private var lists = 0

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, unit: String, isUTF8: Bool) {
        cursor = ByteCursor(bytes, from: start)
        self.isUTF8 = isUTF8
        self.unit = unit
    }

    /// Returns the problem of the list, or `nil` if there is none.
    mutating func fault() -> UndecodableData? {
        do {
            try scan()
            return nil
        } catch {
            return error
        }
    }

    /// An array, a dictionary or a list whose closing tag has not been reached.
    private struct OpenElement {
        let tag: Tag
        /// In a dictionary, whether a key has been read without its value; in a list, whether its object has been read.
        var isAfterFirst = false
    }

    private mutating func scan() throws(UndecodableData) {
        try skipProlog()
        try readElement()
        while let element = open.last {
            if try nextIsTag() {
                try readElement()
            } else {
                switch element.tag {
                case .plist where !element.isAfterFirst: throw fault("A property list is empty")
                case .dict where element.isAfterFirst: throw fault("The value of a key is missing")
                default: break
                }
                try readClosingTag(element.tag)
                if element.tag == .plist { lists -= 1 }
                open.removeLast()
            }
        }
    }

    /// Reads an element, or the opening tag of one that is not empty. The cursor is after the angle bracket.
    private mutating func readElement() throws(UndecodableData) {
        let start = cursor.position - 1
        let (tag, isEmpty) = try readTag()
        if let innermost = open.last {
            switch innermost.tag {
            case .dict:
                guard innermost.isAfterFirst || tag == .key else { throw fault("A key is missing", at: start) }
                open[open.count - 1].isAfterFirst.toggle()
            case .plist:
                guard !innermost.isAfterFirst else {
                    throw fault("There is more than one object in a property list", at: start)
                }
                open[open.count - 1].isAfterFirst = true
            default:
                break
            }
        }
        guard !isEmpty else {
            guard tag.mayBeEmpty else { throw fault("The tag “\(tag.name)” is empty", at: start) }
            return
        }
        switch tag {
        case .array, .dict:
            guard open.count - lists < BracketStack.maximumDepth else {
                throw fault("The property list nests more than \(BracketStack.maximumDepth) levels deep", at: start)
            }
            return open.append(OpenElement(tag: tag))
        case .plist:
            guard lists < Self.maximumLists else { throw fault("Too many “plist” tags are open", at: start) }
            lists += 1
            return open.append(OpenElement(tag: tag))
        case .true, .false: break
        case .key, .string: try skipText()
        case .real: try skipReal()
        case .integer: try skipInteger()
        case .date: try skipDate()
        case .data: try skipData()
        }
        try readClosingTag(tag)
    }

    /// Reads up to the closing angle bracket. The name ends at the first white space or before a final slash.
    private mutating func readTag() throws(UndecodableData) -> (Tag, isEmpty: Bool) {
        let start = cursor.position
        cursor.skip { $0 != UInt8(ascii: ">") && !$0.isXMLSpace }
        let nameEnd = cursor.position
        cursor.skip { $0 != UInt8(ascii: ">") }
        guard !cursor.isAtEnd else { throw endOfText }
        let isEmpty = cursor.byte(at: cursor.position - 1) == UInt8(ascii: "/")
        let name = start..<max(start, isEmpty && nameEnd == cursor.position ? nameEnd - 1 : nameEnd)
        cursor.advance()
        guard let tag = tag(named: name) else {
            throw fault("A tag is unknown", at: start - 1)
        }
        isXML = true
        return (tag, isEmpty)
    }

    private func tag(named name: Range<Int>) -> Tag? {
        guard let first = name.first else { return nil }
        let tag: Tag
        switch cursor.byte(at: first) {
        case UInt8(ascii: "p"): tag = .plist
        case UInt8(ascii: "a"): tag = .array
        case UInt8(ascii: "d"):
            tag = cursor.begins("dict", at: first) ? .dict : cursor.begins("date", at: first) ? .date : .data
        case UInt8(ascii: "k"): tag = .key
        case UInt8(ascii: "s"): tag = .string
        case UInt8(ascii: "r"): tag = .real
        case UInt8(ascii: "i"): tag = .integer
        case UInt8(ascii: "t"): tag = .true
        case UInt8(ascii: "f"): tag = .false
        default: return nil
        }
        return name.count == tag.name.utf8CodeUnitCount && cursor.begins(tag.name, at: first) ? tag : nil
    }

    private mutating func readClosingTag(_ tag: Tag) throws(UndecodableData) {
        guard cursor.left >= tag.name.utf8CodeUnitCount + 3 else { throw endOfText }
        let start = cursor.position
        guard cursor.take("</"), cursor.take(tag.name) else {
            throw fault("The closing tag “\(tag.name)” is missing", at: start)
        }
        cursor.skipSpace()
        guard !cursor.isAtEnd else { throw endOfText }
        guard cursor.take(">") else { throw fault("The closing tag “\(tag.name)” is damaged") }
    }

    // MARK: - Between elements

    /// Skips white space, comments and instructions up to a tag, and its angle bracket.
    ///
    /// - Returns: Whether the tag is an opening one.
    private mutating func nextIsTag() throws(UndecodableData) -> Bool {
        while true {
            try skipSpaceToTag()
            switch cursor.next {
            case UInt8(ascii: "?"):
                try skip(past: "?>", from: 1)
            case UInt8(ascii: "!"):
                guard cursor.begins("<!--", at: cursor.position) else {
                    throw fault("A tag or a comment is missing")
                }
                try skip(past: "-->", from: 4)
            case UInt8(ascii: "/"):
                return false
            default:
                cursor.advance()
                return true
            }
        }
    }

    /// Skips everything up to the first element and its angle bracket.
    private mutating func skipProlog() throws(UndecodableData) {
        while true {
            try skipSpaceToTag()
            if cursor.next == UInt8(ascii: "?") {
                isXML = true
                try skip(past: "?>", from: 2)
            } else if cursor.begins("<!--", at: cursor.position) {
                isXML = true
                // As in Foundation, one character more than the dashes is skipped.
                try skip(past: "-->", from: 5)
            } else if cursor.begins("<!DOCTYPE", at: cursor.position) {
                isXML = true
                let start = cursor.position
                let isClosed = cursor.seek(UInt8(ascii: ">"))
                if let bracket = cursor.index(of: UInt8(ascii: "["), from: start, to: cursor.position) {
                    throw fault("Declarations in the document type are not allowed", at: bracket)
                }
                guard isClosed else { throw fault("The document type is cut off, which begins", at: start) }
                cursor.advance()
            } else {
                cursor.advance()
                return
            }
        }
    }

    /// Skips white space up to an angle bracket that is not the last character.
    private mutating func skipSpaceToTag() throws(UndecodableData) {
        cursor.skipSpace()
        guard cursor.left >= 2 else { throw endOfText }
        guard cursor.byte == UInt8(ascii: "<") else { throw fault("A tag is missing") }
    }

    /// Skips past the next occurrence of a text that begins at least `distance` bytes ahead.
    mutating func skip(past text: StaticString, from distance: Int) throws(UndecodableData) {
        let start = cursor.position
        cursor.advance(distance)
        guard cursor.seek(past: text) else { throw fault("“\(text)” is missing after what begins", at: start) }
    }
}

extension XMLPropertyListScanner {
    /// The elements of a property list.
    enum Tag {
        case plist, array, dict, key, string, data, date, real, integer, `true`, `false`

        var name: StaticString {
            switch self {
            case .plist: "plist"
            case .array: "array"
            case .dict: "dict"
            case .key: "key"
            case .string: "string"
            case .data: "data"
            case .date: "date"
            case .real: "real"
            case .integer: "integer"
            case .true: "true"
            case .false: "false"
            }
        }

        /// Whether the short form, as in `<true/>`, is allowed.
        var mayBeEmpty: Bool {
            switch self {
            case .array, .dict, .key, .string, .true, .false: true
            case .plist, .data, .date, .real, .integer: false
            }
        }
    }

    var endOfText: UndecodableData {
        UndecodableData("The property list is cut off: it ends at \(unit) \(cursor.end).")
    }

    func fault(_ what: String, at position: Int? = nil) -> UndecodableData {
        UndecodableData("\(what) at \(unit) \(position ?? cursor.position).")
    }
}
