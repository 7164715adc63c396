import URLSerialization

/// The form that a vector expects: the recorded one with the library's deliberate differences.
struct RecordedForm {
    /// The recorded error of a part that was not appended.
    struct Refusal {
        let identity: String
        /// Whether the error has a failure reason; `nil` if the vector does not record it.
        let hasReason: Bool?

        var text: String { identity + (hasReason.map { $0 ? " with a reason" : " without a reason" } ?? "") }
    }

    /// The placeholder for the boundary in recorded bodies and headers.
    static let boundary = "BOUNDARY"

    /// The body; `nil` if the form has no parts.
    let body: FormBody?
    /// The number of bytes by which the body is longer than the recorded one.
    let lengthChange: Int
    /// The same number by the recorded `Content-Length`, which uses the declared lengths of streams.
    let declaredLengthChange: Int
    /// The results of appending the parts of the input, `nil` for those that were appended.
    let results: [Refusal?]
    /// The errors with which the parts of the input are deliberately refused, `nil` for those that are not.
    let refusals: [RequestSerializationError.Code?]

    /// - Throws: ``VectorError`` if the vector's body is not a multipart body.
    init(_ vector: Vector, _ rules: ComparisonRules) throws {
        let input = try FormPart.parts(of: vector.input)
        refusals = input.map { rules.difference?.refusesParts == true ? $0.refusal : nil }
        results = try Self.results(vector.expectation)
        guard results.count == input.count else { throw VectorError("'partResults' are not one for each part") }
        guard vector.expectation["contentLength"] != nil else {
            (body, lengthChange, declaredLengthChange) = (nil, 0, 0)
            return
        }
        let recorded = try vector.expectation.data("body")
        let escaped =
            rules.difference == .names ? try FormNames.escaping(recorded, of: vector.input, parts: input) : recorded
        guard let whole = FormBody(escaped, boundary: Self.boundary) else {
            throw VectorError("'body' is not a multipart body")
        }
        // The caller's parts that AFNetworking appended are the last ones.
        let appended = zip(results, refusals).filter { $0.0 == nil }.map(\.1)
        let fieldCount = whole.parts.count - appended.count
        let parts = whole.parts.enumerated().filter { index, _ in
            index < fieldCount || appended[index - fieldCount] == nil
        }
        let sent = FormBody(parts: parts.map(\.element), boundary: Self.boundary)
        body = sent.parts.isEmpty ? nil : sent
        let boundary = FormInput.boundary
        lengthChange =
            (body?.length(ofBoundary: boundary) ?? 0) - whole.length(ofBoundary: boundary)
            + escaped.count - recorded.count
        declaredLengthChange = zip(input, refusals).reduce(lengthChange) { change, part in
            part.1 == nil ? change : change &+ part.0.excess
        }
    }

    private static func results(_ expectation: VectorMembers) throws -> [Refusal?] {
        guard let results = expectation["partResults"]?.array else {
            throw VectorError("'partResults' is not an array")
        }
        return try results.map { result in
            if result.bool == true { return nil }
            guard let members = result.dictionary.map(VectorMembers.init) else {
                throw VectorError("'partResults' has something other than true and errors")
            }
            let error = try members.members("error")
            let info = members["errorInfo"] == nil ? nil : try members.members("errorInfo")
            return Refusal(
                identity: ErrorText.identity(domain: try error.text("domain"), code: try error.integer("code")),
                hasReason: try info.map { try $0.optionalText("localizedFailureReason") != nil })
        }
    }
}

extension RecordedForm.Refusal {
    init(_ error: any Error, recordsReason: Bool) {
        identity = ErrorText.identity(of: error)
        hasReason = recordsReason ? (error as NSError).localizedFailureReason != nil : nil
    }
}
