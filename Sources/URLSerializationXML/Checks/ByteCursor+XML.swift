extension ByteCursor {
    /// Moves past the name and the semicolon of an entity that XML predefines (XML 1.0, section 4.6), if there is one.
    mutating func takePredefinedEntity() -> Bool {
        take("amp;") || take("lt;") || take("gt;") || take("quot;") || take("apos;")
    }

    /// Moves past a name.
    ///
    /// ASCII characters are accepted only if they are allowed in a name; other characters are left to the parser.
    ///
    /// - Returns: Its range, or `nil` if there is none.
    mutating func name() -> Range<Int>? {
        guard byte.startsXMLName else { return nil }
        let start = position
        skip { $0.isInXMLName }
        return start..<position
    }
}

extension UInt8 {
    var startsXMLName: Bool { self >= 0x80 || (self >= 0x40 ? UInt8.letters : UInt8.colon) >> (self & 63) & 1 == 1 }

    var isInXMLName: Bool {
        self >= 0x80 || (self >= 0x40 ? UInt8.letters : UInt8.colon | UInt8.digits) >> (self & 63) & 1 == 1
    }

    // A bit for each character of ASCII, the lower or the upper 64.
    private static var letters: UInt64 { 0x07FF_FFFE_87FF_FFFE }
    private static var colon: UInt64 { 1 << 58 }
    private static var digits: UInt64 { 0x03FF_6000_0000_0000 }
}
