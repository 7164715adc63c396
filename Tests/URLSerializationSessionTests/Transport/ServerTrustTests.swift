import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network, .real), .timeLimit(.minutes(60))) struct ServerTrustTests {
    @Test func pinsThatCannotBeCheckedAreRefused() throws {
        let none = ServerTrust.certificates([Data([1]), Data()])
        #expect(none.refusal(of: URL(string: "https://a.b"), isApplied: true)?.contains("can be read") == true)
        let keys = ServerTrust.publicKeys(of: [Data([1])])
        #expect(keys.refusal(of: URL(string: "https://a.b"), isApplied: true)?.contains("server's own key") == true)
        for trust in [none, keys] {
            #expect(trust.refusal(of: URL(string: "http://a.b"), isApplied: true)?.contains("https URL") == true)
            #expect(trust.refusal(of: nil, isApplied: true)?.contains("https URL") == true)
            #expect(trust.refusal(of: URL(string: "HTTPS://a.b"), isApplied: false)?.contains("libcurl 7.77") == true)
        }
        for url in ["http://a.b", "https://a.b"] {
            for isApplied in [false, true] {
                #expect(ServerTrust.system.refusal(of: URL(string: url), isApplied: isApplied) == nil)
            }
        }
    }

    @Test func aRequestWithoutTLSIsNotSentWithPins() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200) }
        let session = Session(configuration: .patient, serverTrust: .certificates([]))
        let error = await session.request(server.url("/")).response().error?.cause as? URLError
        #expect(error?.code == .serverCertificateUntrusted)
        #expect(error?.localizedDescription.contains("Ask for an https URL") == true)
        #expect(server.connectionCount == 0)
    }

    #if os(Linux)
        @Test func urlSessionSendsNothingWithPins() async throws {
            let server = try LoopbackServer.forConnections { $0.close() }
            let url = server.address("/").replacingOccurrences(of: "http:", with: "https:")
            let session = Session(configuration: .patient, serverTrust: .certificates([]), engine: .urlSession)
            let error = await session.request(url).response().error?.cause as? URLError
            #expect(error?.code == .serverCertificateUntrusted)
            #expect(error?.localizedDescription.contains("pins cannot be checked here") == true)
            #expect(server.connectionCount == 0)
        }
    #endif
}

#if os(Linux)
    /// Servers with certificates of every kind, and libcurl as the client.
    @Suite(
        .tags(.network, .real), .stoppingServers, .timeLimit(.minutes(60)),
        .enabled(
            if: CertificateAuthority.command != nil && LoopbackServer.speaksTLS,
            "OpenSSL's command or library is not installed"))
    struct PinnedServerTests {
        private let authority: CertificateAuthority

        init() throws { authority = try CertificateAuthority() }

        private func server(_ identity: CertificateAuthority.Identity) throws -> LoopbackServer {
            var options = LoopbackServer.Options()
            options.certificate = LoopbackServer.CertificateFiles(chain: identity.chain, key: identity.key)
            return try LoopbackServer(options) { try $0.respond(status: 200, body: "secret") }
        }

        /// Returns the code of the error of a request to a server with a certificate, or `nil` for an answer, and
        /// expects that it was sent once or not at all.
        private func code(
            _ identity: CertificateAuthority.Identity, _ trust: ServerTrust?
        ) async throws -> Int? {
            let server = try server(identity)
            let session = Session(
                configuration: .patient, retriers: [RetryPolicy(limit: 2)], transportPolicy: trust, engine: .libcurl)
            let answer = await session.request(server.url("/")).response()
            #expect(server.connectionCount == 1)
            #expect(server.requestCount == (answer.error == nil ? 1 : 0))
            #expect((answer.data == Data("secret".utf8)) == (answer.error == nil))
            return (answer.error?.cause as? URLError)?.errorCode ?? (answer.error == nil ? nil : 0)
        }

        @Test func theSystemsAuthoritiesDecideWithoutPins() async throws {
            #expect(try await code(authority.issue(), nil) == -1202)
            #expect(try await code(authority.selfSigned(), nil) == -1202)
            #expect(try await code(authority.issue(), .system) == -1202)
        }

        @Test func pinnedCertificatesAreTheOnlyAnchors() async throws {
            let (other, leaf) = (try CertificateAuthority(), try authority.issue())
            let pinned = ServerTrust.certificates([authority.root.certificate])
            #expect(try await code(leaf, pinned) == nil)
            #expect(try await code(leaf, .certificates([other.root.certificate, authority.root.certificate])) == nil)
            #expect(try await code(leaf, .certificates([leaf.certificate])) == nil)
            #expect(try await code(leaf, .certificates([other.root.certificate])) == -1202)
            #expect(try await code(other.issue(), pinned) == -1202)
            #expect(try await code(authority.selfSigned(), pinned) == -1202)
            // Of the same authority, and with the same key, but not the one that is pinned.
            #expect(try await code(authority.issue(), .certificates([leaf.certificate])) == -1202)
            #expect(try await code(authority.issue(withKeyOf: leaf), .certificates([leaf.certificate])) == -1202)
        }

        /// libcurl reports it only after the connection is made, each time anew.
        @Test func aPinThatOpenSSLCannotReadIsAnErrorOfCertificates() async throws {
            let leaf = try authority.issue()
            var bytes = authority.root.certificate
            // A date of another type.
            let date = try #require(bytes.range(of: Data([0x17, 0x0D])))
            bytes[date.lowerBound] = 0x04
            #expect(try await code(leaf, .certificates([bytes])) == -1202)
        }

        @Test func aSelfSignedCertificateIsTrustedOnceItIsPinned() async throws {
            let own = try authority.selfSigned()
            #expect(try await code(own, .certificates([own.certificate])) == nil)
            #expect(try await code(own, .certificates([authority.selfSigned().certificate])) == -1202)
        }

        @Test func pinsReplaceNeitherDatesNorNames() async throws {
            let pinned = ServerTrust.certificates([authority.root.certificate])
            let expired = try authority.issue(to: "20210101000000Z")
            let future = try authority.issue(from: "20980101000000Z")
            let foreign = try authority.issue(for: "DNS:example.com")
            #expect(try await code(expired, pinned) == -1201)
            #expect(try await code(expired, .certificates([expired.certificate])) == -1201)
            #expect(try await code(future, pinned) == -1204)
            #expect(try await code(foreign, pinned) == -1202)
            var loose = pinned
            loose.validatesNames = false
            #expect(try await code(foreign, loose) == nil)
            #expect(try await code(expired, loose) == -1201)
            #expect(try await code(CertificateAuthority().issue(), loose) == -1202)
        }

        @Test func thePinnedKeyIsTheServersOwn() async throws {
            let (leaf, other) = (try authority.issue(), try authority.issue())
            var pinned = ServerTrust.publicKeys(of: [authority.root.certificate, leaf.certificate])
            // The chain must be valid as well.
            #expect(try await code(leaf, pinned) == -1202)
            pinned.validatesChains = false
            #expect(try await code(leaf, pinned) == nil)
            #expect(try await code(authority.issue(withKeyOf: leaf), pinned) == nil)
            #expect(try await code(other, pinned) == -1202)
            #expect(try await code(authority.issue(for: "DNS:example.com", withKeyOf: leaf), pinned) == -1202)
            let authorities = ServerTrust.publicKeys(of: [authority.root.certificate])
            #expect(
                authorities.refusal(of: URL(string: "https://a.b"), isApplied: true)?.contains("authority's") == true)
        }

        @Test func aConnectionIsNotReusedUnderAnotherPolicy() async throws {
            let leaf = try authority.issue()
            let server = try server(leaf)
            let right = ServerTrust.certificates([authority.root.certificate])
            var key = ServerTrust.publicKeys(of: [leaf.certificate])
            key.validatesChains = false
            var otherKey = ServerTrust.publicKeys(of: [try authority.issue().certificate])
            otherKey.validatesChains = false
            let policy = ChangingPolicy(trust: right)
            let session = Session(configuration: .patient, transportPolicy: policy, engine: .libcurl)
            let start = DispatchTime.now()
            var late = 0
            for (trust, isTrusted, connections) in [
                (right, true, 1), (right, true, 1), (.system, false, 2), (otherKey, false, 3), (key, true, 4),
                (key, true, 4), (otherKey, false, 5), (right, true, 5),
                (.certificates([try CertificateAuthority().root.certificate]), false, 6),
            ] {
                policy.trust.withLock { $0 = trust }
                let error = await session.request(server.url("/")).response().error
                #expect((error == nil) == isTrusted, "\(connections)")
                // libcurl closes a connection that was idle for 118 s, as it may be on a busy machine.
                if server.connectionCount == connections + late + 1, DispatchTime.now() > start + 100 { late += 1 }
                #expect(server.connectionCount == connections + late)
            }
            #expect(server.requestCount == 5)
        }

        @Test func requestsOneAtATimeShareOneHandshake() async throws {
            let leaf = try authority.issue()
            let server = try server(leaf)
            let pinned = ServerTrust.certificates([authority.root.certificate])
            let session = Session(configuration: .patient, serverTrust: pinned, engine: .libcurl)
            var handshakes = 0
            for _ in 0..<200 {
                let request = session.request(server.url("/"))
                #expect(await request.response().error == nil)
                handshakes += request.metrics.filter { $0.secureConnect != nil }.count
            }
            #expect(handshakes == 1 && server.connectionCount == 1 && server.requestCount == 200)
        }

        @Test func aRedirectionIsHeldToThePins() async throws {
            let foreign = try CertificateAuthority()
            // Its files are read when a connection begins.
            defer { withExtendedLifetime(foreign) {} }
            let other = try server(foreign.issue())
            let leaf = try authority.issue()
            var options = LoopbackServer.Options()
            options.certificate = LoopbackServer.CertificateFiles(chain: leaf.chain, key: leaf.key)
            let first = try LoopbackServer(options) { exchange in
                try exchange.respond(status: 307, headers: ["Location": other.address("/")], body: "")
            }
            let session = Session(
                configuration: .patient, serverTrust: .certificates([authority.root.certificate]), engine: .libcurl)
            let error = await session.request(first.url("/")).response().error?.cause as? URLError
            #expect(error?.errorCode == -1202)
            #expect(first.requestCount == 1 && other.requestCount == 0)
        }
    }

    /// A policy whose trust changes between requests.
    private final class ChangingPolicy: TransportPolicy {
        let trust: Locked<ServerTrust>

        init(trust: ServerTrust) { self.trust = Locked(trust) }

        func check(_ request: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
            #expect(applies(trust.value))
            return trust.value
        }
    }
#endif
