import URLSerialization

/// The operation that puts parameters into a request (`requestBySerializingRequest:withParameters:error:` and
/// `requestWithMethod:URLString:parameters:error:`).
struct RequestOperation<Subject: VectorSubject>: SubjectOperation {
    let subject: Subject

    init(by subject: Subject) { self.subject = subject }

    func run(_ vector: Vector) throws -> Result<URLRequest, any Error> {
        let input = try RequestInput(vector.input)
        return Result { try subject.request(input) }
    }

    func text(of answer: URLRequest) -> String {
        "request \(answer.httpMethod ?? "") \(answer.url?.absoluteString ?? "")"
    }
}

extension RequestOperation {
    func mismatches(of answer: URLRequest, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let line = try RequestLineComparison(vector: vector, rules: rules).mismatches(of: answer)
        guard vector.expectation["headers"] != nil else { throw VectorError("'headers' is missing") }
        let headers = HeaderComparison.mismatches(
            expected: HeaderComparison.fields(try vector.expectation.textsByName("headers")),
            actual: HeaderComparison.fields((answer.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }))
        return try line + headers + BodyComparison(vector: vector, rules: rules).mismatches(of: answer.httpBody)
    }
}
