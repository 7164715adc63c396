import URLSerialization

/// An operation that vectors record, and that a module of this package can be asked for.
///
/// A conforming type says how to run a vector and what to compare; marks and errors are treated alike for all.
protocol VectorOperation: Sendable {
    associatedtype Answer

    /// The module that answers, by name.
    var module: String { get }

    /// Whether the module's API takes error pointers, so that the behaviour of a NULL one can be compared.
    var takesErrorPointers: Bool { get }

    /// Whether the module sends parameters without a key, as a single value, as AFNetworking does.
    var sendsKeylessParameters: Bool { get }

    /// Does what the vector asks for.
    ///
    /// - Returns: The library's answer or its error.
    /// - Throws: ``VectorError`` if the vector itself is malformed. A result may hold an ``InexpressibleInput``.
    func run(_ vector: Vector) throws -> Result<Answer, any Error>

    /// The errors one of which the module must deliberately answer with; nil if it must not refuse the vector.
    ///
    /// The default is the difference's own.
    func refusals(of vector: Vector) throws -> Set<RequestSerializationError.Code>?

    /// In what the answer is not as expected.
    func mismatches(of answer: Answer, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch]

    /// The answer in one line.
    func text(of answer: Answer) -> String

    /// Replays a vector and compares the answer with what it says, or with the deliberate behaviour.
    ///
    /// The default serves operations that answer with a value or an error, and never with both.
    ///
    /// - Throws: ``VectorError`` if the vector is malformed.
    func verify(_ vector: Vector) throws -> VectorOutcome
}

extension VectorOperation {
    var takesErrorPointers: Bool { false }
    var sendsKeylessParameters: Bool { false }

    func refusals(of vector: Vector) throws -> Set<RequestSerializationError.Code>? {
        try DeliberateDifference(of: vector)?.refusals(of: vector, sendingKeyless: sendsKeylessParameters)
    }

    func verify(_ vector: Vector) throws -> VectorOutcome {
        let rules = try ComparisonRules(for: vector, takesErrorPointers: takesErrorPointers)
        if let reason = rules.skipReason { return .skipped(reason) }
        let difference = try DeliberateDifference(of: vector)
        let result = try run(vector)
        if case .failure(let error as InexpressibleInput) = result { return .skipped(error.reason) }
        let mismatches: [Mismatch]
        if let refusals = try refusals(of: vector) {
            mismatches = refusalMismatches(of: result, refusals: refusals)
        } else if difference == .raises {
            // Whatever is answered: that the process is still there is the point.
            mismatches = []
        } else {
            mismatches = try self.mismatches(of: result, with: vector, by: rules)
        }
        return mismatches.isEmpty ? .passed : .failed(mismatches)
    }

    private func refusalMismatches(
        of result: Result<Answer, any Error>, refusals: Set<RequestSerializationError.Code>
    ) -> [Mismatch] {
        let expected = refusals.map(\.description).sorted().joined(separator: " or ")
        let actual: String
        switch result {
        case .success(let answer): actual = text(of: answer)
        case .failure(let error):
            let refusal = RequestSerializationError.refusal(in: error)
            if let refusal, refusals.contains(refusal.code) { return [] }
            actual = refusal.map { "error \($0.code.description): \($0.description)" } ?? ErrorText.text(of: error)
        }
        return [Mismatch.ofTexts("deliberate error", expected: "error \(expected)", actual: actual)].compactMap { $0 }
    }

    private func mismatches(
        of result: Result<Answer, any Error>, with vector: Vector, by rules: ComparisonRules
    ) throws -> [Mismatch] {
        let expectedError = vector.expectation["error"] == nil ? nil : try vector.expectation.members("error")
        switch (result, expectedError) {
        case (.success(let answer), nil):
            return try mismatches(of: answer, with: vector, by: rules)
        case (.success(let answer), let expected?):
            return [try mismatch(expected: expected, actual: text(of: answer))].compactMap { $0 }
        case (.failure(let error), let expected?):
            return [try mismatch(expected: expected, actual: ErrorText.identity(of: error))].compactMap { $0 }
        case (.failure(let error), nil):
            return [Mismatch.ofTexts("error", expected: "no error", actual: ErrorText.text(of: error))].compactMap {
                $0
            }
        }
    }

    private func mismatch(expected: VectorMembers, actual: String) throws -> Mismatch? {
        guard let code = try expected.optionalInteger("code") else { throw VectorError("'code' is missing") }
        let text = ErrorText.identity(domain: try expected.text("domain"), code: code)
        return Mismatch.ofTexts("error", expected: text, actual: actual)
    }
}
