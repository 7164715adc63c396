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
