/// Splits the XML of a property list into tags and text.
///
/// Only what property lists use: no namespaces, and a document that declares entities is refused.
struct XMLPropertyListScanner {
    enum Token: Equatable {
        case start(String, isEmpty: Bool)
        case end(String)
        case endOfDocument
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// An error at the line reached.
    func error(_ reason: String) -> PayloadError {
        let line = bytes[..<min(position, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return PayloadError(line: line, reason: reason)
    }

    /// The next tag; what stands before it may only be spaces and comments.
    mutating func next() throws -> Token {
        while true {
            while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
            guard position < bytes.count else { return .endOfDocument }
            guard bytes[position] == UInt8(ascii: "<") else { throw error("text outside of an element") }
            if try skipMarkup() { continue }
            return try tag()
        }
    }

    /// The text up to the next tag, character references resolved.
    mutating func text() throws -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "<"):
                if !isMarkup {
                    return String(decoding: text, as: UTF8.self)
                } else if starts(with: "<![CDATA[") {
                    let start = position + 9
                    try skip(past: "]]>")
                    text.append(contentsOf: bytes[start..<position - 3])
                } else if starts(with: "<!--") {
                    try skip(past: "-->")
                } else {
                    return String(decoding: text, as: UTF8.self)
                }
            case UInt8(ascii: "&"): text.append(contentsOf: String(try reference()).utf8)
            case UInt8(ascii: "\r"):
                // XML reads every line end as a line feed.
                position += 1
                if position == bytes.count || bytes[position] != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            case let byte:
                text.append(byte)
                position += 1
            }
        }
        throw error("ends early")
    }

    /// Skips a comment, a processing instruction or a document type, and says whether there was one.
    private mutating func skipMarkup() throws -> Bool {
        guard isMarkup else { return false }
        if starts(with: "<!--") {
            try skip(past: "-->")
        } else if starts(with: "<?") {
            try skip(past: "?>")
        } else if starts(with: "<!DOCTYPE") {
            let start = position
            try skip(past: ">")
            if bytes[start..<position].contains(UInt8(ascii: "[")) {
                throw error("declares entities, which are not read")
            }
        } else {
            return false
        }
        return true
    }

    private mutating func tag() throws -> Token {
        let isEnd = starts(with: "</")
        let start = position + (isEnd ? 2 : 1)
        try skip(past: ">")
        var content = bytes[start..<position - 1]
        let isEmpty = !isEnd && content.last == UInt8(ascii: "/")
        if isEmpty { content.removeLast() }
        let name = String(decoding: content.prefix { !Self.isSpace($0) }, as: UTF8.self)
        return isEnd ? .end(name) : .start(name, isEmpty: isEmpty)
    }

    private mutating func reference() throws -> Character {
        guard let end = bytes[position...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
            throw error("'&' without a character reference")
        }
        let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
        let named: [String: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var character = named[name]
        if name.hasPrefix("#x") {
            character = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
        } else if name.hasPrefix("#") {
            character = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init).map(Character.init)
        }
        guard let character else { throw error("unknown reference '&\(name);'") }
        position = end + 1
        return character
    }

    /// Whether something else than a tag may begin here: nearly all that is asked about is a tag.
    private var isMarkup: Bool {
        position + 1 < bytes.count
            && (bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?"))
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private mutating func skip(past text: StaticString) throws {
        let found: Int? = text.withUTF8Buffer { text in
            guard let first = text.first else { return nil }
            var candidate = position
            while let start = bytes[candidate...].firstIndex(of: first) {
                if bytes[start...].starts(with: text) { return start + text.count }
                candidate = start + 1
            }
            return nil
        }
        guard let found else {
            position = bytes.count
            throw error("ends early")
        }
        position = found
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
