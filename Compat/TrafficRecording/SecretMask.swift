import URLSerialization
import URLSerializationSession

/// The replacement of secrets by stand-ins of the same length, equal for equal secrets.
///
/// | content | recorded |
/// |---|---|
/// | `Authorization: Bearer s3cret` | `Authorization: Bearer xx8f2c` |
/// | `user=bob&password=s3cret` | `user=bob&password=xx8f2c` |
/// | `{"token": "s3cret", "pin": 1234}` | `{"token": "xx8f2c", "pin": 8216}` |
/// | `https://bob:s3cret@x.example/?key=s3cret#a` | `https://c41:xx8f2c@x.example/?key=xx8f2c#7` |
struct SecretMask: Sendable {
    /// The names in lower case, in addition to the usual ones.
    private let names: Set<String>
    /// The secrets that were found, with their stand-ins.
    private var found: [Data: Data] = [:]

    init(names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

    /// The length from which a secret is looked for where its name does not stand.
    private static let sweptLength = 6
    /// The largest number of secrets that are looked for in later entries.
    private static let mostFound = 200

    private func isSecret(_ name: String) -> Bool { SecretNames.contain(name) || names.contains(name.lowercased()) }

    /// Returns the stand-in of a secret: a few digits of its hash, which do not give it away.
    private mutating func standIn(_ secret: some Collection<UInt8>, isNumber: Bool = false) -> Data {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in secret { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 29
        let digits = isNumber ? "\(1 + hash % 8)\(hash >> 8 % 1_000_000)" : String(hash & 0xFF_FFFF, radix: 16)
        let filler = Data(repeating: UInt8(ascii: isNumber ? "1" : "x"), count: secret.count)
        let data = isNumber ? (digits.utf8 + filler).prefix(secret.count) : (filler + digits.utf8).suffix(secret.count)
        if found.count >= Self.mostFound { found = [:] }
        if secret.count >= Self.sweptLength { found[Data(secret)] = Data(data) }
        return Data(data)
    }

    private mutating func standIn(_ secret: some StringProtocol) -> String {
        String(decoding: standIn(Array(secret.utf8)), as: UTF8.self)
    }

    // MARK: - Headers and URLs

    mutating func masked(header name: String, _ value: String) -> String {
        if isSecret(name) {
            // The scheme of a credential is none.
            let scheme = value.prefixMatch(of: /(?:Bearer|Basic|Digest|Token)\x20/)?.0 ?? ""
            return scheme + standIn(value.dropFirst(scheme.count))
        }
        return value.contains("://") || value.contains("?") ? masked(url: value) : value
    }

    /// Returns a URL with stand-ins for the user, the password, the fragment and the secrets of the query.
    mutating func masked(url: String) -> String {
        var text = url
        if let match = text.firstMatch(of: /:\/\/([^\/?#@:]*)(?::([^\/?#@]*))?@/) {
            let password = match.2.map { ":" + standIn($0) } ?? ""
            text.replaceSubrange(match.range, with: "://\(standIn(match.1))\(password)@")
        }
        guard let match = text.wholeMatch(of: /([^?#]*)(?:\?([^#]*))?(?:#((?s:.*)))?/) else { return text }
        let query = match.2.map { "?" + String(decoding: masked(form: Data($0.utf8)), as: UTF8.self) } ?? ""
        return match.1 + query + (match.3.map { "#" + standIn($0) } ?? "")
    }

    // MARK: - Bodies

    mutating func masked(body: Data, _ type: String) -> Data {
        let media = type.lowercased()
        if media.contains("json") { return masked(json: body) }
        if media.hasPrefix("application/x-www-form-urlencoded") { return masked(form: body) }
        let boundary = type.firstMatch(of: /(?i:boundary)="?([^";]+)/)?.1
        guard let boundary, media.hasPrefix("multipart/") else { return body }
        return SecretNames.replaced(inParts: body, boundary: String(boundary), where: isSecret) { standIn($0) }
    }

    private mutating func masked(form: Data) -> Data {
        SecretNames.replaced(inForm: form, where: isSecret) { value in
            // The same text stands elsewhere without its escapes.
            _ = standIn(PercentDecoder.bytes(decoding: value))
            return standIn(value)
        }
    }

    /// Masks the texts and numbers under the names of secrets, also in a document that is cut off or malformed.
    private mutating func masked(json: Data) -> Data {
        var (masked, scanner, depth) = (Array(json), JSONScanner(), 0)
        let quotationMark = UInt8(ascii: "\"")
        // The depth of the dictionary with the secret that is being read.
        var secretDepth: Int?
        json.withCursor { cursor in
            while let (kind, range) = scanner.next(in: cursor) {
                let next = json.dropFirst(range.upperBound + 1).first { !$0.isXMLSpace }
                switch kind {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if secretDepth.map({ $0 > depth }) == true { secretDepth = nil }
                case quotationMark where next == UInt8(ascii: ":"):
                    if secretDepth == depth { secretDepth = nil }
                    if secretDepth == nil, isSecret(cursor.run(range).string) { secretDepth = depth }
                case _ where secretDepth != nil:
                    masked.replaceSubrange(range, with: standIn(cursor.run(range), isNumber: kind != quotationMark))
                default: break
                }
            }
        }
        if secretDepth != nil, let start = scanner.text {
            masked.replaceSubrange(start..., with: standIn(masked[start...]))
        }
        return Data(masked)
    }

    // MARK: - Other places

    /// Returns bytes without the secrets that were found elsewhere.
    func swept(_ data: Data) -> Data {
        found.sorted { $0.key.count > $1.key.count }.reduce(data) { data, secret in
            var (swept, start) = (data, data.startIndex)
            while let range = swept.range(of: secret.key, in: start..<swept.endIndex) {
                swept.replaceSubrange(range, with: secret.value)
                start = range.upperBound
            }
            return swept
        }
    }

    func swept(_ text: String) -> String {
        found.isEmpty ? text : String(decoding: swept(Data(text.utf8)), as: UTF8.self)
    }
}
