import URLSerialization

/// The comparison of the URL and the body of a request with a query string.
struct AlamofireQueryComparison {
    private let vector: Vector
    private let texts: WholeNumberTexts?

    /// Creates a comparison with a vector.
    init(vector: Vector) throws {
        self.vector = vector
        let isApples = try vector.input.bool("appleDiffers")
        texts = isApples ? WholeNumberTexts(of: try vector.input.typedValue("parameters")) : nil
    }

    /// Returns the differences from the vector.
    func mismatches(of answer: URLRequest) throws -> [Mismatch] {
        let mismatches =
            try vector.input.bool("unordered") ? mismatchesInAnyOrder(of: answer) : mismatchesInOrder(of: answer)
        return mismatches.compactMap { $0 }
    }

    // MARK: - In order

    private func mismatchesInOrder(of answer: URLRequest) throws -> [Mismatch?] {
        let url = EncodedURL(try vector.expectation.text("url"), base: try baseURL())
        let expected = (url: url.text(with: url.added.map(expected)), body: try expectedBody())
        let answerURL = EncodedURL(answer.url?.absoluteString ?? "", base: try baseURL())
        let body = answer.httpBody.map { Data(actual(String(decoding: $0, as: UTF8.self)).utf8) }
        return [
            Mismatch.ofTexts("url", expected: expected.url, actual: answerURL.text(with: answerURL.added.map(actual))),
            bodyMismatch(expected: expected.body, actual: texts == nil ? answer.httpBody : body),
        ]
    }

    private func expectedBody() throws -> Data? {
        guard let body = try vector.expectation.data("body") else { return nil }
        return texts == nil ? body : Data(expected(String(decoding: body, as: UTF8.self)).utf8)
    }

    private func bodyMismatch(expected: Data?, actual: Data?) -> Mismatch? {
        if let expected, let actual { return Mismatch.ofBytes("body", expected: expected, actual: actual) }
        return Mismatch.ofTexts(
            "body", expected: AlamofireHeadComparison.text(ofBody: expected),
            actual: AlamofireHeadComparison.text(ofBody: actual))
    }

    /// Returns the URL of the original request, as requests spell it.
    private func baseURL() throws -> String { try vector.request().url?.absoluteString ?? "" }

    // MARK: - In any order

    private func mismatchesInAnyOrder(of answer: URLRequest) throws -> [Mismatch?] {
        guard let pairs = try vector.expectation.texts("pairs") else { throw VectorError("'pairs' is missing") }
        let before = try vector.expectation.text("urlBefore")
        let url = answer.url?.absoluteString ?? ""
        let query: String
        let rest: [Mismatch?]
        switch try vector.expectation.text("in") {
        case "url":
            let encoded = EncodedURL(url, base: before)
            query = encoded.added ?? ""
            rest = [
                Mismatch.ofTexts("url without the pairs", expected: before, actual: encoded.base),
                bodyMismatch(expected: nil, actual: answer.httpBody),
            ]
        case "body":
            query = answer.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let noBody = Mismatch.ofTexts("body", expected: "a body", actual: "no body")
            rest = [Mismatch.ofTexts("url", expected: before, actual: url), answer.httpBody == nil ? noBody : nil]
        case let place: throw VectorError("'in' names '\(place)', which is not a known place")
        }
        let expected = Self.sorted(pairs.map(self.expected))
        let actual = Self.sorted(
            self.actual(query).split(separator: "&", omittingEmptySubsequences: false).map(String.init))
        return rest + [Mismatch.ofTexts("pairs", expected: expected, actual: actual)]
    }

    private static func sorted(_ pairs: [String]) -> String {
        pairs.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "&")
    }

    // MARK: - Numbers

    private func expected(_ query: String) -> String { texts?.asOnApple(query) ?? query }

    private func actual(_ query: String) -> String { texts?.settled(query) ?? query }
}

/// A URL, separated into the original and the added query string.
private struct EncodedURL {
    /// The URL without the added part.
    let base: String
    /// The added part; `nil` if there is none.
    let added: String?
    private let start: String
    private let fragment: String

    /// Separates a URL. If it is not the base with a query added to it, there is no added part.
    init(_ text: String, base: String) {
        let (url, old) = (Self.parts(of: text), Self.parts(of: base))
        fragment = url.fragment
        if let query = url.query, url.start == old.start, url.fragment == old.fragment {
            let prefix = old.query.map { $0 + "&" } ?? ""
            if query.hasPrefix(prefix), url.query != old.query {
                start = url.start + "?" + prefix
                added = String(query.dropFirst(prefix.count))
                self.base = base
                return
            }
        }
        start = url.start + (url.query.map { "?" + $0 } ?? "")
        added = nil
        self.base = text
    }

    /// Returns the URL with another added part.
    func text(with added: String?) -> String { start + (added ?? "") + fragment }

    private static func parts(of text: String) -> (start: String, query: String?, fragment: String) {
        let hash = text.firstIndex(of: "#") ?? text.endIndex
        let parts = text[..<hash].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil, String(text[hash...]))
    }
}
