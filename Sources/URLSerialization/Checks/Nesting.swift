/// Measures the nesting of texts whose models may need more stack than a secondary thread has.
///
/// A model that contains itself is decoded recursively, once for each level of the text. A stack of 512 KiB is too
/// small for the 512 levels that Foundation's parsers accept.
enum Nesting {
    /// Returns the depth to which brackets nest, or 0 for a text with at most ``LargeStack/depth`` opening brackets.
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

    /// Returns an upper bound for the nesting of a property list in XML or in OpenStep's format: the number of its
    /// opening tags and brackets.
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
