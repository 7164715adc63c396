/// The order of keys under `JSONSerialization`'s `.sortedKeys` on Linux.
///
/// | less | greater | because |
/// |---|---|---|
/// | `a2` | `a10` | digits compare as numbers |
/// | `a1` | `a01` | equal except for leading zeros: the first shorter run of digits |
/// | `aB` | `Ab` | equal except for case: lower case first, at the first difference |
/// | `a_` | `a1`, `aA` | punctuation, then symbols, then digits, then letters |
/// | `a` | `ab` | a prefix first |
///
/// swift-corelibs-foundation compares with `[.numeric, .caseInsensitive, .forcedOrdering]` under the system locale.
/// Short keys of printable ASCII are compared here, and all others by Foundation, with which the benchmark's *nested*
/// payload with sorted keys takes three times as many instructions, and *wide* nearly ten times as many. Foundation may
/// put either of two keys first, so keys are first sorted in another order: equal dictionaries then have equal bytes.
/// After more than 128 UTF-16 code units without a space it may free memory that is not its own, which ends the
/// process (`_CFCompareStringsWithLocale`). It is therefore given the first 128 bytes of keys; the rest is compared
/// byte by byte.
enum NumericKeyOrder {
    /// Whether one key comes before another.
    static func precedes(_ first: ByteRun, _ second: ByteRun) -> Bool {
        let order = compare(first, second) ?? foundationsOrder(beginning(of: first), beginning(of: second))
        // Foundation's integers have 64 bits and wrap around, so two keys may compare as equal.
        return order == 0 ? first.lexicographicallyPrecedes(second) : order < 0
    }

    /// Returns the whole characters in the first 128 bytes of a key.
    private static func beginning(of key: ByteRun) -> String {
        var count = min(key.count, 128)
        while count > 0, count < key.count, key[count] & 0xC0 == 0x80 { count -= 1 }
        return key.part(0..<count).string
    }

    private static func foundationsOrder(_ first: String, _ second: String) -> Int {
        first.compare(
            second, options: [.numeric, .caseInsensitive, .forcedOrdering], range: first.startIndex..<first.endIndex,
            locale: NSLocale.system
        ).rawValue
    }

    /// Returns a negative number if the first key comes first, a positive one if the second does, 0 for equal keys;
    /// `nil` for keys that only Foundation compares.
    private static func compare(_ first: ByteRun, _ second: ByteRun) -> Int? {
        guard isShortAndPrintable(first), isShortAndPrintable(second) else { return nil }
        var (i, j) = (0, 0)
        // The first difference that matters only if there is no other: in case, or in the length of equal numbers.
        var order = 0
        while i < first.count, j < second.count {
            let (x, y) = (first[i], second[j])
            if isDigit(x), isDigit(y) {
                let (start1, start2) = (i, j)
                guard let number1 = number(in: first, &i), let number2 = number(in: second, &j) else { return nil }
                if number1 != number2 { return number1 < number2 ? -1 : 1 }
                if order == 0 { order = (i - start1) - (j - start2) }
            } else {
                let (weight1, weight2) = (weights[Int(x)], weights[Int(y)])
                if weight1 != weight2 { return weight1 < weight2 ? -1 : 1 }
                if order == 0 { order = Int(y) - Int(x) }
                i += 1
                j += 1
            }
        }
        return i < first.count ? 1 : j < second.count ? -1 : order
    }

    /// CoreFoundation collates a longer key in segments, and ignores controls in some places.
    private static func isShortAndPrintable(_ key: ByteRun) -> Bool {
        key.count <= 64 && key.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Returns the number at an index and advances past it; `nil` for more digits than always fit into 64 bits.
    private static func number(in key: ByteRun, _ index: inout Int) -> UInt64? {
        let start = index
        var number: UInt64 = 0
        while index < key.count, isDigit(key[index]) {
            guard index - start < 19 else { return nil }
            number = number * 10 + UInt64(key[index] - UInt8(ascii: "0"))
            index += 1
        }
        return number
    }

    /// The root collation of printable ASCII. A lower-case letter has the same weight as its upper-case form.
    private static let weights: [UInt8] = {
        var weights = [UInt8](repeating: 0, count: 128)
        let order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
        for (weight, byte) in order.utf8.enumerated() {
            weights[Int(byte)] = UInt8(weight)
            weights[Int(String(Unicode.Scalar(byte)).uppercased().utf8.first ?? byte)] = UInt8(weight)
        }
        return weights
    }()
}
