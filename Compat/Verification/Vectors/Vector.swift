import SerializerComparison

/// A recorded behaviour: an operation with its input, and what the original library answered.
struct Vector {
    /// How deep a line's JSON may be nested: typed sets and dictionaries take two or three levels each, and parameters
    /// may have 512.
    static let maximumDepth = 2048

    let id: String
    let operation: String
    /// Everything but what was answered.
    let input: VectorMembers
    /// What was answered.
    let expectation: VectorMembers
    /// Whether the vector records a multipart form.
    var isMultipart: Bool { operation == "multipart" }
    /// Whether a Swift string cannot hold some text of the vector.
    let hasUnpairedSurrogate: Bool

    /// The vector of a line.
    ///
    /// - Throws: ``VectorError`` for what every vector must have and this one lacks.
    init(_ json: JSONValue) throws {
        guard case .object(let members) = json else { throw VectorError("a vector is a JSON object") }
        input = VectorMembers(members)
        id = try input.text("id")
        operation = try input.text("op")
        expectation = try input.members("expect")
        hasUnpairedSurrogate = json.hasUnpairedSurrogate
    }
}
