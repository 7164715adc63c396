import URLSerialization

/// The comparison of the method and the header fields of a request.
struct AlamofireHeadComparison {
    let vector: Vector

    /// Returns the differences from the vector.
    func mismatches(of answer: URLRequest) throws -> [Mismatch] {
        guard vector.expectation["headers"] != nil else { throw VectorError("'headers' is missing") }
        // The vector does not record the method, because no encoding changes it.
        let method = Mismatch.ofTexts(
            "method", expected: try vector.request().httpMethod ?? "", actual: answer.httpMethod ?? "")
        let headers = HeaderComparison.mismatches(
            expected: HeaderComparison.fields(try vector.expectation.textsByName("headers")),
            actual: HeaderComparison.fields((answer.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }))
        return [method].compactMap { $0 } + headers
    }

    /// Returns a request in one line.
    static func text(of request: URLRequest) -> String {
        "request \(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"
    }

    /// Returns a body in one line.
    static func text(ofBody body: Data?) -> String {
        body.map { "'\(String(decoding: $0, as: UTF8.self))'" } ?? "no body"
    }
}
