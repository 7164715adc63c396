import URLSerialization

/// Compares what an encoding leaves alone or sets beside the parameters: the method and the header fields.
struct AlamofireHeadComparison {
    let vector: Vector

    /// In what they are not as expected.
    func mismatches(of answer: URLRequest) throws -> [Mismatch] {
        guard vector.expectation["headers"] != nil else { throw VectorError("'headers' is missing") }
        // The vector does not say the method, because no encoding changes it.
        let method = Mismatch.ofTexts(
            "method", expected: try vector.request().httpMethod ?? "", actual: answer.httpMethod ?? "")
        let headers = HeaderComparison.mismatches(
            expected: HeaderComparison.fields(try vector.expectation.textsByName("headers")),
            actual: HeaderComparison.fields((answer.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }))
        return [method].compactMap { $0 } + headers
    }

    /// A request in one line.
    static func text(of request: URLRequest) -> String {
        "request \(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"
    }

    /// A body in one line.
    static func text(ofBody body: Data?) -> String {
        body.map { "'\(String(decoding: $0, as: UTF8.self))'" } ?? "no body"
    }
}
