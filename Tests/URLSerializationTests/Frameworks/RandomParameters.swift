import TestSupport
import URLSerialization

/// Random parameters for the styles that are named for a framework.
enum RandomParameters {
    private static let letters = ["a", "b", "c", "d", "e", "name", "naïve", "日本", "x-y", "x_y", "😀"]
    private static let awkward = [
        "0", "1", "2", "3", "20", "21", "-1", "01", "a b", "a.b", "", "[", "]", "a[b]", " ", " a", "\t", "\n", "a\nb",
        "a\n",
        "\r", "\u{0}", "a\u{0}b", "__proto__", "toString", "valueOf", "length", "__Host-a", "__Secure-a", "%41", "+",
        "a&b",
        "a=b", ";", "a;b", "é", "e\u{301}", "#", "?", "_", "\u{FEFF}", "9223372036854775807", "4294967295", "a]=b",
    ]

    /// Returns a dictionary with any content; a framework can read about half of them.
    static func wild(using generator: inout SeededGenerator) -> ParameterValue {
        let awkwardness = generator.int(2...12)
        return dictionary(using: &generator, depth: generator.int(1...5), awkwardness)
    }

    private static func dictionary(
        using generator: inout SeededGenerator, depth: Int, _ awkwardness: Int
    ) -> ParameterValue {
        let count = generator.oneIn(20) ? 0 : generator.int(1...4)
        return .dictionary(
            ParameterDictionary(
                (0..<count).map { _ in
                    let key = generator.element(of: generator.oneIn(awkwardness) ? awkward : letters)
                    return (key: key, value: value(using: &generator, depth: depth - 1, awkwardness))
                }))
    }

    private static func value(
        using generator: inout SeededGenerator, depth: Int, _ awkwardness: Int
    ) -> ParameterValue {
        guard depth > 0, !generator.oneIn(3) else {
            return leaf(using: &generator, hasNull: generator.oneIn(awkwardness))
        }
        guard generator.oneIn(2) else { return dictionary(using: &generator, depth: depth, awkwardness) }
        let count = generator.oneIn(awkwardness * 2) ? generator.element(of: [0, 21]) : generator.int(1...4)
        if generator.oneIn(awkwardness * 4) {
            return .set(Set((0..<count).map { _ in leaf(using: &generator, hasNull: false) }))
        }
        if generator.oneIn(2) {
            return .array((0..<count).map { _ in leaf(using: &generator, hasNull: generator.oneIn(awkwardness * 4)) })
        }
        return .array((0..<count).map { _ in value(using: &generator, depth: depth - 1, awkwardness) })
    }

    /// Returns a typical dictionary: names as keys, lists of texts, and rows with a common key. Rails' has empty lists.
    static func ordinary(for dialect: QueryDialect, using generator: inout SeededGenerator) -> ParameterValue {
        let isFlat = [.flat, .go, .querystring].contains(dialect)
        // querystring does not read an array of one as an array.
        let least = dialect == .querystring ? 2 : dialect == .rails ? 0 : 1
        return ordinary(using: &generator, depth: isFlat ? 1 : 3, dialect, leastCount: least)
    }

    private static func ordinary(
        using generator: inout SeededGenerator, depth: Int, _ dialect: QueryDialect, leastCount: Int
    ) -> ParameterValue {
        let hasNull = dialect == .rack || dialect == .rails
        var entries: ParameterDictionary = [:]
        for _ in 0..<generator.int(1...5) {
            let key = generator.text(scalars: generator.int(1...6), of: [.letters, .kana, .byteOrderMark]) + "x"
            switch generator.int(0...3) {
            case 0:
                entries[key] = .array(
                    (0..<(generator.oneIn(8) ? 20 : generator.int(leastCount...5))).map { _ in
                        leaf(using: &generator, hasNull: dialect == .rack)
                    })
            case 1 where depth > 1:
                entries[key] = ordinary(using: &generator, depth: depth - 1, dialect, leastCount: leastCount)
            case 2 where depth > 1:
                entries[key] = .array(
                    (1...generator.int(1...4)).map { row in
                        var row: ParameterDictionary = [" id": .int(Int64(row))]
                        guard
                            case .dictionary(let more) = ordinary(
                                using: &generator, depth: depth - 1, dialect, leastCount: leastCount)
                        else { return .dictionary(row) }
                        for (key, value) in more { row[key] = value }
                        return .dictionary(row)
                    })
            default: entries[key] = leaf(using: &generator, hasNull: hasNull)
            }
        }
        return .dictionary(entries)
    }

    private static func leaf(using generator: inout SeededGenerator, hasNull: Bool) -> ParameterValue {
        switch generator.int(0...(hasNull ? 8 : 7)) {
        case 0: .bool(generator.oneIn(2))
        case 1: .int(Int64(truncatingIfNeeded: generator.next()) >> Int64(generator.int(0...63)))
        case 2: .double(Double(generator.int(-1000...1000)) + 0.125)
        case 3: .date(Date(timeIntervalSince1970: TimeInterval(generator.int(10...59))))
        case 4: .data(Data([0xFF, UInt8(generator.int(0...255))]))
        case 5:
            .string(
                generator.element(of: ["", "a", "0", "a b", "[]", "a&b=c;d", "+%2B", "toString", "\u{0}\r\n", "é"]))
        case 8: .null
        default: .string(generator.text(scalars: generator.int(0...8), of: Script.allCases))
        }
    }
}

extension QueryDialect {
    var style: QueryStyle {
        switch self {
        case .php: .php
        case .rack: .rack
        case .rails: .rails
        case .qs: .qs
        case .flat: .flat
        case .go: .go
        case .querystring: .querystring
        }
    }

    /// Returns the expected reading of parameters that were written in the framework's style.
    func reading(of parameters: ParameterValue) -> ParameterValue {
        guard self == .flat || self == .go, case .dictionary(let entries) = parameters else {
            return texts(of: parameters)
        }
        return .dictionary(
            ParameterDictionary(
                entries.map { key, value in
                    if case .array = value { return (key: key, value: texts(of: value)) }
                    return (key: key, value: .array([texts(of: value)]))
                }))
    }

    private func texts(of value: ParameterValue) -> ParameterValue {
        switch value {
        case .null, .string: value
        case .bool(let flag): .string(self == .php ? (flag ? "1" : "0") : "\(flag)")
        case .int(let number): .string("\(number)")
        case .double(let number): .string("\(number)")
        case .date(let date): .string("1970-01-01T00:00:\(Int(date.timeIntervalSince1970))Z")
        case .data(let data): .string(data.base64EncodedString())
        case .array(let elements): .array(elements.map(texts(of:)))
        case .dictionary(let entries):
            .dictionary(ParameterDictionary(entries.map { (key: $0.key, value: texts(of: $0.value)) }))
        default: value
        }
    }
}

extension ParameterValue {
    /// Whether keys of one dictionary are equal to Swift but not in UTF-8.
    var hasEquivalentKeys: Bool {
        switch self {
        case .array(let values): values.contains(where: \.hasEquivalentKeys)
        case .dictionary(let values):
            Set(values.map(\.key)).count < values.count || values.contains(where: \.value.hasEquivalentKeys)
        default: false
        }
    }

    /// The value as a `[String: Any]` would hold it.
    var native: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(value)
        case .double(let value): value
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .array(let values): values.map(\.native)
        case .set(let values): NSSet(array: values.map(\.native))
        case .dictionary(let values):
            Dictionary(values.map { ($0.key, $0.value.native) }, uniquingKeysWith: { first, _ in first })
        default: self
        }
    }
}
