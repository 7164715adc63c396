/// What an ``AFSecurityPolicy`` compares a server's certificates with.
public enum AFSSLPinningMode: UInt, Sendable {
    /// Nothing: the system's evaluation decides (`AFSSLPinningModeNone`).
    case none = 0
    /// The public keys of the pinned certificates (`AFSSLPinningModePublicKey`).
    case publicKey = 1
    /// The pinned certificates, byte by byte (`AFSSLPinningModeCertificate`).
    case certificate = 2
}
