import URLSerialization

/// A difference between an answer and a vector.
package struct Mismatch: Sendable, Equatable {
    /// The compared property: `query`, `url`, `header content-type`.
    let subject: String
    /// The vector's text, in printable characters.
    let expected: String
    /// The answer's text, in printable characters.
    let actual: String
    /// The index of the first byte that differs.
    let firstDifference: Int
    /// The index of the character of ``expected`` and ``actual`` that shows it.
    let column: Int
    /// The names of the modules with this answer.
    private(set) var answeredBy: [String] = []

    /// Returns the difference between two sequences of bytes, or none.
    static func ofBytes(_ subject: String, expected: some Sequence<UInt8>, actual: some Sequence<UInt8>) -> [Mismatch] {
        let (expected, actual) = (Array(expected), Array(actual))
        guard expected != actual else { return [] }
        let common = zip(expected, actual).prefix { $0 == $1 }.count
        // The first byte of the character that differs.
        let start = (0...common).last { index in
            ![expected, actual].contains { index < $0.count && $0[index] & 0xC0 == 0x80 }
        }
        func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self).printable }
        return [
            Mismatch(
                subject: subject, expected: text(expected), actual: text(actual), firstDifference: common,
                column: text(expected.prefix(start ?? 0)).count)
        ]
    }

    /// Returns the difference between the UTF-8 of two texts, or none.
    static func ofTexts(_ subject: String, expected: String, actual: String) -> [Mismatch] {
        ofBytes(subject, expected: expected.utf8, actual: actual.utf8)
    }

    /// Adds another module's mismatches. Equal mismatches become one, of both modules.
    static func merge(_ others: [Mismatch], of module: String, into mismatches: inout [Mismatch]) {
        for var other in others {
            let same = mismatches.firstIndex { mismatch in
                other.answeredBy = mismatch.answeredBy
                return mismatch == other
            }
            other.answeredBy = (same.map { mismatches[$0].answeredBy } ?? []) + [module]
            if let same { mismatches[same] = other } else { mismatches.append(other) }
        }
    }
}

extension Mismatch {
    /// The length in characters up to which the texts are shown whole.
    private static let width = 160

    /// The subject and the modules, both texts under one another, and a mark under the first difference.
    var lines: [String] {
        let start = max(expected.count, actual.count) > Self.width ? max(0, column - Self.width / 2) : 0
        let mark = String(repeating: " ", count: column - start + (start > 0 ? 3 : 0)) + "^ byte \(firstDifference)"
        return [
            "  \(subject)\(answeredBy.isEmpty ? "" : " (\(answeredBy.joined(separator: ", ")))")",
            "    expected  \(Self.excerpt(of: expected, from: start))",
            "    actual    \(Self.excerpt(of: actual, from: start))",
            "              \(mark)",
        ]
    }

    private static func excerpt(of text: String, from start: Int) -> String {
        let rest = text.dropFirst(start)
        return (start > 0 ? "..." : "") + rest.prefix(width) + (rest.count > width ? "..." : "")
    }
}
