#if os(Linux)
    import AFNetworkingCompat
    import LoopbackServer
    import TestSupport
    import Testing
    import URLSerializationSession

    /// Security policies that libcurl applies to servers with certificates of every kind.
    @Suite(
        .tags(.network, .real, .pins), .stoppingServers, .timeLimit(.minutes(60)),
        .enabled(
            if: CertificateAuthority.command != nil && LoopbackServer.speaksTLS,
            "OpenSSL's command or library is not installed"))
    struct PinnedManagerTests {
        private enum Result: Equatable {
            case answer, refused
            case failure(Int)
        }

        private let authority: CertificateAuthority

        init() throws { authority = try CertificateAuthority() }

        private func result(
            _ identity: CertificateAuthority.Identity, _ mode: AFSSLPinningMode,
            _ pins: CertificateAuthority.Identity..., allowsInvalid: Bool = false, validates: Bool = true
        ) async throws -> Result {
            var options = LoopbackServer.Options()
            options.certificate = LoopbackServer.CertificateFiles(chain: identity.chain, key: identity.key)
            let server = try LoopbackServer(options) { try $0.respond(status: 200) }
            let policy = AFSecurityPolicy(
                pinningMode: mode, withPinnedCertificates: Set(pins.map(\.certificate) + [Data([1])]))
            policy.allowInvalidCertificates = allowsInvalid
            policy.validatesDomainName = validates
            let session = Session(
                configuration: .patient, retriers: [RetryPolicy(limit: 2)], transportPolicy: PolicyGate { policy },
                engine: .libcurl)
            let error = await session.request(server.url("/")).response().error
            #expect(server.requestCount == (error == nil ? 1 : 0))
            #expect(server.connectionCount == (error?.underlyingError is AFSecurityPolicyError ? 0 : 1))
            guard let error else { return .answer }
            return error.underlyingError is AFSecurityPolicyError ? .refused : .failure((error.cause as NSError).code)
        }

        @Test func certificatesArePinned() async throws {
            let (leaf, other) = (try authority.issue(), try CertificateAuthority())
            for allowsInvalid in [false, true] {
                #expect(try await result(leaf, .certificate, leaf, allowsInvalid: allowsInvalid) == .answer)
                #expect(try await result(leaf, .certificate, authority.root, allowsInvalid: allowsInvalid) == .answer)
                let wrong = try await result(leaf, .certificate, other.root, allowsInvalid: allowsInvalid)
                #expect(wrong == .failure(-1202))
                let expired = try authority.issue(to: "20210101000000Z")
                let late = try await result(expired, .certificate, expired, allowsInvalid: allowsInvalid)
                #expect(late == .failure(-1201))
            }
            #expect(try await result(leaf, .certificate) == .refused)
            #expect(try await result(leaf, .certificate, allowsInvalid: true, validates: false) == .refused)
        }

        @Test func publicKeysArePinned() async throws {
            let (leaf, renewed) = (try authority.issue(), try authority.issue())
            #expect(try await result(leaf, .publicKey, leaf) == .failure(-1202))
            #expect(try await result(leaf, .publicKey, leaf, allowsInvalid: true) == .answer)
            #expect(try await result(leaf, .publicKey, leaf, renewed, allowsInvalid: true) == .answer)
            #expect(try await result(leaf, .publicKey, renewed, allowsInvalid: true) == .failure(-1202))
            #expect(try await result(leaf, .publicKey, authority.root, allowsInvalid: true) == .refused)
            #expect(try await result(leaf, .publicKey, allowsInvalid: true, validates: false) == .refused)
        }

        @Test func namesAreValidatedUnlessTheyNeedNotBe() async throws {
            let foreign = try authority.issue(for: "DNS:example.com")
            for mode in [AFSSLPinningMode.certificate, .publicKey] {
                #expect(try await result(foreign, mode, foreign, allowsInvalid: true) == .failure(-1202))
                #expect(try await result(foreign, mode, foreign, allowsInvalid: true, validates: false) == .answer)
            }
        }

        @Test func withoutPinsInvalidCertificatesAreForNoName() async throws {
            let own = try authority.selfSigned()
            #expect(try await result(own, .none) == .failure(-1202))
            #expect(try await result(own, .none, validates: false) == .failure(-1202))
            #expect(try await result(own, .none, allowsInvalid: true) == .refused)
            #expect(try await result(own, .none, allowsInvalid: true, validates: false) == .answer)
        }

        @Test func aManagersTasksArePinned() async throws {
            let leaf = try authority.issue()
            var options = LoopbackServer.Options()
            options.certificate = LoopbackServer.CertificateFiles(chain: leaf.chain, key: leaf.key)
            let server = try LoopbackServer(options) { exchange in
                try exchange.respond(status: 200, headers: ["Content-Type": "application/json"], body: "{}")
            }
            let manager = AFHTTPSessionManager(sessionConfiguration: .patient)
            for (pin, code) in [(authority.root, nil), (try CertificateAuthority().root, -1202)] {
                manager.securityPolicy = AFSecurityPolicy(
                    pinningMode: .certificate, withPinnedCertificates: [pin.certificate])
                let answers = TaskAnswers()
                manager.get(server.address("/"), parameters: nil, success: answers.success, failure: answers.failure)
                #expect(try await answers.only(of: manager).error?.code == code)
            }
        }
    }
#endif
