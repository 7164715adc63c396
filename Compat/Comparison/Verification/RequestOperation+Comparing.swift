import URLSerialization

extension RequestOperation {
    func mismatches(of answer: URLRequest, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        var mismatches: [Mismatch?] = []
        let (expectedMethod, method) = (try vector.expectation.text("method"), answer.httpMethod ?? "")
        if !rules.ignoresMethodCase || expectedMethod.uppercased() != method.uppercased() {
            mismatches.append(Mismatch.ofTexts("method", expected: expectedMethod, actual: method))
        }
        mismatches.append(
            QueryComparison(rules: rules)
                .mismatch(url: try Self.expectedURL(of: vector), actual: answer.url?.absoluteString ?? ""))
        mismatches += try Self.headerMismatches(of: answer, with: vector)
        mismatches += try BodyComparison(vector: vector, rules: rules).mismatches(of: answer.httpBody)
        return mismatches.compactMap { $0 }
    }

    // MARK: - URL

    /// The vector's URL, its query moved before the fragment where the vector is marked so.
    private static func expectedURL(of vector: Vector) throws -> String {
        let url = try vector.expectation.text("url")
        guard try DeliberateDifference(of: vector) == .fragment else { return url }
        let given = try vector.input.text("url")
        guard let fragment = given.firstIndex(of: "#"), url.hasPrefix(given) else {
            throw VectorError("marked 'fragment', but no query stands after a fragment")
        }
        // AFNetworking's separator is that of the whole text; here the part before the fragment decides.
        let query = url.dropFirst(given.count).dropFirst()
        let base = given[..<fragment]
        return query.isEmpty ? given : base + (base.contains("?") ? "&" : "?") + query + given[fragment...]
    }

    // MARK: - Headers

    /// Fields whose values depend on the process and the machine.
    private static let ownHeaders: Set<String> = ["user-agent", "accept-language"]

    private static func headerMismatches(of answer: URLRequest, with vector: Vector) throws -> [Mismatch?] {
        guard vector.expectation["headers"] != nil else { throw VectorError("'headers' is missing") }
        let expected = fields(try vector.expectation.textsByName("headers"))
        let actual = fields((answer.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
        return Set(expected.keys).union(actual.keys).sorted().map { name in
            Mismatch.ofTexts(
                "header \(name)", expected: expected[name].map { "'\($0)'" } ?? "absent",
                actual: actual[name].map { "'\($0)'" } ?? "absent")
        }
    }

    /// Values by lower-case name: Linux's URLRequest changes the case of names, and it means nothing.
    private static func fields(_ headers: [(name: String, value: String)]) -> [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
            .filter { !ownHeaders.contains($0.key) }
    }
}
