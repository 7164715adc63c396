import URLSerialization

/// Builds a multipart form and reads its body (`multipartFormRequestWithMethod:URLString:parameters:…`).
struct MultipartOperation: VectorOperation {
    func run(_ vector: Vector) throws -> Result<MultipartAnswer, any Error> {
        let replay = try MultipartReplay(vector.input)
        return Result { try replay.answer() }
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
