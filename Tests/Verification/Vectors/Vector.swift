import SerializerComparison
import URLSerialization

/// A recorded behavior: an operation with its input and the original library's answer.
struct Vector {
    /// The greatest nesting of a line's JSON: typed sets and dictionaries take two or three levels each, and parameters
    /// may have 512.
    static let maximumDepth = 2048

    let id: String
    let operation: String
    /// All members except the recorded answer.
    let input: VectorMembers
    /// The recorded answer.
    let expectation: VectorMembers
    /// Whether the vector records a multipart form.
    var isMultipart: Bool { operation == "multipart" }
    /// Whether a text of the vector cannot be held by a Swift string.
    let hasUnpairedSurrogate: Bool

    /// Creates the vector of a line.
    ///
    /// - Throws: ``VectorError`` for a missing member that every vector must have.
    init(_ json: JSONValue) throws {
        guard case .object(let members) = json else { throw VectorError("a vector is a JSON object") }
        input = VectorMembers(members)
        id = try input.text("id")
        operation = try input.text("op")
        expectation = try input.members("expect")
        hasUnpairedSurrogate = json.hasUnpairedSurrogate
    }
}

/// The reason why a line is not a vector that can be replayed: an error of the file, not of the tested library.
struct VectorError: LocalizedError, Equatable {
    /// The problem, without a full stop.
    let reason: String

    var errorDescription: String? { reason }

    init(_ reason: String) {
        self.reason = reason
    }
}
