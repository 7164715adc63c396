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
    let expectation: VectorMembers
    /// Whether a text of the vector cannot be held by a Swift string.
    let hasUnpairedSurrogate: Bool

    /// Whether the vector records a multipart form.
    var isForm: Bool { operation == "multipart" }
    /// Whether the vector records one of Alamofire's encoders.
    var isFromAlamofire: Bool { operation.hasPrefix("alamofire-") }

    /// Creates the vector of a line.
    ///
    /// - Throws: ``VectorError`` for a missing member that every vector must have.
    init(_ document: VectorDocument) throws {
        guard let members = document.value.dictionary else { throw VectorError("a vector is a JSON object") }
        input = VectorMembers(members)
        id = try input.text("id")
        operation = try input.text("op")
        expectation = try input.members("expect")
        hasUnpairedSurrogate = document.hasUnpairedSurrogate
    }
}

/// The reason why a line is not a vector that can be replayed: an error of the file, not of the tested library.
struct VectorError: LocalizedError, Equatable {
    /// The problem, without a full stop.
    let reason: String

    var errorDescription: String? { reason }

    init(_ reason: String) { self.reason = reason }

    /// Creates the error of a member that names something unknown.
    init(_ member: String, names name: String, no kind: String) {
        self.init("'\(member)' names '\(name)', which is not a known \(kind)")
    }
}
