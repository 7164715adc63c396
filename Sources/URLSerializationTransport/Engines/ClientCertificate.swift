/// A certificate with its private key by which a server recognizes the client (RFC 8446, section 4.4.2).
///
/// ```swift
/// let session = Session(clientCertificates: [ClientCertificate(pkcs12: archive, password: "secret")])
/// ```
///
/// A server gets it over TLS if it asks for one. A request takes it to the origin that it was made for, and not to
/// another one after a redirection. A certificate with a URL goes to that URL's origin only, even after a redirection
/// to it, and takes precedence there over one without a URL. On Linux, a connection or TLS session that was made with a
/// certificate serves no request without it.
///
/// A request fails with `URLError.clientCertificateRejected` if the certificate cannot be read, the password is wrong,
/// the key does not belong to the certificate, or the server refuses it. On Linux, ``SessionEngine/libcurl`` needs
/// libcurl 7.71 or later with OpenSSL, and with ``SessionEngine/urlSession`` requests that need a certificate fail.
public struct ClientCertificate: Hashable, Sendable, CustomReflectable {
    /// The PKCS#12 archive, or the certificates and the key in PEM.
    let files: [Data]
    let password: String
    /// The only origin that gets it, or `nil` for the origin of each request.
    fileprivate let origin: Origin?

    /// A mirror without the key and the password.
    public var customMirror: Mirror { Mirror(self, children: ["origin": origin as Any]) }

    /// Creates a certificate from a PKCS#12 archive (RFC 7292), which also has the key. macOS 14 and earlier put both
    /// into the default keychain when a server asks for them.
    ///
    /// - Parameters:
    ///   - pkcs12: The content of a `.p12` or `.pfx` file.
    ///   - password: The archive's password.
    ///   - url: A URL of the only origin that gets it, or `nil` for the origin of each request.
    public init(pkcs12: Data, password: String, for url: URL? = nil) {
        (files, self.password, origin) = ([pkcs12], password, url.map(Origin.init))
    }

    /// Creates a certificate from PEM (RFC 7468), on Linux only.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, followed by those above it if the server lacks them.
    ///   - key: The private key.
    ///   - password: The key's password, or an empty text for a key that is not encrypted.
    ///   - url: A URL of the only origin that gets it, or `nil` for the origin of each request.
    #if canImport(Darwin)
        @available(*, unavailable, message: "Make PKCS#12: openssl pkcs12 -export -in a.pem -inkey key.pem")
    #endif
    public init(certificate: Data, key: Data, password: String = "", for url: URL? = nil) {
        (files, self.password, origin) = ([certificate, key], password, url.map(Origin.init))
    }
}

extension [ClientCertificate] {
    /// Returns the certificate for the server of a URL, or `nil` for none.
    ///
    /// - Parameter isOnOrigin: Whether no redirection has led to another origin.
    package func certificate(for url: URL?, isOnOrigin: Bool) -> ClientCertificate? {
        guard !isEmpty else { return nil }
        let origin = Origin(url)
        return origin.isSecure ? first { $0.origin == origin } ?? (isOnOrigin ? first { $0.origin == nil } : nil) : nil
    }
}
