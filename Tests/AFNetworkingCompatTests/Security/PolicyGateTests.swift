import AFNetworkingCompat
import LoopbackServer
import Testing
import URLSerialization
import URLSerializationSession

@Suite(.timeLimit(.minutes(10))) struct PolicyGateTests {
    private func policy(
        _ mode: AFSSLPinningMode, allowsInvalid: Bool = false, validates: Bool = true
    ) -> AFSecurityPolicy {
        let policy = AFSecurityPolicy(pinningMode: mode, withPinnedCertificates: [Data([1])])
        policy.allowInvalidCertificates = allowsInvalid
        policy.validatesDomainName = validates
        return policy
    }

    private func check(_ url: String, _ policy: AFSecurityPolicy, judgingServers: Bool) throws {
        try PolicyGate(judgingServers: judgingServers) { policy }
            .check(URLRequest(url: try #require(URL(string: url))))
    }

    /// Expects a request to go out, or to fail for a reason.
    private func expect(_ url: String, _ policy: AFSecurityPolicy, judged: String?, unjudged: String?) throws {
        for (judgingServers, reason) in [(true, judged), (false, unjudged)] {
            do {
                try check(url, policy, judgingServers: judgingServers)
                #expect(reason == nil, "\(url) went out, judging servers: \(judgingServers)")
            } catch let error as AFSecurityPolicyError {
                let reason = try #require(reason, "\(error)")
                #expect(error.reason.contains(reason))
            }
        }
    }

    @Test(arguments: [AFSSLPinningMode.publicKey, .certificate], [false, true])
    func pinsAreNeverLeftOut(mode: AFSSLPinningMode, isLax: Bool) throws {
        let policy = policy(mode, allowsInvalid: isLax, validates: !isLax)
        for empty in [false, true] {
            if empty { policy.pinnedCertificates = nil }
            for url in ["https://a.b/", "HTTPS://a.b/"] {
                try expect(url, policy, judged: nil, unjudged: "pins cannot be checked on this system")
            }
            for url in ["http://a.b/", "HTTP://a.b/", "tcp://a.b:1", "own:path", "/path"] {
                try expect(url, policy, judged: "Ask for an https URL", unjudged: "Ask for an https URL")
            }
        }
    }

    @Test func withoutPinsOnlyWhatTheSystemWouldDecideDifferentlyIsRefused() throws {
        for url in ["http://a.b/", "https://a.b/", "own:path"] {
            try expect(url, .default(), judged: nil, unjudged: nil)
            let isSecure = url.hasPrefix("https")
            try expect(
                url, policy(.none, allowsInvalid: true), judged: nil,
                unjudged: isSecure ? "allowInvalidCertificates = true" : nil)
            try expect(
                url, policy(.none, validates: false), judged: nil,
                unjudged: isSecure ? "validatesDomainName = false" : nil)
        }
    }

    @Test func theGettersOfASubclassAreAsked() throws {
        try expect("https://a.b/", PinningPolicy(), judged: nil, unjudged: "pins cannot be checked")
        try expect("http://a.b/", PinningPolicy(), judged: "https", unjudged: "https")
    }

    @Test func theErrorIsTheOneOfAnUntrustedServer() throws {
        let url = "http://user:word@a.b:8/path?token=1#part"
        let error = #expect(throws: AFSecurityPolicyError.self) {
            try check(url, policy(.certificate), judgingServers: true)
        }
        let known = try #require(error)
        #expect(known.url?.absoluteString == "http://a.b:8/path")
        #expect("\(known)".hasPrefix("http://a.b:8/path: The security policy pins certificates"))
        let bridged = known as NSError
        #expect(bridged.domain == NSURLErrorDomain)
        #expect(bridged.code == URLError.serverCertificateUntrusted.rawValue)
        #expect(bridged.code == -1202)
        #expect(bridged.localizedDescription == known.description)
        #expect(bridged.localizedFailureReason == known.reason)
        #expect(bridged.userInfo[NSURLErrorFailingURLErrorKey] as? URL == known.url)
        #expect(!"\(bridged.userInfo) \(known.localizedDescription)".contains("word"))
    }

    // MARK: - With a session

    @Test func aSessionsRequestsAreHeldToThePolicyOfTheMoment() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "sent") }
        let current = Locked(AFSecurityPolicy.default())
        let session = Session(configuration: .ephemeral, transportPolicy: PolicyGate { current.value })
        #expect(try await session.request(server.url("/")).receivedData() == Data("sent".utf8))
        current.withLock { $0 = AFSecurityPolicy(pinningMode: .certificate) }
        let answer = await session.request(server.url("/")).response()
        #expect(answer.error is AFSecurityPolicyError)
        #expect(server.requestCount == 1)
        current.withLock { $0 = AFSecurityPolicy.default() }
        #expect(await session.request(server.url("/")).response().error == nil)
    }

    #if !canImport(Security)
        @Test func aRedirectionToAServerThatCannotBeJudgedIsNotFollowed() async throws {
            let other = try LoopbackServer { try $0.respond(status: 200) }
            let target = other.address("/?token=1").replacingOccurrences(of: "http:", with: "https:")
            let server = try LoopbackServer { exchange in
                try exchange.respond(status: 307, headers: ["Location": target], body: "")
            }
            let policy = AFSecurityPolicy.default()
            policy.validatesDomainName = false
            let session = Session(configuration: .ephemeral, transportPolicy: PolicyGate { policy })
            let error = try #require(await session.request(server.url("/")).response().error as? AFSecurityPolicyError)
            #expect(error.url?.absoluteString == "https://127.0.0.1:\(other.port)/")
            #expect(server.requestCount == 1)
            #expect(other.connectionCount == 0)
        }
    #endif
}

/// Pins without saying so to its superclass.
private final class PinningPolicy: AFSecurityPolicy, @unchecked Sendable {
    override var sslPinningMode: AFSSLPinningMode { .certificate }
}
