#if canImport(Security)
    import Security
#endif

/// The servers that a session trusts: those with pinned certificates or public keys.
///
/// ```swift
/// let session = Session(serverTrust: .certificates([certificate]))
/// ```
///
/// A request to another server fails with `URLError.serverCertificateUntrusted` before any of it is sent. So does a
/// request without TLS, or one whose pins cannot be checked. On Linux, libcurl 7.77 and later with OpenSSL checks pins,
/// but ``SessionEngine/urlSession`` does not.
public struct ServerTrust: Hashable, Sendable, TransportPolicy {
    /// The only certificates, in DER, in which a server's chain may end, or `nil` for the system's authorities.
    let anchors: [Data]?
    /// The digests of the accepted servers' own keys, as in ``Certificate/key``, or `nil` for any.
    let keys: [String]?
    /// Whether a server's chain must be valid.
    package var validatesChains = true
    /// Whether a server's certificate must be for the requested host.
    package var validatesNames = true

    private init(anchors: [Data]?, keys: [String]?) {
        // Sorted, because libcurl reuses a connection only for equal settings.
        self.anchors = anchors?.sorted { $0.lexicographicallyPrecedes($1) }
        self.keys = keys?.sorted()
    }

    /// Trusts the servers that the system trusts.
    package static let system = ServerTrust(anchors: nil, keys: nil)

    /// Trusts servers whose certificates are among these or are issued by one of them, and no others.
    ///
    /// - Parameter certificates: Certificates in the DER form of X.509. Other bytes are ignored.
    public static func certificates(_ certificates: some Sequence<Data>) -> ServerTrust {
        let pins = certificates.compactMap(Certificate.init)
        let keys = pins.contains { $0.isAuthority } ? nil : pins.map(\.key)
        return ServerTrust(anchors: pins.map(\.bytes), keys: keys)
    }

    /// Trusts the servers that the system trusts and whose public key is in one of these certificates.
    ///
    /// - Parameter certificates: Servers' certificates in the DER form of X.509. Other bytes are ignored, as are the
    ///   certificates of authorities, which name no server.
    public static func publicKeys(of certificates: some Sequence<Data>) -> ServerTrust {
        let pins = certificates.compactMap(Certificate.init)
        return ServerTrust(anchors: nil, keys: pins.filter { !$0.isAuthority }.map(\.key))
    }

    /// Returns the reason why nothing may be sent to a URL, or `nil` for none.
    ///
    /// - Parameter isApplied: Whether the engine applies the value.
    package func refusal(of url: URL?, isApplied: Bool) -> String? {
        let isSecure = url?.absoluteURL.scheme?.lowercased() == "https"
        if anchors == nil, keys == nil {
            guard isSecure, isApplied, validatesNames, !validatesChains else { return nil }
            return "Invalid certificates are allowed for a name that is validated, and anyone can make one. Pin the "
                + "server's certificate."
        }
        guard isSecure else {
            return "Certificates are pinned, and this URL's connection has none. Ask for an https URL, or send the "
                + "request where none are pinned."
        }
        guard isApplied else {
            return "Certificates are pinned, and pins cannot be checked here: on Linux only libcurl 7.77 or later "
                + "checks them. Use SessionEngine.libcurl, or add the server's authority to those that the system "
                + "trusts and pin none."
        }
        if anchors?.isEmpty == true {
            return "No pinned certificate can be read. Pin certificates in the DER form of X.509."
        }
        guard keys?.isEmpty == true else { return nil }
        return "No pinned certificate has a server's own key: it is an authority's, or cannot be read. Pin the key of "
            + "the server's certificate, or pin the authority's certificate instead of its key."
    }

    package func check(_ message: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
        if let reason = refusal(of: message.url, isApplied: applies(self)) {
            throw URLError.making(.serverCertificateUntrusted, message.url, reason)
        }
        return self
    }
}

/// The policy consulted before each transfer, and about each server where the system asks.
///
/// A refusal fails the request, and the retriers are not asked.
package protocol TransportPolicy: Sendable {
    /// Checks a message before it is sent, including each redirection, answered challenge and retry.
    ///
    /// Called on any queue. It must not block.
    ///
    /// - Parameter applies: Returns whether the session's engine applies a trust.
    /// - Returns: The trust that the engine must apply, or `nil` for the system's.
    /// - Throws: The reason for a refusal, which becomes the request's error. Nothing of the request is sent.
    func check(_ message: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust?

    // URLSession on Linux does not ask its delegate about certificates.
    #if canImport(Security)
        /// Returns whether to trust a server, in place of the system's own evaluation.
        ///
        /// Called on a global queue.
        ///
        /// - Parameters:
        ///   - trust: The server's certificates.
        ///   - host: The host of the request.
        func evaluate(_ trust: SecTrust, host: String) -> Bool
    #endif
}

/// The parts of a certificate that a pin needs, read from the DER form of X.509 (RFC 5280, section 4.1).
///
/// Every length is checked against the remaining bytes, so that no input ends the process.
struct Certificate: Hashable, Sendable {
    /// The certificate in DER.
    let bytes: Data
    /// The SHA-256 digest of the public key with its algorithm (SubjectPublicKeyInfo), in base64.
    let key: String
    /// Whether the certificate is an authority's, and names no server.
    let isAuthority: Bool

    /// Creates a certificate, or returns `nil` for bytes that are not exactly one certificate.
    init?(_ bytes: Data) {
        let file = DERElement.elements(in: Array(bytes)[...])
        guard file.map(\.tag) == [0x30] else { return nil }
        // A sequence with the fields, one with the algorithm, and a bit string with the signature.
        let parts = file[0].elements
        guard parts.map(\.tag) == [0x30, 0x30, 0x03] else { return nil }
        // The number, the algorithm, the issuer, the validity, the subject and the key follow the version, if any.
        let fields = Array(parts[0].elements.drop { $0.tag == 0xA0 })
        guard fields.map(\.tag).starts(with: [0x02, 0x30, 0x30, 0x30, 0x30, 0x30]) else { return nil }
        self.bytes = bytes
        key = Data(MessageDigest.sha256.digest(Array(fields[5].bytes))).base64EncodedString()
        let extensions = fields.first { $0.tag == 0xA3 }?.elements.first?.elements.map(\.elements) ?? []
        func value(_ name: [UInt8]) -> DERElement? {
            extensions.last { $0.first.map { Array($0.content) } == name }?.last
        }
        let (alternativeName, constraints) = (value([0x55, 0x1D, 0x11]), value([0x55, 0x1D, 0x13]))
        let certifies = constraints?.elements.first?.elements.first
        isAuthority = certifies?.tag == 0x01 && certifies?.content.first ?? 0 != 0 && alternativeName == nil
    }
}

/// An element of DER (X.690, section 8.1).
private struct DERElement {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    /// The whole element, with its tag and its length.
    let bytes: ArraySlice<UInt8>

    var elements: [DERElement] { Self.elements(in: content) }

    /// Returns the elements that bytes consist of, or none if these are not elements.
    static func elements(in bytes: ArraySlice<UInt8>) -> [DERElement] {
        var elements: [DERElement] = []
        var rest = bytes
        while let tag = rest.first {
            let start = rest.startIndex
            guard let first = rest.dropFirst().first else { return [] }
            rest = rest.dropFirst(2)
            var length = Int(first)
            if first >= 0x80 {
                // At most 16 MiB; 0x80, for an unknown length, is not DER.
                let count = Int(first & 0x7F)
                guard (1...3).contains(count), count <= rest.count else { return [] }
                length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(count)
            }
            guard length <= rest.count else { return [] }
            let content = rest.prefix(length)
            rest = rest.dropFirst(length)
            elements.append(DERElement(tag: tag, content: content, bytes: bytes[start..<rest.startIndex]))
        }
        return elements
    }
}
