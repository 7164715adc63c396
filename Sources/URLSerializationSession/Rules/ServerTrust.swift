/// The servers that a session trusts: those with pinned certificates or public keys.
///
/// ```swift
/// let session = Session(serverTrust: .certificates([certificate]))
/// ```
///
/// A request to another server fails with `URLError.serverCertificateUntrusted` before any of it is sent. So does a
/// request without TLS, or one whose pins cannot be checked. On Linux, libcurl 7.77 and later with OpenSSL checks pins,
/// but ``SessionEngine/urlSession`` does not.
public struct ServerTrust: Hashable, Sendable {
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

    /// Trusts the servers that the system trusts and whose public key is that of one of these certificates.
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
}
