/// The head of a response as it was received, before the rules of framing are applied to it.
///
/// libcurl's own parser is not used: it reports a truncated head as success, and only the last of two different
/// lengths.
struct ResponseHead {
    /// The most bytes of all heads of a response, interim ones included.
    static let mostBytes = 1 << 18
    /// The most lines of all heads of a response, interim ones included.
    static let mostLines = 10_000

    let version: String
    let status: Int
    /// The fields in their order, each line separately.
    private(set) var fields: [(name: String, value: String)] = []

    /// Reads a head, or returns `nil` if its status line is invalid, or if a space follows the name of a field that
    /// states the body's length: libcurl skips it, and an intermediary may not (RFC 9112, section 5.1).
    ///
    /// A folded line is joined with the one before it by a space (RFC 9112, section 5.2). A line that is not UTF-8 is
    /// read as Latin-1. A line whose name is not a token is skipped, because nothing can ask for it.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        let words = lines.first?.split(separator: UInt8(ascii: " "), maxSplits: 2) ?? []
        guard words.count > 1, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
            Self.text(words[1]).isDigits, let status = Int(Self.text(words[1])), status > 99
        else { return nil }
        version = Self.text(words[0]) + (words[0].contains(UInt8(ascii: ".")) ? "" : ".0")
        self.status = status
        for line in lines.dropFirst() {
            if line.first.map(Self.isSpace) == true {
                guard let last = fields.indices.last else { continue }
                let more = Self.text(Self.trimmed(line))
                fields[last].value += more.isEmpty || fields[last].value.isEmpty ? more : " \(more)"
                continue
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let (name, key) = (Self.text(line[..<colon]), Self.text(Self.trimmed(line[..<colon])))
            if name != key, ["Content-Length", "Transfer-Encoding"].contains(where: key.isEqualName) { return nil }
            guard HTTPSyntax.isToken(name) else { continue }
            fields.append((name, Self.text(Self.trimmed(line[(colon + 1)...]))))
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return [] }
        return bytes[...last].drop(while: isSpace)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    }

    /// Whether the response itself follows (RFC 9110, section 15.2).
    var isInterim: Bool { (100..<200).contains(status) && status != 101 }

    /// Whether it is a response's head that needs no decoder and sets no cookies.
    var isBrief: Bool { !isInterim && values("Set-Cookie").isEmpty && values("Content-Encoding").isEmpty }

    /// Returns the values of a field, each line separately.
    func values(_ name: String) -> [String] { fields.filter { name.isEqualName($0.name) }.map(\.value) }

    /// Returns the response, in which the values of fields with the same name, ignoring case, are joined by commas.
    /// Equal types of the content count as one.
    func response(for url: URL) -> HTTPURLResponse? {
        let joined = Dictionary(fields.map { ($0.name.lowercased(), $0) }) { all, next in
            let isRepeated = all.value == next.value && all.name.isEqualName("Content-Type")
            return isRepeated ? all : (all.name, "\(all.value), \(next.value)")
        }
        let headers = Dictionary(uniqueKeysWithValues: joined.values.map { ($0.name, $0.value) })
        return NamedHTTPURLResponse(url: url, statusCode: status, httpVersion: version, headerFields: headers)
    }
}

/// A response whose `suggestedFilename` is the same as on Apple's systems: the name in `Content-Disposition`, or else
/// the last part of the URL. Foundation on Linux returns "Unknown" without `Content-Disposition`, so that downloads
/// would replace each other.
package final class NamedHTTPURLResponse: HTTPURLResponse, @unchecked Sendable {
    /// Creates a copy of a response, or returns `nil` if it has no URL.
    package convenience init?(_ response: HTTPURLResponse) {
        guard let url = response.url else { return nil }
        let fields = response.headers.dictionary
        self.init(url: url, statusCode: response.statusCode, httpVersion: nil, headerFields: fields)
    }

    /// The class that archives contain instead of this one.
    package override var classForCoder: AnyClass { HTTPURLResponse.self }

    package override var suggestedFilename: String? { SuggestedDestination.name(for: self) }
}
