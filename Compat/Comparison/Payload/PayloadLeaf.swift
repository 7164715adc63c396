import URLSerialization

/// A value of a payload without parts: a leaf, or a collection that is empty.
struct PayloadLeaf {
    let path: PayloadPath
    let value: ParameterValue

    /// Whether the value is an empty array, set or dictionary.
    var isEmptyCollection: Bool {
        switch value {
        case .array, .set, .dictionary: true
        default: false
        }
    }

    /// The leaf's text in an AFNetworking query; `nil` for null, empty collections and values that the query refuses.
    var queryText: String? {
        let pairs = try? QueryStringSerializer().pairs(from: ParameterValue.dictionary(["": value]))
        return pairs?.first?.value
    }

    /// The texts that senders are known to write for the leaf; `nil` represents a bare key.
    var possibleTexts: [String?] {
        switch value {
        case .null: [nil, "", "null", "<null>", "nil"]
        case .bool(let value): value ? ["1", "true"] : ["0", "false"]
        case .int(let value): ["\(value)"]
        case .uint(let value): ["\(value)"]
        case .double(let value): ["\(value)", queryText]
        case .float(let value): ["\(value)", queryText]
        case .decimal(let value): ["\(value)"]
        case .string(let value): [value, "Optional(\"\(value)\")"]
        case .url(let value): [value.absoluteString, value.relativeString]
        case .date(let value):
            [
                "\(value.timeIntervalSinceReferenceDate)", "\(value.timeIntervalSince1970)",
                "\(value.timeIntervalSince1970 * 1000)", queryText, internetText,
            ]
        case .data(let value): [value.base64EncodedString(), "\(value)"]
        case .array, .set, .dictionary: []
        }
    }

    /// The text of a date in the format of RFC 3339, made of the parts of the query's text.
    private var internetText: String? {
        queryText.map { $0.replacingOccurrences(of: " +0000", with: "Z").replacingOccurrences(of: " ", with: "T") }
    }

    /// Returns all leaves of a value in its order, the elements of a set in the order in which a query writes them.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    static func all(in value: ParameterValue) -> [PayloadLeaf] {
        var leaves: [PayloadLeaf] = []
        collect(value, at: PayloadPath(), into: &leaves)
        return leaves
    }

    private static func collect(_ value: ParameterValue, at path: PayloadPath, into leaves: inout [PayloadLeaf]) {
        let children = value.children
        if children.isEmpty { return leaves.append(PayloadLeaf(path: path, value: value)) }
        for (step, child) in children { collect(child, at: path.appending(step), into: &leaves) }
    }

    /// Returns a set's elements in the order of a query of the set. Collections, whose pairs that query does not
    /// separate, are in the order of their texts.
    static func ordered(_ elements: Set<ParameterValue>) -> [ParameterValue] {
        func query(_ value: ParameterValue) -> String {
            (try? QueryStringSerializer().string(from: ParameterValue.dictionary(["": value]))) ?? ""
        }
        let pairs = query(.set(elements)).splitByte("&").enumerated().map { (String($1), $0) }
        let positions = Dictionary(pairs, uniquingKeysWith: { $1 })
        return elements.map { (text: query($0), element: $0) }.sorted {
            (positions[$0.text] ?? .max, $0.text) < (positions[$1.text] ?? .max, $1.text)
        }.map(\.element)
    }
}

extension ParameterValue {
    /// The values in a collection, each with the step to it; none for a leaf.
    var children: [(step: PayloadPath.Step, value: ParameterValue)] {
        switch self {
        case .dictionary(let entries): entries.map { (.key($0.key), $0.value) }
        case .array(let elements): elements.enumerated().map { (.index($0), $1) }
        case .set(let elements): PayloadLeaf.ordered(elements).enumerated().map { (.element($0), $1) }
        default: []
        }
    }
}
