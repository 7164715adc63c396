/// A vector that the library answers differently, or a line that is not a vector.
package struct VerificationFailure: Sendable, Equatable {
    /// The file's name.
    package let file: String
    /// The line, counted from 1.
    package let line: Int
    /// The vector's name; `nil` if the line is not a vector.
    package let id: String?
    /// The operation that it records; `nil` if the line is not a vector.
    package let operation: String?
    /// The reason why the line cannot be replayed; `nil` if it was.
    package let reason: String?
    /// All differences.
    package let mismatches: [Mismatch]
}

extension VerificationFailure: CustomStringConvertible {
    /// The place and the vector, and below it each difference with a mark under its beginning.
    package var description: String {
        let place = (["\(file):\(line):"] + [id, operation.map { "(\($0))" }, reason].compactMap { $0 })
            .joined(separator: " ")
        return ([place] + mismatches.flatMap(\.lines)).joined(separator: "\n")
    }
}
