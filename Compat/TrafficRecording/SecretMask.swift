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
        let text = isNumber ? digits.prefix(secret.count).utf8 : digits.suffix(secret.count).utf8
        let filler = Data(repeating: UInt8(ascii: isNumber ? "1" : "x"), count: secret.count - text.count)
        let data = isNumber ? Data(text) + filler : filler + Data(text)
        if found.count >= Self.mostFound { found = [:] }
        if secret.count >= Self.sweptLength { found[Data(secret)] = data }
        return data
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
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let sides = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = sides.count > 1 ? "?" + String(decoding: masked(form: Data(sides[1].utf8)), as: UTF8.self) : ""
        return sides[0] + query + (parts.count > 1 ? "#" + standIn(parts[1]) : "")
    }

    // MARK: - Bodies

    mutating func masked(body: Data, _ type: String) -> Data {
        let media = type.lowercased()
        if media.contains("json") { return masked(json: body) }
        if media.hasPrefix("application/x-www-form-urlencoded") { return masked(form: body) }
        guard let match = type.firstMatch(of: /(?i:boundary)="?([^";]+)/), media.hasPrefix("multipart/") else {
            return body
        }
        return masked(parts: body, boundary: String(match.1))
    }

    private mutating func masked(form: Data) -> Data {
        let pairs = form.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = String(decoding: PercentDecoder.bytes(decoding: key), as: UTF8.self)
            guard key.count < pair.count, isSecret(name) else { return Data(pair) }
            let value = pair.dropFirst(key.count + 1)
            // The same text stands elsewhere without its escapes.
            _ = standIn(PercentDecoder.bytes(decoding: value))
            return key + [UInt8(ascii: "=")] + standIn(value)
        }
        return Data(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    private mutating func masked(json: Data) -> Data {
        let sink = SecretSink(isSecret)
        let read = try? JSONDocument(utf8: json).read(into: sink, rules: .exact(maximumDepth: 10_000))
        // A body that is cut may end in a secret.
        if read == nil, let start = sink.openSecret { sink.places.append((start..<json.count, false)) }
        return sink.places.reduce(into: json) { masked, place in
            let bytes = place.range.lowerBound + json.startIndex..<place.range.upperBound + json.startIndex
            masked.replaceSubrange(bytes, with: standIn(json[bytes], isNumber: place.isNumber))
        }
    }

    private mutating func masked(parts body: Data, boundary: String) -> Data {
        var masked = body
        var rest = body[...]
        let end = Data("\r\n\r\n".utf8)
        while let head = rest.firstRange(of: Data("name=\"".utf8)),
            let start = rest[head.upperBound...].firstRange(of: end)
        {
            let name = String(decoding: rest[head.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
            let content = rest[start.upperBound...]
            let stop = content.firstRange(of: Data("\r\n--\(boundary)".utf8))?.lowerBound ?? content.endIndex
            if isSecret(name) {
                masked.replaceSubrange(start.upperBound..<stop, with: standIn(body[start.upperBound..<stop]))
            }
            rest = body[stop...]
        }
        return masked
    }

    // MARK: - Other places

    /// Returns bytes without the secrets that were found elsewhere.
    func swept(_ data: Data) -> Data {
        found.sorted { $0.key.count > $1.key.count }.reduce(data) { data, secret in
            var (swept, start) = (data, data.startIndex)
            while let range = swept[start...].firstRange(of: secret.key) {
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

/// A sink that finds the places of secrets: the texts and numbers below a secret's name. It is a class, because a
/// reader that fails does not return its sink.
private final class SecretSink: ValueSink {
    static var usesTexts: Bool { false }

    var places: [(range: Range<Int>, isNumber: Bool)] = []
    /// The start of the secret that is being read.
    private(set) var openSecret: Int?
    private let isSecret: (String) -> Bool
    private var (offset, depth) = (0, 0)
    /// The depth of the secret's collection, or of the key whose value is secret.
    private var secretDepth: Int?

    init(_ isSecret: @escaping (String) -> Bool) { self.isSecret = isSecret }

    func willRead(at offset: Int) {
        self.offset = offset
        openSecret = secretDepth.map { _ in offset + 1 }
    }

    func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        if secretDepth == nil, isSecret(text.string) { secretDepth = depth }
        openSecret = nil
        return true
    }

    func text(_ text: ByteRun) -> Bool {
        take(offset + 1..<offset + 1 + text.count)
        return true
    }

    func number(_ text: ByteRun) { take(offset..<offset + text.count, isNumber: true) }
    func null() { take(0..<0) }
    func beginArray() { depth += 1 }
    func beginDictionary() { depth += 1 }

    func end() {
        depth -= 1
        if secretDepth == depth { secretDepth = nil }
    }

    private func take(_ range: Range<Int>, isNumber: Bool = false) {
        if secretDepth != nil, !range.isEmpty { places.append((range, isNumber)) }
        openSecret = nil
        if secretDepth == depth { secretDepth = nil }
    }
}
