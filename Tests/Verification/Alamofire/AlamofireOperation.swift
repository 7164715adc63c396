import SerializerComparison
import URLSerialization

/// An operation of Alamofire's encoders, whose vectors name errors by their cases, not by domain and code.
protocol AlamofireOperation: VectorOperation {}

extension AlamofireOperation {
    var module: String { "AlamofireEncoders" }

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
    /// Returns the request with which a vector of Alamofire's encodings begins.
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

    /// Returns an input as `Any`, with numbers of the types that the vector names, or `nil` if it is missing or null.
    func untypedValue(_ name: String) throws -> Any? {
        guard !input.isNull(name), let value = try input.typedValue(name) else { return nil }
        return UntypedParameters(numbers: try choice("numbers") ?? .swift).value(value)
    }

    /// Returns the parameters as Alamofire's encodings take them, or `nil` if they are missing or null.
    func untypedParameters() throws -> [String: Any]? {
        guard let value = try untypedValue("parameters") else { return nil }
        guard let parameters = value as? [String: Any] else { throw VectorError("'parameters' is not an object") }
        return parameters
    }

    /// Returns an input that names one of several choices, or `nil` if it is missing or null.
    func choice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice? {
        guard let text = try input.optionalText(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw VectorError("'\(name)' names '\(text)', which is not a known choice")
        }
        return choice
    }

    /// Returns an input that names one of several values, or `nil` if it is missing or null.
    func choice<Value>(_ name: String, of values: KeyValuePairs<String, Value>) throws -> Value? {
        guard let text = try input.optionalText(name) else { return nil }
        guard let value = values.first(where: { $0.key == text }) else {
            throw VectorError("'\(name)' names '\(text)', which is not a known choice")
        }
        return value.value
    }
}
