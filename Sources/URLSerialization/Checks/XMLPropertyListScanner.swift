/// Reads a property list in XML and keeps none of it, to find out whether Foundation will accept it.
///
/// The grammar is that of Foundation's reader (CFPropertyList.c), found out by trying it. It knows no document type with
/// declarations, so that there are no entities to expand; what follows the first element it does not look at. Uses an
/// unsafe buffer for the reason that ``JSONScanner`` gives, and as it does.
struct XMLPropertyListScanner {
    /// The number of `<plist>` tags within each other. Foundation sets no bound, and a stack of 512 KiB is too small for
    /// 3,000.
    static let maximumLists = 8

    let bytes: UnsafeRawBufferPointer
    let unit: String
    /// Whether strings must be UTF-8: not where another encoding was declared or taken away.
    let isUTF8: Bool
    var index: Int
    /// Whether an element has been found, so that the text is not taken for another format.
    private(set) var isXML = false
    private var open: [OpenElement] = []
    private var lists = 0

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, unit: String, isUTF8: Bool) {
        self.bytes = bytes
        self.isUTF8 = isUTF8
        self.unit = unit
        index = min(start, bytes.count)
    }

    /// What is wrong with the list, or nil.
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
        /// In a dictionary whether a key has been read and its value not, in a list whether its object has.
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

    /// Reads an element, or the opening tag of one that is not empty. `index` is after the angle bracket.
    private mutating func readElement() throws(UndecodableData) {
        let start = index - 1
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

    /// Reads up to the closing angle bracket. The name ends with the first white space or before a slash that is last.
    private mutating func readTag() throws(UndecodableData) -> (Tag, isEmpty: Bool) {
        let start = index
        var end: Int?
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if end == nil, Self.isWhiteSpace(bytes[index]) { end = index }
            index += 1
        }
        guard index < bytes.count else { throw endOfText }
        let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        let name = start..<max(start, end ?? (isEmpty ? index - 1 : index))
        index += 1
        guard let tag = tag(named: name) else {
            throw fault("There is no such tag as the one", at: start - 1)
        }
        isXML = true
        return (tag, isEmpty)
    }

    private func tag(named name: Range<Int>) -> Tag? {
        guard let first = name.first else { return nil }
        let tag: Tag
        switch bytes[first] {
        case UInt8(ascii: "p"): tag = .plist
        case UInt8(ascii: "a"): tag = .array
        case UInt8(ascii: "d"): tag = begins("dict", at: first) ? .dict : begins("date", at: first) ? .date : .data
        case UInt8(ascii: "k"): tag = .key
        case UInt8(ascii: "s"): tag = .string
        case UInt8(ascii: "r"): tag = .real
        case UInt8(ascii: "i"): tag = .integer
        case UInt8(ascii: "t"): tag = .true
        case UInt8(ascii: "f"): tag = .false
        default: return nil
        }
        return name.count == tag.name.utf8CodeUnitCount && begins(tag.name, at: first) ? tag : nil
    }

    private mutating func readClosingTag(_ tag: Tag) throws(UndecodableData) {
        let length = tag.name.utf8CodeUnitCount
        guard bytes.count - index >= length + 3 else { throw endOfText }
        guard bytes[index] == UInt8(ascii: "<"), bytes[index + 1] == UInt8(ascii: "/"), begins(tag.name, at: index + 2)
        else { throw fault("The closing tag “\(tag.name)” is missing") }
        index += 2 + length
        skipWhiteSpace()
        guard index < bytes.count else { throw endOfText }
        guard bytes[index] == UInt8(ascii: ">") else { throw fault("The closing tag “\(tag.name)” is damaged") }
        index += 1
    }

    // MARK: - Between elements

    /// Skips white space, comments and instructions up to a tag. Returns whether that is an opening one, after whose
    /// angle bracket `index` then is.
    private mutating func nextIsTag() throws(UndecodableData) -> Bool {
        while true {
            skipWhiteSpace()
            guard bytes.count - index >= 2 else { throw endOfText }
            guard bytes[index] == UInt8(ascii: "<") else { throw fault("A tag is missing") }
            switch bytes[index + 1] {
            case UInt8(ascii: "?"):
                try skip(to: "?>", from: index + 1)
            case UInt8(ascii: "!"):
                guard begins("<!--", at: index) else { throw fault("There is neither a tag nor a comment") }
                try skip(to: "-->", from: index + 4)
            case UInt8(ascii: "/"):
                return false
            default:
                index += 1
                return true
            }
        }
    }

    /// Skips everything up to the first element, after whose angle bracket `index` then is.
    private mutating func skipProlog() throws(UndecodableData) {
        while true {
            skipWhiteSpace()
            guard bytes.count - index >= 2 else { throw endOfText }
            guard bytes[index] == UInt8(ascii: "<") else { throw fault("A tag is missing") }
            if bytes[index + 1] == UInt8(ascii: "?") {
                isXML = true
                try skip(to: "?>", from: index + 2)
            } else if begins("<!--", at: index) {
                isXML = true
                // One character more than the dashes is skipped, as Foundation does here.
                try skip(to: "-->", from: index + 5)
            } else if begins("<!DOCTYPE", at: index) {
                isXML = true
                let start = index
                while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
                    guard bytes[index] != UInt8(ascii: "[") else {
                        throw fault("Declarations in the document type are not allowed")
                    }
                    index += 1
                }
                guard index < bytes.count else { throw fault("The document type is cut off, which begins", at: start) }
                index += 1
            } else {
                index += 1
                return
            }
        }
    }

    /// Goes on after the next occurrence of a text.
    mutating func skip(to text: StaticString, from start: Int) throws(UndecodableData) {
        var position = start
        while bytes.count - position >= text.utf8CodeUnitCount {
            if begins(text, at: position) {
                index = position + text.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw fault("“\(text)” is missing after what begins")
    }

    @inline(__always)
    func begins(_ text: StaticString, at position: Int) -> Bool {
        guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] {
            return false
        }
        return true
    }

    @inline(__always)
    private mutating func skipWhiteSpace() {
        while index < bytes.count, Self.isWhiteSpace(bytes[index]) { index += 1 }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
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
        UndecodableData("The property list is cut off: it ends at \(unit) \(bytes.count).")
    }

    func fault(_ what: String, at position: Int? = nil) -> UndecodableData {
        UndecodableData("\(what) at \(unit) \(position ?? index).")
    }
}
