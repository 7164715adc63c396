/// Scans a JSON text without storing it, to find out whether Foundation will accept it.
///
/// The grammar is RFC 8259's with Foundation's addition: a comma may precede a closing bracket. Brackets nest at most
/// 512 levels deep. Nesting is kept in a stack of bits; nothing recurses.
///
/// The buffer is unsafe because a check must cost little beside the decoding: through `Data`'s own subscript it takes
/// some twenty times as long. No byte is read without `index < bytes.count` having been tested for it.
struct JSONScanner {
    /// The decoder whose rules apply.
    enum Rules {
        /// The rules of `JSONSerialization`, which reads all strings and numbers.
        case serialization
        /// The rules of `JSONDecoder`, which skips the strings and numbers that a model does not ask for.
        case decoder
        /// The rules for a text that a decoder has refused: strings and all numbers are read, to find out why.
        case refused
    }

    let bytes: UnsafeRawBufferPointer
    let rules: Rules
    let allowsFragments: Bool
    /// The unit of positions in messages: “byte” or “character”.
    let unit: String
    private let start: Int
    var index: Int
    private var nesting = BracketStack()
    /// The number of open brackets that belong to dictionaries.
    private(set) var openDictionaries = 0

    /// - Parameters:
    ///   - bytes: The text. The scanner must not outlive it.
    ///   - start: The offset of the text, after a byte order mark.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int, rules: Rules, allowsFragments: Bool, unit: String) {
        self.unit = unit
        self.bytes = bytes
        self.rules = rules
        self.allowsFragments = allowsFragments
        self.start = min(start, bytes.count)
        index = self.start
    }

    /// Returns the problem of the text, or `nil` if there is none.
    mutating func fault() -> UndecodableData? {
        do {
            try scan()
            return nil
        } catch {
            return error
        }
    }

    private mutating func scan() throws(UndecodableData) {
        skipWhiteSpace()
        guard index < bytes.count else {
            throw UndecodableData("The JSON text is blank: it ends at \(unit) \(index) (\(place(of: index))).")
        }
        let first = bytes[index]
        guard allowsFragments || first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            throw fault("The JSON text is neither an array nor a dictionary, and fragments are not allowed,")
        }
        repeat {
            while try opens() {}
        } while try continues()
        skipWhiteSpace()
        guard index == bytes.count else { throw fault("More follows the JSON text") }
    }

    /// Reads a value, or the opening bracket of one that is not empty.
    ///
    /// - Returns: Whether a value must follow.
    @inline(__always)
    private mutating func opens() throws(UndecodableData) -> Bool {
        let byte = try nextSignificant()
        switch byte {
        case UInt8(ascii: "\""):
            try readString()
        case UInt8(ascii: "["):
            try open(isDictionary: false)
            if try nextSignificant() != UInt8(ascii: "]") { return true }
            close()
        case UInt8(ascii: "{"):
            try open(isDictionary: true)
            if try nextSignificant() != UInt8(ascii: "}") {
                try readKey()
                return true
            }
            close()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try readNumber()
        case UInt8(ascii: "t"):
            try readLiteral("true")
        case UInt8(ascii: "f"):
            try readLiteral("false")
        case UInt8(ascii: "n"):
            try readLiteral("null")
        default:
            throw fault("A JSON value is missing")
        }
        return false
    }

    /// Reads closing brackets and a comma after a value.
    ///
    /// - Returns: Whether a value must follow.
    @inline(__always)
    private mutating func continues() throws(UndecodableData) -> Bool {
        while nesting.depth > 0 {
            let isDictionary = nesting.isTopMarked
            let closing = isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]")
            var byte = try nextSignificant()
            if byte == UInt8(ascii: ",") {
                index += 1
                byte = try nextSignificant()
                if byte != closing {
                    if isDictionary { try readKey() }
                    return true
                }
            }
            guard byte == closing else {
                throw fault("A comma or a closing bracket is missing")
            }
            close()
        }
        return false
    }

    private mutating func open(isDictionary: Bool) throws(UndecodableData) {
        guard nesting.push(isMarked: isDictionary) else {
            throw fault("The JSON text nests more than \(BracketStack.maximumDepth) levels deep")
        }
        if isDictionary { openDictionaries += 1 }
        index += 1
    }

    private mutating func close() {
        if nesting.isTopMarked { openDictionaries -= 1 }
        nesting.pop()
        index += 1
    }

    private mutating func readKey() throws(UndecodableData) {
        guard bytes[index] == UInt8(ascii: "\"") else { throw fault("A key in quotes is missing") }
        try readString()
        guard try nextSignificant() == UInt8(ascii: ":") else { throw fault("A colon is missing") }
        index += 1
    }

    private mutating func readLiteral(_ literal: StaticString) throws(UndecodableData) {
        guard bytes.count - index >= literal.utf8CodeUnitCount else { throw endOfText }
        for offset in 0..<literal.utf8CodeUnitCount where bytes[index + offset] != literal.utf8Start[offset] {
            throw fault("“\(literal)” is misspelt")
        }
        index += literal.utf8CodeUnitCount
    }

    @inline(__always)
    private mutating func skipWhiteSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    /// Returns the next byte that is not white space, without reading it.
    @inline(__always)
    private mutating func nextSignificant() throws(UndecodableData) -> UInt8 {
        skipWhiteSpace()
        guard index < bytes.count else { throw endOfText }
        return bytes[index]
    }
}

extension JSONScanner {
    var endOfText: UndecodableData {
        UndecodableData(
            "The JSON text is cut off: it ends at \(unit) \(bytes.count) (\(place(of: bytes.count))), with "
                + "\(nesting.depth == 1 ? "1 bracket" : "\(nesting.depth) brackets") open.")
    }

    func fault(_ what: String, at position: Int? = nil) -> UndecodableData {
        let position = position ?? index
        return UndecodableData("\(what) at \(unit) \(position) (\(place(of: position))): \(word(at: position)).")
    }

    /// Returns the line and the column of a position, both counted from 1, the column in characters. Lines end with LF,
    /// CR or both; a byte order mark is no character.
    private func place(of position: Int) -> String {
        var (line, first, column) = (1, start, 1)
        for index in start..<position {
            let isLast = index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
            guard bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") && isLast else { continue }
            line += 1
            first = index + 1
        }
        // Continuation bytes of UTF-8 do not count.
        for index in first..<max(first, position) where bytes[index] & 0xC0 != 0x80 { column += 1 }
        return "line \(line), column \(column)"
    }

    /// Returns the beginning of the text at a position, in quotes.
    private func word(at position: Int) -> String {
        let text = String(decoding: bytes[min(position, bytes.count)...].prefix(48), as: UTF8.self)
        let word = text.prefix { !$0.isWhitespace }.prefix(12)
        return text.isEmpty ? "the end" : String(word.isEmpty ? text.prefix(1) : word).quoted
    }
}
