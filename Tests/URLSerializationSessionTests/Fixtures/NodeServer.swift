#if os(Linux)
    import TestSupport
    import URLSerializationSession

    /// A process of Node's that serves https. It ends with the value.
    final class NodeServer: Sendable {
        /// The path of Node's command, or `nil` if it is not installed.
        static let command = ["/usr/bin/node", "/usr/local/bin/node"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        let identity: CertificateAuthority.Identity
        private let folder: ScratchFolder
        private let port: String

        /// Starts a program, which ends when the file is removed into which it writes its port.
        ///
        /// - Parameter argument: The argument between the files of the identity and that of the port.
        init(_ program: String, _ identity: CertificateAuthority.Identity, _ argument: String) async throws {
            (folder, self.identity) = (try ScratchFolder(), identity)
            let place = folder("port").path
            let arguments = [identity.chain, identity.key, argument, place]
            let file = try folder.file(program, named: "server.js").path
            Task { try await Program.runApart(Self.command ?? "node", [file] + arguments) }
            var port = ""
            try await eventually("Node listens") {
                port = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
                return !port.isEmpty
            }
            self.port = port
        }

        func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }
    }
#endif
