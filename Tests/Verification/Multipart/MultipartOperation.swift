import URLSerialization

/// The operation that builds a multipart form and reads its body
/// (`multipartFormRequestWithMethod:URLString:parameters:…`).
struct MultipartOperation<Subject: VectorSubject>: SubjectOperation {
    let subject: Subject

    init(by subject: Subject) { self.subject = subject }

    func run(_ vector: Vector) throws -> Result<MultipartAnswer, any Error> {
        let replay = try MultipartReplay(vector.input)
        return Result { try replay.answer(by: subject) }
    }

    func refusals(of vector: Vector) throws -> Set<RequestSerializationError.Code>? {
        let difference = try DeliberateDifference(of: vector)
        if let refusals = try difference?.refusals(of: vector, sendingKeyless: sendsKeylessParameters) {
            return refusals
        }
        guard !subject.tellsOfEachRefusedPart, difference?.refusesParts == true else { return nil }
        return try MultipartInputPart.parts(of: vector.input).lazy.filter { !$0.isFile }.compactMap(\.refusal).first
            .map { [$0] }
    }

    func mismatches(
        of answer: MultipartAnswer, with vector: Vector, by rules: ComparisonRules
    ) throws -> [Mismatch] {
        try MultipartComparison(vector: vector, rules: rules, answer: answer).mismatches()
    }

    func text(of answer: MultipartAnswer) -> String {
        "request \(answer.request.httpMethod ?? "") with a body of \(answer.contentLength) bytes"
    }
}
