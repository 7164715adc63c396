/// The parts of a certificate that a pin needs, read from the DER form of X.509 (RFC 5280, section 4.1).
///
/// Every length is compared with the bytes that are left: no bytes end the process.
struct Certificate: Hashable, Sendable {
    /// The certificate in DER.
    let bytes: Data
    /// The SHA-256 digest of the public key with its algorithm (SubjectPublicKeyInfo), in base64.
    let key: String
    /// Whether the certificate is an authority's, and names no server.
    let isAuthority: Bool

    /// Creates a certificate, or returns `nil` for bytes that are not exactly one.
    init?(_ bytes: Data) {
        var file = DERReader(bytes)
        guard var whole = file.next(.sequence), file.isAtEnd, var fields = whole.next(.sequence),
            whole.next(.sequence) != nil, whole.next(.bitString) != nil, whole.isAtEnd
        else { return nil }
        _ = fields.next(.version)
        guard fields.next(.integer) != nil else { return nil }
        // The algorithm, the issuer, the validity and the subject.
        for _ in 0..<4 { guard fields.next(.sequence) != nil else { return nil } }
        let beforeKey = fields.bytes
        guard fields.next(.sequence) != nil else { return nil }
        let key = beforeKey.prefix(upTo: fields.bytes.startIndex)
        self.bytes = bytes
        self.key = Data(MessageDigest.sha256.digest(Array(key))).base64EncodedString()
        for tag in [DERReader.Tag.issuerIdentifier, .subjectIdentifier] { _ = fields.next(tag) }
        var (certifies, namesServers) = (false, false)
        var list = fields.next(.extensions)
        var extensions = list?.next(.sequence)
        while var field = extensions?.next(.sequence) {
            let name = field.next(.objectIdentifier).map { Array($0.bytes) }
            _ = field.next(.boolean)
            var value = field.next(.octetString)
            if name == Self.subjectAlternativeName { namesServers = true }
            if name == Self.basicConstraints, var constraints = value?.next(.sequence) {
                certifies = constraints.next(.boolean)?.bytes.first ?? 0 != 0
            }
        }
        isAuthority = certifies && !namesServers
    }

    private static let subjectAlternativeName: [UInt8] = [0x55, 0x1D, 0x11]
    private static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
}

/// A reader of the elements of DER (X.690, section 8.1), one after another.
private struct DERReader {
    /// The tags of elements in certificates.
    enum Tag: UInt8 {
        case boolean = 0x01
        case integer = 0x02
        case bitString = 0x03
        case octetString = 0x04
        case objectIdentifier = 0x06
        case sequence = 0x30
        case issuerIdentifier = 0x81
        case subjectIdentifier = 0x82
        case version = 0xA0
        case extensions = 0xA3
    }

    /// The bytes that have not been read.
    private(set) var bytes: ArraySlice<UInt8>

    init(_ data: Data) { bytes = Array(data)[...] }

    private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { bytes.isEmpty }

    /// Returns a reader of the next element's content and moves past the element, or returns `nil` if that has another
    /// tag or does not end.
    mutating func next(_ tag: Tag) -> DERReader? {
        var rest = bytes
        guard rest.popFirst() == tag.rawValue, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            // At most 16 MiB; 0x80, for an unknown length, is not DER.
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), count <= rest.count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard length <= rest.count else { return nil }
        bytes = rest.dropFirst(length)
        return DERReader(bytes: rest.prefix(length))
    }
}
