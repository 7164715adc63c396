import URLSerialization

/// The comparison of a request with a vector.
struct RequestComparison {
    let vector: Vector
    let rules: ComparisonRules

    /// Returns the differences of the request.
    func mismatches(of request: URLRequest) throws -> [Mismatch] {
        guard vector.expectation["headers"] != nil else { throw VectorError("'headers' is missing") }
        let recorded = try RecordedRequest(vector, rules)
        return try lineMismatches(of: request)
            + Self.headerMismatches(
                expected: Self.fields(try vector.expectation.textsByName("headers")), actual: Self.fields(of: request))
            + BodyComparison(vector: vector, rules: rules, recorded: recorded).mismatches(of: request.httpBody)
    }

    /// Returns the differences of the method and the URL.
    func lineMismatches(of request: URLRequest) throws -> [Mismatch] {
        let recorded = try RecordedRequest(vector, rules)
        let (expected, method) = (try recorded.method(), request.httpMethod ?? "")
        let isRight = rules.contains(.methodCase) && expected.uppercased() == method.uppercased()
        return try (isRight ? [] : Mismatch.ofTexts("method", expected: expected, actual: method))
            + Mismatch.ofTexts(
                "url", expected: recorded.normalized(url: recorded.url(), isRecorded: true),
                actual: recorded.normalized(url: request.url?.absoluteString ?? "", isRecorded: false))
    }

    // MARK: - Headers

    /// The headers whose values depend on the process and the machine.
    private static let ownHeaders: Set<String> = ["user-agent", "accept-language"]

    /// Returns the values by lower-case name, since URLRequest on Linux changes the case of names.
    static func fields(_ headers: [(name: String, value: String)]) -> [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { $1 }.filter { !ownHeaders.contains($0.key) }
    }

    static func fields(of request: URLRequest) -> [String: String] {
        fields((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
    }

    /// Returns the differences of fields, in the order of their names.
    static func headerMismatches(
        _ subject: String = "header", expected: [String: String], actual: [String: String]
    ) -> [Mismatch] {
        Set(expected.keys).union(actual.keys).sorted().flatMap { name in
            Mismatch.ofTexts(
                "\(subject) \(name)", expected: expected[name].map { "'\($0)'" } ?? "absent",
                actual: actual[name].map { "'\($0)'" } ?? "absent")
        }
    }
}
