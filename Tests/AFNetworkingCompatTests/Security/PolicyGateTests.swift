import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct PolicyGateTests {
    private func policy(
        _ mode: AFSSLPinningMode, allowsInvalid: Bool = false, validates: Bool = true
    ) -> AFSecurityPolicy {
        let policy = AFSecurityPolicy(pinningMode: mode, withPinnedCertificates: [Data([1])])
        policy.allowInvalidCertificates = allowsInvalid
        policy.validatesDomainName = validates
        return policy
    }

    private func check(
        _ url: String, _ policy: AFSecurityPolicy, evaluatesServerTrust: Bool, log: OnceLog = OnceLog { _ in }
    ) throws {
        let request = URLRequest(url: try #require(URL(string: url)))
        let trust = try PolicyGate(evaluatingServerTrust: evaluatesServerTrust, log: log) { policy }
            .check(request, applying: { _ in false })
        #expect(trust == nil || !url.lowercased().hasPrefix("https:"))
    }

    /// Expects a request to be sent, or to fail for a reason.
    private func expect(_ url: String, _ policy: AFSecurityPolicy, evaluated: String?, unevaluated: String?) throws {
        for (evaluatesServerTrust, reason) in [(true, evaluated), (false, unevaluated)] {
            do {
                try check(url, policy, evaluatesServerTrust: evaluatesServerTrust)
                #expect(reason == nil, "\(url) went out, evaluating trust: \(evaluatesServerTrust)")
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
                try expect(url, policy, evaluated: nil, unevaluated: "pins cannot be checked here")
            }
            for url in ["http://a.b/", "HTTP://a.b/", "tcp://a.b:1", "own:path", "/path"] {
                try expect(url, policy, evaluated: "Ask for an https URL", unevaluated: "Ask for an https URL")
            }
        }
    }

    @Test func withoutPinsEverythingGoesOut() throws {
        for url in ["http://a.b/", "https://a.b/", "own:path"] {
            for policy in [.default(), policy(.none, allowsInvalid: true), policy(.none, validates: false)] {
                try expect(url, policy, evaluated: nil, unevaluated: nil)
            }
        }
    }

    /// On systems that cannot evaluate servers, the system's own evaluation is stricter than a loosened policy.
    @Test func whatCannotBeLoosenedIsLoggedOnce() throws {
        let lines = Locked<[String]>([])
        let log = OnceLog { line in lines.withLock { $0.append(line) } }
        let loose = policy(.none, allowsInvalid: true, validates: false)
        for policy in [AFSecurityPolicy.default(), loose] {
            try check("http://a.b/", policy, evaluatesServerTrust: false, log: log)
            try check("https://a.b/", policy, evaluatesServerTrust: true, log: log)
        }
        #expect(lines.value.isEmpty)
        for _ in 0..<2 { try check("https://a.b/", loose, evaluatesServerTrust: false, log: log) }
        #expect(lines.value.count == 2)
        #expect(lines.value.first?.contains("allowInvalidCertificates = true has no effect") == true)
        #expect(lines.value.last?.contains("validatesDomainName = false has no effect") == true)
    }

    @Test func theGettersOfASubclassAreAsked() throws {
        try expect("https://a.b/", PinningPolicy(), evaluated: nil, unevaluated: "pins cannot be checked")
        try expect("http://a.b/", PinningPolicy(), evaluated: "https", unevaluated: "https")
    }

    @Test func theErrorIsTheOneOfAnUntrustedServer() throws {
        let url = "http://user:word@a.b:8/path?token=1#part"
        let error = #expect(throws: AFSecurityPolicyError.self) {
            try check(url, policy(.certificate), evaluatesServerTrust: true)
        }
        let known = try #require(error)
        #expect(known.url?.absoluteString == "http://a.b:8/path")
        #expect("\(known)".hasPrefix("http://a.b:8/path: Certificates are pinned"))
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
        let session = Session(configuration: .patient, transportPolicy: PolicyGate { current.value })
        #expect(try await session.request(server.url("/")).data() == Data("sent".utf8))
        current.withLock { $0 = AFSecurityPolicy(pinningMode: .certificate) }
        let answer = await session.request(server.url("/")).response()
        #expect(answer.error?.underlyingError is AFSecurityPolicyError)
        #expect(server.requestCount == 1)
        current.withLock { $0 = AFSecurityPolicy.default() }
        #expect(await session.request(server.url("/")).response().error == nil)
    }

    #if !canImport(Security)
        @Test func aRedirectionToAServerThatCannotBeEvaluatedIsNotFollowedWithPins() async throws {
            let other = try LoopbackServer { try $0.respond(status: 200) }
            let target = other.address("/?token=1").replacingOccurrences(of: "http:", with: "https:")
            let server = try LoopbackServer { exchange in
                try exchange.respond(status: 307, headers: ["Location": target], body: "")
            }
            let current = Locked(AFSecurityPolicy.default())
            let session = Session(configuration: .patient, transportPolicy: PolicyGate { current.value })
            let request = session.request(server.url("/"))
            request.onRedirection(by: {
                { _, request, decide in
                    current.withLock { $0 = AFSecurityPolicy(pinningMode: .publicKey) }
                    decide(request)
                }
            })
            let error = try #require(await request.response().error?.underlyingError as? AFSecurityPolicyError)
            #expect(error.url?.absoluteString == "https://127.0.0.1:\(other.port)/")
            #expect(server.requestCount == 1)
            #expect(other.connectionCount == 0)
        }

        @Test func aLoosenedPolicyLeavesTheErrorToTheSystem() async throws {
            let server = try LoopbackServer.forConnections { $0.close() }
            let url = server.address("/").replacingOccurrences(of: "http:", with: "https:")
            let manager = AFHTTPSessionManager(sessionConfiguration: .patient)
            manager.securityPolicy.allowInvalidCertificates = true
            manager.securityPolicy.validatesDomainName = false
            let answers = TaskAnswers()
            manager.get(url, parameters: nil, success: answers.success, failure: answers.failure)
            let answer = try await answers.only(of: manager)
            #expect(answer.error?.domain == NSURLErrorDomain)
            #expect(answer.error?.localizedDescription.contains("policy") == false)
            #expect(server.connectionCount > 0)
        }
    #endif
}

/// Pins without setting its superclass's mode.
private final class PinningPolicy: AFSecurityPolicy, @unchecked Sendable {
    override var sslPinningMode: AFSSLPinningMode { .certificate }
}
