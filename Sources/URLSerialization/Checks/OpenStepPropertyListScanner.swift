/// Reads a property list in OpenStep's format, or a file of strings, and keeps none of it, to find out whether
/// Foundation will accept it.
///
/// The grammar is that of Foundation's reader (CFOldStylePList.c), found out by trying it, but for one thing: Foundation
/// passes over a damaged element if a closing bracket follows, as in `(<)`, and counts the lines of the text each time,
/// which takes it the square of the text's length. Uses an unsafe buffer for the
/// reason that ``JSONScanner`` gives, and as it does.
struct OpenStepPropertyListScanner {
    private let bytes: UnsafeRawBufferPointer
    private let unit: String
    private var index: Int
    private var nesting = BracketStack()

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, unit: String) {
        self.bytes = bytes
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

    private mutating func scan() throws(UndecodableData) {
        let start = index
        // Nothing but comments is an empty dictionary.
        guard nextSignificant() != nil else { return }
        if try opens() {
            try readBrackets()
            if nextSignificant() != nil { throw fault("More follows the property list") }
        } else if let byte = nextSignificant() {
            guard !isData else { throw fault("More follows the property list, with “\(UnicodeScalar(byte))”,") }
            index = start
            try readStringsFile()
        }
    }

    /// Whether what was read last is data in angle brackets.
    private var isData = false

    /// Reads an object or its opening bracket. Returns whether a bracket was opened.
    private mutating func opens() throws(UndecodableData) -> Bool {
        guard let byte = nextSignificant() else { throw endOfText }
        isData = false
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            guard nesting.push(isMarked: byte == UInt8(ascii: "{")) else {
                throw fault("The property list nests more than \(BracketStack.maximumDepth) levels deep")
            }
            index += 1
            return true
        case UInt8(ascii: "<"):
            try readData()
            isData = true
            return false
        default:
            guard try readString() else { throw fault("A value is missing") }
            return false
        }
    }

    /// Reads on until the outermost bracket is closed. One has just been opened.
    private mutating func readBrackets() throws(UndecodableData) {
        var isOpened = true
        while nesting.depth > 0 {
            if nesting.isTopMarked {
                if !isOpened { try readSemicolon() }
                isOpened = try opensMember()
            } else {
                isOpened = try opensElement(afterValue: !isOpened)
            }
        }
    }

    /// In an array: reads up to and including the opening bracket of an element, or the array's closing one. Returns
    /// whether a bracket was opened.
    private mutating func opensElement(afterValue: Bool) throws(UndecodableData) -> Bool {
        var isAfterValue = afterValue
        while let byte = nextSignificant() {
            if isAfterValue, byte == UInt8(ascii: ",") {
                index += 1
                isAfterValue = false
            } else if byte == UInt8(ascii: ")") {
                index += 1
                nesting.pop()
                return false
            } else {
                guard !isAfterValue else { throw fault("A comma or a closing bracket is missing") }
                if try opens() { return true }
                isAfterValue = true
            }
        }
        throw endOfText
    }

    /// In a dictionary: the same for its members.
    private mutating func opensMember() throws(UndecodableData) -> Bool {
        while let byte = nextSignificant() {
            if byte == UInt8(ascii: "}") {
                index += 1
                nesting.pop()
                return false
            }
            guard try readString() else { throw fault("A key or a closing brace is missing") }
            if try opensValue() { return true }
            try readSemicolon()
        }
        throw endOfText
    }

    /// After a key: reads the value, if there is one. Returns whether a bracket was opened.
    private mutating func opensValue() throws(UndecodableData) -> Bool {
        switch nextSignificant() {
        case UInt8(ascii: ";"):
            return false
        case UInt8(ascii: "="):
            index += 1
            return try opens()
        case nil:
            throw endOfText
        default:
            throw fault("An equals sign or a semicolon is missing")
        }
    }

    private mutating func readSemicolon() throws(UndecodableData) {
        guard nextSignificant() == UInt8(ascii: ";") else { throw fault("A semicolon is missing") }
        index += 1
    }

    /// Reads members without braces around them. What follows them Foundation does not look at.
    private mutating func readStringsFile() throws(UndecodableData) {
        while nextSignificant() != nil {
            // A key that does not end is among what is not looked at.
            do throws(UndecodableData) {
                guard try readString() else { return }
            } catch {
                return
            }
            if try opensValue() { try readBrackets() }
            try readSemicolon()
        }
    }

    // MARK: - Leaves

    /// Reads a string in quotes or without. Returns false where none begins.
    private mutating func readString() throws(UndecodableData) -> Bool {
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = index
            while index < bytes.count, Self.isUnquoted(bytes[index]) { index += 1 }
            return index > start
        }
        let start = index
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote { return true }
            if byte == UInt8(ascii: "\\") { index += 1 }
        }
        index = bytes.count
        throw fault("The property list is cut off in a string, which begins", at: start)
    }

    @inline(__always)
    private static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default:
            false
        }
    }

    /// Reads hexadecimal digits up to the closing angle bracket. Foundation takes some characters beyond ASCII for
    /// digits, which are left to it.
    private mutating func readData() throws(UndecodableData) {
        let start = index
        var digits = 0
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: ">"):
                guard digits & 1 == 0 else { throw fault("Half a byte of data is missing") }
                index += 1
                return
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                digits += 1
            case 0x20, 0x0A, 0x09, 0x0D:
                guard digits & 1 == 0 else { throw fault("Half a byte of data is missing") }
            case 0x7F...0xFF:
                digits = 0
            default:
                throw fault("A hexadecimal digit is missing")
            }
            index += 1
        }
        throw fault("The property list is cut off in data, which begins", at: start)
    }

    // MARK: - White space

    /// The next byte that belongs to neither white space nor a comment; it is not read.
    @inline(__always)
    private mutating func nextSignificant() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x09...0x0D, 0x20:
                index += 1
            case 0xE2 where isSeparator(at: index):
                index += 3
            case UInt8(ascii: "/"):
                guard bytes.count - index >= 2 else { return byte }
                if bytes[index + 1] == UInt8(ascii: "/") {
                    skipLine()
                } else if bytes[index + 1] == UInt8(ascii: "*") {
                    skipComment()
                } else {
                    return byte
                }
            default:
                return byte
            }
        }
        return nil
    }

    /// Whether U+2028 or U+2029 is there.
    private func isSeparator(at position: Int) -> Bool {
        bytes.count - position >= 3 && bytes[position] == 0xE2 && bytes[position + 1] == 0x80
            && bytes[position + 2] | 1 == 0xA9
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D, !isSeparator(at: index) { index += 1 }
    }

    private mutating func skipComment() {
        index += 2
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes.count - index >= 2, bytes[index + 1] == UInt8(ascii: "/") {
                index += 2
                return
            }
            index += 1
        }
    }

    private var endOfText: UndecodableData {
        UndecodableData(
            "The property list is cut off: it ends at \(unit) \(bytes.count), with \(nesting.depth) brackets open.")
    }

    private func fault(_ what: String, at position: Int? = nil) -> UndecodableData {
        UndecodableData("\(what) at \(unit) \(position ?? index).")
    }
}
