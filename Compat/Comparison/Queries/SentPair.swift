import URLSerialization

/// A leaf as a request carries it.
package struct SentPair: Sendable {
    /// The type of a value in its format.
    enum Kind: Sendable {
        case text, boolean, number, null, date, data, emptyCollection
        /// A number that a property list marks as a real one.
        case real
    }

    /// The place in the payload that it comes from; `nil` if that is unknown.
    package var path: PayloadPath?
    /// The place in the body; `nil` in a query.
    var place: PayloadPath?
    /// The key in a query.
    let queryKey: String
    /// The text; `nil` for a bare key.
    package let value: String?
    /// The pair as it stands in the request: `items%5B%5D%5Bsku%5D=7` in a query, `true` or `"7"` in a body.
    package let spelling: Substring
    /// The text that a server reads: in a query a `+` is a space. `nil` for a bare key.
    package let received: String?
    /// The type of the value in its format.
    let kind: Kind
}

extension SentPair {
    /// The key as the form spells it: `items[][sku]` in a query, `items[0][sku]` in a body.
    package var key: String { place?.text ?? queryKey }

    /// Whether the pair stands for an empty body.
    var isEmptyRoot: Bool { kind == .emptyCollection && path?.steps.isEmpty == true }

    /// Whether a plus sign stands in the request.
    var hasPlus: Bool { spelling.utf8.contains(UInt8(ascii: "+")) }

    /// Whether the text is that of bytes, which XML property lists break into lines.
    func isBase64(of data: Data) -> Bool { value?.filter { !$0.isWhitespace } == data.base64EncodedString() }

    /// The numbers in brackets that the key has.
    var indices: [Int] {
        key.splitByte("[").dropFirst().compactMap { part in part.firstIndex(of: "]").flatMap { Int(part[..<$0]) } }
    }

    /// The pairs of a query string in its order.
    ///
    /// - Parameter spacesArePluses: Whether a `+` is a space.
    static func pairs(ofQuery query: String, spacesArePluses: Bool = false) -> [SentPair] {
        guard !query.isEmpty else { return [] }
        let plus = UInt8(ascii: spacesArePluses ? " " : "+")
        return query.splitByte("&").map { pair in
            let equals = pair.utf8.firstIndex(of: UInt8(ascii: "="))
            let text = equals.map { pair[pair.utf8.index(after: $0)...] }
            let value = text.map { decoded($0, plus) }
            let isFormOnly = !spacesArePluses && pair.utf8.contains(UInt8(ascii: "+"))
            return SentPair(
                path: nil, queryKey: decoded(pair[..<(equals ?? pair.endIndex)], plus), value: value, spelling: pair,
                received: isFormOnly ? text.map { decoded($0, UInt8(ascii: " ")) } : value,
                kind: text == nil ? .null : .text)
        }
    }

    /// The pairs of a body in its order, one for each leaf and each empty collection.
    ///
    /// Recursive: a body is read no deeper than ``JSONValue/maximumDepth``.
    static func pairs(ofBody document: JSONValue, isJSON: Bool) -> [SentPair] {
        var pairs: [SentPair] = []
        func add(_ kind: Kind, _ text: String?, _ path: PayloadPath, _ tag: String, _ json: String? = nil) {
            let isEmpty = tag.hasSuffix("/")
            let spelling = isJSON ? json ?? text ?? "" : isEmpty ? "<\(tag)>" : "<\(tag)>\(text ?? "")</\(tag)>"
            pairs.append(
                SentPair(
                    path: path, place: path, queryKey: "", value: text, spelling: spelling[...], received: text,
                    kind: kind))
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
    /// The parts between an ASCII character, empty ones too.
    func splitByte(_ separator: Unicode.Scalar, maximumSplits: Int = .max) -> [Substring] {
        var (parts, start) = ([Substring](), startIndex)
        while parts.count < maximumSplits, let end = utf8[start...].firstIndex(of: UInt8(ascii: separator)) {
            parts.append(self[start..<end])
            start = utf8.index(after: end)
        }
        return parts + [self[start...]]
    }
}
