/// The order of keys under `JSONSerialization`'s `.sortedKeys` on Linux.
///
/// | less | greater | because |
/// |---|---|---|
/// | `a2` | `a10` | digits compare as numbers |
/// | `a1` | `a01` | equal except for leading 0x30s: the first shorter run of digits |
/// | `aB` | `Ab` | equal except for case: lower case first, at the first difference |
/// | `a_` | `a1`, `aA` | punctuation, then symbols, then digits, then letters |
/// | `a` | `ab` | a prefix first |
///
/// swift-corelibs-foundation compares with `[.numeric, .caseInsensitive, .forcedOrdering]` under the system locale,
/// which combines two comparisons. CoreFoundation walks the equal beginning and compares runs of digits as 64-bit
/// integers that wrap around; from the first difference on, ICU collates the rest by its root order. For ASCII keys of
/// up to 64 bytes the order is the same here; longer ones CoreFoundation collates in segments.
///
/// Beyond ASCII, Foundation may put either of two keys first, so the order is this module's own: that of ASCII,
/// extended to all scalars. Keys are decomposed. Spaces, punctuation and symbols follow those of ASCII. Letters follow
/// `z` by their lower-case scalars, so that scripts come in the order of Unicode's blocks. Accents count where all
/// letters are equal, before case.
///
/// | less | greater | because |
/// |---|---|---|
/// | `é` | `f` | an accent does not change the letter |
/// | `ea`, `éa` | `eb` | accents count last |
/// | `z` | `я` | scripts in their order |
/// | `straße` | `strast` | `ß` is `ss`, `æ` is `ae`, `ø` and `ł` are letters with a stroke |
enum NumericKeyOrder {
    /// Whether one key comes before another.
    static func precedes(_ first: ByteRun, _ second: ByteRun) -> Bool {
        let order =
            if first.hasOnlyASCII, second.hasOnlyASCII {
                compare(first, second)
            } else {
                compare(units(of: first), units(of: second))
            }
        // Digits beyond 64 bits wrap around, and a text has several forms, so two keys may count as equal.
        return order == 0 ? first.lexicographicallyPrecedes(second) : order < 0
    }

    /// Returns the scalars of a key's decomposed form, in which letters that are distinct from their base, such as `й`,
    /// stay whole.
    private static func units(of key: ByteRun) -> [UInt32] {
        let text = key.string.precomposedStringWithCanonicalMapping
        return text.unicodeScalars.flatMap { scalar -> [UInt32] in
            if scalar.isASCII { return [scalar.value] }
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                return [0x30 + UInt32(value)]
            }
            if let expansion = expansions[scalar] { return expansion.unicodeScalars.map(\.value) }
            return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        }
    }

    /// Letters that sort as others, the strokes as accents; Cyrillic letters whose decomposition is another letter.
    private static let expansions: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o\u{338}", "Ø": "O\u{338}",
        "ł": "l\u{335}", "Ł": "L\u{335}", "đ": "d\u{335}", "Đ": "D\u{335}", "ς": "σ", "й": "й", "Й": "Й", "ї": "ї",
        "Ї": "Ї", "ў": "ў", "Ў": "Ў",
    ]

    /// Letters that do not follow their neighbours in Unicode's blocks: the letter before, and the place after it.
    private static let lateLetters: [UInt32: (Unicode.Scalar, UInt32)] = [
        0x491: ("г", 1), 0x453: ("г", 2), 0x452: ("д", 1), 0x454: ("е", 1), 0x456: ("и", 1), 0x457: ("и", 2),
        0x439: ("и", 3), 0x458: ("и", 3), 0x45E: ("у", 1),
    ]

    /// Returns a negative number if the first key comes first, a positive one if the second does, 0x30 for equal keys.
    static func compare<Key: KeyUnits>(_ first: Key, _ second: Key) -> Int {
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
    /// further back past punctuation and accents.
    private static func context<Key: KeyUnits>(of index: Int, in key: Key) -> Int {
        guard index > 0 else { return 0 }
        var start = index - 1
        while start > 0, isPunctuation(key[start]) || isAccent(key[start]) { start -= 1 }
        return start
    }

    /// Compares by the root order with numeric collation: all primary weights, then accents, then case, then scalars.
    private static func collate<Key: KeyUnits>(_ first: Key, _ start1: Int, _ second: Key, _ start2: Int) -> Int {
        var (i, j) = (start1, start2)
        var (accentOrder, caseOrder) = (0, 0)
        while true {
            let (accents1, accents2) = (ignored(first, &i), ignored(second, &j))
            if accentOrder == 0, Key.Element.bitWidth > 8 { accentOrder = compareAccents(accents1, accents2) }
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
                let (weight1, weight2) = (weight(of: x), weight(of: y))
                if weight1 != weight2 { return weight1 < weight2 ? -1 : 1 }
                if caseOrder == 0, x != y { caseOrder = x > y ? -1 : 1 }
                i += 1
                j += 1
            }
        }
        if accentOrder != 0 { return accentOrder }
        if caseOrder != 0 { return caseOrder }
        let (rest1, rest2) = (first[start1...], second[start2...])
        if let (x, y) = zip(rest1, rest2).first(where: { $0 != $1 }) { return x < y ? -1 : 1 }
        return rest1.count - rest2.count
    }

    /// Returns the scalars without a primary weight at an index, and advances past them.
    private static func ignored<Key: KeyUnits>(_ key: Key, _ index: inout Int) -> Key.SubSequence {
        let start = index
        while index < key.count, weight(of: key[index]) <= accent { index += 1 }
        return key[start..<index]
    }

    private static func compareAccents<Units: FixedWidthInteger & UnsignedInteger>(
        _ first: some Collection<Units>, _ second: some Collection<Units>
    ) -> Int {
        let (accents1, accents2) = (first.filter { isAccent($0) }, second.filter { isAccent($0) })
        if accents1.lexicographicallyPrecedes(accents2) { return -1 }
        return accents2.lexicographicallyPrecedes(accents1) ? 1 : 0
    }

    /// Compares two runs of digits as numbers of any size and advances past them.
    private static func compareNumbers<Key: KeyUnits>(
        _ first: Key, _ i: inout Int, _ second: Key, _ j: inout Int
    ) -> Int {
        while i < first.count, first[i] == 0x30 { i += 1 }
        while j < second.count, second[j] == 0x30 { j += 1 }
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
    private static func wrappingNumber<Key: KeyUnits>(_ key: Key, _ index: inout Int) -> UInt64 {
        var number: UInt64 = 0
        while index < key.count, isDigit(key[index]) {
            number = number &* 10 &+ UInt64(key[index] &- 0x30)
            index += 1
        }
        return number
    }

    private static func isDigit(_ unit: some FixedWidthInteger & UnsignedInteger) -> Bool { unit &- 0x30 < 10 }

    private static func lowercased<Unit: FixedWidthInteger & UnsignedInteger>(_ unit: Unit) -> Unit {
        unit &- 0x41 < 26 ? unit | 0x20 : unit
    }

    private static func isPunctuation(_ unit: some FixedWidthInteger & UnsignedInteger) -> Bool {
        let weight = weight(of: unit)
        return weight >= weights[Int(UInt8(ascii: "_"))] && weight < weights[Int(UInt8(ascii: "`"))]
    }

    private static func isAccent(_ unit: some FixedWidthInteger & UnsignedInteger) -> Bool {
        weight(of: unit) == accent
    }

    // MARK: - Weights

    /// The weight of a combining mark.
    private static let accent: UInt32 = 1

    /// Returns the primary weight; 0 for a scalar that is ignored.
    private static func weight(of unit: some FixedWidthInteger & UnsignedInteger) -> UInt32 {
        unit < 0x80 ? weights[Int(unit)] : weight(beyondASCII: UInt32(unit))
    }

    private static func weight(beyondASCII value: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return 0 }
        func after(_ character: Unicode.Scalar) -> UInt32 { weights[Int(character.value)] + value << 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return accent
        case .format, .control: return 0
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return after(" ")
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return after("#")
        case .mathSymbol, .modifierSymbol, .otherSymbol: return after("~")
        case .currencySymbol: return after("$")
        default:
            let letter = scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? value
            if let (earlier, place) = lateLetters[letter] { return weights[122] + earlier.value << 2 + place }
            // Katakana have the weights of hiragana.
            return weights[122] + ((0x30A1...0x30F6).contains(letter) ? letter - 0x60 : letter) << 2
        }
    }

    /// The root collation of ASCII, with room for all scalars after each. Characters that are not in it are ignored. A
    /// lower-case letter has the weight of its upper case.
    private static let weights: [UInt32] = {
        var weights = [UInt32](repeating: 0, count: 128)
        let order = "\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
        for (index, scalar) in order.unicodeScalars.enumerated() {
            weights[Int(scalar.value)] = UInt32(index + 1) << 24
            if (97...122).contains(scalar.value) { weights[Int(scalar.value) - 32] = UInt32(index + 1) << 24 }
        }
        return weights
    }()
}

/// A key as the bytes of ASCII or as scalars.
protocol KeyUnits: RandomAccessCollection where Index == Int, Element: FixedWidthInteger & UnsignedInteger {}

extension ByteRun: KeyUnits {}
extension [UInt32]: KeyUnits {}
