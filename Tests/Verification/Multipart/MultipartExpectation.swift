import URLSerialization

/// The form that a vector expects: the recorded one with the library's deliberate differences.
struct MultipartExpectation {
    /// The placeholder for the boundary in recorded bodies and headers.
    static let boundary = "BOUNDARY"

    /// The body; `nil` if the form has no parts.
    let body: Data?
    /// The body's parts; empty if there are none.
    let parts: [MultipartPart]
    /// The number of bytes by which the body is longer than the recorded one.
    let lengthChange: Int
    /// The same number by the recorded `Content-Length`, which uses the declared lengths of streams.
    let declaredLengthChange: Int
    /// The results of appending the parts of the input.
    let results: [MultipartPartResult]
    /// The errors with which the parts of the input are deliberately refused, `nil` for those that are not.
    let refusals: [RequestSerializationError.Code?]

    /// - Throws: ``VectorError`` if the vector's body is not a multipart body.
    init(_ vector: Vector) throws {
        let difference = try DeliberateDifference(of: vector)
        let input = try MultipartInputPart.parts(of: vector.input)
        refusals = input.map { difference?.refusesParts == true ? $0.refusal : nil }
        results = try MultipartPartResult.all(in: vector.expectation)
        guard results.count == input.count else { throw VectorError("'partResults' are not one for each part") }
        guard vector.expectation["contentLength"] != nil else {
            (body, parts, lengthChange, declaredLengthChange) = (nil, [], 0, 0)
            return
        }
        guard let recorded = try vector.expectation.data("body") else { throw VectorError("'body' is null") }
        let escaped =
            difference == .names
            ? try MultipartNames.escaping(recorded, of: vector.input, parts: input) : recorded
        guard let recordedParts = MultipartBodyParser.parts(of: escaped, boundary: Self.boundary) else {
            throw VectorError("'body' is not a multipart body")
        }
        let refused = try Self.placesOfRefused(refusals, amid: recordedParts.count, by: results)
        guard !refused.isEmpty else {
            (body, parts, lengthChange) = (escaped, recordedParts, escaped.count - recorded.count)
            declaredLengthChange = lengthChange
            return
        }
        parts = recordedParts.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
        body = parts.isEmpty ? nil : MultipartBodyParser.body(of: parts, boundary: Self.boundary)
        lengthChange =
            Self.sentLength(of: body ?? Data(), partCount: parts.count)
            - Self.sentLength(of: recorded, partCount: recordedParts.count)
        declaredLengthChange = zip(input, refusals).reduce(lengthChange) { change, part in
            guard part.1 != nil, case .stream(let data, let length) = part.0.content else { return change }
            return change &+ data.count &- Int(length)
        }
    }

    /// Returns the length of a body with a boundary of the usual length.
    static func sentLength(of body: Data, partCount: Int) -> Int {
        body.count + (partCount + 1) * (MultipartReplay.boundary.utf8.count - boundary.utf8.count)
    }

    /// Returns the indices of the recorded body's parts that the library refuses. The caller's parts that AFNetworking
    /// appended are the last ones.
    private static func placesOfRefused(
        _ refusals: [RequestSerializationError.Code?], amid count: Int, by results: [MultipartPartResult]
    ) throws -> Set<Int> {
        let appended = zip(results, refusals).filter { $0.0.isAppended }.map(\.1)
        return Set(appended.indices.filter { appended[$0] != nil }.map { count - appended.count + $0 })
    }
}
