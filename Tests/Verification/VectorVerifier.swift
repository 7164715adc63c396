import URLSerialization

/// The replay of recorded behavior, which reports the library's differences.
///
/// A vector flows in one direction: each subject that has the vector's operation makes an answer of its input, and a
/// ``VectorComparison`` compares the answer with the recorded one by the vector's ``ComparisonRules``.
package struct VectorVerifier: Sendable {
    /// The modules that have each operation. An unknown operation is a failure, so that a misspelling does not pass.
    private static let subjects: [String: [any VectorSubject]] = {
        let both: [any VectorSubject] = [CoreSubject(), AFNetworkingSubject()]
        let alamofire: [any VectorSubject] = [AlamofireSubject()]
        return [
            "escape": both, "query": both, "request": both, "multipart": both, "response": both,
            "alamofire-urlencoding": alamofire, "alamofire-jsonencoding": alamofire,
            "alamofire-formencoder": alamofire,
        ]
    }()

    /// Creates a verifier of all of the package's operations.
    package init() {}

    /// Replays a file's vectors in their order.
    ///
    /// - Complexity: Linear in the file's size, a line at a time in memory.
    package func verify(_ file: VectorFile) -> VerificationReport {
        var report = VerificationReport()
        for line in file.lines { verify(line, of: file.name, report: &report) }
        return report
    }

    private func verify(_ line: VectorFile.Line, of file: String, report: inout VerificationReport) {
        var vector: Vector?
        func fail(_ reason: String?, _ mismatches: [Mismatch] = []) {
            report.failures.append(
                VerificationFailure(
                    file: file, line: line.number, id: vector?.id, operation: vector?.operation, reason: reason,
                    mismatches: mismatches))
        }
        do {
            let parsed = try Vector(line.document())
            vector = parsed
            guard let subjects = Self.subjects[parsed.operation] else {
                throw VectorError("op", names: parsed.operation, no: "operation")
            }
            let outcomes = try subjects.map { subject in
                (module: subject.module, outcome: try VectorComparison.outcome(of: parsed, through: subject))
            }
            let mismatches = Self.mismatches(outcomes)
            if mismatches.isEmpty { report.add(outcomes) } else { fail(nil, mismatches) }
        } catch let error as JSONError {
            fail("not JSON: column \(error.column): \(error.reason)")
        } catch let error as VectorError {
            fail("not a vector: \(error.reason)")
        } catch {
            fail(ErrorText.text(of: error))
        }
    }

    /// Returns all differences, each with the modules that have it.
    static func mismatches(_ outcomes: [(module: String, outcome: VectorOutcome)]) -> [Mismatch] {
        outcomes.reduce(into: []) { mismatches, answer in
            guard case .failed(let others) = answer.outcome else { return }
            Mismatch.merge(others, of: answer.module, into: &mismatches)
        }
    }
}
