import LoopbackServer

@testable import URLSerializationSession
@testable import URLSerializationTransport

/// A server's side of Digest authentication, for user "u" with password "p".
struct DigestGuard: Sendable {
    var digest = MessageDigest.md5
    var nonce = "n"
    /// The challenge of another scheme, before the server's own.
    var other = ""

    /// Returns the body of a request with the right answer to the nonce, and challenges others.
    func respond(to exchange: Exchange) throws {
        let fields = Self.answer(exchange.request)
        let isRight = fields["response"].map { $0 == response(exchange, fields) } ?? false
        if isRight, fields["nonce"] == nonce {
            return try exchange.respond(status: 200, body: exchange.request.body)
        }
        let challenge =
            "Digest realm=\"a\", nonce=\"\(nonce)\", qop=\"auth\", algorithm=\(digest.rawValue)"
            + (isRight ? ", stale=true" : "")
        try exchange.respond(status: 401, headers: ["WWW-Authenticate": other + challenge], body: "no")
    }

    /// Returns the parameters of a request's answer.
    static func answer(_ request: ReceivedRequest) -> [String: String] {
        AuthenticationChallenges(request.value(named: "Authorization") ?? "").challenges.first?.parameters ?? [:]
    }

    private func response(_ exchange: Exchange, _ fields: [String: String]) -> String {
        let parts = ["nonce", "nc", "cnonce", "qop"].map { fields[$0] ?? "" }
        let target = digest.hexadecimal("\(exchange.request.method):\(exchange.request.target)")
        return digest.hexadecimal(([digest.hexadecimal("u:a:p")] + parts + [target]).joined(separator: ":"))
    }
}
