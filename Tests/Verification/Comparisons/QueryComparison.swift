import URLSerialization

/// The comparison of query strings by the rules for a vector.
struct QueryComparison {
    let rules: ComparisonRules

    /// Returns the difference, or `nil` if there is none.
    func mismatch(_ subject: String, expected: String, actual: String) -> Mismatch? {
        Mismatch.ofTexts(subject, expected: settled(expected), actual: settled(actual))
    }

    /// Returns the difference of URLs, whose order may only be free in the query.
    func mismatch(url: String, actual: String) -> Mismatch? {
        Mismatch.ofTexts("url", expected: settled(url: url), actual: settled(url: actual))
    }

    private func settled(url: String) -> String {
        guard rules.isAnyOrderRight || rules.lacksByteOrderMarks, let mark = url.utf8.firstIndex(of: UInt8(ascii: "?"))
        else { return url }
        let start = url.utf8.index(after: mark)
        let end = url.utf8[start...].firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        return url[..<start] + settled(String(url[start..<end])) + url[end...]
    }

    private func settled(_ query: String) -> String {
        var query = query
        if rules.lacksByteOrderMarks { query = query.replacingOccurrences(of: Self.escapedByteOrderMark, with: "") }
        guard rules.isAnyOrderRight else { return query }
        var pairs = query.split(separator: "&", omittingEmptySubsequences: false).sorted()
        if rules.mergesEqualPairs {
            pairs = pairs.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
        return pairs.joined(separator: "&")
    }

    /// U+FEFF in percent-encoding.
    static let escapedByteOrderMark = "%EF%BB%BF"
}
