import URLSerialization

/// An operation that vectors record and a module of this package implements.
///
/// A conforming type runs a vector and compares the answer; marks and errors are treated alike for all.
protocol VectorOperation: Sendable {
    associatedtype Answer

    /// The module that answers, by name.
    var module: String { get }

    /// Whether the module's API takes error pointers, so that the behavior of a NULL one can be compared.
    var takesErrorPointers: Bool { get }

    /// Whether the module sends parameters without a key, such as a single value, as AFNetworking does.
    var sendsKeylessParameters: Bool { get }

    /// Runs the vector's operation.
    ///
    /// - Returns: The library's answer or its error.
    /// - Throws: ``VectorError`` if the vector itself is malformed. A result may hold an ``InexpressibleInput``.
    func run(_ vector: Vector) throws -> Result<Answer, any Error>

    /// Returns the errors one of which the module must deliberately return, or `nil` if it must not refuse the vector.
    ///
    /// The default is that of the difference.
    func refusals(of vector: Vector) throws -> Set<RequestSerializationError.Code>?

    /// Returns the differences between the answer and the vector.
    func mismatches(of answer: Answer, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch]

    /// Returns the answer in one line.
    func text(of answer: Answer) -> String

    /// Replays a vector and compares the answer with the recorded one, or with the deliberate behavior.
    ///
    /// The default is for operations that return a value or an error, and never both.
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
            // The answer does not matter: the operation must only not end the process.
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
