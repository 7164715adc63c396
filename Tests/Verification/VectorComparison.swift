import URLSerialization

/// The comparison of a module's answer with a vector.
struct VectorComparison {
    let vector: Vector
    let rules: ComparisonRules

    /// Returns the outcome of replaying a vector through a module.
    ///
    /// - Throws: ``VectorError`` if the vector is malformed.
    static func outcome(of vector: Vector, through subject: some VectorSubject) throws -> VectorOutcome {
        let rules = try ComparisonRules(for: vector, takesErrorPointers: subject.takesErrorPointers)
        if let reason = rules.skipReason { return .skipped(reason) }
        let answer = try subject.answer(to: vector)
        if case .inexpressible(let reason) = answer { return .skipped(reason) }
        let comparison = VectorComparison(vector: vector, rules: rules)
        let refusals = try subject.refusals(of: vector, by: rules)
        let mismatches =
            try refusals.map { comparison.mismatches(of: answer, withOneOf: $0) } ?? comparison.mismatches(of: answer)
        return mismatches.isEmpty ? .passed : .failed(mismatches)
    }

    /// Returns the differences between an answer and the recorded one.
    private func mismatches(of answer: VectorAnswer) throws -> [Mismatch] {
        if case .response(let object, let error) = answer {
            return try ResponseComparison(vector: vector, rules: rules).mismatches(of: object, error)
        }
        // Any answer is right where Foundation raised an exception, but the process must not end.
        if rules.difference == .raises, !vector.isFromAlamofire { return [] }
        let expected = try expectedError()
        if case .failure(let error) = answer {
            let actual = expected == nil ? ErrorText.text(of: error) : ErrorText.identity(of: error)
            return Mismatch.ofTexts("error", expected: expected ?? "no error", actual: actual)
        }
        if let expected { return Mismatch.ofTexts("error", expected: expected, actual: answer.description) }
        switch answer {
        case .text(let text): return try mismatches(ofText: text)
        case .request(let request): return try RequestComparison(vector: vector, rules: rules).mismatches(of: request)
        case .form(let form): return try FormComparison(vector: vector, rules: rules, answer: form).mismatches()
        case .response, .failure, .inexpressible: return []
        }
    }

    /// Returns the recorded error; `nil` for none.
    private func expectedError() throws -> String? {
        // AFNetworking's errors are recorded by domain and code, Alamofire's by their cases.
        if vector.isFromAlamofire { return try vector.expectation.optionalText("error").map { "error \($0)" } }
        guard vector.expectation["error"] != nil else { return nil }
        let error = try vector.expectation.members("error")
        return ErrorText.identity(domain: try error.text("domain"), code: try error.integer("code"))
    }

    private func mismatches(ofText text: String) throws -> [Mismatch] {
        let subject = vector.operation == "escape" ? "escaped" : "query"
        let recorded = try vector.expectation.text(subject)
        let mismatches = Mismatch.ofTexts(
            subject, expected: rules.normalized(recorded), actual: rules.normalized(text))
        guard subject == "escaped", rules.contains(.byteOrderMark) else { return mismatches }
        let mark = ComparisonRules.byteOrderMark
        let count = try vector.input.text("string").unicodeScalars.count { $0 == "\u{FEFF}" }
        let actual = text.components(separatedBy: mark).count - 1
        return mismatches
            + Mismatch.ofTexts("occurrences of \(mark)", expected: "\(count)", actual: "\(actual)")
    }

    /// Returns the difference between an answer and the deliberate errors, one of which it must be.
    private func mismatches(
        of answer: VectorAnswer, withOneOf refusals: Set<RequestSerializationError.Code>
    ) -> [Mismatch] {
        var actual = answer.description
        if case .failure(let error) = answer, let refusal = RequestSerializationError.refusal(in: error) {
            if refusals.contains(refusal.code) { return [] }
            actual = "error \(refusal.code): \(refusal)"
        }
        let expected = refusals.map(\.description).sorted().joined(separator: " or ")
        return Mismatch.ofTexts("deliberate error", expected: "error \(expected)", actual: actual)
    }
}

extension VectorAnswer: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): "text \(text)"
        case .request(let request): "request \(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"
        case .form(let form):
            "request \(form.made.request.httpMethod ?? "") with a body of \(form.contentLength) bytes"
        case .response(let object, let error):
            "\(ResponseComparison.text(of: object)), \(error.map { ErrorText.identity(of: $0) } ?? "no error")"
        case .failure(let error): ErrorText.text(of: error)
        case .inexpressible(let reason): reason
        }
    }
}

/// The outcome of replaying a vector through a module.
enum VectorOutcome {
    case passed
    case failed([Mismatch])
    /// The vector does not apply to this module, for the given reason.
    case skipped(String)
}
