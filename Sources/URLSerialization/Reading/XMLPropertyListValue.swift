/// The values of leaves in an XML property list, as Foundation's reader makes them (CFPropertyList.c).
///
/// Foundation itself would take 50 µs for each leaf, also for a malformed one of a few bytes.
///
/// | element | value |
/// |---|---|
/// | `<real> +1.5e3</real>`, `<real>-INF</real>` | 1500, −∞ |
/// | `<date>2001-02-30T00:00:00Z</date>` | 2 March 2001 |
/// | `<data>AA==</data>`, `<data>AAE</data>` | one byte, none |
enum XMLPropertyListValue {
    /// Returns the number of a text, or `nil` if it is not a number. White space may precede one in digits.
    static func real(_ text: String) -> Double? {
        switch text.lowercased() {
        case "nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: break
        }
        let number = text.unicodeScalars.drop { scalar in
            switch scalar.value {
            case 0...0x20, 0x7F...0xA0, 0x2000...0x200B, 0x3000, 0xFEFF: true
            default: false
            }
        }
        // Double also reads hexadecimal digits and words, and its texts have digits on one side of the point at least.
        guard number.allSatisfy({ "+-.0123456789eE".unicodeScalars.contains($0) }) else { return nil }
        return Double(String(number))
    }

    /// Returns a date of year, month, day, hour, minute and second, each of which may be too large. Years before 1582
    /// are Gregorian, too.
    static func date(_ fields: [Int32]) -> Date {
        let year = Int(fields[0] &- 2001)
        let month = Int(fields[1])
        // 2001 began a cycle of 400 years.
        let cycle = year >= 0 ? year / 400 : -((399 - year) / 400)
        let yearInCycle = year - cycle * 400
        let isLeap = (yearInCycle % 4 == 3 && yearInCycle % 100 != 99) || yearInCycle == 399
        let before = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
        var days = cycle * 146_097 + yearInCycle * 365 + yearInCycle / 4 - yearInCycle / 100
        days += (month < before.count ? before[month] + (isLeap && month > 2 ? 1 : 0) : 0) + Int(fields[2]) - 1
        let seconds = Int(fields[3]) * 3600 + Int(fields[4]) * 60 + Int(fields[5])
        return Date(timeIntervalSinceReferenceDate: Double(days) * 86_400 + Double(seconds))
    }

    /// Returns the bytes of Base64, in which other characters are ignored and a group of less than four is dropped.
    static func data(_ text: ByteRun) -> Data {
        var data = Data(capacity: text.count / 4 * 3)
        var (group, count, padding) = (0 as UInt32, 0, 0)
        for byte in text where byte != 0x20 && !(0x09...0x0D).contains(byte) {
            guard let value = sextets[Int(byte)] else {
                padding = 0
                continue
            }
            padding = byte == UInt8(ascii: "=") ? padding + 1 : 0
            group = group << 6 | UInt32(value)
            count += 1
            guard count & 3 == 0 else { continue }
            data.append(UInt8(truncatingIfNeeded: group >> 16))
            if padding < 2 { data.append(UInt8(truncatingIfNeeded: group >> 8)) }
            if padding < 1 { data.append(UInt8(truncatingIfNeeded: group)) }
        }
        return data
    }

    /// The six bits of each byte; `nil` for a byte that is not of Base64.
    private static let sextets: [UInt8?] = {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return (0...UInt8.max).map { $0 == UInt8(ascii: "=") ? 0 : alphabet.firstIndex(of: $0).map(UInt8.init) }
    }()
}

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
