import URLSerialization

/// Something in which an answer is not what a vector says.
package struct Mismatch: Sendable, Equatable, Encodable {
    /// What was compared: `query`, `url`, `header content-type`.
    package let subject: String
    /// What the vector says, in printable characters.
    package let expected: String
    /// What was answered, in printable characters.
    package let actual: String
    /// The first byte in which the two differ, counted from 0.
    package let firstDifference: Int
    /// The character of ``expected`` and ``actual`` that shows it, counted from 0.
    package let column: Int
    /// The modules that answered so, by name.
    package private(set) var answeredBy: [String] = []

    /// The difference between two sequences of bytes; nil if there is none.
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

    /// The difference between two texts, by their UTF-8; nil if there is none.
    static func ofTexts(_ subject: String, expected: String, actual: String) -> Mismatch? {
        ofBytes(subject, expected: expected.utf8, actual: actual.utf8)
    }
}

extension Mismatch {
    /// Mismatches with those that another module's answer has: one and the same is one, of both modules.
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
    /// How long the texts may be and still be shown whole.
    private static let width = 160

    /// The subject and who answered, both texts under one another, and a mark under the first difference.
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
