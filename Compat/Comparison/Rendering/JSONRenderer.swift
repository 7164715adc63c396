import URLSerialization

/// Writes a comparison as JSON, complete: bodies with all their bytes, every pair, difference and loss.
public struct JSONRenderer: Sendable {
    /// A renderer.
    public init() {}

    /// The document, its keys sorted, with a line feed at its end. What a terminal obeys or a reader cannot see is escaped.
    public func text(for comparison: Comparison, servers: [ServerReport] = []) throws -> String {
        try Self.text(of: ComparisonDocument(comparison, servers))
    }

    /// Any document in that form.
    package static func text(of document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return escaped(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
    }

    /// Only texts need escapes: everything around them is printable ASCII and line ends.
    private static func escaped(_ json: String) -> String {
        if json.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == UInt8(ascii: "\n") }) { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isASCII ? (scalar.value >= 0x20 && scalar.value != 0x7F) || scalar == "\n" : scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in UTF16.encode(scalar) ?? .init() { text += "\\u" + digits(unit) }
            }
        }
    }

    private static func digits(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
