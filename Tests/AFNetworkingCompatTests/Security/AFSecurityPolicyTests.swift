import TestSupport
import AFNetworkingCompat
import Testing

@Suite struct AFSecurityPolicyTests {
    private func configured() -> AFSecurityPolicy {
        let policy = AFSecurityPolicy(
            pinningMode: .publicKey, withPinnedCertificates: [Data([3, 1]), Data([2]), Data()])
        policy.allowInvalidCertificates = true
        policy.validatesDomainName = false
        return policy
    }

    private func fields(of policy: AFSecurityPolicy) -> String {
        let certificates = policy.pinnedCertificates.map { $0.map { [UInt8]($0).description }.sorted().description }
        return "\(policy.sslPinningMode) \(certificates ?? "nil") \(policy.allowInvalidCertificates) "
            + "\(policy.validatesDomainName)"
    }

    private func unarchived<Policy: AFSecurityPolicy>(_ policy: Policy) throws -> Policy {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: policy, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: policy), from: archive))
    }

    @Test func modesHaveAFNetworkingsNumbers() {
        #expect([AFSSLPinningMode.none, .publicKey, .certificate].map(\.rawValue) == [0, 1, 2])
    }

    @Test func aNewPolicyIsAFNetworkingsDefault() {
        for policy in [AFSecurityPolicy(), .default()] { #expect(fields(of: policy) == "none nil false true") }
        #expect(AFSecurityPolicy.default() !== AFSecurityPolicy.default())
        #expect(type(of: LaxPolicy.default()) == LaxPolicy.self)
    }

    @Test func initializersSetModeAndCertificates() {
        #expect(
            fields(of: AFSecurityPolicy(pinningMode: .certificate, withPinnedCertificates: [Data([1])]))
                == "certificate [\"[1]\"] false true")
        // The main bundle of a tool has none.
        #expect(fields(of: AFSecurityPolicy(pinningMode: .certificate)) == "certificate [] false true")
        #expect(fields(of: BundledPolicy(pinningMode: .publicKey)) == "publicKey [\"[7]\"] false true")
    }

    @Test func settingsAreSetAndUnset() {
        let policy = configured()
        #expect(fields(of: policy) == #"publicKey ["[2]", "[3, 1]", "[]"] true false"#)
        policy.pinnedCertificates = nil
        policy.allowInvalidCertificates = false
        policy.validatesDomainName = true
        #expect(fields(of: policy) == "publicKey nil false true")
    }

    @Test func certificatesOfABundleAreFoundByTheirExtensions() throws {
        let folder = try ScratchFolder()
        for name in ["a.cer", "b.crt", "c.CER", "d.CRT", "e.pem", "cer", "f.cer.txt"] {
            _ = try folder.file(name, named: name)
        }
        try FileManager.default.createDirectory(at: folder("g.cer"), withIntermediateDirectories: false)
        let bundle = try #require(Bundle(path: folder.url.path))
        let texts = AFSecurityPolicy.certificates(in: bundle).map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.sorted() == ["a.cer", "b.crt", "c.CER", "d.CRT"])
        let empty = try ScratchFolder()
        #expect(AFSecurityPolicy.certificates(in: try #require(Bundle(path: empty.url.path))).isEmpty)
    }

    @Test func aCopyHasEveryField() throws {
        let policy = configured()
        let copy = try #require(policy.copy() as? AFSecurityPolicy)
        #expect(copy !== policy)
        #expect(fields(of: copy) == fields(of: policy))
        copy.validatesDomainName = true
        #expect(!policy.validatesDomainName)
        let own = try #require(LaxPolicy().copy() as? LaxPolicy)
        #expect(own.allowInvalidCertificates)
    }

    @Test func anArchiveHasEveryField() throws {
        #expect(AFSecurityPolicy.supportsSecureCoding)
        for policy in [configured(), AFSecurityPolicy(), AFSecurityPolicy(pinningMode: .certificate), LaxPolicy()] {
            let copy = try unarchived(policy)
            #expect(type(of: copy) == type(of: policy))
            #expect(fields(of: copy) == fields(of: policy))
        }
    }

    @Test func aBrokenArchiveIsRefused() throws {
        let coder = FakeCoder()
        configured().encode(with: coder)
        #expect(AFSecurityPolicy(coder: coder).map(fields) == fields(of: configured()))
        let content = try #require(coder.values["URLSerialization.serializer"] as? Data)
        let text = String(decoding: content, as: UTF8.self)
        for key in coder.values.keys {
            for other: Any? in [nil, "text", 7.5, Data("[]".utf8), Data(), NSNull()] {
                let broken = FakeCoder()
                broken.values = coder.values
                broken.values[key] = other
                #expect(AFSecurityPolicy(coder: broken) == nil, "\(other ?? "nothing") for \(key)")
            }
        }
        for (part, other) in [
            ("\"pinningMode\":1", "\"pinningMode\":3"), ("\"pinningMode\":1", "\"pinningMode\":-1"),
            ("\"pinnedCertificates\":[", "\"others\":["), ("\"validatesDomainName\":false", "\"validates\":false"),
        ] {
            #expect(text.contains(part))
            let broken = FakeCoder()
            broken.values = coder.values
            broken.values["URLSerialization.serializer"] = Data(text.replacingOccurrences(of: part, with: other).utf8)
            #expect(AFSecurityPolicy(coder: broken) == nil, "\(other)")
        }
    }

    @Test func aPolicyMayBeUsedByManyThreads() {
        let policy = configured()
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            policy.pinnedCertificates = number.isMultiple(of: 2) ? [Data([UInt8(number)])] : nil
            policy.allowInvalidCertificates.toggle()
            _ = policy.copy()
            _ = fields(of: policy)
        }
        #expect(policy.sslPinningMode == .publicKey)
    }
}

/// Changes the defaults, as subclasses do.
class LaxPolicy: AFSecurityPolicy, @unchecked Sendable {
    override init() {
        super.init()
        allowInvalidCertificates = true
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

/// Takes its certificates from elsewhere.
private final class BundledPolicy: AFSecurityPolicy, @unchecked Sendable {
    override class func certificates(in bundle: Bundle) -> Set<Data> { [Data([7])] }
}
