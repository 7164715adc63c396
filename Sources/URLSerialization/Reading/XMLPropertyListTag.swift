/// The elements of a property list in XML.
enum XMLPropertyListTag: String, CaseIterable {
    case plist, array, dict, key, string, data, date, real, integer, `true`, `false`

    /// Whether a text begins as XML does, after white space: with an instruction, a comment, a document type or an
    /// element of a property list. Other texts may be in OpenStep's format.
    static func begins(_ text: ByteCursor) -> Bool {
        var text = text
        text.skipSpace()
        if text.take("<?") || text.take("<!--") || text.take("<!DOCTYPE") { return true }
        guard text.take("<") else { return false }
        let start = text.position
        text.skip { $0 &- UInt8(ascii: "a") < 26 }
        return XMLPropertyListTag(start..<text.position, in: text) != nil
    }

    /// The names' bytes as numbers. By comparing text, the benchmark's property list in XML would take 34 % more
    /// instructions. A leading byte of 1 makes the number of a name that begins with NUL different.
    private static let numbers: [(number: UInt64, tag: XMLPropertyListTag)] = allCases.map { tag in
        (tag.rawValue.utf8.reduce(1) { $0 << 8 | UInt64($1) }, tag)
    }

    init?(_ name: Range<Int>, in cursor: ByteCursor) {
        guard name.count < 8 else { return nil }
        // A load of eight bytes is faster than one of six.
        let eight = cursor.number(at: name.lowerBound, size: 8).map { $0 >> UInt64(64 - 8 * name.count) }
        guard let bytes = eight ?? cursor.number(at: name.lowerBound, size: name.count) else { return nil }
        let number = 1 << UInt64(name.count * 8) | bytes
        guard let tag = Self.numbers.first(where: { $0.number == number })?.tag else { return nil }
        self = tag
    }

    /// Whether the short form, as in `<true/>`, is allowed.
    var mayBeEmpty: Bool { ![.plist, .data, .date, .real, .integer].contains(self) }
}
