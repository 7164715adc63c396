/// The replay of recorded behavior, which reports the library's differences.
///
/// An unknown operation is a failure, so that a misspelling does not pass.
package struct VectorVerifier: Sendable {
    /// The implementations of each operation, one for each module that has it.
    private let operations: [String: [any VectorOperation]] = [
        "escape": [EscapeOperation(by: CoreSubject()), EscapeOperation(by: AFNetworkingSubject())],
        "query": [QueryOperation(by: CoreSubject()), QueryOperation(by: AFNetworkingSubject())],
        "request": [RequestOperation(by: CoreSubject()), RequestOperation(by: AFNetworkingSubject())],
        "multipart": [MultipartOperation(by: CoreSubject()), MultipartOperation(by: AFNetworkingSubject())],
        "response": [ResponseOperation(by: CoreSubject()), ResponseOperation(by: AFNetworkingSubject())],
        "alamofire-urlencoding": [URLEncodingOperation()], "alamofire-jsonencoding": [JSONEncodingOperation()],
        "alamofire-formencoder": [FormEncoderOperation()],
    ]

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
        func failure(_ reason: String?, _ mismatches: [Mismatch] = []) -> VerificationFailure {
            VerificationFailure(
                file: file, line: line.number, id: vector?.id, operation: vector?.operation, reason: reason,
                mismatches: mismatches)
        }
        do {
            let parsed = try Vector(
                JSONValue.read(line.text, firstLine: line.number, maximumDepth: Vector.maximumDepth))
            vector = parsed
            let answers = try verify(parsed)
            if !answers.mismatches.isEmpty {
                report.add(failure(nil, answers.mismatches))
            } else if let modules = answers.passedThrough {
                report.addPass(through: modules)
            } else {
                report.addSkip(answers.skipReason)
            }
        } catch let error as JSONError {
            report.add(failure("not JSON: column \(error.column): \(error.reason)"))
        } catch let error as VectorError {
            report.add(failure("not a vector: \(error.reason)"))
        } catch {
            report.add(failure(ErrorText.text(of: error)))
        }
    }

    private func verify(_ vector: Vector) throws -> VectorAnswers {
        guard let operations = operations[vector.operation] else {
            throw VectorError("'op' names '\(vector.operation)', which is not a known operation")
        }
        var answers = VectorAnswers()
        for operation in operations { answers.add(try operation.verify(vector), of: operation.module) }
        return answers
    }
}
