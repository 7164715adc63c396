import TestSupport
import Testing

@testable import URLSerialization

@Suite(.takingTurns) struct KeyOrderTests {
    /// Whether the rule orders two texts: scalars of the decomposed forms, then UTF-8.
    static func ruleHas(_ left: String, before right: String) -> Bool {
        let leftForm = left.decomposedStringWithCanonicalMapping.unicodeScalars
        let rightForm = right.decomposedStringWithCanonicalMapping.unicodeScalars
        if !leftForm.elementsEqual(rightForm) {
            return leftForm.lexicographicallyPrecedes(rightForm) { $0.value < $1.value }
        }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Returns keys of all scripts, some with long common beginnings, some that differ only in their form.
    static func keys(_ count: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        let beginnings = ["", "", "abcdefghijklmno", "abcdefghijklmnopq", "ééééé", "漢字漢字漢", "aaaaaaaaaaaaa"]
        return (0..<count).map { _ in
            let scripts =
                generator.oneIn(2) ? Script.allCases : [generator.element(of: Script.allCases), .marks, .byteOrderMark]
            let text = generator.element(of: beginnings) + generator.text(scalars: generator.int(0...4), of: scripts)
            switch generator.int(0...5) {
            case 0: return text.decomposedStringWithCanonicalMapping
            case 1: return text.precomposedStringWithCanonicalMapping
            default: return text
            }
        }
    }

    @Test(arguments: [
        ("", "a"), ("", "\0"), ("\0", "a"), ("a", "a\0"), ("a\0", "a\u{1}"), ("A", "a"), ("Z", "a"), ("a", "b"),
        ("10", "9"), ("e", "é"), ("é", "f"), ("e\u{301}", "f"), ("é", "ê"), ("z", "ß"), ("o", "ö"), ("zoo", "ärger"),
        ("\u{FFFF}", "🎉"), ("가", "나"), ("か", "が"), ("a", "漢"), ("e\u{301}", "é"),
        ("abcdefghijklmnop", "abcdefghijklmnopq"),
    ])
    func firstComesBeforeSecond(first: String, second: String) {
        // Zoo before Ärger would be wrong in any alphabetical order.
        let isExpected = (first, second) != ("zoo", "ärger")
        #expect(KeyOrder.precedes(first, second) == isExpected)
        #expect(KeyOrder.precedes(second, first) == !isExpected)
        #expect(!KeyOrder.precedes(first, first))
    }

    @Test func orderIsThatOfDecomposedScalarsThenBytes() {
        let keys = Self.keys(160, seed: 14)
        var mismatches: [String] = []
        for left in keys {
            for right in keys where KeyOrder.precedes(left, right) != Self.ruleHas(left, before: right) {
                mismatches.append("\(left.debugDescription) \(right.debugDescription)")
            }
        }
        #expect(mismatches == [])
    }

    @Test func orderIsTotal() {
        let keys = Array(Set(Self.keys(120, seed: 15).map { Array($0.utf8) })).map {
            String(decoding: $0, as: UTF8.self)
        }
        let precedes = keys.map { left in keys.map { KeyOrder.precedes(left, $0) } }
        var errors = 0
        for first in keys.indices {
            for second in keys.indices {
                // Exactly one of two different keys comes first.
                if precedes[first][second] == precedes[second][first], first != second { errors += 1 }
                guard precedes[first][second] else { continue }
                for third in keys.indices where precedes[second][third] && !precedes[first][third] { errors += 1 }
            }
        }
        #expect(errors == 0)
    }

    /// Dictionaries are sorted by the beginnings of their keys first.
    @Test(arguments: [2, 3, 24, 25, 400])
    func dictionariesAreSortedInThisOrder(count: Int) throws {
        for seed in UInt64(0)..<UInt64(800 / count + 2) {
            let keys = Self.keys(count, seed: 100 + seed)
            let expected = keys.sorted(by: Self.ruleHas)
            let values = OrderedEntries(keys.map { (key: $0, value: 1) })
            let sorted = try QueryStringSerializer().pairs(from: values).map(\.key)
            #expect(sorted.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }
    }

    @Test func markBeyondTheSixteenthByteMovesForward() throws {
        // The dot below is put before the acute accent that ends the first sixteen bytes.
        let letters = String(repeating: "a", count: 13)
        let (dotted, circumflex) = (letters + "é\u{323}", letters + "ê")
        let pairs = try QueryStringSerializer().pairs(from: [dotted: 1, circumflex: 2])
        #expect(pairs.map(\.value) == ["2", "1"])
        #expect(Self.ruleHas(circumflex, before: dotted))
    }
}
