import URLSerialization

/// Reads JSON strictly as RFC 8259 has it, and keeps what Foundation's reader loses: the order of keys, repeated keys,
/// numbers as they are written, unpaired surrogate escapes.
///
/// The reader keeps its own stack, so that nesting costs heap and never the thread's stack. A byte order mark at the
/// beginning is passed over, as section 8.1 permits.
///
/// - Complexity: Linear in the number of bytes.
package struct JSONReader {
    /// The default limit of nested arrays and objects.
    package static let defaultMaximumDepth = 512

    let bytes: [UInt8]
    var position = 0
    private let firstLine: Int
    private let maximumDepth: Int
    private var open: [Collection] = []

    /// An array or object whose end has not been read yet. Both lists lie side by side so that they grow in place.
    private struct Collection {
        let isObject: Bool
        let start: Int
        var elements: [JSONValue] = []
        var members: [JSONValue.Member] = []
        var key = JSONString(text: "")
    }

    private init(_ data: Data, firstLine: Int, maximumDepth: Int) {
        bytes = [UInt8](data)
        self.firstLine = firstLine
        self.maximumDepth = maximumDepth
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - data: The document in UTF-8.
    ///   - maximumDepth: The limit of nested arrays and objects.
    /// - Throws: ``JSONReadingError`` naming line, column and reason.
    package static func read(
        _ data: Data, maximumDepth: Int = defaultMaximumDepth
    ) throws(JSONReadingError) -> JSONValue {
        var reader = JSONReader(data, firstLine: 1, maximumDepth: maximumDepth)
        return try reader.document()
    }

    /// Reads one line of JSON Lines.
    ///
    /// - Parameters:
    ///   - line: The line in UTF-8, with or without its end.
    ///   - number: The number of the line in the file, counted from 1, which errors name.
    ///   - maximumDepth: The limit of nested arrays and objects.
    /// - Throws: ``JSONReadingError`` naming line, column and reason.
    package static func read(
        line: Data, number: Int, maximumDepth: Int = defaultMaximumDepth
    ) throws(JSONReadingError) -> JSONValue {
        var reader = JSONReader(line, firstLine: number, maximumDepth: maximumDepth)
        return try reader.document()
    }

    // MARK: - Documents and collections

    private mutating func document() throws(JSONReadingError) -> JSONValue {
        if let invalid = UTF8Validation.firstInvalidByte(in: bytes) {
            throw failure(.notUTF8, "not UTF-8 text", at: invalid)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        guard position < bytes.count else { throw failure(.empty, "empty, a JSON value was expected") }
        while true {
            guard var value = try scalarOrEmptyCollection() else { continue }
            while !open.isEmpty {
                guard let collection = try collection(closedAfter: value) else { break }
                value = collection
            }
            if open.isEmpty { return try last(value) }
        }
    }

    private mutating func last(_ value: JSONValue) throws(JSONReadingError) -> JSONValue {
        skipSpace()
        guard position == bytes.count else {
            throw failure(.trailingText, "\(character) after the end of the JSON value")
        }
        return value
    }

    /// Reads a value, or just the beginning of a collection, whose first value then comes next: nil.
    private mutating func scalarOrEmptyCollection() throws(JSONReadingError) -> JSONValue? {
        skipSpace()
        guard position < bytes.count else { throw endOfText() }
        switch bytes[position] {
        case UInt8(ascii: "{"):
            try begin(isObject: true)
            if take(UInt8(ascii: "}")) { return close() }
            try readKey()
            return nil
        case UInt8(ascii: "["):
            try begin(isObject: false)
            return take(UInt8(ascii: "]")) ? close() : nil
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw failure(.unexpectedCharacter, "\(character) where a value was expected")
        }
    }

    private mutating func begin(isObject: Bool) throws(JSONReadingError) {
        guard open.count < maximumDepth else {
            throw failure(.tooDeep, "nested more than \(maximumDepth) levels deep")
        }
        open.append(Collection(isObject: isObject, start: position))
        position += 1
        skipSpace()
    }

    /// Adds a value to the innermost collection, and returns that collection if it ends there; `nil` where another value
    /// follows.
    private mutating func collection(closedAfter value: JSONValue) throws(JSONReadingError) -> JSONValue? {
        let top = open.count - 1
        let isObject = open[top].isObject
        if isObject {
            open[top].members.append(JSONValue.Member(key: open[top].key, value: value))
        } else {
            open[top].elements.append(value)
        }
        skipSpace()
        if take(UInt8(ascii: ",")) {
            if isObject { try readKey() }
            return nil
        }
        let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if take(end) { return close() }
        guard position < bytes.count else { throw endOfText() }
        let expected = isObject ? "',' or '}'" : "',' or ']'"
        throw failure(.unexpectedCharacter, "\(character) where \(expected) was expected")
    }

    private mutating func close() -> JSONValue? {
        open.popLast().map { $0.isObject ? .object($0.members) : .array($0.elements) }
    }

    private mutating func readKey() throws(JSONReadingError) {
        skipSpace()
        guard position < bytes.count else { throw endOfText() }
        guard bytes[position] == UInt8(ascii: "\"") else {
            throw failure(.unexpectedCharacter, "\(character) where a key in quotes was expected")
        }
        open[open.count - 1].key = try string()
        skipSpace()
        guard position < bytes.count else { throw endOfText() }
        guard take(UInt8(ascii: ":")) else {
            throw failure(.unexpectedCharacter, "\(character) where ':' was expected")
        }
    }

    // MARK: - Characters

    private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONReadingError) -> JSONValue {
        for byte in text.utf8 {
            guard position < bytes.count else { throw endOfText() }
            guard bytes[position] == byte else {
                throw failure(.unexpectedCharacter, "\(character) where '\(text)' was expected")
            }
            position += 1
        }
        return value
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// The character at hand, for messages.
    var character: String {
        let rest = bytes[position...].prefix(4)
        guard let scalar = String(decoding: rest, as: UTF8.self).unicodeScalars.first else { return "the end" }
        let isPlain = scalar.isASCII ? (0x21...0x7E).contains(scalar.value) : scalar.properties.isAlphabetic
        let code = String(scalar.value, radix: 16, uppercase: true)
        return isPlain ? "'\(scalar)'" : "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    }

    // MARK: - Errors

    /// The error for a text that ends too early.
    func endOfText() -> JSONReadingError {
        let inside: String
        if let collection = open.last {
            let (line, _) = place(of: collection.start)
            inside = "inside the \(collection.isObject ? "object" : "array") of line \(line)"
        } else {
            inside = "inside a value"
        }
        return failure(.truncated, "the text ends \(inside)", at: bytes.count)
    }

    /// The error for the character at hand, or for the one at `position`.
    func failure(_ code: JSONReadingError.Code, _ reason: String, at position: Int? = nil) -> JSONReadingError {
        let (line, column) = place(of: position ?? self.position)
        return JSONReadingError(code: code, line: line, column: column, reason: reason)
    }

    private func place(of position: Int) -> (line: Int, column: Int) {
        let before = bytes[..<position]
        let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        let line = firstLine + before.count { $0 == UInt8(ascii: "\n") }
        // A byte order mark has no column; a continuation byte belongs to the scalar before.
        let mark = lineStart == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, position) : 0
        let column = before[(lineStart + mark)...].count { $0 & 0xC0 != 0x80 } + 1
        return (line, column)
    }
}
