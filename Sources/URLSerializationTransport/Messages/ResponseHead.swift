/// The head of a response: its status, its fields, and Foundation's response, which is made when it is first needed.
/// Making it takes a tenth of a small request's time, because Foundation on Linux capitalizes the names of the fields.
package final class ResponseHead: Sendable {
    /// The most bytes of all heads of a response, interim ones included.
    static let mostBytes = 1 << 18
    /// The most lines of all heads of a response, interim ones included.
    static let mostLines = 10_000

    private typealias Field = (name: String, value: String)

    package let url: URL?
    /// The status, or `nil` if it is not an HTTP response.
    package let statusCode: Int?
    private let version: String
    /// The fields in their order, each line separately.
    private let fields: [Field]
    private let made: Locked<URLResponse?>

    /// Creates the head of a response that Foundation has made.
    package init(_ response: URLResponse) {
        let http = response as? HTTPURLResponse
        (url, statusCode, version) = (response.url, http?.statusCode, "")
        // Not `headers`, which compares all names with each other.
        let fields = http?.allHeaderFields as? [String: String] ?? [:]
        (self.fields, made) = (fields.map { ($0.key, $0.value) }, Locked(response))
    }

    /// Reads a head as it was received, before the rules of framing are applied to it. Returns `nil` if its status line
    /// is invalid, or if a space follows the name of a field that states the body's length: libcurl skips it, and an
    /// intermediary may not (RFC 9112, section 5.1).
    ///
    /// A folded line is joined with the one before it by a space (RFC 9112, section 5.2). A line that is not UTF-8 is
    /// read as Latin-1. A line whose name is not a token is skipped, because nothing can ask for it.
    ///
    /// libcurl's own parser is not used: it reports a truncated head as success, and only the last of two different
    /// lengths.
    package init?(_ bytes: [UInt8], of url: URL) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        let words = lines.first?.split(separator: UInt8(ascii: " "), maxSplits: 2) ?? []
        guard words.count > 1, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
            Self.text(words[1]).isDigits, let status = Int(Self.text(words[1])), status > 99
        else { return nil }
        version = Self.text(words[0]) + (words[0].contains(UInt8(ascii: ".")) ? "" : ".0")
        var fields: [Field] = []
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
        (self.url, statusCode, self.fields, made) = (url, status, fields, Locked(nil))
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
    var isInterim: Bool { statusCode.map { (100..<200).contains($0) && $0 != 101 } ?? false }

    /// Whether it is a response's head that needs no decoder and sets no cookies.
    var isBrief: Bool { !isInterim && values("Set-Cookie").isEmpty && values("Content-Encoding").isEmpty }

    /// Returns the values of a field, each line separately.
    func values(_ name: String) -> [String] { fields.filter { name.isEqualName($0.name) }.map(\.value) }

    /// Returns the value of a field, its lines joined by commas, or `nil` for none.
    package func value(of name: String) -> String? {
        let lines = values(name)
        return lines.isEmpty ? nil : Self.joined(lines, of: name)
    }

    /// Returns the lines of a field as one. Equal types of the content at the start count as one.
    private static func joined(_ lines: [String], of name: String) -> String {
        guard lines.count > 1 else { return lines[0] }
        let isRepeated = name.isEqualName("Content-Type")
        let others = isRepeated ? lines.dropFirst().drop { $0 == lines[0] } : lines.dropFirst()
        return ([lines[0]] + others).joined(separator: ", ")
    }

    /// The response, in which the values of fields with the same name, ignoring case, are joined by commas.
    package var response: URLResponse {
        made.withLock { made in
            if let made { return made }
            let url = url ?? URL(fileURLWithPath: "/")
            let lines = Dictionary(grouping: fields) { $0.name.lowercased() }.values
            let headers = Dictionary(
                uniqueKeysWithValues: lines.map { ($0[0].name, Self.joined($0.map(\.value), of: $0[0].name)) })
            let response =
                NamedHTTPURLResponse(
                    url: url, statusCode: statusCode ?? 0, httpVersion: version, headerFields: headers)
                ?? URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
            made = response
            return response
        }
    }

    /// The response, or `nil` if it is not an HTTP response.
    package var http: HTTPURLResponse? { statusCode == nil ? nil : response as? HTTPURLResponse }
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
