import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite struct ClientCertificateTests {
    #if os(Linux)
        @Test func aCertificateForAnOriginComesBeforeOneForAll() throws {
            let all = ClientCertificate(pkcs12: Data("all".utf8), password: "")
            let one = ClientCertificate(pkcs12: Data("one".utf8), password: "", for: URL(string: "https://a.b/path"))
            let table: [([ClientCertificate], String?, Bool, ClientCertificate?)] = [
                ([], "https://a.b", true, nil), ([all], "https://a.b", true, all), ([all], "https://a.b", false, nil),
                ([all, one], "HTTPS://A.B:443/x", true, one), ([all, one], "https://a.b", false, one),
                ([one], "https://a.b:444", true, nil), ([one], "https://c.a.b", true, nil),
                ([one], "http://a.b", true, nil),
                ([all], "http://a.b", true, nil), ([all], nil, true, nil), ([all, one], "https://c.d", true, all),
            ]
            for (certificates, url, isOnOrigin, expected) in table {
                let certificate = certificates.certificate(for: url.flatMap { URL(string: $0) }, isOnOrigin: isOnOrigin)
                #expect(certificate == expected, "\(url ?? "")")
            }
        }
    #endif

    @Test func secretsAreNotShown() {
        let certificate = ClientCertificate(pkcs12: Data("archive".utf8), password: "hunter2")
        var text = "\(certificate) \(String(reflecting: certificate)) \([certificate])"
        dump(certificate, to: &text)
        dump(Session(clientCertificates: [certificate]), to: &text)
        #expect(!text.contains("hunter2") && !text.contains("bytes"))
    }
}

#if os(Linux)
    /// Node's and OpenSSL's servers, which ask for a certificate, and libcurl as the client.
    @Suite(
        .tags(.network, .real), .stoppingServers, .timeLimit(.minutes(60)),
        .enabled(
            if: CertificateAuthority.command != nil && NodeServer.command != nil,
            "Node's or OpenSSL's command is not installed"))
    struct CertifiedRequestTests {
        private let authority: CertificateAuthority
        private let identity: CertificateAuthority.Identity
        private let folder: ScratchFolder

        init() throws {
            authority = try CertificateAuthority()
            identity = try authority.issue(for: "DNS:client")
            folder = try ScratchFolder()
        }

        private func pem(_ identity: CertificateAuthority.Identity) throws -> ClientCertificate {
            ClientCertificate(
                certificate: try Data(contentsOf: URL(fileURLWithPath: identity.chain)),
                key: try Data(contentsOf: URL(fileURLWithPath: identity.key)))
        }

        private func openssl(_ arguments: [String]) throws {
            let status = try Program.run(CertificateAuthority.command ?? "openssl", arguments)
            #expect(status == 0, "\(arguments)")
        }

        private func archive(_ password: String) throws -> Data {
            let file = folder(UUID().uuidString)
            try openssl(
                ["pkcs12", "-export", "-in", identity.chain, "-inkey", identity.key, "-out", file.path]
                    + ["-passout", "pass:\(password)"])
            return try Data(contentsOf: file)
        }

        private func encryptedKey(_ password: String) throws -> Data {
            let file = folder(UUID().uuidString)
            try openssl(["pkey", "-in", identity.key, "-out", file.path, "-aes256", "-passout", "pass:\(password)"])
            return try Data(contentsOf: file)
        }

        private func session(
            _ certificates: [ClientCertificate], _ engine: SessionEngine = .libcurl
        ) -> Session {
            // The URLSession of Foundation checks no pins.
            let trust = ServerTrust.certificates([authority.root.certificate])
            return Session(
                configuration: .patient, serverTrust: engine == .libcurl ? trust : nil,
                clientCertificates: certificates, engine: engine)
        }

        @Test func everyFormOfACertificateIsSent() async throws {
            let server = try await NodeServer(authority)
            let chain = try Data(contentsOf: URL(fileURLWithPath: identity.chain))
            let certificates = [
                try pem(identity), ClientCertificate(pkcs12: try archive("pass"), password: "pass"),
                ClientCertificate(pkcs12: try archive(""), password: ""),
                ClientCertificate(certificate: chain, key: try encryptedKey("wörd"), password: "wörd"),
                ClientCertificate(
                    pkcs12: try archive("p"), password: "p", for: URL(string: server.url("/any"))),
            ]
            for certificate in certificates {
                let session = session([certificate])
                for _ in 0..<2 { #expect(try await session.request(server.url("/")).string() == "Server") }
                let upload = session.upload(.data(Data("x".utf8)), to: server.url("/"))
                #expect(try await upload.string() == "Server" && upload.metrics.first?.isReusedConnection == true)
            }
            #expect(try await session([]).request(server.url("/")).string() == "none")
            let other = ClientCertificate(pkcs12: Data(), password: "", for: URL(string: "https://example.com"))
            #expect(try await session([other]).request(server.url("/")).string() == "none")
        }

        /// Neither its connection nor its TLS session serves a request without it.
        @Test func whatWasMadeWithACertificateServesNoRequestWithoutIt() async throws {
            let (server, other) = (try await NodeServer(authority), try await NodeServer(authority))
            let session = session([try pem(identity)])
            for _ in 0..<3 {
                #expect(try await session.request(server.url("/")).string() == "Server")
                // Both lead from one to the other.
                let away = session.request(other.url("/?\(server.url("/"))"))
                #expect(try await away.string() == "none" && away.retryCount == 0)
                #expect(try await session.request(other.url("/")).string() == "Server")
            }
            // And back: the certificate is not sent again.
            let back = other.url("/?\(server.url("/?\(other.url("/"))"))")
            #expect(try await session.request(back).string() == "none")
        }

        @Test func aCertificateOfAnOriginGoesThereOnly() async throws {
            let (server, other) = (try await NodeServer(authority), try await NodeServer(authority))
            var certificate = try pem(identity)
            certificate = ClientCertificate(
                certificate: certificate.files[0], key: certificate.files[1], for: URL(string: server.url("/x")))
            let session = session([certificate])
            #expect(try await session.request(server.url("/")).string() == "Server")
            #expect(try await session.request(other.url("/")).string() == "none")
            #expect(try await session.request(server.url("/?\(other.url("/"))")).string() == "none")
            #expect(try await session.request(other.url("/?\(server.url("/"))")).string() == "Server")
            #expect(try await session.request(server.url("/?\(server.url("/"))")).string() == "Server")
        }

        @Test func aRedirectHandlersRequestToAnotherOriginHasNone() async throws {
            let (server, other) = (try await NodeServer(authority), try await NodeServer(authority))
            let target = try #require(URL(string: other.url("/")))
            let session = session([try pem(identity)])
            let request = session.request(server.url("/?\(server.url("/"))"))
                .redirect(with: Redirector { _, _ in URLRequest(url: target) })
            #expect(try await request.string() == "none")
        }

        @Test func aCertificateThatCannotBeUsedIsAnError() async throws {
            let server = try await NodeServer(authority)
            let (good, other) = (try pem(identity), try pem(authority.issue(for: "DNS:other")))
            let archive = try archive("right")
            var broken = good.files[0]
            broken[broken.count / 2] = UInt8(ascii: "!")
            let text = Data("-----BEGIN CERTIFICATE-----\n".utf8)
            let bad: [(String, ClientCertificate)] = [
                ("a wrong password", ClientCertificate(pkcs12: archive, password: "wrong")),
                ("no password", ClientCertificate(pkcs12: archive, password: "")),
                ("half an archive", ClientCertificate(pkcs12: archive.prefix(archive.count / 2), password: "right")),
                ("no archive", ClientCertificate(pkcs12: Data("x".utf8), password: "")),
                ("nothing", ClientCertificate(pkcs12: Data(), password: "")),
                ("a key in place of an archive", ClientCertificate(pkcs12: good.files[1], password: "")),
                ("another's key", ClientCertificate(certificate: good.files[0], key: other.files[1])),
                ("broken PEM", ClientCertificate(certificate: broken, key: good.files[1])),
                ("cut PEM", ClientCertificate(certificate: text, key: good.files[1])),
                ("an empty certificate", ClientCertificate(certificate: Data(), key: good.files[1])),
                ("an empty key", ClientCertificate(certificate: good.files[0], key: Data())),
                ("a certificate for a key", ClientCertificate(certificate: good.files[0], key: good.files[0])),
                ("DER", ClientCertificate(certificate: identity.certificate, key: good.files[1])),
                // OpenSSL must not ask for it on the terminal.
                ("a locked key", ClientCertificate(certificate: good.files[0], key: try encryptedKey("right"))),
                (
                    "a key with a wrong password",
                    ClientCertificate(certificate: good.files[0], key: try encryptedKey("right"), password: "wrong")
                ),
                ("nine megabytes", ClientCertificate(pkcs12: Data(count: 9_000_000), password: "")),
            ]
            for (name, certificate) in bad {
                let error = await session([certificate]).request(server.url("/")).response().error?.cause as? URLError
                #expect(error?.code == .clientCertificateRejected, "\(name): \(String(describing: error))")
                #expect(error?.localizedDescription == "The client's certificate cannot be used.", "\(name)")
            }
        }

        @Test(arguments: ["-tls1_2", "-tls1_3"]) func aServerThatRefusesIsAnError(version: String) async throws {
            let server = try await OpenSSLServer(authority, version)
            let expired = try authority.issue(for: "DNS:client", to: "20210101000000Z")
            let foreign = try CertificateAuthority()
            let table: [(String, [ClientCertificate], [URLError.Code?])] = [
                ("right", [try pem(identity)], [nil]), ("expired", [try pem(expired)], [.clientCertificateRejected]),
                ("another authority's", [try pem(foreign.issue())], [.clientCertificateRejected]),
                ("self-signed", [try pem(authority.selfSigned())], [.clientCertificateRejected]),
                // TLS 1.2 has no alert for it.
                ("none", [], [.clientCertificateRequired, .secureConnectionFailed]),
            ]
            for (name, certificates, codes) in table {
                let answer = await session(certificates).request(server.url("/")).response()
                let error = answer.error?.cause as? URLError
                #expect(codes.contains(error?.code), "\(name): \(String(describing: answer.error))")
                #expect(
                    error != nil
                        || answer.data.map { String(decoding: $0, as: UTF8.self).contains("Client certificate") }
                            == true
                )
            }
        }

        @Test func urlSessionRefusesToSendWithoutIt() async throws {
            let server = try LoopbackServer.forConnections { $0.close() }
            let url = server.address("/").replacingOccurrences(of: "http:", with: "https:")
            let session = Session(
                configuration: .patient, retriers: [RetryPolicy()], clientCertificates: [try pem(identity)],
                engine: .urlSession)
            let request = session.request(url)
            let error = await request.response().error?.cause as? URLError
            #expect(error?.code == .clientCertificateRejected && request.retryCount == 0)
            #expect(error?.localizedDescription.contains("Use SessionEngine.libcurl") == true)
            #expect(server.connectionCount == 0)
            // A server without TLS asks for none.
            let plain = try LoopbackServer { try $0.respond(body: "ok") }
            #expect(try await session.request(plain.url("/")).string() == "ok")
        }
    }

    extension NodeServer {
        /// Starts a server that asks for a certificate, accepts any of the authority's and none, and answers with the
        /// name in it, or redirects to the URL in the query.
        fileprivate convenience init(_ authority: CertificateAuthority) async throws {
            try await self.init(Self.program, authority.issue(), authority.root.chain)
        }

        private static let program = #"""
            const [fs, https] = [require("fs"), require("https")]
            const [chain, key, root, port] = process.argv.slice(2)
            const server = https.createServer({
                // The connection is kept on a busy machine too.
                keepAliveTimeout: 0,
                cert: fs.readFileSync(chain), key: fs.readFileSync(key), ca: fs.readFileSync(root),
                requestCert: true, rejectUnauthorized: false
            }, (request, response) => {
                const target = request.url.split("?").slice(1).join("?")
                if (target) response.writeHead(307, { Location: target })
                // A session that was resumed has the certificate of the one that was made first.
                const name = request.socket.getPeerCertificate().subject?.CN ?? "none"
                const isKnown = name === "none" || request.socket.authorized || request.socket.isSessionReused()
                request.resume().on("end", () => response.end(isKnown ? name : "unknown"))
            })
            server.listen(0, "127.0.0.1", () => {
                fs.writeFileSync(port + ".new", String(server.address().port))
                fs.renameSync(port + ".new", port)
            })
            setInterval(() => fs.existsSync(port) || process.exit(), 1000)
            """#
    }

    /// OpenSSL's server, which requires a certificate, and answers with a page about the connection. It ends with the
    /// value.
    private final class OpenSSLServer: Sendable {
        private static let program = """
            "$@" >"$FOLDER/log" 2>&1 &
            while [ -e "$FOLDER/server.sh" ]; do sleep 0.5; done
            kill $!
            """

        private let folder: ScratchFolder
        private let identity: CertificateAuthority.Identity
        private let port: String

        init(_ authority: CertificateAuthority, _ version: String) async throws {
            (folder, identity) = (try ScratchFolder(), try authority.issue())
            let program = try folder.file(Self.program, named: "server.sh").path
            let arguments =
                [program, CertificateAuthority.command ?? "openssl", "s_server", "-accept", "127.0.0.1:0", "-www"]
                + ["-cert", identity.chain, "-key", identity.key, "-CAfile", authority.root.chain, version]
                + ["-Verify", "1", "-verify_return_error"]
            let environment = ["FOLDER": folder.url.path, "PATH": "/usr/bin:/bin"]
            Task { try await Program.runApart("/bin/sh", arguments, environment: environment) }
            let log = folder("log").path
            var port: Substring = ""
            try await eventually("OpenSSL listens") {
                let lines = ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n")
                port = lines.first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last ?? ""
                return !port.isEmpty
            }
            self.port = String(port)
        }

        func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }
    }
#endif
