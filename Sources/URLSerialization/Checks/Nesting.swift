/// Tells a text whose models may need more stack than a secondary thread has.
///
/// A model that contains itself is decoded by recursion, its own and Foundation's, once for each level that the text
/// nests; 512 KiB of stack do not last for the 512 levels that Foundation's parsers let through.
enum Nesting {
    /// How deep brackets nest, as far as it matters: 0 for a text with at most ``LargeStack/depth`` opening brackets.
    /// The text need not be valid.
    ///
    /// - Complexity: O(n); a text with few brackets is only searched for them.
    static func depth(ofJSON data: Data) -> Int {
        data.withUnsafeBytes { bytes in
            var brackets = 0
            // `[` and `{` differ in one bit, and so do `]` and `}`.
            for byte in bytes { brackets &+= byte & 0xDF == UInt8(ascii: "[") ? 1 : 0 }
            return brackets > LargeStack.depth ? depth(of: bytes) : 0
        }
    }

    private static func depth(of bytes: UnsafeRawBufferPointer) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte & 0xDF == UInt8(ascii: "[") {
                depth += 1
                deepest = max(deepest, depth)
            } else if byte & 0xDF == UInt8(ascii: "]") {
                depth -= 1
            }
        }
        return deepest
    }

    /// How deep a property list in XML or in OpenStep's format nests at most: as deep as it has tags and brackets that
    /// open.
    ///
    /// - Complexity: O(n).
    static func bound(ofPropertyListText data: Data) -> Int {
        data.withUnsafeBytes { bytes in
            bytes.reduce(into: 0) { count, byte in
                if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { count += 1 }
            }
        }
    }
}
