import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.computing, .random, .slow), .takingTurns) struct NumericKeyOrderTests {
    /// Each row in its order.
    @Test(arguments: [
        ["a2", "a10"], ["a1", "a01", "A1"], ["a", "A", "aa", "Aa", "AA", "ab"], ["aB", "Ab"], ["a_", "a1", "aA"],
        ["", "a", "ab"], ["0", "00", "01", "001", "2"], ["1a", "1A", "01a", "01A"], ["~", "$", "0", "a"],
        ["18446744073709551616", "1", "18446744073709551617x"], ["X1", "x18446744073709551616"],
        [
            "_", "-", ",", ";", ":", "!", "?", ".", "'", "\"", "(", ")", "[", "]", "{", "}", "@", "*", "/", "\\", "&",
            "#",
        ],
        ["%", "`", "^", "+", "<", "=", ">", "|", "~", "$", "0", "9", "a", "Z"],
        ["a", "a\u{1}", "a\u{2}", "a\u{7F}", "a\u{80}", "A"],
        ["a", "é", "f", "я", "日"], ["ea", "Ea", "éa", "eb", "Éb"], ["é\u{301}z", "z", "я"], ["straße", "strast"],
        ["a\u{301}", "á", "a\u{301}\u{FEFF}"],
        [String(repeating: "a", count: 70), String(repeating: "a", count: 71)],
    ])
    func keysAreInOrder(keys: [String]) {
        for (position, first) in keys.enumerated() {
            for second in keys[(position + 1)...] {
                #expect(Self.precedes(first, second), "\(first) before \(second)")
                #expect(!Self.precedes(second, first), "\(second) after \(first)")
            }
            #expect(!Self.precedes(first, first))
        }
    }

    /// Foundation's comparison ends the process over most of these.
    @Test(arguments: [
        (128, " ", 52, 12), (127, " ", 52, 12), (200, "漢", 60, 60), (129, "-", 129, 1), (128, "é", 60, 60),
    ])
    func longKeysAreInOrder(first: Int, separator: String, second: Int, third: Int) throws {
        func key(_ letter: String, _ end: String = "") -> String {
            func x(_ count: Int) -> String { String(repeating: "x", count: count) }
            return letter + x(first) + separator + x(second) + letter + x(third) + end
        }
        let keys = [key("a"), key("a", "b"), key("a", "é"), key("A"), key("A", "z"), key("b")]
        for key in keys {
            for other in keys {
                #expect(
                    key == other || Self.precedes(key, other) != Self.precedes(other, key), "\(key) \(other)")
            }
        }
        let parameters = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        #expect(try JSONSerialization.jsonObject(with: Self.body(parameters)) as? [String: Int] == parameters)
    }

    @Test func orderIsStrictAndTransitive() {
        var generator = SeededGenerator(seed: 18)
        for index in 0..<Effort.times(5_000, quick: 1_500) {
            var alphabet = Self.alphabets[index % Self.alphabets.count]
            if generator.oneIn(3) { alphabet += generator.element(of: Self.alphabets) }
            let keys = (0..<3).map { _ in Self.key(of: alphabet, using: &generator) }
            let orders = (Self.order(keys[0], keys[1]), Self.order(keys[1], keys[2]), Self.order(keys[0], keys[2]))
            for (first, second) in [(0, 1), (1, 2), (0, 2)] {
                let isSame = keys[first].utf8.elementsEqual(keys[second].utf8)
                let precedes = (Self.precedes(keys[first], keys[second]), Self.precedes(keys[second], keys[first]))
                #expect(isSame ? !precedes.0 && !precedes.1 : precedes.0 != precedes.1, "\(keys)")
            }
            if orders.0 != 0, orders.0 == orders.1, orders.2 != orders.0 { Issue.record("\(keys)") }
        }
    }

    #if os(Linux)
        @Test func everyPairOfCharactersIsOrderedAsByFoundation() {
            let characters = (UInt32(0)..<128).compactMap(Unicode.Scalar.init).map { String($0) }
            for (before, after) in [("", ""), ("a", "b"), ("1", "2"), ("_", "+")] {
                for first in characters {
                    for second in characters {
                        Self.expectFoundationsOrder(before + first + after, before + second + after)
                    }
                }
            }
        }

        @Test func randomKeysAreOrderedAsByFoundation() {
            var generator = SeededGenerator(seed: 1)
            for index in 0..<Effort.times(5_000, quick: 1_500) {
                let alphabet = Self.alphabets[index % Self.alphabets.count]
                let first = Self.key(of: alphabet, using: &generator)
                Self.expectFoundationsOrder(first, Self.key(of: alphabet, using: &generator))
                Self.expectFoundationsOrder(first, Self.variant(of: first, alphabet, using: &generator))
            }
        }

        /// Foundation's order depends on the sides of the comparison for a few pairs, which are left out.
        @Test(arguments: languages.indices)
        func keysOfALanguageAreWrittenInFoundationsOrder(index: Int) throws {
            var generator = SeededGenerator(seed: UInt64(index))
            var all = 0
            for _ in 0..<500 {
                let first = Self.key(of: Self.languages[index], using: &generator)
                let second = Self.key(of: Self.languages[index], using: &generator)
                let order = Self.foundationsOrder(first, second)
                guard order != 0, Self.foundationsOrder(second, first) == -order else { continue }
                all += 1
                let parameters = [first: 1, second: 2]
                let body = try JSONSerialization.data(withJSONObject: parameters, options: .sortedKeys)
                #expect(try Self.body(parameters) == body, "\(first.debugDescription) \(second.debugDescription)")
            }
            #expect(all > 450)
        }

        private static func expectFoundationsOrder(_ first: String, _ second: String) {
            #expect(
                order(first, second) == foundationsOrder(first, second),
                "\(first.debugDescription) \(second.debugDescription)")
        }

        private static func foundationsOrder(_ first: String, _ second: String) -> Int {
            first.compare(
                second, options: [.numeric, .caseInsensitive, .forcedOrdering],
                range: first.startIndex..<first.endIndex, locale: NSLocale.system
            ).rawValue
        }

        /// A key that differs little: in a letter's case, by a zero, by one character.
        private static func variant(
            of key: String, _ alphabet: [Unicode.Scalar], using generator: inout SeededGenerator
        ) -> String {
            var scalars = Array(key.unicodeScalars)
            for index in scalars.indices where scalars[index].properties.isAlphabetic && generator.oneIn(2) {
                scalars[index] = Unicode.Scalar(scalars[index].value ^ 0x20) ?? scalars[index]
            }
            if generator.oneIn(2) { scalars.insert("0", at: generator.int(0...scalars.count)) }
            if !scalars.isEmpty, generator.oneIn(3) {
                scalars[generator.int(0...scalars.count - 1)] = generator.element(of: alphabet)
            }
            return String(String.UnicodeScalarView(scalars.prefix(longest)))
        }
    #endif

    /// The length in bytes up to which Foundation collates a key as a whole.
    private static let longest = 64

    private static let languages = [
        "äöüßÄÖÜaouAOUs1", "абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВЙЁ_", "абвіїєґґк", "αβγδάέςσΑΣ1", "あいうえおかがアイウカガっ",
        "東京日本語中国漢a", "àâçéèêëîïôûùœæÿaeiou", "ąćęłńóśźżacelnosz", "אבגדa", "ابتث0", "a1é日я_", "\u{FEFF}abé",
        "🙂🎉👩\u{200D}a", "a\u{301}e\u{308}\u{327}",
    ].map { Array($0.unicodeScalars) }

    private static let alphabets = [
        "ab01", "aAbB01_-", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", "0123456789",
        "00aA\u{1}_+ ", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ a0A",
    ].map { Array($0.unicodeScalars) }

    private static func key(of alphabet: [Unicode.Scalar], using generator: inout SeededGenerator) -> String {
        let count = generator.oneIn(30) ? generator.int(0...longest) : generator.int(0...7)
        return String(String.UnicodeScalarView((0..<count).map { _ in generator.element(of: alphabet) }))
    }

    private static func order(_ first: String, _ second: String) -> Int {
        precedes(first, second) ? -1 : precedes(second, first) ? 1 : 0
    }

    private static func precedes(_ first: String, _ second: String) -> Bool {
        first.withRun { first in second.withRun { NumericKeyOrder.precedes(first, $0) } }
    }

    @Test func keysThatFoundationTakesForEqualHaveAnOrder() throws {
        let keys = ["18446744073709551616", "00000000000000000000", "36893488147419103232"]
        var bodies: Set<Data> = []
        for round in 0..<30 {
            var parameters = [String: Any](minimumCapacity: round)
            for key in keys { parameters[key] = 1 }
            bodies.insert(try Self.body(parameters))
        }
        #expect(bodies.count == 1)
    }

    /// Foundation's order of these keys is not transitive.
    @Test(arguments: languages.indices)
    func equalDictionariesHaveEqualBytes(index: Int) throws {
        var generator = SeededGenerator(seed: UInt64(index))
        for _ in 0..<20 {
            let keys = Set((0..<20).map { _ in Self.key(of: Self.languages[index], using: &generator) })
            let entries = keys.map { (key: $0, value: ParameterValue.int(1)) }
            let bodies = try (0..<3).map { _ in
                try Self.body(ParameterValue.dictionary(ParameterDictionary(entries.shuffled(using: &generator))))
            }
            #expect(Set(bodies).count == 1)
        }
    }

    private static func body(_ parameters: Any) throws -> Data {
        try #require(
            try JSONRequestSerializer(writingOptions: .sortedKeys).body(for: parameters, in: URLRequest("POST")))
    }
}
