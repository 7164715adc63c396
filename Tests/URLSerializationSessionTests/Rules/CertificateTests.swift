import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite(.tags(.real), .enabled(if: CertificateAuthority.command != nil, "OpenSSL's command is not installed"))
struct CertificateTests {
    @Test func theKeyIsTheOneThatOpenSSLExtracts() throws {
        let authority = try CertificateAuthority()
        for identity in [authority.root, try authority.issue(), try authority.selfSigned()] {
            let certificate = try #require(Certificate(identity.certificate))
            let key = MessageDigest.sha256.digest(Array(try authority.publicKey(of: identity)))
            #expect(certificate.key == Data(key).base64EncodedString())
            #expect(certificate.bytes == identity.certificate)
        }
    }

    @Test func anAuthorityIsOneThatNamesNoServer() throws {
        let authority = try CertificateAuthority()
        #expect(Certificate(authority.root.certificate)?.isAuthority == true)
        #expect(Certificate(try authority.issue().certificate)?.isAuthority == false)
        // OpenSSL makes these authorities as well.
        #expect(Certificate(try authority.selfSigned().certificate)?.isAuthority == false)
    }

    @Test func otherBytesAreNoCertificate() throws {
        let good = try CertificateAuthority().root.certificate
        for count in 0..<good.count { #expect(Certificate(good.prefix(count)) == nil) }
        #expect(Certificate(good + [0]) == nil)
        #expect(Certificate(good.dropFirst()) == nil)
        // A part of other data has other indices.
        #expect(Certificate((Data([0]) + good).dropFirst()) != nil)
        for bytes: [UInt8] in [
            [0x30], [0x30, 0x80], [0x30, 0x80, 0, 0], [0x30, 0x84, 0, 0, 0, 0], [0x30, 0xFF],
            [0x30, 0x83, 0xFF, 0xFF, 0xFF], [0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8), [0x30, 2, 0x30, 0],
        ] {
            #expect(Certificate(Data(bytes)) == nil, "\(bytes)")
        }
    }

    @Test func noChangedByteTraps() throws {
        let good = try CertificateAuthority().issue().certificate
        for index in good.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = good
                bytes[index] ^= change
                if let certificate = Certificate(bytes) { #expect(certificate.key.utf8.count == 44) }
            }
        }
    }
}
