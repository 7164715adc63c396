/// The order of keys under `JSONSerialization`'s `.sortedKeys` on Linux.
///
/// | less | greater | because |
/// |---|---|---|
/// | `a2` | `a10` | digits compare as numbers |
/// | `a1` | `a01` | equal but for leading zeros: the first shorter run of digits |
/// | `aB` | `Ab` | equal but for case: lower case first, at the first difference |
/// | `a_` | `a1`, `aA` | punctuation, then symbols, then digits, then letters |
/// | `a` | `ab` | a prefix first |
///
/// swift-corelibs-foundation compares with `[.numeric, .caseInsensitive, .forcedOrdering]` under the system locale,
/// which combines two comparisons. CoreFoundation walks the equal beginning and compares runs of digits as 64-bit
/// integers that wrap around; from the first difference on, ICU collates the rest by its root order. Keys longer than
/// ``longest`` CoreFoundation collates in segments, so Foundation compares these.
enum NumericKeyOrder {
    /// The length in bytes up to which ``compare(_:_:)`` orders keys as Foundation does.
    static let longest = 64

    /// Whether one key comes before another. ASCII keys are compared by ``compare(_:_:)``, others by Foundation.
    static func precedes(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
        if isPlain(first), isPlain(second) {
            let order = compare(first, second)
            // Digits beyond 64 bits wrap around, so Foundation may take two keys for equal.
            return order == 0 ? first.lexicographicallyPrecedes(second) : order < 0
        }
        let (left, right) = (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
        let order = (left as NSString).compare(
            right, options: [.numeric, .caseInsensitive, .forcedOrdering],
            range: NSRange(location: 0, length: (left as NSString).length), locale: NSLocale.system)
        return order == .orderedSame ? first.lexicographicallyPrecedes(second) : order == .orderedAscending
    }

    private static func isPlain(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        key.count <= longest && key.allSatisfy { $0 < 0x80 }
    }

    /// Returns a negative number if the first key comes first, a positive one if the second does, zero for equal keys.
    ///
    /// Both keys are ASCII of at most ``longest`` bytes.
    static func compare(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
        var (i, j) = (0, 0)
        // The first run of digits that is equal as a number and longer in one key. Case does not count after it.
        var leadingZeros = 0
        while i < first.count, j < second.count {
            let (x, y) = (first[i], second[j])
            if isDigit(x), isDigit(y) {
                let (start1, start2) = (i, j)
                let (number1, number2) = (wrappingNumber(first, &i), wrappingNumber(second, &j))
                if number1 != number2 { return number1 < number2 ? -1 : 1 }
                if leadingZeros == 0 { leadingZeros = (i - start1) - (j - start2) }
            } else if x == y || leadingZeros != 0 && lowercased(x) == lowercased(y) {
                i += 1
                j += 1
            } else {
                return collate(first, context(of: i, in: first), second, context(of: j, in: second))
            }
        }
        if i < first.count { return 1 }
        return j < second.count ? -1 : leadingZeros
    }

    /// Returns the index from which characters are collated together with the one at an index: the index before it, or
    /// further back past punctuation.
    private static func context(of index: Int, in key: UnsafeBufferPointer<UInt8>) -> Int {
        guard index > 0 else { return 0 }
        var start = index - 1
        while start > 0, isPunctuation(key[start]) { start -= 1 }
        return start
    }

    /// Compares by ICU's root order with numeric collation: all primary weights, then case, then code points.
    private static func collate(
        _ first: UnsafeBufferPointer<UInt8>, _ start1: Int, _ second: UnsafeBufferPointer<UInt8>, _ start2: Int
    ) -> Int {
        var (i, j) = (start1, start2)
        var caseOrder = 0
        while true {
            while i < first.count, weights[Int(first[i])] == 0 { i += 1 }
            while j < second.count, weights[Int(second[j])] == 0 { j += 1 }
            guard i < first.count, j < second.count else {
                if i < first.count { return 1 }
                if j < second.count { return -1 }
                break
            }
            let (x, y) = (first[i], second[j])
            if isDigit(x), isDigit(y) {
                let order = compareNumbers(first, &i, second, &j)
                if order != 0 { return order }
            } else {
                let (weight1, weight2) = (weights[Int(x)], weights[Int(y)])
                if weight1 != weight2 { return weight1 < weight2 ? -1 : 1 }
                if caseOrder == 0, x != y { caseOrder = x > y ? -1 : 1 }
                i += 1
                j += 1
            }
        }
        if caseOrder != 0 { return caseOrder }
        let (rest1, rest2) = (first[start1...], second[start2...])
        if let (x, y) = zip(rest1, rest2).first(where: { $0 != $1 }) { return x < y ? -1 : 1 }
        return rest1.count - rest2.count
    }

    /// Compares two runs of digits as numbers of any size and advances past them.
    private static func compareNumbers(
        _ first: UnsafeBufferPointer<UInt8>, _ i: inout Int, _ second: UnsafeBufferPointer<UInt8>, _ j: inout Int
    ) -> Int {
        while i < first.count, first[i] == UInt8(ascii: "0") { i += 1 }
        while j < second.count, second[j] == UInt8(ascii: "0") { j += 1 }
        var order = 0
        while true {
            let (more1, more2) = (i < first.count && isDigit(first[i]), j < second.count && isDigit(second[j]))
            guard more1, more2 else { return more1 ? 1 : more2 ? -1 : order }
            if order == 0, first[i] != second[j] { order = first[i] < second[j] ? -1 : 1 }
            i += 1
            j += 1
        }
    }

    /// Returns the run of digits at an index as CoreFoundation reads it: modulo 2⁶⁴.
    private static func wrappingNumber(_ key: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt64 {
        var number: UInt64 = 0
        while index < key.count, isDigit(key[index]) {
            number = number &* 10 &+ UInt64(key[index] &- UInt8(ascii: "0"))
            index += 1
        }
        return number
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        let weight = weights[Int(byte)]
        return weight >= weights[Int(UInt8(ascii: "_"))] && weight < weights[Int(UInt8(ascii: "`"))]
    }

    /// The root collation of ASCII. Characters that are not in it are ignored. A lower-case letter has the weight of
    /// its upper case.
    private static let weights: [UInt8] = {
        var weights = [UInt8](repeating: 0, count: 128)
        let order = "\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
        for (index, scalar) in order.unicodeScalars.enumerated() {
            weights[Int(scalar.value)] = UInt8(index + 1)
            if (97...122).contains(scalar.value) { weights[Int(scalar.value) - 32] = UInt8(index + 1) }
        }
        return weights
    }()
}
