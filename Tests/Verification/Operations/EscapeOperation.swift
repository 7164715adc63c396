import URLSerialization

/// The operation that percent-encodes a text (`AFPercentEscapedStringFromString`).
struct EscapeOperation<Subject: VectorSubject>: SubjectOperation {
    let subject: Subject

    init(by subject: Subject) { self.subject = subject }

    func run(_ vector: Vector) throws -> Result<String, any Error> {
        .success(subject.escape(try vector.input.text("string")))
    }

    func mismatches(of answer: String, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let expected = try vector.expectation.text("escaped")
        let text = QueryComparison(rules: rules).mismatch("escaped", expected: expected, actual: answer)
        guard rules.lacksByteOrderMarks else { return [text].compactMap { $0 } }
        let mark = QueryComparison.escapedByteOrderMark
        let marks = try vector.input.text("string").unicodeScalars.count { $0 == "\u{FEFF}" }
        let count = Mismatch.ofTexts(
            "occurrences of \(mark)", expected: "\(marks)",
            actual: "\(answer.components(separatedBy: mark).count - 1)")
        return [text, count].compactMap { $0 }
    }

    func text(of answer: String) -> String { answer }
}
