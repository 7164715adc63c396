/// A vector that the library does not answer as it says, or a line that is no vector.
public struct VerificationFailure: Sendable, Equatable, Encodable {
    /// The file's name.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The vector's name; nil if the line is no vector.
    public let id: String?
    /// The operation it records; nil if the line is no vector.
    public let operation: String?
    /// Why the line cannot be replayed; nil if it was.
    public let reason: String?
    /// Everything that differs.
    public let mismatches: [Mismatch]
}

extension VerificationFailure: CustomStringConvertible {
    /// Where and which, and below it each difference with a mark under its beginning.
    public var description: String {
        let place = (["\(file):\(line):"] + [id, operation.map { "(\($0))" }, reason].compactMap { $0 })
            .joined(separator: " ")
        return ([place] + mismatches.flatMap(\.lines)).joined(separator: "\n")
    }
}
