import URLSerialization

/// Splits the XML of a property list into tags and text.
///
/// Only what property lists use: no namespaces, and a document that declares entities is refused.
struct XMLPropertyListScanner {
    enum Token: Equatable {
        case start(String, isEmpty: Bool)
        case end(String)
        case endOfDocument
    }

    private var cursor: ByteCursor

    /// A scanner of bytes that outlive it.
    init(_ cursor: ByteCursor) {
        self.cursor = cursor
    }

    /// An error at the line reached.
    func error(_ reason: String) -> PayloadError {
        let lines = cursor.copy(0..<cursor.position).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return PayloadError(line: lines, reason: reason)
    }

    /// The next tag; what stands before it may only be spaces and comments.
    mutating func next() throws -> Token {
        while true {
            cursor.skip(while: Self.isSpace)
            guard !cursor.isAtEnd else { return .endOfDocument }
            guard cursor.byte == UInt8(ascii: "<") else { throw error("text outside of an element") }
            if try skipMarkup() { continue }
            return try tag()
        }
    }

    /// The text up to the next tag, character references resolved.
    mutating func text() throws -> String {
        var text: [UInt8] = []
        while !cursor.isAtEnd {
            switch cursor.byte {
            case UInt8(ascii: "<"):
                if cursor.take("<![CDATA[") {
                    let start = cursor.position
                    try skip(past: "]]>")
                    text += cursor.copy(start..<cursor.position - 3)
                } else if cursor.take("<!--") {
                    try skip(past: "-->")
                } else {
                    return String(decoding: text, as: UTF8.self)
                }
            case UInt8(ascii: "&"): text += String(try reference()).utf8
            case UInt8(ascii: "\r"):
                // XML reads every line end as a line feed.
                cursor.advance()
                if cursor.byte != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            case let byte:
                text.append(byte)
                cursor.advance()
            }
        }
        throw error("ends early")
    }

    /// Skips a comment, a processing instruction or a document type.
    ///
    /// - Returns: Whether there was one.
    private mutating func skipMarkup() throws -> Bool {
        if cursor.take("<!--") {
            try skip(past: "-->")
        } else if cursor.take("<?") {
            try skip(past: "?>")
        } else if cursor.take("<!DOCTYPE") {
            let start = cursor.position
            try skip(past: ">")
            if cursor.index(of: UInt8(ascii: "["), from: start, to: cursor.position) != nil {
                throw error("declares entities, which are not read")
            }
        } else {
            return false
        }
        return true
    }

    private mutating func tag() throws -> Token {
        let isEnd = cursor.take("</")
        if !isEnd { cursor.advance() }
        let start = cursor.position
        try skip(past: ">")
        var content = cursor.copy(start..<cursor.position - 1)[...]
        let isEmpty = !isEnd && content.last == UInt8(ascii: "/")
        if isEmpty { content.removeLast() }
        let name = String(decoding: content.prefix { !Self.isSpace($0) }, as: UTF8.self)
        return isEnd ? .end(name) : .start(name, isEmpty: isEmpty)
    }

    private mutating func reference() throws -> Character {
        let start = cursor.position + 1
        guard let end = cursor.index(of: UInt8(ascii: ";"), from: start, to: min(start + 15, cursor.end)) else {
            throw error("'&' without a character reference")
        }
        let name = String(decoding: cursor.copy(start..<end), as: UTF8.self)
        let named: [String: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var character = named[name]
        if name.hasPrefix("#x") {
            character = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
        } else if name.hasPrefix("#") {
            character = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init).map(Character.init)
        }
        guard let character else { throw error("unknown reference '&\(name);'") }
        cursor.advance(end + 1 - cursor.position)
        return character
    }

    private mutating func skip(past text: StaticString) throws {
        guard cursor.seek(past: text) else { throw error("ends early") }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
