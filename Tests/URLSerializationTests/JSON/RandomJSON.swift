import TestSupport
import URLSerialization

/// Random values that `JSONSerialization` can write: every scalar type and collection that an `Any` may hold.
enum RandomJSON {
    /// A dictionary or an array, with collections nested to a depth.
    static func root(using generator: inout SeededGenerator, depth: Int = 4) -> Any {
        generator.oneIn(4)
            ? array(using: &generator, depth: depth) : dictionary(using: &generator, depth: depth)
    }

    /// The value as text that tells its types, for a failure's message.
    static func description(of value: Any) -> String {
        switch value {
        case let array as [Any] where !(value is NSArray):
            "[" + array.map(description).joined(separator: ", ") + "]"
        case let array as NSArray:
            "NSArray[" + array.map { description(of: $0) }.joined(separator: ", ") + "]"
        case let dictionary as [String: Any]:
            (value is NSDictionary ? "NSDictionary[" : "[")
                + dictionary.map { "\($0.key.debugDescription): \(description(of: $0.value))" }.joined(separator: ", ")
                + "]"
        case let text as String: text.debugDescription
        default: "\(type(of: value))(\(value))"
        }
    }

    private static func value(using generator: inout SeededGenerator, depth: Int) -> Any {
        guard depth > 0, generator.oneIn(3) else { return leaf(using: &generator) }
        return generator.oneIn(2)
            ? array(using: &generator, depth: depth) : dictionary(using: &generator, depth: depth)
    }

    // MARK: - Collections

    private static func array(using generator: inout SeededGenerator, depth: Int) -> Any {
        let count = generator.oneIn(4) ? 0 : generator.int(1...4)
        switch generator.int(0...7) {
        case 0: return (0..<count).map { _ in Int(truncatingIfNeeded: generator.next()) }
        case 1: return (0..<count).map { _ in text(using: &generator) }
        case 2: return (0..<count).map { _ in double(using: &generator) }
        case 3: return (0..<count).map { _ in generator.oneIn(2) ? text(using: &generator) : nil }
        default: break
        }
        let elements = (0..<count).map { _ in value(using: &generator, depth: depth - 1) }
        return generator.oneIn(3) ? NSArray(array: elements) : elements
    }

    private static func dictionary(using generator: inout SeededGenerator, depth: Int) -> Any {
        let count = generator.oneIn(6) ? 0 : generator.int(1...6)
        if generator.oneIn(6) {
            var texts: [String: String] = [:]
            for _ in 0..<count { texts[key(using: &generator)] = text(using: &generator) }
            return texts
        }
        var entries: [String: Any] = [:]
        for _ in 0..<count { entries[key(using: &generator)] = value(using: &generator, depth: depth - 1) }
        return generator.oneIn(3) ? entries as NSDictionary : entries
    }

    /// Returns a key of an alphabet on which Foundation's order is total: combining marks, ß with s and other digits
    /// with ASCII's compare differently from left and from right.
    private static func key(using generator: inout SeededGenerator) -> String {
        switch generator.int(0...9) {
        case 0: text(of: ascii, scalars: generator.int(0...8), using: &generator)
        case 1: text(of: punctuation, scalars: generator.int(0...4), using: &generator)
        case 2: text(of: mixed, scalars: generator.int(0...5), using: &generator)
        // Digits beyond 64 bits, and more of them than Foundation compares at once.
        case 3: text(of: digits, scalars: generator.int(1...24), using: &generator)
        case 4 where generator.oneIn(4): text(of: words, scalars: generator.int(60...140), using: &generator)
        case 4...6: text(of: cases, scalars: generator.int(0...5), using: &generator)
        default: text(of: words, scalars: generator.int(1...8), using: &generator)
        }
    }

    private static let ascii = (UInt32(0)..<128).compactMap(Unicode.Scalar.init)
    private static let words = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let cases = Array("aAbB01_".unicodeScalars)
    private static let digits = Array("0123456789a".unicodeScalars)
    private static let punctuation = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ a0A".unicodeScalars)
    private static let mixed = Array("aAbéÉü日本😀жЖ_0149-.+\u{1}\u{FEFF} /".unicodeScalars)

    // MARK: - Leaves

    private static func leaf(using generator: inout SeededGenerator) -> Any {
        switch generator.int(0...13) {
        case 0: return generator.oneIn(2)
        case 1: return NSNumber(value: generator.oneIn(2))
        case 2: return NSNull()
        case 3: return Int?.none as Any
        case 4...5: return text(using: &generator)
        case 6: return text(using: &generator).dropFirst(0)
        case 7: return integer(using: &generator)
        case 8: return number(using: &generator)
        case 9...10: return double(using: &generator)
        case 11: return float(using: &generator)
        case 12: return decimal(using: &generator)
        default: return NSDecimalNumber(decimal: decimal(using: &generator))
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        switch generator.int(0...5) {
        case 0: text(of: ascii, scalars: generator.int(0...20), using: &generator)
        case 1: text(of: escaped, scalars: generator.int(0...6), using: &generator)
        case 2: generator.text(scalars: generator.int(0...8), of: Script.allCases)
        // Longer than any text that is stored in place.
        case 3 where generator.oneIn(20): text(of: ascii, scalars: generator.int(500...530), using: &generator)
        default: text(of: words, scalars: generator.int(0...12), using: &generator)
        }
    }

    private static let escaped = Array("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{2028}\u{FEFF}é".unicodeScalars)

    private static func text(
        of alphabet: [Unicode.Scalar], scalars count: Int, using generator: inout SeededGenerator
    ) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(generator.element(of: alphabet)) }
        return String(text)
    }

    private static func integer(using generator: inout SeededGenerator) -> Any {
        let bits = generator.oneIn(4) ? generator.element(of: edges) : generator.next() >> UInt64(generator.int(0...63))
        switch generator.int(0...9) {
        case 0: return Int8(truncatingIfNeeded: bits)
        case 1: return Int16(truncatingIfNeeded: bits)
        case 2: return Int32(truncatingIfNeeded: bits)
        case 3: return Int64(truncatingIfNeeded: bits)
        case 4: return UInt8(truncatingIfNeeded: bits)
        case 5: return UInt16(truncatingIfNeeded: bits)
        case 6: return UInt32(truncatingIfNeeded: bits)
        case 7: return bits
        case 8: return UInt(bits)
        default: return Int(truncatingIfNeeded: bits)
        }
    }

    /// The powers of two and their neighbours: the edges of every type among them.
    private static let edges = (0..<64).flatMap { bit -> [UInt64] in
        let power = UInt64(1) << UInt64(bit)
        return [power - 1, power, power + 1, ~power]
    }

    private static func number(using generator: inout SeededGenerator) -> NSNumber {
        switch generator.int(0...4) {
        case 0: NSNumber(value: double(using: &generator))
        case 1: NSNumber(value: float(using: &generator))
        case 2: NSNumber(value: generator.next())
        case 3: NSNumber(value: Int8(truncatingIfNeeded: generator.next()))
        default: NSNumber(value: Int(truncatingIfNeeded: generator.next()))
        }
    }

    private static func double(using generator: inout SeededGenerator) -> Double {
        let value =
            generator.oneIn(5)
            ? powerOfTen(using: &generator)
            : generator.element(of: DoubleSample.allCases).value(using: &generator)
        return value.isFinite ? value : -0.0
    }

    /// The powers of ten, where the form of the text changes, and their neighbours.
    private static func powerOfTen(using generator: inout SeededGenerator) -> Double {
        let power = pow(10, Double(generator.int(-323...308)))
        switch generator.int(0...3) {
        case 0: return power.nextUp
        case 1: return -power.nextDown
        default: return power
        }
    }

    private static func float(using generator: inout SeededGenerator) -> Float {
        let value =
            generator.oneIn(2)
            ? Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) : Float(double(using: &generator))
        return value.isFinite ? value : -0.0
    }

    private static func decimal(using generator: inout SeededGenerator) -> Decimal {
        let digits = Decimal(generator.next() >> UInt64(generator.int(0...63)))
        let exponent = generator.oneIn(4) ? generator.int(-128...127) : generator.int(-20...10)
        let value = Decimal(sign: generator.oneIn(2) ? .plus : .minus, exponent: exponent, significand: digits)
        return value.isFinite ? value : 0
    }
}
