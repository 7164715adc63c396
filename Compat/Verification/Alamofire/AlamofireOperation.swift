import SerializerComparison
import URLSerialization

/// An operation of Alamofire's encoders: their vectors name errors by what they are, not by domain and code.
protocol AlamofireOperation: VectorOperation {}

extension AlamofireOperation {
    var module: String { "AlamofireCompat" }

    func verify(_ vector: Vector) throws -> VectorOutcome {
        let rules = try ComparisonRules(for: vector)
        if let reason = rules.skipReason { return .skipped(reason) }
        let mismatches: [Mismatch]
        switch (try run(vector), try vector.expectation.optionalText("error")) {
        case (.success(let answer), nil):
            mismatches = try self.mismatches(of: answer, with: vector, by: rules)
        case (.success(let answer), let expected?):
            mismatches = Self.errorMismatch(expected: "error \(expected)", actual: text(of: answer))
        case (.failure(let error), let expected):
            mismatches = Self.errorMismatch(
                expected: expected.map { "error \($0)" } ?? "no error",
                actual: "error \(AlamofireErrorText.text(of: error))")
        }
        return mismatches.isEmpty ? .passed : .failed(mismatches)
    }

    private static func errorMismatch(expected: String, actual: String) -> [Mismatch] {
        [Mismatch.ofTexts("error", expected: expected, actual: actual)].compactMap { $0 }
    }
}

extension Vector {
    /// The request that a vector of Alamofire's encodings begins with.
    func request() throws -> URLRequest {
        let text = try input.text("url")
        guard let url = URL(string: text) else { throw VectorError("'url' is not a URL") }
        var request = URLRequest(url: url)
        request.httpMethod = try input.optionalText("method")
        for header in try input.textsByName("headers") {
            request.setValue(header.value, forHTTPHeaderField: header.name)
        }
        return request
    }

    /// An input in `Any`, its numbers as the vector says they sat there; nil if it is not there or null.
    func untypedValue(_ name: String) throws -> Any? {
        guard !input.isNull(name), let value = try input.typedValue(name) else { return nil }
        return UntypedParameters(numbers: try choice("numbers") ?? .swift).value(value)
    }

    /// The parameters as Alamofire's encodings take them; nil if they are not there or null.
    func untypedParameters() throws -> [String: Any]? {
        guard let value = try untypedValue("parameters") else { return nil }
        guard let parameters = value as? [String: Any] else { throw VectorError("'parameters' is not an object") }
        return parameters
    }

    /// An input that names one of several choices; nil if it is not there or null.
    func choice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice? {
        guard let text = try input.optionalText(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw VectorError("'\(name)' names '\(text)', which is not a known choice")
        }
        return choice
    }

    /// An input that names one of several values; nil if it is not there or null.
    func choice<Value>(_ name: String, of values: KeyValuePairs<String, Value>) throws -> Value? {
        guard let text = try input.optionalText(name) else { return nil }
        guard let value = values.first(where: { $0.key == text }) else {
            throw VectorError("'\(name)' names '\(text)', which is not a known choice")
        }
        return value.value
    }
}
