import AlamofireEncoders
import SerializerComparison
import URLSerialization

/// The operation that puts parameters or an object into a request's body as JSON (Alamofire's `JSONEncoding`).
struct JSONEncodingOperation: AlamofireOperation {
    func run(_ vector: Vector) throws -> Result<URLRequest, any Error> {
        let encoding = JSONEncoding(options: try Self.options(in: vector.input))
        let request = try vector.request()
        if vector.input["object"] != nil {
            let object = try vector.untypedValue("object")
            return Result { try encoding.encode(request, withJSONObject: object) }
        }
        let parameters = try vector.untypedParameters()
        return Result { try encoding.encode(request, with: parameters) }
    }

    func mismatches(of answer: URLRequest, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let url = Mismatch.ofTexts(
            "url", expected: try vector.expectation.text("url"), actual: answer.url?.absoluteString ?? "")
        let body = try bodyMismatch(of: answer.httpBody, with: vector)
        return try [url, body].compactMap { $0 } + AlamofireHeadComparison(vector: vector).mismatches(of: answer)
    }

    func text(of answer: URLRequest) -> String { AlamofireHeadComparison.text(of: answer) }

    private func bodyMismatch(of body: Data?, with vector: Vector) throws -> Mismatch? {
        guard let expected = try vector.expectation.data("body"), let body else {
            return Mismatch.ofTexts(
                "body", expected: AlamofireHeadComparison.text(ofBody: try vector.expectation.data("body")),
                actual: AlamofireHeadComparison.text(ofBody: body))
        }
        guard try vector.input.bool("unordered") else {
            let text = try vector.expectation.optionalText("text").map { Data($0.utf8) }
            return Mismatch.ofBytes("body", expected: expected, actual: body)
                ?? text.flatMap { Mismatch.ofBytes("text", expected: $0, actual: body) }
        }
        let object: Any
        do {
            object = try JSONValue.read(expected).parameters()
        } catch {
            throw VectorError("'body' cannot be read back: \(error.localizedDescription)")
        }
        do {
            return BodyObjectDifference.first(expected: object, actual: try JSONValue.read(body).parameters())?
                .mismatch
        } catch {
            return Mismatch.ofTexts(
                "body", expected: "a body that can be read back",
                actual: "\(error.localizedDescription) in \(AlamofireHeadComparison.text(ofBody: body))")
        }
    }

    private static func options(in input: VectorMembers) throws -> JSONSerialization.WritingOptions {
        try (input.texts("options") ?? []).reduce(into: []) { options, name in
            guard let option = Self.optionsByName.first(where: { $0.key == name }) else {
                throw VectorError("'options' names '\(name)', which is not a known option")
            }
            options.insert(option.value)
        }
    }

    private static let optionsByName: KeyValuePairs<String, JSONSerialization.WritingOptions> = [
        "prettyPrinted": .prettyPrinted, "sortedKeys": .sortedKeys, "fragmentsAllowed": .fragmentsAllowed,
        "withoutEscapingSlashes": .withoutEscapingSlashes,
    ]
}
