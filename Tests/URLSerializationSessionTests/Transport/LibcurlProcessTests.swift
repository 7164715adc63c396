#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing

    @testable import URLSerializationSession

    /// The exit and the fork of a process during transfers. Each test runs a part of itself in another process.
    @Suite(.tags(.network, .real), .timeLimit(.minutes(60))) struct LibcurlProcessTests {
        private enum Role: String { case exit, fork }

        private static let variables = (role: "LIBCURL_PROCESS", urls: "LIBCURL_URLS")
        private static let environment = ProcessInfo.processInfo.environment
        private static let success: Int32 = 42

        /// Returns the exit status of another process with a role, whose requests are answered without an end, with TLS
        /// and without.
        private func status(of role: Role) async throws -> Int32 {
            var options = LoopbackServer.Options()
            let identity = LoopbackServer.speaksTLS ? try CertificateAuthority().selfSigned() : nil
            options.certificate = identity.map { LoopbackServer.CertificateFiles(chain: $0.chain, key: $0.key) }
            let servers = try [options, LoopbackServer.Options()].map { options in
                try LoopbackServer(options) { exchange in
                    try exchange.write("HTTP/1.1 200 OK\r\n\r\n")
                    while true { try exchange.write(Data(count: 1 << 14)) }
                }
            }
            defer { for server in servers { server.stop() } }
            var environment = Self.environment
            environment[Self.variables.role] = role.rawValue
            environment[Self.variables.urls] = servers.map { $0.url("/").absoluteString }.joined(separator: " ")
            return try await Program.runApart(
                FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
                ["--testing-library", "swift-testing", "--filter", "LibcurlProcessTests.aPartOfAnotherTest"],
                environment: environment)
        }

        @Test func aProcessThatExitsEnds() async throws { #expect(try await status(of: .exit) == Self.success) }

        @Test func aForkedProcessExitsAndTheTransfersGoOn() async throws {
            #expect(try await status(of: .fork) == Self.success)
        }

        // MARK: - In the other process

        @Test(.enabled(if: environment[variables.role] != nil, "Runs in a process of its own."))
        func aPartOfAnotherTest() async throws {
            let urls = Self.environment[Self.variables.urls]?.split(separator: " ").compactMap { URL(string: "\($0)") }
            let role = try #require(Self.environment[Self.variables.role].flatMap(Role.init))
            switch role {
            case .exit: _ = try await begin(try #require(urls))
            case .fork: try await fork(try await begin(try #require(urls)))
            }
            exit(Self.success)
        }

        private func session() -> Session {
            var trust = ServerTrust.system
            (trust.validatesChains, trust.validatesNames) = (false, false)
            return Session(
                configuration: .patient, maximumReceivedBytes: nil, transportPolicy: trust, engine: .libcurl)
        }

        /// Returns requests that are being answered.
        private func begin(_ urls: [URL]) async throws -> [Request] {
            let session = session()
            let requests = urls.flatMap { url in (0..<4).map { _ in session.download(url).resume() } }
            for request in requests {
                try await eventually("A part comes.") {
                    request.downloadProgress.completedUnitCount > 0 || request.isFinished
                }
                #expect(request.error == nil)
                if request.isFinished { exit(1) }
            }
            return requests
        }

        private func fork(_ requests: [Request]) async throws {
            typealias Fork = @convention(c) () -> pid_t
            let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)
            let child = fork()
            if child == 0 {
                alarm(600)
                exit(Self.success)
            }
            var status: Int32 = 0
            guard waitpid(child, &status, 0) == child, status == Self.success << 8 else { exit(2) }
            for request in requests {
                let count = request.downloadProgress.completedUnitCount
                try await eventually("More comes.") {
                    request.downloadProgress.completedUnitCount > count || request.isFinished
                }
                if request.isFinished { exit(3) }
            }
        }
    }

    /// Requests that end while the name of their server is looked up, and sessions that are released meanwhile.
    @Suite(.tags(.network), .timeLimit(.minutes(60))) struct LibcurlEndTests {
        /// The thread of an engine, which keeps its loop.
        private final class ThreadOfEngine {
            private weak var loop: AnyObject?

            init(_ session: Session) {
                loop = Mirror(reflecting: session.engine).children.first { $0.label == "loop" }?.value as AnyObject?
            }

            var isRunning: Bool { loop != nil }
        }

        @Test func aReleasedSessionHasNoThread() async throws {
            let server = try LoopbackServer { exchange in
                try exchange.write("HTTP/1.1 200 OK\r\n\r\n")
                while true { try exchange.write(Data(count: 1 << 14)) }
            }
            // An idle thread wakes up after a minute.
            var isQuick = false
            for _ in 0..<5 where !isQuick {
                var threads: [ThreadOfEngine] = []
                for _ in 0..<8 {
                    let session = Session(configuration: .patient, maximumReceivedBytes: nil, engine: .libcurl)
                    threads.append(ThreadOfEngine(session))
                    let request = session.download(server.url("/")).resume()
                    try await eventually("A part comes.") { request.downloadProgress.completedUnitCount > 0 }
                    #expect(threads.last?.isRunning == true)
                    request.cancel()
                }
                let start = Date()
                try await eventually("No thread is left.") { !threads.contains { $0.isRunning } }
                isQuick = Date().timeIntervalSince(start) < 50
                try await server.waitForOpenConnections()
            }
            #expect(isQuick)
        }

        @Test func aCancelledLookupHoldsUpNoOther() async throws {
            let server = try LoopbackServer { try $0.respond() }
            let session = Session(configuration: .patient, engine: .libcurl)
            for round in 0..<20 {
                let requests = (0..<20).map { session.request("http://name-\(round)-\($0).invalid/").resume() }
                if round % 2 == 1 { try await Task.sleep(nanoseconds: 1_000_000) }
                for request in requests { request.cancel() }
                for request in requests { #expect(await request.response().error != nil) }
                #expect(await session.request(server.url("/")).response().error == nil)
            }
            try await eventually("No transfer is left.") { session.taskCount == 0 }
        }
    }
#endif
