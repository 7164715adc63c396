import URLSerialization

/// A leaf as a request carries it.
package struct SentPair: Sendable {
    /// The type of a value in its format, by its tag in a property list.
    enum Kind: String, Sendable {
        case boolean, null, date, data
        case text = "string"
        case number = "integer"
        /// A number that a property list marks as a real one.
        case real
        case emptyArray = "array"
        case emptyDictionary = "dict"

        /// Creates the type of a value without parts.
        init(_ value: ParameterValue) {
            self =
                switch value {
                case .null: .null
                case .bool: .boolean
                case .int, .uint, .decimal: .number
                case .double, .float: .real
                case .date: .date
                case .data: .data
                case .string, .url: .text
                case .array, .set: .emptyArray
                case .dictionary: .emptyDictionary
                }
        }
    }

    /// The place in the body; `nil` in a query.
    let place: PayloadPath?
    /// The pair as a query spells it, or the text of a value in a body.
    private let text: Substring
    /// The length of the key in a query's pair, in bytes.
    private var keyLength: Int32 = 0
    /// The type of the value in its format.
    let kind: Kind
    /// The byte that a `+` in the query represents for its sender.
    private var plus = UInt8(ascii: "+")
    private var isJSON = false

    /// Creates a leaf of a body.
    init(_ kind: Kind, _ value: String, at place: PayloadPath, isJSON: Bool) {
        (self.kind, text, self.place, self.isJSON) = (kind, value[...], place, isJSON)
    }

    /// Creates the leaf of a document.
    init(_ leaf: PayloadLeaf, isJSON: Bool) {
        let text = leaf.value.string ?? (isJSON ? Escapes.json(leaf.value) : "\(leaf.value)")
        self.init(Kind(leaf.value), text, at: leaf.path, isJSON: isJSON)
    }

    /// Creates a pair of a query.
    private init(_ pair: Substring, plus: UInt8) {
        (text, self.plus, place) = (pair, plus, nil)
        let length = pair.utf8.prefix { $0 != UInt8(ascii: "=") }.count
        kind = length == pair.utf8.count ? .null : .text
        keyLength = Int32(length)
    }

    /// The text; `nil` for a bare key and for an empty collection.
    package var value: String? {
        place == nil ? escapedText.map { Self.decoded($0, plus) } : isEmptyCollection ? nil : String(text)
    }

    /// The key as the form spells it: `items[][sku]` in a query, `items[0][sku]` in a body.
    ///
    /// - Complexity: Linear in its length, because it is computed on each access.
    package var key: String { place?.text ?? Self.decoded(escapedKey, plus) }

    /// The text that a server reads: in a query a `+` is a space. `nil` for a bare key.
    package var received: String? {
        guard place == nil, plus == UInt8(ascii: "+"), hasPlus else { return value }
        return escapedText.map { Self.decoded($0, UInt8(ascii: " ")) }
    }

    /// The pair as the request spells it: `items%5B%5D%5Bsku%5D=7` in a query, `true` or `"7"` in a body.
    package var spelling: Substring {
        switch kind {
        case _ where place == nil: text
        case .emptyArray where isJSON: "[]"
        case .emptyDictionary where isJSON: "{}"
        case .text where isJSON: Escapes.json(.string(value ?? ""))[...]
        case _ where isJSON: (value ?? "")[...]
        case .boolean: "<\(value ?? "")/>"
        case .emptyArray, .emptyDictionary: "<\(kind.rawValue)/>"
        default: "<\(kind.rawValue)>\(value ?? "")</\(kind.rawValue)>"
        }
    }

    /// The key of a query's pair, not decoded.
    var escapedKey: Substring { text[..<text.utf8.index(text.startIndex, offsetBy: Int(keyLength))] }

    /// The text of a query's pair, not decoded; `nil` for a bare key.
    var escapedText: Substring? {
        guard place == nil, kind == .text else { return nil }
        return text[text.utf8.index(text.startIndex, offsetBy: Int(keyLength) + 1)...]
    }

    /// Whether the pair represents an empty body.
    var isEmptyRoot: Bool { isEmptyCollection && place?.steps.isEmpty == true }

    var isEmptyCollection: Bool { kind == .emptyArray || kind == .emptyDictionary }

    /// Whether the pair of a query has a plus sign.
    var hasPlus: Bool { place == nil && text.utf8.contains(UInt8(ascii: "+")) }

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
        return query.splitByte("&").map { SentPair($0, plus: plus) }
    }

    private static func decoded(_ text: Substring, _ plus: UInt8) -> String {
        String(decoding: PercentDecoder.bytes(decoding: text.utf8, plus: plus), as: UTF8.self)
    }
}

extension StringProtocol {
    /// Returns the parts between the occurrences of an ASCII character, including empty ones.
    func splitByte(_ separator: Unicode.Scalar) -> [Substring] {
        let parts = Substring(self).utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
        return parts.map { Substring($0) }
    }
}
