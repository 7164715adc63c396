import URLSerialization

/// Decides which servers a session manager talks to, by their certificates.
///
/// On Apple's systems its `evaluateServerTrust(_:forDomain:)` judges every server. On Linux nobody can be asked about a
/// certificate: a policy that wants more or less than the system's own evaluation, which is a pin, an invalid certificate
/// or another domain's, makes each `https` request fail with an ``AFSecurityPolicyError``. A pin is never left out in
/// silence.
///
/// The same error ends a request that is not `https` under a policy with pins, on every system and for every hop of a
/// chain of redirections. AFNetworking raises an exception for a manager of such a base URL, and lets other requests go.
///
/// It may be used by many threads at once; what it holds is one value behind a lock. A subclass with variables of its own
/// must guard them, and restates `@unchecked Sendable`. Its getters, which overrides are honoured of, are asked while
/// requests wait: they must not.
open class AFSecurityPolicy: NSObject, NSSecureCoding, NSCopying, SettingsHolder, @unchecked Sendable {
    let settings: Locked<SecuritySettings>

    /// The policy of new managers: no pins, valid certificates only, of the right domain.
    public override init() {
        settings = Locked(SecuritySettings())
        super.init()
    }

    /// A new policy without pins (`defaultPolicy`).
    ///
    /// A subclass is made by its `init(coder:)`, where AFNetworking calls its `init()`.
    open class func `default`() -> Self {
        CopyingCoder.make(self, holding: SecuritySettings())
    }

    /// A policy that pins the certificates in the main bundle (`policyWithPinningMode:`).
    ///
    /// Without one there all servers are refused, unless the mode is ``AFSSLPinningMode/none``.
    public convenience init(pinningMode: AFSSLPinningMode) {
        self.init(pinningMode: pinningMode, withPinnedCertificates: Self.certificates(in: .main))
    }

    /// A policy that pins certificates (`policyWithPinningMode:withPinnedCertificates:`).
    ///
    /// - Parameters:
    ///   - pinningMode: What of them must be the server's.
    ///   - pinnedCertificates: Certificates in the DER form of X.509. One is enough that matches.
    public convenience init(pinningMode: AFSSLPinningMode, withPinnedCertificates pinnedCertificates: Set<Data>) {
        self.init()
        settings.withLock { $0.pinningMode = pinningMode }
        self.pinnedCertificates = pinnedCertificates
    }

    // MARK: - Settings

    /// What of the pinned certificates must be the server's; at first ``AFSSLPinningMode/none``.
    open var sslPinningMode: AFSSLPinningMode { field(\.pinningMode) }

    /// The certificates that are pinned, in the DER form of X.509; at first nil. They mean nothing without a mode.
    open var pinnedCertificates: Set<Data>? {
        get { field(\.pinnedCertificates) }
        set { set(\.pinnedCertificates, newValue) }
    }

    /// Whether certificates are accepted that have expired or that nobody vouches for; at first false.
    ///
    /// Without pins, and with a domain to validate, this accepts no server at all, as in AFNetworking.
    open var allowInvalidCertificates: Bool {
        get { field(\.allowsInvalidCertificates) }
        set { set(\.allowsInvalidCertificates, newValue) }
    }

    /// Whether a certificate must be for the domain that was asked for; at first true.
    open var validatesDomainName: Bool {
        get { field(\.validatesDomainName) }
        set { set(\.validatesDomainName, newValue) }
    }

    /// The certificates in a bundle: its files that end in `.cer` or `.crt`, or the same in capitals.
    ///
    /// AFNetworking looks for `.cer` alone. A file that cannot be read is left out, so that its server is refused;
    /// AFNetworking raises an exception.
    open class func certificates(in bundle: Bundle) -> Set<Data> {
        let paths = ["cer", "CER", "crt", "CRT"].flatMap { bundle.paths(forResourcesOfType: $0, inDirectory: ".") }
        return Set(paths.compactMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) })
    }

    // MARK: - NSSecureCoding, NSCopying

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Reads an archived policy.
    ///
    /// Nil for an archive that lacks a field or holds something else in its place, as AFNetworking's own do. That of an
    /// archive without its pins could be a policy without pins.
    public required init?(coder: NSCoder) {
        guard let settings = Self.settings(from: coder) else { return nil }
        self.settings = settings
        super.init()
    }

    /// Archives every field.
    open func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        SerializerArchive.encode(settings.value, with: coder)
    }

    /// A policy of the same class with equal fields, made by `init(coder:)`.
    ///
    /// A subclass whose `init(coder:)` gives up must override this.
    open func copy(with zone: NSZone? = nil) -> Any { copyWithSettings() }

    // MARK: - SettingsHolder

    class var ownClass: AnyClass { AFSecurityPolicy.self }

    static func archivedSettings(in coder: NSCoder) throws -> SecuritySettings {
        try SerializerArchive.decode(SecuritySettings.self, calling: "security policy", from: coder)
    }

    func askGetters(for settings: inout SecuritySettings) {
        settings.pinningMode = sslPinningMode
        settings.pinnedCertificates = pinnedCertificates
        settings.allowsInvalidCertificates = allowInvalidCertificates
        settings.validatesDomainName = validatesDomainName
    }
}

/// What an ``AFSecurityPolicy`` compares a server's certificates with.
public enum AFSSLPinningMode: UInt, Sendable {
    /// Nothing: the system's evaluation decides (`AFSSLPinningModeNone`).
    case none = 0
    /// The public keys of the pinned certificates (`AFSSLPinningModePublicKey`).
    case publicKey = 1
    /// The pinned certificates, byte by byte (`AFSSLPinningModeCertificate`).
    case certificate = 2
}
