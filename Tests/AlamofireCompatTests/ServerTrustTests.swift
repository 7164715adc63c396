import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing

#if os(Linux)
    /// Certificates that are pinned by host.
    @Suite(
        .tags(.network, .real), .stoppingServers, .timeLimit(.minutes(60)),
        .enabled(
            if: CertificateAuthority.command != nil && LoopbackServer.speaksTLS,
            "OpenSSL's command or library is not installed"))
    struct ServerTrustTests {
        private static func error(
            _ evaluators: [String: any ServerTrustEvaluating], _ url: URL, all: Bool = true
        ) async -> AFError? {
            let session = Session(
                configuration: .patientDefault,
                serverTrustManager: ServerTrustManager(allHostsMustBeEvaluated: all, evaluators: evaluators))
            return await session.request(url).serializingData(emptyResponseCodes: [200]).response.error
        }

        @Test(
            .enabled(
                if: ProcessInfo.processInfo.environment["URLSERIALIZATION_ENGINE"] != "urlsession",
                "URLSession on Linux cannot check pins"))
        func aServerIsTrustedByItsHostsEvaluator() async throws {
            let (authority, foreign) = (try CertificateAuthority(), try CertificateAuthority())
            let identity = try authority.issue()
            var options = LoopbackServer.Options()
            options.certificate = LoopbackServer.CertificateFiles(chain: identity.chain, key: identity.key)
            let server = try LoopbackServer(options) { try $0.respond(body: "") }
            defer {
                withExtendedLifetime((authority, foreign)) {}
                server.stop()
            }
            let trusted: [any ServerTrustEvaluating] = [
                PinnedCertificatesTrustEvaluator(certificates: [authority.root.certificate]),
                PinnedCertificatesTrustEvaluator(
                    certificates: [authority.root.certificate], performDefaultValidation: false),
                PublicKeysTrustEvaluator(keysOf: [identity.certificate], performDefaultValidation: false),
                DisabledTrustEvaluator(),
            ]
            for (index, evaluator) in trusted.enumerated() {
                #expect(await Self.error(["127.0.0.1": evaluator], server.url("/")) == nil, "\(index)")
            }
            #expect(server.requestCount == trusted.count)
            let untrusted: [any ServerTrustEvaluating] = [
                DefaultTrustEvaluator(), PinnedCertificatesTrustEvaluator(),
                PinnedCertificatesTrustEvaluator(certificates: [foreign.root.certificate]),
                PinnedCertificatesTrustEvaluator(
                    certificates: [foreign.root.certificate], performDefaultValidation: false, validateHost: false),
                PublicKeysTrustEvaluator(
                    keysOf: [try foreign.issue().certificate], performDefaultValidation: false),
                OwnEvaluator(),
            ]
            for (index, evaluator) in untrusted.enumerated() {
                let error = await Self.error(["127.0.0.1": evaluator], server.url("/"))
                #expect(error?.underlyingError is URLError, "\(index)")
            }
            #expect(server.requestCount == trusted.count)
        }

        @Test func hostsWithoutAnEvaluatorFailWhereAllMustBeEvaluated() async throws {
            try await Route.serving { server in
                let refused = await Self.error(["example.com": DefaultTrustEvaluator()], server.url("/json"))
                #expect((refused?.underlyingError as? URLError)?.code == .serverCertificateUntrusted)
                #expect(server.connectionCount == 0)
                #expect(await Self.error([:], server.url("/json"), all: false) == nil)
                let pinned = PinnedCertificatesTrustEvaluator(certificates: [])
                #expect(await Self.error(["127.0.0.1": pinned], server.url("/json")) != nil)
                #expect(server.requestCount == 1)
            }
        }

        /// One that cannot be read, so that the request fails before anything is sent.
        @Test func aSessionTakesClientCertificates() async throws {
            let server = try LoopbackServer.forConnections { $0.close() }
            let certificate = ClientCertificate(pkcs12: Data(), password: "")
            let session = Session(configuration: .patientDefault, clientCertificates: [certificate])
            let url = server.address("/").replacingOccurrences(of: "http:", with: "https:")
            let error = await session.request(url).serializingData().response.error
            #expect((error?.underlyingError as? URLError)?.code == .clientCertificateRejected)
        }

        @Test(arguments: ["example.com", "EXAMPLE.com", "example.com.", "Example.Com."])
        func aHostIsFoundInAnyForm(host: String) throws {
            for key in ["example.com", "Example.COM", "example.com.", "EXAMPLE.COM."] {
                let manager = ServerTrustManager(evaluators: [key: DefaultTrustEvaluator()])
                #expect(try manager.serverTrustEvaluator(forHost: host) != nil)
                #expect(throws: URLError.self) { try manager.serverTrustEvaluator(forHost: "a.\(host)") }
            }
        }

        @Test func aSubclassChoosesEvaluatorsByItsOwnRule() async throws {
            try await Route.serving { server in
                let manager = LocalHosts(evaluators: [:])
                let session = Session(configuration: .patientDefault, serverTrustManager: manager)
                #expect(await session.request(server.url("/json")).serializingData().response.error == nil)
                let refused = await session.request("http://localhost:1/").serializingData().response.error
                #expect((refused?.underlyingError as? URLError)?.code == .serverCertificateUntrusted)
            }
        }

        /// Trusts addresses of this computer as the system does, and refuses all names.
        private final class LocalHosts: ServerTrustManager, @unchecked Sendable {
            override func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
                host.hasPrefix("127.") ? nil : try super.serverTrustEvaluator(forHost: host)
            }
        }

        private struct OwnEvaluator: ServerTrustEvaluating {}
    }
#endif
