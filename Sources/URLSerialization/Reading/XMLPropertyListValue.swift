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
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="): value = 0
            case 0x20, 0x09...0x0D: continue
            default:
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
}
