/// The check of a response's framing (RFC 9112, section 6.3). If a head contradicts itself, an intermediary may believe
/// a different part of it than the engine, and take one response for two.
///
/// | response | result |
/// |---|---|
/// | `Content-Length: 5`; `5, 5` | accepted |
/// | `Content-Length: 5, 6`; `0xb`; `+5`; empty | an error |
/// | `Content-Length: 5` and `Transfer-Encoding: chunked` | an error |
/// | a `Transfer-Encoding` other than `chunked` and `identity` | an error |
/// | status 101, to a request without `Upgrade` | an error |
package enum Framing {
    /// Refuses a response that contradicts itself about its length, or that changes the protocol although the message
    /// does not offer that.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/invalidResponse``.
    package static func validate(_ head: ResponseHead, to message: URLRequest) throws(RequestError) {
        func invalid(_ reason: String) -> RequestError {
            RequestError(
                .invalidResponse, url: head.url, reason: "\(reason). Have the server corrected.",
                underlyingError: URLError(.badServerResponse))
        }
        if head.statusCode == 101, message.value(forHTTPHeaderField: "Upgrade") == nil {
            throw invalid("The server changes the protocol (status 101), which the request did not ask for")
        }
        let coding = head.value(of: "Transfer-Encoding")
        if let coding, !Set(coding.lowercased().split { ", \t".contains($0) }).isSubset(of: ["chunked", "identity"]) {
            throw invalid("The server uses a transfer coding that the request did not accept: \(coding.quoted)")
        }
        guard let value = head.value(of: "Content-Length") else { return }
        let lengths = value.split(separator: ",", omittingEmptySubsequences: false).map { text in
            let text = text.isDigits ? String(text) : text.trimmingCharacters(in: .whitespaces)
            return text.isDigits ? Int64(text) : nil
        }
        if lengths.contains(nil) {
            throw invalid("The server states a length of the body that is not a number: \(value.quoted)")
        }
        if Set(lengths).count > 1 { throw invalid("The server states several lengths of the body: \(value.quoted)") }
        guard coding != nil else { return }
        throw invalid("The server states the body's length beside its Transfer-Encoding, which replaces it")
    }
}
