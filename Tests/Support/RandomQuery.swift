/// Random queries that are hard on parsers.
package enum RandomQuery {
    private static let tokens = [
        "a", "b", "c", "0", "1", "2", "20", "21", "-1", "-0", "00", "[", "]", "[", "]", "[]", "[]", "[a]", "[b]", "[0]",
        "[1]", "[ ]", "[+", "][", "[[", "]]", "=", "=", "=", "&", "&", "&", "&&", ";", "; ", "& ", "+", "%", "%20",
        "%5B", "%5D",
        "%5b%5d", "%2", "%zz", "%00", "%FF", "%C3%A9", "%E2%82", "%0A", "%0D", "%26", "%3D", "%3B", "%2B", "%25", "%09",
        "é", "e\u{301}", "日本", "😀", ".", "..", " ", "\n", "\u{0}", "_", "]=", "[]=", "=[", "__proto__", "toString",
        "hasOwnProperty", "constructor", "length", "__Host-", "__Secure-", "Host-", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "4294967294", "4294967295", "this", "GLOBALS",
    ]

    private static let roots = ["a", "a", "a", "b", "0", "1", "", "[]", "é", "a.b", " a", "a]", "toString"]
    private static let segments = [
        "[]", "[]", "[]", "[a]", "[b]", "[c]", "[0]", "[1]", "[2]", "[0]", "[1]", "[21]", "[20]", "[-1]", "[01]", "[ ]",
        "[é]", "[a.b]", "[valueOf]", "[", "]", "x", "[[a]]", "[%0A]", "%0A[]", "[a%0A", "[5]", "[9]",
    ]
    private static let values = [
        "=", "=1", "=2", "=a", "=b", "", "=x", "=0", "=é", "=a=b", "=valueOf", "=%FF", "=[]=", "=a]=b",
    ]

    /// Tokens at random: hardly any is a key.
    package static func noise(using generator: inout SeededGenerator) -> String {
        (0..<generator.int(0...24)).map { _ in generator.element(of: tokens) }.joined()
    }

    /// Returns a query whose keys conflict with each other.
    package static func quarrel(using generator: inout SeededGenerator) -> String {
        let isSmall = generator.oneIn(2)
        return (0..<generator.int(1...8)).map { _ in
            let root = isSmall ? "a" : generator.element(of: roots)
            let range = isSmall ? Array(segments.prefix(12)) : segments
            let path = (0..<generator.int(0...(generator.oneIn(5) ? 6 : 3))).map { _ in generator.element(of: range) }
            return root + path.joined() + generator.element(of: isSmall ? Array(values.prefix(6)) : values)
        }.joined(separator: generator.oneIn(20) ? ";" : "&")
    }

    /// Keys with more brackets than PHP and qs read, among others of the same variables.
    package static func deep(using generator: inout SeededGenerator) -> String {
        (0..<generator.int(1...6)).map { _ in
            let depth = generator.element(of: [1, 4, 5, 6, 7, 12, 63, 64, 65, 66])
            let path = (0..<depth).map { _ in generator.element(of: ["[]", "[a]", "[b]", "[0]", "[1]", "[toString]"]) }
            let end = generator.element(of: ["", "", "", "x", "[", "[c", "]", "[]]"])
            return generator.element(of: ["a", "a", "b", " a", "a.b", "0"]) + path.joined() + end
                + generator.element(of: ["=1", "=2", "=", ""])
        }.joined(separator: "&")
    }

    /// Pairs of few keys or of many, a few of them empty.
    package static func long(_ count: Int, using generator: inout SeededGenerator) -> String {
        let isEven = generator.oneIn(3)
        return (0..<count).map { pair in
            !isEven && generator.oneIn(100) ? "" : generator.oneIn(2) ? "a[]=\(pair)" : "k\(pair)=v"
        }.joined(separator: "&")
    }

    /// Queries a step shorter than one.
    package static func shorter(than query: String) -> [String] {
        let scalars = Array(query.unicodeScalars)
        return [8, 4, 2, 1].flatMap { length in
            stride(from: 0, to: scalars.count, by: max(1, length / 2)).map { start in
                var view = String.UnicodeScalarView()
                view.append(contentsOf: scalars[..<start])
                view.append(contentsOf: scalars[min(start + length, scalars.count)...])
                return String(view)
            }
        }
    }
}
