/// A scanner of the texts, numbers and brackets of JSON that may be malformed, cut off or still arriving. It checks no
/// grammar and decodes no escapes.
///
/// | bytes | tokens |
/// |---|---|
/// | `{"a\"b": [-1.5e3]}` | `{`, the text `a\"b`, `[`, the number `-1.5e3`, `]`, `}` |
/// | `["a`, later `["ab"` | `[`, later the text `ab` |
package struct JSONScanner {
    /// The offset of the next byte to scan.
    package private(set) var position = 0
    /// The offset of the content of a text whose end has not been found; `nil` outside texts.
    package private(set) var text: Int?

    package init() {}

    /// Moves past the next token, if all of it has arrived.
    ///
    /// - Parameter bytes: The bytes so far, except those that were dropped.
    /// - Returns: The first byte of the token, and its range; the range of a text is without quotation marks.
    package mutating func next(in bytes: ByteCursor) -> (kind: UInt8, range: Range<Int>)? {
        var cursor = bytes.moved(to: position)
        defer { position = cursor.position }
        if text == nil {
            cursor.skip { $0 != UInt8(ascii: "\"") && !Self.isBracket($0) && !Self.isNumber($0) }
            guard !cursor.isAtEnd else { return nil }
            let (kind, start) = (cursor.byte, cursor.position)
            cursor.advance()
            guard kind == UInt8(ascii: "\"") else {
                if Self.isNumber(kind) { cursor.skip { Self.isNumber($0) || "+.eE".utf8.contains($0) } }
                return (kind, start..<cursor.position)
            }
            text = cursor.position
        }
        while true {
            _ = cursor.skip(to: UInt8(ascii: "\""), or: UInt8(ascii: "\\"))
            if cursor.byte == UInt8(ascii: "\""), let start = text {
                text = nil
                defer { cursor.advance() }
                return (UInt8(ascii: "\""), start..<cursor.position)
            }
            // The end, or an escape that is cut off.
            guard cursor.left > 1 else { return nil }
            cursor.advance(2)
        }
    }

    /// Drops bytes from the beginning of those that are passed to ``next(in:)``.
    package mutating func drop(_ count: Int) { (position, text) = (position - count, text.map { $0 - count }) }

    private static func isBracket(_ byte: UInt8) -> Bool {
        byte | 0x20 == UInt8(ascii: "{") || byte | 0x20 == UInt8(ascii: "}")
    }

    private static func isNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 }
}
