import URLSerialization

/// Puts parameters into a request (`requestBySerializingRequest:withParameters:error:` and
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
