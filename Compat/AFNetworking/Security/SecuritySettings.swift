import URLSerializationSession

/// The settings of a security policy.
struct SecuritySettings: Sendable {
    var pinningMode = AFSSLPinningMode.none
    var pinnedCertificates: Set<Data>?
    var allowsInvalidCertificates = false
    var validatesDomainName = true

    /// The settings for an engine that applies them.
    var trust: ServerTrust {
        let pins = pinnedCertificates ?? []
        var trust: ServerTrust
        switch pinningMode {
        case .none: trust = .system
        case .publicKey: trust = .publicKeys(of: pins)
        case .certificate: trust = .certificates(pins)
        }
        // A chain must be valid with the pinned certificates as its anchors in any case.
        trust.validatesChains = pinningMode == .certificate || !allowsInvalidCertificates
        trust.validatesNames = validatesDomainName
        return trust
    }
}

/// The form of archives, written by hand so that the certificates have an order and the mode needs no public
/// conformance.
extension SecuritySettings: Codable {
    private enum CodingKeys: CodingKey {
        case pinningMode, pinnedCertificates, allowsInvalidCertificates, validatesDomainName
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let mode = AFSSLPinningMode(rawValue: try container.decode(UInt.self, forKey: .pinningMode)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .pinningMode, in: container, debugDescription: "There is no such pinning mode.")
        }
        pinningMode = mode
        pinnedCertificates = try container.decodeIfPresent(Set<Data>.self, forKey: .pinnedCertificates)
        allowsInvalidCertificates = try container.decode(Bool.self, forKey: .allowsInvalidCertificates)
        validatesDomainName = try container.decode(Bool.self, forKey: .validatesDomainName)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(pinningMode.rawValue, forKey: .pinningMode)
        let certificates = pinnedCertificates?.sorted { $0.lexicographicallyPrecedes($1) }
        try container.encodeIfPresent(certificates, forKey: .pinnedCertificates)
        try container.encode(allowsInvalidCertificates, forKey: .allowsInvalidCertificates)
        try container.encode(validatesDomainName, forKey: .validatesDomainName)
    }
}
