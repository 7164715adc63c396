import URLSerializationSession

/// Evaluates the certificates of a server. Only this module's evaluators conform, because on Linux the engine checks
/// certificates and cannot call a closure.
public protocol ServerTrustEvaluating: Sendable {}

/// The base class of the evaluators.
///
/// `@unchecked Sendable`: the trust is a constant, and subclasses add nothing.
public class TrustEvaluator: ServerTrustEvaluating, @unchecked Sendable {
    let trust: ServerTrust

    fileprivate init(_ trust: ServerTrust, chains: Bool = true, names: Bool) {
        var trust = trust
        (trust.validatesChains, trust.validatesNames) = (chains, names)
        self.trust = trust
    }
}

/// Trusts the servers that the system trusts.
public final class DefaultTrustEvaluator: TrustEvaluator, @unchecked Sendable {
    /// Creates an evaluator, by default one that checks the host's name as well.
    public init(validateHost: Bool = true) { super.init(.system, names: validateHost) }
}

/// Trusts every server, whatever its certificate and its name. Use it only for development.
public final class DisabledTrustEvaluator: TrustEvaluator, @unchecked Sendable {
    /// Creates an evaluator that checks neither the certificate's chain nor the host's name.
    public init() { super.init(.system, chains: false, names: false) }
}

/// Trusts the servers whose certificate is pinned, or issued by a pinned authority.
public final class PinnedCertificatesTrustEvaluator: TrustEvaluator, @unchecked Sendable {
    /// Creates an evaluator, by default with the certificates in the application's main bundle.
    ///
    /// - Parameters:
    ///   - certificates: The pinned certificates as DER-encoded X.509.
    ///   - acceptSelfSignedCertificates: Without effect: a pinned certificate is its own authority.
    ///   - performDefaultValidation: Without effect: a chain must always be valid and end at a pinned certificate.
    ///   - validateHost: Whether the host's name is checked.
    public init(
        certificates: [Data] = Bundle.main.af.certificates, acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true, validateHost: Bool = true
    ) { super.init(.certificates(certificates), names: validateHost) }
}

extension ServerTrustEvaluating where Self == PinnedCertificatesTrustEvaluator {
    /// The evaluator that pins the certificates in the application's main bundle.
    public static var pinnedCertificates: PinnedCertificatesTrustEvaluator { PinnedCertificatesTrustEvaluator() }
}

/// Trusts the servers whose public key is that of a pinned certificate.
public final class PublicKeysTrustEvaluator: TrustEvaluator, @unchecked Sendable {
    /// Creates an evaluator, by default with the keys of the certificates in the application's main bundle.
    ///
    /// - Parameters:
    ///   - certificates: The servers' own certificates as DER-encoded X.509, with the pinned keys.
    ///   - performDefaultValidation: Whether the system must trust the certificate too.
    ///   - validateHost: Whether the host's name is checked.
    public init(
        keysOf certificates: [Data] = Bundle.main.af.certificates, performDefaultValidation: Bool = true,
        validateHost: Bool = true
    ) { super.init(.publicKeys(of: certificates), chains: performDefaultValidation, names: validateHost) }
}

extension ServerTrustEvaluating where Self == PublicKeysTrustEvaluator {
    /// The evaluator that pins the keys of the certificates in the application's main bundle.
    public static var publicKeys: PublicKeysTrustEvaluator { PublicKeysTrustEvaluator() }
}

/// The evaluators of servers by their hosts.
///
/// A request to a pinned host without TLS is refused, as is one that the engine cannot check.
///
/// `@unchecked Sendable`: the properties are constants. A subclass must be safe to use from several threads.
open class ServerTrustManager: @unchecked Sendable {
    /// Whether requests to hosts without an evaluator fail.
    public let allHostsMustBeEvaluated: Bool
    /// The evaluators by host. The case of hosts and a final dot do not matter.
    public let evaluators: [String: any ServerTrustEvaluating]

    /// Creates a manager. By default, requests to hosts without an evaluator fail.
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
    }

    /// Returns the evaluator of a host, or `nil` to trust the servers that the system trusts.
    ///
    /// Override the method to choose evaluators by another rule, for example one for all hosts of a domain. It is
    /// called from any thread, before each transfer.
    ///
    /// - Throws: `URLError.serverCertificateUntrusted` for a host without an evaluator, if all hosts must have one.
    open func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
        let evaluator = evaluators.first { Self.normalized($0.key) == Self.normalized(host) }?.value
        guard evaluator == nil, allHostsMustBeEvaluated else { return evaluator }
        throw Self.refusal(of: host)
    }

    private static func normalized(_ host: String) -> Substring {
        host.lowercased().dropLast(host.hasSuffix(".") ? 1 : 0)
    }

    private static func refusal(of host: String) -> URLError {
        let text = "The server trust manager has no evaluator of AlamofireCompat for \(host)."
        return URLError(.serverCertificateUntrusted, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// Returns the trust in a host, or `nil` for the system's.
    private func trust(in host: String) throws -> ServerTrust? {
        guard let evaluator = try serverTrustEvaluator(forHost: host) else { return nil }
        guard let evaluator = evaluator as? TrustEvaluator else { throw Self.refusal(of: host) }
        return evaluator.trust
    }
}

extension ServerTrustManager: TransportPolicy {
    package func check(_ request: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
        try trust(in: request.url?.host ?? "")?.check(request, applying: applies)
    }
}

// Written from the documentation of Security. It has not been run.
#if canImport(Security)
    import Security

    extension ServerTrustManager {
        package func evaluate(_ trust: SecTrust, host: String) -> Bool {
            do {
                return try self.trust(in: host)?.evaluate(trust, host: host) ?? SecTrustEvaluateWithError(trust, nil)
            } catch {
                return false
            }
        }
    }
#endif

extension Bundle: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: Bundle {
    /// The certificates in the bundle: its files that end in `.cer`, `.crt` or `.der`, in lower or upper case.
    public var certificates: [Data] {
        ["cer", "CER", "crt", "CRT", "der", "DER"]
            .flatMap { type.urls(forResourcesWithExtension: $0, subdirectory: nil) ?? [] }
            .compactMap { try? Data(contentsOf: $0 as URL) }
    }
}
