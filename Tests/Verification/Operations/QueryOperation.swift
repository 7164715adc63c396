import URLSerialization

/// The operation that makes a query string of parameters (`AFQueryStringFromParameters`).
struct QueryOperation<Subject: VectorSubject>: SubjectOperation {
    let subject: Subject

    init(by subject: Subject) { self.subject = subject }

    func run(_ vector: Vector) throws -> Result<String, any Error> {
        guard let parameters = try vector.input.typedValue("parameters") else {
            throw VectorError("'parameters' is missing")
        }
        return Result { try subject.query(of: parameters) }
    }

    func mismatches(of answer: String, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let expected = try vector.expectation.text("query")
        return [QueryComparison(rules: rules).mismatch("query", expected: expected, actual: answer)].compactMap { $0 }
    }

    func text(of answer: String) -> String { "query \(answer)" }
}
