// Written from the documentation of Security, which says that the newest function here, SecTrustCopyCertificateChain,
// is available from iOS 15, macOS 12, tvOS 15, watchOS 8 and visionOS 1. It has not been run.
#if canImport(Security)
    import Security

    extension AFSecurityPolicy {
        /// Returns whether to connect to a server (`evaluateServerTrust:forDomain:`).
        ///
        /// As in AFNetworking:
        /// - without pins, certificates must be valid, unless invalid ones are allowed;
        /// - with ``AFSSLPinningMode/certificate`` a certificate of the chain must be pinned, and the chain must be
        ///   valid with the pinned ones as its only anchors;
        /// - with ``AFSSLPinningMode/publicKey`` a certificate of the chain must have the key of a pinned one;
        /// - with pins, the system must also accept the chain, unless invalid certificates are allowed;
        /// - without pins, invalid certificates are never allowed for a validated domain, because anyone could have
        ///   made them.
        ///
        /// - Parameters:
        ///   - serverTrust: The server's certificates. Its policies, and for pinned certificates its anchors, are
        ///     replaced.
        ///   - domain: The domain that the certificates must be for, or `nil` for any.
        @objc(evaluateServerTrust:forDomain:)
        open func evaluateServerTrust(_ serverTrust: SecTrust, forDomain domain: String?) -> Bool {
            let settings = currentSettings
            let mode = settings.pinningMode
            let pinned = settings.pinnedCertificates ?? []
            let allowsInvalid = settings.allowsInvalidCertificates
            let validatesDomain = settings.validatesDomainName
            if domain != nil, allowsInvalid, validatesDomain, mode == .none || pinned.isEmpty {
                NSLog(
                    "%@",
                    "AFSecurityPolicy: Invalid certificates of a domain to validate are accepted only if they are "
                        + "pinned. Pin them.")
                return false
            }
            let policy =
                validatesDomain ? SecPolicyCreateSSL(true, domain as CFString?) : SecPolicyCreateBasicX509()
            guard SecTrustSetPolicies(serverTrust, policy) == errSecSuccess else { return false }
            // Always evaluated, because the evaluation builds the chain.
            guard SecTrustEvaluateWithError(serverTrust, nil) || allowsInvalid else { return false }
            switch mode {
            case .none: return true
            case .certificate: return Self.isAnchored(serverTrust, in: pinned)
            case .publicKey:
                let keys = Set(pinned.compactMap(Self.certificate).compactMap(Self.publicKey))
                return Self.chain(of: serverTrust).compactMap(Self.publicKey).contains(where: keys.contains)
            }
        }

        /// Returns whether a chain is valid with these certificates as its only anchors, and has one of them.
        private static func isAnchored(_ trust: SecTrust, in pinned: Set<Data>) -> Bool {
            let anchors = pinned.compactMap(certificate) as CFArray
            guard SecTrustSetAnchorCertificates(trust, anchors) == errSecSuccess,
                SecTrustEvaluateWithError(trust, nil)
            else { return false }
            return chain(of: trust).contains { pinned.contains(SecCertificateCopyData($0) as Data) }
        }

        private static func certificate(_ data: Data) -> SecCertificate? {
            SecCertificateCreateWithData(nil, data as CFData)
        }

        private static func chain(of trust: SecTrust) -> [SecCertificate] {
            SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        }

        /// Returns the bytes of a certificate's key. Equal keys of different origin need not be equal as objects.
        private static func publicKey(_ certificate: SecCertificate) -> Data? {
            SecCertificateCopyKey(certificate).flatMap { SecKeyCopyExternalRepresentation($0, nil) as Data? }
        }
    }

    extension PolicyGate {
        package func evaluate(_ trust: SecTrust, host: String) -> Bool {
            policy().evaluateServerTrust(trust, forDomain: host)
        }
    }
#endif

/// The differences between the systems in the evaluation of servers.
enum SecurityTraits {
    #if canImport(Security)
        /// Whether a session's policy is consulted about each server's certificates. The statements about Apple's
        /// systems are from their documentation and have not been tested.
        static let evaluatesServerTrust = true
    #else
        static let evaluatesServerTrust = false
    #endif
}

// The part for Apple's systems has not been run.
#if canImport(ObjectiveC)
    /// The location in which a challenge block stores a credential.
    public typealias AFCredentialPointer = AutoreleasingUnsafeMutablePointer<URLCredential?>
#else
    /// The location in which a challenge block stores a credential. Foundation on Linux has no
    /// `AutoreleasingUnsafeMutablePointer`.
    public typealias AFCredentialPointer = UnsafeMutablePointer<URLCredential?>
#endif

extension URLAuthenticationChallenge {
    /// Whether the challenge is about the server's certificates, which is never the case on Linux.
    var isServerTrust: Bool {
        #if canImport(Security)
            protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
        #else
            false
        #endif
    }
}
