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

    private static func decoded(_ text: Substring, _ plus: UInt8) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        return String(decoding: PercentDecoder.bytes(decoding: text.utf8, plus: plus), as: UTF8.self)
    }
}

/// Makes the pairs of a body of a reader's calls, one for each leaf and each empty collection.
struct BodySink: ValueSink {
    static var readsSets: Bool { true }

    private(set) var pairs: [SentPair] = []
    private let isJSON: Bool
    /// The steps to the value at hand.
    private var path = PayloadPath()
    /// The open collections: whether each is a dictionary, and the number of values in it.
    private var open: [(isDictionary: Bool, count: Int)] = []

    init(isJSON: Bool) { self.isJSON = isJSON }

    private mutating func add(_ kind: SentPair.Kind, _ text: String?, spelling: String) {
        advance()
        append(kind, text, spelling)
    }

    private mutating func append(_ kind: SentPair.Kind, _ text: String?, _ spelling: String) {
        pairs.append(
            SentPair(
                path: path, place: path, queryKey: "", value: text, spelling: spelling[...], received: text,
                kind: kind))
    }

    /// Steps to the next element of an array; in a dictionary its key has done that.
    private mutating func advance() {
        guard let last = open.indices.last else { return }
        if !open[last].isDictionary { path.steps[last] = .index(open[last].count) }
        open[last].count += 1
    }

    private mutating func add(_ kind: SentPair.Kind, _ text: String, tag: String) {
        add(kind, text, spelling: isJSON ? text : "<\(tag)>\(text)</\(tag)>")
    }

    mutating func null() { add(.null, "null", tag: "string") }
    mutating func bool(_ value: Bool) { add(.boolean, "\(value)", spelling: isJSON ? "\(value)" : "<\(value)/>") }
    mutating func number(_ text: ByteRun) { add(.number, text.string, tag: "integer") }

    mutating func text(_ text: ByteRun) -> Bool {
        let text = text.string
        add(.text, text, spelling: isJSON ? Escapes.json(text) : "<string>\(text)</string>")
        return true
    }

    mutating func leaf(_ value: ParameterLeaf, text: ByteRun) {
        let text = text.string.trimmingCharacters(in: .whitespacesAndNewlines)
        switch value {
        case .int, .uint: add(.number, text, tag: "integer")
        case .double, .float, .decimal: add(.real, text, tag: "real")
        case .date: add(.date, text, tag: "date")
        case .data: add(.data, text, tag: "data")
        default: add(.text, text, tag: "string")
        }
    }

    mutating func beginArray() { begin(isDictionary: false) }
    mutating func beginDictionary() { begin(isDictionary: true) }

    private mutating func begin(isDictionary: Bool) {
        advance()
        open.append((isDictionary, 0))
        path.steps.append(.index(0))
    }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        path.steps[open.count - 1] = .key(text.string)
        return true
    }

    mutating func end() {
        let (isDictionary, count) = open.removeLast()
        path.steps.removeLast()
        guard count == 0 else { return }
        let spelling = isJSON ? (isDictionary ? "{}" : "[]") : isDictionary ? "<dict/>" : "<array/>"
        append(.emptyCollection, nil, spelling)
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
