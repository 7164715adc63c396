import Foundation

/// A certificate authority for tests, which uses OpenSSL's command.
package final class CertificateAuthority: Sendable {
    package struct Identity: Sendable {
        /// The file of the certificate in PEM.
        package let chain: String
        /// The file of the private key in PEM.
        package let key: String
        /// The certificate in DER.
        package let certificate: Data
        /// The files' folder, which lasts as long as the identity.
        private let folder: ScratchFolder

        fileprivate init(_ chain: String, key: String, in folder: ScratchFolder) throws {
            self.chain = chain
            self.key = key
            self.folder = folder
            certificate = try decoded(chain)
        }
    }

    /// The path of OpenSSL's command, or `nil` if it is not installed.
    package static let command = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The authority's own certificate, which names no server.
    package let root: Identity
    private let folder: ScratchFolder

    package init() throws {
        folder = try ScratchFolder()
        root = try Self.selfSigned(in: folder, named: "root", [])
        _ = try folder.file("", named: "index")
        _ = try folder.file(
            """
            [ca]
            default_ca = authority
            [authority]
            new_certs_dir = \(folder.url.path)
            database = \(folder("index").path)
            rand_serial = yes
            default_md = sha256
            unique_subject = no
            policy = names
            [names]
            commonName = supplied
            [server]
            basicConstraints = CA:FALSE
            subjectAltName = $ENV::NAMES
            """, named: "settings")
    }

    /// Returns a certificate of a server that no authority has signed.
    package func selfSigned(for names: String = "IP:127.0.0.1") throws -> Identity {
        try Self.selfSigned(in: folder, named: UUID().uuidString, ["-addext", "subjectAltName=\(names)"])
    }

    /// Returns a certificate of a server, signed by this authority.
    ///
    /// - Parameter other: A server's identity whose key is used again, or `nil` for a new key.
    package func issue(
        for names: String = "IP:127.0.0.1", from begin: String = "20200101000000Z",
        to end: String = "20990101000000Z", withKeyOf other: Identity? = nil
    ) throws -> Identity {
        let file = folder(UUID().uuidString).path
        let key = other.map { ["-key", $0.key] } ?? Self.newKey(in: "\(file).key")
        try Self.run(["req", "-new", "-subj", "/CN=Server", "-out", "\(file).request"] + key)
        try Self.run(
            ["ca", "-batch", "-notext", "-config", folder("settings").path, "-in", "\(file).request"]
                + ["-cert", root.chain, "-keyfile", root.key, "-startdate", begin, "-enddate", end]
                + ["-extensions", "server", "-out", "\(file).pem"], environment: ["NAMES": names])
        return try Identity("\(file).pem", key: other?.key ?? "\(file).key", in: folder)
    }

    /// Returns a certificate's public key in DER, as OpenSSL extracts it.
    package func publicKey(of identity: Identity) throws -> Data {
        let file = folder(UUID().uuidString).path
        try Self.run(["x509", "-in", identity.chain, "-noout", "-pubkey", "-out", file])
        return try decoded(file)
    }

    private static func selfSigned(
        in folder: ScratchFolder, named name: String, _ more: [String]
    ) throws -> Identity {
        let file = folder(name).path
        try run(
            ["req", "-x509", "-subj", "/CN=\(name)", "-days", "2", "-out", "\(file).pem"] + newKey(in: "\(file).key")
                + more)
        return try Identity("\(file).pem", key: "\(file).key", in: folder)
    }

    private static func newKey(in file: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file]
    }

    private static func run(_ arguments: [String], environment: [String: String]? = nil) throws {
        let status = try Program.run(command ?? "openssl", arguments, environment: environment)
        guard status == 0 else { throw CocoaError(.executableLoad, userInfo: ["arguments": arguments]) }
    }
}

/// Returns the bytes of a PEM file with one object.
private func decoded(_ file: String) throws -> Data {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    return Data(base64Encoded: lines.filter { !$0.hasPrefix("-----") }.joined()) ?? Data()
}
