import URLSerialization

/// A leaf as a request carries it.
package struct SentPair: Sendable {
    /// The type of a value in its format.
    enum Kind: Sendable {
        case text, boolean, number, null, date, data, emptyCollection
        /// A number that a property list marks as a real one.
        case real
    }

    /// The place in the payload that the leaf comes from; `nil` if it is unknown.
    package var path: PayloadPath?
    /// The place in the body; `nil` in a query.
    var place: PayloadPath?
    /// The text; `nil` for a bare key.
    package let value: String?
    /// The pair as the request spells it: `items%5B%5D%5Bsku%5D=7` in a query, `true` or `"7"` in a body.
    package let spelling: Substring
    /// The type of the value in its format.
    let kind: Kind
    /// The byte that a `+` in the query represents for its sender.
    fileprivate var plus = UInt8(ascii: "+")
}

extension SentPair {
    /// The key as the form spells it: `items[][sku]` in a query, `items[0][sku]` in a body.
    ///
    /// - Complexity: Linear in its length, because it is computed on each access.
    package var key: String { place?.text ?? Self.decoded(parts.key, plus) }

    /// The text that a server reads: in a query a `+` is a space. `nil` for a bare key.
    package var received: String? {
        guard place == nil, plus == UInt8(ascii: "+"), hasPlus else { return value }
        return parts.text.map { Self.decoded($0, UInt8(ascii: " ")) }
    }

    /// The key and the text of a query's pair, not decoded.
    var parts: (key: Substring, text: Substring?) {
        let parts = spelling.splitByte("=", maximumSplits: 1)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    /// Whether the pair represents an empty body.
    var isEmptyRoot: Bool { kind == .emptyCollection && path?.steps.isEmpty == true }

    /// Whether the pair's spelling has a plus sign.
    var hasPlus: Bool { spelling.utf8.contains(UInt8(ascii: "+")) }

    /// Whether the text is the base 64 of bytes, which XML property lists break into lines.
    func isBase64(of data: Data) -> Bool { value?.filter { !$0.isWhitespace } == data.base64EncodedString() }

    /// The numbers in brackets that the key has.
    var indices: [Int] {
        key.splitByte("[").dropFirst().compactMap { part in part.firstIndex(of: "]").flatMap { Int(part[..<$0]) } }
    }

    /// Returns the pairs of a query string in order.
    ///
    /// - Parameter spacesArePluses: Whether a `+` is a space.
    static func pairs(ofQuery query: String, spacesArePluses: Bool = false) -> [SentPair] {
        guard !query.isEmpty else { return [] }
        let plus = UInt8(ascii: spacesArePluses ? " " : "+")
        return query.splitByte("&").map { pair in
            let text = pair.utf8.firstIndex(of: UInt8(ascii: "=")).map { pair[pair.utf8.index(after: $0)...] }
            return SentPair(
                value: text.map { decoded($0, plus) }, spelling: pair, kind: text == nil ? .null : .text, plus: plus)
        }
    }

    /// Returns the pairs of a body in order, one for each leaf and each empty collection.
    ///
    /// Recursive: a body is read no deeper than ``JSONValue/maximumDepth``.
    static func pairs(ofBody document: JSONValue, isJSON: Bool) -> [SentPair] {
        var pairs: [SentPair] = []
        func add(_ kind: Kind, _ text: String?, _ path: PayloadPath, _ tag: String, _ json: String? = nil) {
            let isEmpty = tag.hasSuffix("/")
            let spelling = isJSON ? json ?? text ?? "" : isEmpty ? "<\(tag)>" : "<\(tag)>\(text ?? "")</\(tag)>"
            pairs.append(SentPair(path: path, place: path, value: text, spelling: spelling[...], kind: kind))
        }
        func visit(_ value: JSONValue, at path: PayloadPath) {
            switch value {
            case .null: add(.null, "null", path, "string")
            case .bool(let flag): add(.boolean, "\(flag)", path, "\(flag)/")
            case .number(let text): add(.number, text, path, "integer")
            case .string(let string): add(.text, string.text, path, "string", isJSON ? Escapes.json(string.text) : nil)
            case .leaf(.int, let text), .leaf(.uint, let text): add(.number, text, path, "integer")
            case .leaf(.double, let text), .leaf(.float, let text): add(.real, text, path, "real")
            case .leaf(.date, let text): add(.date, text, path, "date")
            case .leaf(.data, let text): add(.data, text, path, "data")
            case .leaf(_, let text): add(.text, text, path, "string")
            case .array(let elements):
                if elements.isEmpty { add(.emptyCollection, nil, path, "array/", "[]") }
                for (index, element) in elements.enumerated() { visit(element, at: path.appending(.index(index))) }
            case .object(let members):
                if members.isEmpty { add(.emptyCollection, nil, path, "dict/", "{}") }
                for member in members { visit(member.value, at: path.appending(.key(member.key.text))) }
            }
        }
        visit(document, at: PayloadPath())
        return pairs
    }

    private static func decoded(_ text: Substring, _ plus: UInt8) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        return String(decoding: PercentDecoder.bytes(decoding: text.utf8, plus: plus), as: UTF8.self)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the parts between the occurrences of an ASCII character, including empty ones.
    func splitByte(_ separator: Unicode.Scalar, maximumSplits: Int = .max) -> [Substring] {
        var (parts, start) = ([Substring](), startIndex)
        while parts.count < maximumSplits, let end = utf8[start...].firstIndex(of: UInt8(ascii: separator)) {
            parts.append(self[start..<end])
            start = utf8.index(after: end)
        }
        return parts + [self[start...]]
    }
}
