import URLSerialization

/// A difference between an answer and a vector.
package struct Mismatch: Sendable, Equatable {
    /// The compared property: `query`, `url`, `header content-type`.
    package let subject: String
    /// The vector's text, in printable characters.
    package let expected: String
    /// The answer's text, in printable characters.
    package let actual: String
    /// The index of the first byte that differs.
    package let firstDifference: Int
    /// The index of the character of ``expected`` and ``actual`` that shows it.
    package let column: Int
    /// The names of the modules with this answer.
    package private(set) var answeredBy: [String] = []

    /// Returns the difference between two sequences of bytes, or `nil` if there is none.
    static func ofBytes(_ subject: String, expected: some Sequence<UInt8>, actual: some Sequence<UInt8>) -> Mismatch? {
        let (expected, actual) = (Array(expected), Array(actual))
        guard expected != actual else { return nil }
        let common = zip(expected, actual).prefix { $0 == $1 }.count
        let (expectedText, actualText) = (PrintableBytes(expected), PrintableBytes(actual))
        return Mismatch(
            subject: subject, expected: expectedText.text, actual: actualText.text, firstDifference: common,
            column: min(expectedText.column(ofByte: common), actualText.column(ofByte: common))
        )
    }

    /// Returns the difference between the UTF-8 of two texts, or `nil` if there is none.
    static func ofTexts(_ subject: String, expected: String, actual: String) -> Mismatch? {
        ofBytes(subject, expected: expected.utf8, actual: actual.utf8)
    }
}

extension Mismatch {
    /// Adds another module's mismatches. Equal mismatches become one, of both modules.
    static func merge(_ others: [Mismatch], of module: String, into mismatches: inout [Mismatch]) {
        for var other in others {
            var isSame = false
            for index in mismatches.indices where !isSame {
                other.answeredBy = mismatches[index].answeredBy
                isSame = mismatches[index] == other
                if isSame { mismatches[index].answeredBy.append(module) }
            }
            other.answeredBy = [module]
            if !isSame { mismatches.append(other) }
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
