import URLSerialization

/// A leaf as a request carries it.
package struct SentPair: Sendable {
    /// The place in the payload that it comes from; `nil` if that is unknown.
    package var path: PayloadPath?
    /// The key as the form spells it: `items[][sku]` in a query, `items[0][sku]` in a body.
    package let key: String
    /// The text; `nil` for a bare key.
    package let value: String?
    /// The pair as it stands in the request: `items%5B%5D%5Bsku%5D=7` in a query, `true` or `"7"` in a body.
    package let spelling: String
    /// The text that a server reads: in a query a `+` is a space. `nil` for a bare key.
    package let received: String?
    /// The type of the value in its format.
    let kind: SentValue.Kind
}

extension SentPair {
    /// Whether the pair stands for an empty body.
    var isEmptyRoot: Bool { kind == .emptyCollection && path?.steps.isEmpty == true }

    /// Whether a plus sign stands in the request.
    var hasPlus: Bool { spelling.utf8.contains(UInt8(ascii: "+")) }

    /// Whether the text is that of a Boolean that is true.
    var isTrue: Bool { received == "1" || received == "true" }

    /// Whether the text is that of bytes, which XML property lists break into lines.
    func isBase64(of data: Data) -> Bool { value?.filter { !$0.isWhitespace } == data.base64EncodedString() }

    /// The numbers in brackets that the key has.
    var indices: [Int] {
        key.splitByte("[").dropFirst().compactMap { part in
            part.firstIndex(of: "]").flatMap { Int(part[..<$0]) }
        }
    }

    /// The pairs of a query string in its order.
    ///
    /// - Parameter spacesArePluses: Whether a `+` is a space.
    static func pairs(ofQuery query: String, spacesArePluses: Bool = false) -> [SentPair] {
        guard !query.isEmpty else { return [] }
        let plus = UInt8(ascii: spacesArePluses ? " " : "+")
        return query.splitByte("&").map { pair in
            let parts = pair.splitByte("=", maximumSplits: 1)
            let value = parts.count > 1 ? decoded(parts[1], plus) : nil
            let isFormOnly = !spacesArePluses && pair.utf8.contains(UInt8(ascii: "+"))
            return SentPair(
                path: nil, key: decoded(parts[0], plus), value: value, spelling: String(pair),
                received: isFormOnly && parts.count > 1 ? decoded(parts[1], UInt8(ascii: " ")) : value,
                kind: parts.count > 1 ? .text : .null)
        }
    }

    /// The leaves of a body in its order.
    static func pairs(of value: SentValue, isJSON: Bool) -> [SentPair] {
        var pairs: [SentPair] = []
        collect(value, at: PayloadPath(), isJSON: isJSON, into: &pairs)
        return pairs
    }

    private static func collect(_ value: SentValue, at path: PayloadPath, isJSON: Bool, into pairs: inout [SentPair]) {
        func add(_ kind: SentValue.Kind, _ text: String?) {
            let spelling = isJSON ? value.jsonText : value.propertyListText
            pairs.append(
                SentPair(path: path, key: path.text, value: text, spelling: spelling, received: text, kind: kind))
        }
        switch value {
        case .dictionary(let entries) where !entries.isEmpty:
            for (key, value) in entries { collect(value, at: path.appending(.key(key)), isJSON: isJSON, into: &pairs) }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() {
                collect(element, at: path.appending(.index(index)), isJSON: isJSON, into: &pairs)
            }
        case .dictionary, .array: add(.emptyCollection, nil)
        case .leaf(let kind, let text): add(kind, text)
        }
    }

    private static func decoded(_ text: Substring, _ plus: UInt8) -> String {
        String(decoding: PercentDecoder.bytes(decoding: text.utf8, plus: plus), as: UTF8.self)
    }
}

extension SentValue {
    /// A leaf, or an empty collection, as JSON spells it.
    var jsonText: String {
        switch self {
        case .dictionary: "{}"
        case .array: "[]"
        case .leaf(let kind, let text): kind == .text ? Self.quoted(text) : text
        }
    }

    private static let tags: [Kind: String] = [.number: "integer", .real: "real", .date: "date", .data: "data"]

    /// The same as an XML property list spells it.
    var propertyListText: String {
        switch self {
        case .dictionary: return "<dict/>"
        case .array: return "<array/>"
        case .leaf(.boolean, let text): return "<\(text)/>"
        case .leaf(let kind, let text):
            let tag = Self.tags[kind] ?? "string"
            return "<\(tag)>\(text)</\(tag)>"
        }
    }

    static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
            return "\"\(text)\""
        }
        return "\"\(text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The parts between an ASCII character, empty ones too.
    func splitByte(_ separator: Unicode.Scalar, maximumSplits: Int = .max) -> [Substring] {
        utf8.split(
            separator: UInt8(ascii: separator), maxSplits: maximumSplits, omittingEmptySubsequences: false
        ).map { self[$0.startIndex..<$0.endIndex] }
    }
}
