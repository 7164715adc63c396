import URLSerialization

/// Parameters for the styles that are named for a framework.
extension RandomParameters {
    private static let names = ["a", "b", "c", "d", "e", "name", "naïve", "日本", "x-y", "x_y", "😀"]
    private static let awkward = [
        "0", "1", "2", "3", "20", "21", "-1", "01", "a b", "a.b", "", "[", "]", "a[b]", " ", " a", "\t", "\n", "a\nb",
        "a\n",
        "\r", "\u{0}", "a\u{0}b", "__proto__", "toString", "valueOf", "length", "__Host-a", "__Secure-a", "%41", "+",
        "a&b",
        "a=b", ";", "a;b", "é", "e\u{301}", "#", "?", "_", "\u{FEFF}", "9223372036854775807", "4294967295", "a]=b",
    ]

    private static let leafKinds: [Leaf] = [.bool, .int, .double, .date, .data, .string, .string, .string]

    /// Returns a dictionary with any content; a framework can read about half of them.
    package static func wild(using generator: inout SeededGenerator) -> ParameterValue {
        let awkwardness = generator.int(2...12)
        var random = framed
        random.leaves = Array(repeating: leafKinds, count: awkwardness).joined() + [.null]
        random.collections =
            Array(repeating: [.dictionary, .dictionary, .list, .array], count: awkwardness).joined() + [.set]
        random.counts = Array(repeating: 1...4, count: awkwardness).joined() + [0, 21]
        random.nesting = 0.67
        random.keys = { $0.element(of: $0.oneIn(awkwardness) ? awkward : names) }
        return random.dictionary(depth: generator.int(1...5), using: &generator)
    }

    /// Returns a typical dictionary: names as keys, lists of texts, and rows with a common key. Rails' has empty lists.
    package static func ordinary(for dialect: QueryDialect, using generator: inout SeededGenerator) -> ParameterValue {
        var random = framed
        let isFlat = [.flat, .go, .querystring].contains(dialect)
        random.leaves = leafKinds + (dialect == .rack || dialect == .rails ? [.null] : [])
        random.listLeaves = leafKinds + (dialect == .rack ? [.null] : [])
        random.collections =
            isFlat ? [.list] : dialect == .phoenix ? [.list, .dictionary] : [.list, .dictionary, .rows]
        random.counts = Array(1...5)
        // querystring does not read an array of one as an array.
        random.listCounts = Array((dialect == .querystring ? 2 : dialect == .rails ? 0 : 1)...5) + [20]
        random.keys = { $0.text(scalars: $0.int(1...6), of: [.letters, .kana, .byteOrderMark]) + "x" }
        return random.dictionary(depth: isFlat ? 2 : 3, using: &generator)
    }

    private static let framed: RandomParameters = {
        var random = RandomParameters()
        random.areSecondsWhole = true
        random.strings = {
            $0.oneIn(3)
                ? $0.element(of: ["", "a", "0", "a b", "[]", "a&b=c;d", "+%2B", "toString", "\u{0}\r\n", "é"])
                : $0.text(scalars: $0.int(0...8), of: Script.allCases)
        }
        return random
    }()
}

extension QueryDialect {
    package var style: QueryStyle {
        switch self {
        case .php: .php
        case .rack: .rack
        case .rails: .rails
        case .qs: .qs
        case .flat: .flat
        case .go: .go
        case .querystring: .querystring
        case .laravel: .laravel
        case .express4: .express4
        case .spring: .spring
        case .aspNetCore: .aspNetCore
        case .phoenix: .phoenix
        }
    }

    /// Returns the expected reading of parameters that were written in the framework's style.
    package func reading(of parameters: ParameterValue) -> ParameterValue {
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
        // The application then receives a null.
        case .null where self == .laravel || self == .aspNetCore: ""
        case .null, .string: value
        case .bool(let flag): .string(self == .php || self == .laravel ? (flag ? "1" : "0") : "\(flag)")
        case .int(let number): .string("\(number)")
        case .double(let number): .string("\(number)".replacing(/\.0$/, with: ""))
        case .date(let date): .string(date.ISO8601Format())
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
    package var hasEquivalentKeys: Bool {
        switch self {
        case .array(let values): values.contains(where: \.hasEquivalentKeys)
        case .dictionary(let values):
            Set(values.map(\.key)).count < values.count || values.contains(where: \.value.hasEquivalentKeys)
        default: false
        }
    }
}
