import URLSerialization
import URLSerializationSession

/// The policy for the certificates of the servers that a session manager connects to.
///
/// On Apple's systems `evaluateServerTrust(_:forDomain:)` evaluates every server. On Linux libcurl does so, according
/// to the policy's settings, before it sends any part of a request:
///
/// - ``AFSSLPinningMode/none``: the system's authorities decide, unless invalid certificates are allowed.
/// - ``AFSSLPinningMode/certificate``: the chain must be valid with the pinned certificates as its only anchors.
/// - ``AFSSLPinningMode/publicKey``: the server's own key must be pinned, and the system must accept its chain, unless
///   invalid certificates are allowed.
///
/// If pins cannot be checked, a request fails with an ``AFSecurityPolicyError`` before anything is sent. This happens
/// if no pinned certificate can be read, if only authorities' keys are pinned, with libcurl before 7.77, and with
/// URLSession, which transfers the requests of a configuration with `protocolClasses`. With URLSession on Linux a
/// looser policy has no effect, and the log names the setting once.
///
/// A policy with pins also refuses requests other than `https`, on every system and after each redirection.
/// AFNetworking raises an exception for a manager with such a base URL, but sends other requests.
///
/// Many threads may use a policy at once: its settings are one value behind a lock. A subclass must guard the variables
/// that it adds, and restate `@unchecked Sendable`. It may override the getters, which are called while requests wait
/// and must return immediately.
open class AFSecurityPolicy: NSObject, NSSecureCoding, NSCopying, SettingsHolder, @unchecked Sendable {
    let settings: Locked<SecuritySettings>

    /// Creates the policy of new managers: no pins, and only valid certificates of the right domain.
    public override init() {
        settings = Locked(SecuritySettings())
        super.init()
    }

    /// Returns a new policy without pins (`defaultPolicy`).
    ///
    /// A subclass is created by its `init(coder:)`, whereas AFNetworking calls its `init()`.
    open class func `default`() -> Self {
        CopyingCoder.make(self, holding: SecuritySettings())
    }

    /// Creates a policy that pins the certificates in the main bundle (`policyWithPinningMode:`).
    ///
    /// If the bundle has none, all servers are refused, unless the mode is ``AFSSLPinningMode/none``.
    public convenience init(pinningMode: AFSSLPinningMode) {
        self.init(pinningMode: pinningMode, withPinnedCertificates: Self.certificates(in: .main))
    }

    /// Creates a policy that pins certificates (`policyWithPinningMode:withPinnedCertificates:`).
    ///
    /// - Parameters:
    ///   - pinningMode: The part of the certificates that is compared with the server's.
    ///   - pinnedCertificates: DER-encoded X.509 certificates. One match is enough.
    public convenience init(pinningMode: AFSSLPinningMode, withPinnedCertificates pinnedCertificates: Set<Data>) {
        self.init()
        settings.withLock { $0.pinningMode = pinningMode }
        self.pinnedCertificates = pinnedCertificates
    }

    // MARK: - Settings

    /// The part of the pinned certificates that is compared with the server's. The default is
    /// ``AFSSLPinningMode/none``.
    open var sslPinningMode: AFSSLPinningMode { field(\.pinningMode) }

    /// The pinned certificates as DER-encoded X.509. The default is `nil`. They have no effect without a mode.
    open var pinnedCertificates: Set<Data>? {
        get { field(\.pinnedCertificates) }
        set { set(\.pinnedCertificates, newValue) }
    }

    /// Whether expired and untrusted certificates are accepted. The default is `false`.
    ///
    /// If it is `true`, a policy without pins that validates domains accepts no server, as in AFNetworking. With
    /// ``AFSSLPinningMode/certificate`` the chain must always be valid, with the pinned certificates as its anchors.
    open var allowInvalidCertificates: Bool {
        get { field(\.allowsInvalidCertificates) }
        set { set(\.allowsInvalidCertificates, newValue) }
    }

    /// Whether a certificate must be for the requested domain. The default is `true`.
    open var validatesDomainName: Bool {
        get { field(\.validatesDomainName) }
        set { set(\.validatesDomainName, newValue) }
    }

    /// Returns the certificates in a bundle: its files that end in `.cer` or `.crt`, in lower or upper case.
    ///
    /// AFNetworking looks only for `.cer`. A file that cannot be read is skipped, so its server is refused;
    /// AFNetworking raises an exception.
    open class func certificates(in bundle: Bundle) -> Set<Data> {
        let paths = ["cer", "CER", "crt", "CRT"].flatMap { bundle.paths(forResourcesOfType: $0, inDirectory: ".") }
        return Set(paths.compactMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) })
    }

    // MARK: - NSSecureCoding, NSCopying

    /// `true`, so that unarchivers that require secure coding accept the class.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a policy from an archive.
    ///
    /// Returns `nil` if the archive lacks a field or has the wrong kind of value for one, as AFNetworking's archives
    /// do. Otherwise an archive that lost its pins would be read as a policy without pins.
    public required init?(coder: NSCoder) {
        guard let settings = Self.settings(from: coder) else { return nil }
        self.settings = settings
        super.init()
    }

    /// Archives every field. AFNetworking cannot read the archive.
    open func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        SerializerArchive.encode(settings.value, with: coder)
    }

    /// Returns a policy of the same class with equal fields, created by `init(coder:)`.
    ///
    /// A subclass whose `init(coder:)` fails must override this method.
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

/// The part of a server's certificates that an ``AFSecurityPolicy`` compares with the pinned ones.
public enum AFSSLPinningMode: UInt, Codable, Sendable {
    /// Nothing: the system's evaluation decides (`AFSSLPinningModeNone`).
    case none = 0
    /// The public keys, which a renewed certificate may keep (`AFSSLPinningModePublicKey`).
    case publicKey = 1
    /// The certificates, byte by byte (`AFSSLPinningModeCertificate`).
    case certificate = 2
}

/// The settings of a security policy.
struct SecuritySettings: Codable, Sendable {
    var pinningMode = AFSSLPinningMode.none
    private var certificates: [Data]?
    var allowsInvalidCertificates = false
    var validatesDomainName = true

    private enum CodingKeys: String, CodingKey {
        case certificates = "pinnedCertificates"
        case pinningMode, allowsInvalidCertificates, validatesDomainName
    }

    /// The pinned certificates, which are archived in a fixed order.
    var pinnedCertificates: Set<Data>? {
        get { certificates.map(Set.init) }
        set { certificates = newValue?.sorted { $0.lexicographicallyPrecedes($1) } }
    }

    /// The settings for an engine that applies them.
    var trust: ServerTrust {
        let pins = pinnedCertificates ?? []
        var trust: ServerTrust
        switch pinningMode {
        case .none: trust = .system
        case .publicKey: trust = .publicKeys(of: pins)
        case .certificate: trust = .certificates(pins)
        }
        // With pinned certificates as its only anchors, a chain must always be valid.
        trust.validatesChains = pinningMode == .certificate || !allowsInvalidCertificates
        trust.validatesNames = validatesDomainName
        return trust
    }
}

/// A request that an ``AFSecurityPolicy`` stops, because the policy's conditions cannot be checked.
///
/// As an `NSError` it equals the error of a server that fails its pin: `NSURLErrorDomain`, code −1202. That is the code
/// of `URLError.serverCertificateUntrusted`, and on Apple's systems of `NSURLErrorServerCertificateUntrusted`.
/// Foundation on Linux mistakenly defines the second as −1203: compare with the first.
public struct AFSecurityPolicyError: Error, Sendable {
    /// The request's URL without user, password, query and fragment, or `nil` if it has none.
    public let url: URL?
    /// The problem and its remedy, without the URL.
    public let reason: String

    init(_ url: URL?, reason: String) {
        self.url = url?.withoutSecrets
        self.reason = reason
    }
}

extension AFSecurityPolicyError: CustomStringConvertible, LocalizedError, CustomNSError {
    /// The domain of the equivalent `NSError`: `NSURLErrorDomain`.
    public static var errorDomain: String { NSURLErrorDomain }
    /// The code of the equivalent `NSError`: −1202, an untrusted certificate.
    public var errorCode: Int { URLError.serverCertificateUntrusted.rawValue }

    /// The URL, the problem and its remedy.
    public var description: String { "\(url?.absoluteString ?? "The request"): \(reason)" }
    /// The URL, the problem and its remedy, as in ``description``.
    public var errorDescription: String? { description }
    /// The problem and its remedy, as in ``reason``.
    public var failureReason: String? { reason }

    /// The description, the reason and the URL under Foundation's keys.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return userInfo
    }
}

#if !canImport(ObjectiveC)
    extension AFSecurityPolicyError: _ObjectiveCBridgeable {}
#endif
