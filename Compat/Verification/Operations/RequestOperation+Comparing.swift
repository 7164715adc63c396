import URLSerialization

extension RequestOperation {
    func mismatches(of answer: URLRequest, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let line = try RequestLineComparison(vector: vector, rules: rules).mismatches(of: answer)
        guard vector.expectation["headers"] != nil else { throw VectorError("'headers' is missing") }
        let headers = HeaderComparison.mismatches(
            expected: HeaderComparison.fields(try vector.expectation.textsByName("headers")),
            actual: HeaderComparison.fields((answer.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }))
        return try line + headers + BodyComparison(vector: vector, rules: rules).mismatches(of: answer.httpBody)
    }
}
