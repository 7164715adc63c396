import URLSerialization

/// The comparison of a request's method and URL with a vector.
struct RequestLineComparison {
    let vector: Vector
    let rules: ComparisonRules

    /// Returns the differences of the method and the URL.
    func mismatches(of answer: URLRequest) throws -> [Mismatch] {
        var mismatches: [Mismatch?] = []
        let (expectedMethod, method) = (try vector.expectation.text("method"), answer.httpMethod ?? "")
        if !rules.ignoresMethodCase || expectedMethod.uppercased() != method.uppercased() {
            mismatches.append(Mismatch.ofTexts("method", expected: expectedMethod, actual: method))
        }
        mismatches.append(
            QueryComparison(rules: rules).mismatch(url: try expectedURL(), actual: answer.url?.absoluteString ?? ""))
        return mismatches.compactMap { $0 }
    }

    /// Returns the vector's URL, with its query moved before the fragment if the vector is marked so.
    private func expectedURL() throws -> String {
        let url = try vector.expectation.text("url")
        guard try DeliberateDifference(of: vector) == .fragment else { return url }
        let given = try vector.input.text("url")
        guard let fragment = given.firstIndex(of: "#"), url.hasPrefix(given) else {
            throw VectorError("marked 'fragment', but no query stands after a fragment")
        }
        // AFNetworking chooses its separator by the whole text, this library by the part before the fragment.
        let query = url.dropFirst(given.count).dropFirst()
        let base = given[..<fragment]
        return query.isEmpty ? given : base + (base.contains("?") ? "&" : "?") + query + given[fragment...]
    }
}
