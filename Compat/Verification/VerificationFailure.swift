/// A vector that the library does not answer as it says, or a line that is no vector.
package struct VerificationFailure: Sendable, Equatable, Encodable {
    /// The file's name.
    package let file: String
    /// The line, counted from 1.
    package let line: Int
    /// The vector's name; nil if the line is no vector.
    package let id: String?
    /// The operation it records; nil if the line is no vector.
    package let operation: String?
    /// Why the line cannot be replayed; nil if it was.
    package let reason: String?
    /// Everything that differs.
    package let mismatches: [Mismatch]
}

extension VerificationFailure: CustomStringConvertible {
    /// Where and which, and below it each difference with a mark under its beginning.
    package var description: String {
        let place = (["\(file):\(line):"] + [id, operation.map { "(\($0))" }, reason].compactMap { $0 })
            .joined(separator: " ")
        return ([place] + mismatches.flatMap(\.lines)).joined(separator: "\n")
    }
}
