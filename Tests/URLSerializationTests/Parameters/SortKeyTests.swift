import TestSupport
import Testing

@testable import URLSerialization

@Suite struct SortKeyTests {
    private static func sortKey(_ key: String, position: Int32) -> SortKey {
        key.withRun { SortKey($0, position: position) }
    }

    private static func sorted(_ keys: [String]) -> [Int] {
        var sortKeys = keys.enumerated().map { sortKey($1, position: Int32($0)) }
        sortKeys.sort { left, right in
            left.precedes(right) { KeyOrder.precedes(keys[Int(left.position)], keys[Int(right.position)]) }
        }
        return sortKeys.map { Int($0.position) }
    }

    @Test(arguments: [1, 2, 5, 23, 24, 25, 26, 100, 1000])
    func keysAreSortedAndEqualOnesKeepTheirOrder(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let lengths = [0, 1, 7, 8, 9, 15, 16, 17, 18]
        let keys = (0..<count).map { _ in
            String(repeating: generator.element(of: ["a", "\0", "é"]), count: generator.element(of: lengths))
        }
        let expected = keys.indices.sorted { left, right in
            keys[left].utf8.elementsEqual(keys[right].utf8)
                ? left < right : KeyOrderTests.ruleHas(keys[left], before: keys[right])
        }
        #expect(Self.sorted(keys) == expected)
    }

    @Test(arguments: 0...18)
    func firstSixteenBytesAreTheKeysBeginning(count: Int) {
        let key = String("abcdefghijklmnopqr".prefix(count))
        let sortKey = Self.sortKey(key, position: 3)
        let bytes = Array(key.utf8.prefix(16)) + [UInt8](repeating: 0, count: max(0, 16 - count))
        let words = [bytes[0..<8], bytes[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        #expect([sortKey.high, sortKey.low] == words)
        #expect(sortKey.position == 3)
    }

    @Test func canonicallyEquivalentKeysAreTheSameToIt() {
        for (left, right) in [("é", "e\u{301}"), ("각", "각".decomposedStringWithCanonicalMapping), ("Å", "\u{212B}")] {
            let keys = (Self.sortKey(left, position: 0), Self.sortKey(right, position: 0))
            #expect(keys.0.high == keys.1.high && keys.0.low == keys.1.low)
        }
    }
}
