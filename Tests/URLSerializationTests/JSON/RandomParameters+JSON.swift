import TestSupport
import URLSerialization

extension RandomParameters {
    /// Parameters that `JSONSerialization` can write.
    static let json: RandomParameters = {
        var random = RandomParameters(
            leaves: [.null, .null, .bool, .bool, .int, .int, .uint, .double, .double, .float, .decimal, .decimal]
                + [.string, .string, .string],
            collections: [.array, .column, .list, .dictionary, .dictionary, .dictionary])
        random.nesting = 0.35
        random.keys = key
        random.strings = string
        return random
    }()

    /// Returns a key of an alphabet on which Foundation's order is total: combining marks, ß with s and other digits
    /// with ASCII's compare differently from left and from right.
    private static func key(using generator: inout SeededGenerator) -> String {
        switch generator.int(0...9) {
        case 0: generator.text(scalars: 0...8, of: ascii)
        case 1: generator.text(scalars: 0...4, of: punctuation)
        case 2: generator.text(scalars: 0...5, of: mixed)
        // Digits beyond 64 bits, and more of them than Foundation compares at once.
        case 3: generator.text(scalars: 1...24, of: digits)
        case 4 where generator.oneIn(4): generator.text(scalars: 60...140, of: words)
        case 4...6: generator.text(scalars: 0...5, of: cases)
        default: generator.text(scalars: 1...8, of: words)
        }
    }

    private static func string(using generator: inout SeededGenerator) -> String {
        switch generator.int(0...5) {
        case 0: generator.text(scalars: 0...20, of: ascii)
        case 1: generator.text(scalars: 0...6, of: escaped)
        case 2: generator.text(scalars: generator.int(0...8), of: Script.allCases)
        // Longer than any text that is stored in place.
        case 3 where generator.oneIn(20): generator.text(scalars: 500...530, of: ascii)
        default: generator.text(scalars: 0...12, of: words)
        }
    }

    private static let ascii = (UInt32(0)..<128).compactMap(Unicode.Scalar.init)
    private static let words = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let cases = Array("aAbB01_".unicodeScalars)
    private static let digits = Array("0123456789a".unicodeScalars)
    private static let punctuation = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ a0A".unicodeScalars)
    private static let mixed = Array("aAbéÉü日本😀жЖ_0149-.+\u{1}\u{FEFF} /".unicodeScalars)
    private static let escaped = Array("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{2028}\u{FEFF}é".unicodeScalars)
}

extension SeededGenerator {
    fileprivate mutating func text(scalars counts: ClosedRange<Int>, of alphabet: [Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView((0..<int(counts)).map { _ in element(of: alphabet) }))
    }
}
