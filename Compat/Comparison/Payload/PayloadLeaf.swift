import URLSerialization

/// A value of a payload without parts: a leaf, or a collection that is empty.
struct PayloadLeaf {
    let path: PayloadPath
    let value: ParameterValue
    /// A hash that the leaf shares with the leaves under the same keys, at any index.
    var keysHash = 0

    /// Whether the value is an empty array, set or dictionary.
    var isEmptyCollection: Bool { value.array != nil || value.dictionary != nil || value == .set([]) }

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
        case .int, .uint: ["\(value)"]
        case .double(let value): ["\(value)", queryText]
        case .float(let value): ["\(value)", queryText]
        case .decimal(let value): ["\(value)"]
        case .string(let value): [value, "Optional(\"\(value)\")"]
        case .url(let value): [value.absoluteString, value.relativeString]
        case .date(let value):
            [
                "\(value.timeIntervalSinceReferenceDate)", "\(value.timeIntervalSince1970)",
                "\(value.timeIntervalSince1970 * 1000)", queryText, try? DateText.iso8601(value),
            ]
        case .data(let value): [value.base64EncodedString(), "\(value)"]
        case .array, .set, .dictionary: []
        }
    }

    /// Whether the leaf's value can be read back from a text.
    func isKept(by text: String) -> Bool {
        switch value {
        case .double(let value): Double(text).map { $0 == value || $0.isNaN && value.isNaN } ?? false
        case .float(let value): Float(text).map { $0 == value || $0.isNaN && value.isNaN } ?? false
        case .int(let value) where Int64(text) == value: true
        case .int, .uint, .decimal: hasDigits(of: text)
        case .bool, .url: possibleTexts.contains(text)
        // A text with a time of day has no fraction of a second.
        case .date(let date):
            Double(text) != nil
                ? hasDigits(of: text)
                : possibleTexts.contains(text)
                    && date.timeIntervalSince1970.rounded(.down) == date.timeIntervalSince1970
        // XML property lists break base 64 into lines.
        case .data(let data): text.filter { !$0.isWhitespace } == data.base64EncodedString()
        case .string(let value): UTF8Key(text) == UTF8Key(value)
        case .null, .array, .set, .dictionary: false
        }
    }

    /// Whether a number's text has other digits than the shortest text: `99.98999999999999` for 99.99.
    func hasOtherDigits(_ text: String) -> Bool {
        switch value {
        case .double, .float: possibleTexts[0].map(DecimalDigits.init) != DecimalDigits(text)
        default: false
        }
    }

    /// Whether a number's text has the digits of another.
    private func hasDigits(of text: String) -> Bool {
        possibleTexts.contains { $0 == text || $0.map(DecimalDigits.init) == DecimalDigits(text) }
    }

    /// Returns all leaves of a value in its order, the elements of a set in the order in which a query writes them.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    static func all(in value: ParameterValue) -> [PayloadLeaf] {
        var (leaves, steps) = ([PayloadLeaf](), [PayloadPath.Step]())
        func visit(_ value: ParameterValue, _ keysHash: Int) {
            let children = value.children
            if children.isEmpty {
                return leaves.append(PayloadLeaf(path: PayloadPath(steps), value: value, keysHash: keysHash))
            }
            for (step, child) in children {
                steps.append(step)
                visit(child, keysHash &* 31 &+ (step.key.map { UTF8Key($0).hashValue } ?? 1))
                steps.removeLast()
            }
        }
        visit(value, 0)
        return leaves
    }
}

extension ParameterValue {
    /// Whether the value is or contains a date.
    var hasDates: Bool { date != nil || elements.contains { $0.hasDates } }

    /// The values in a collection, each with the step to it; none for a leaf.
    var children: [(step: PayloadPath.Step, value: ParameterValue)] {
        switch self {
        case .dictionary(let entries): entries.map { (.key($0.key), $0.value) }
        case .array(let elements): elements.enumerated().map { (.index($0), $1) }
        case .set(let elements): elements.inQueryOrder.enumerated().map { (.element($0), $1) }
        default: []
        }
    }

    /// Returns the value with another one in place of each of its ``children``.
    func replacingChildren(
        with transform: (PayloadPath.Step, ParameterValue) throws -> ParameterValue
    ) rethrows -> ParameterValue {
        let values = try children.map { (key: $0.step.key ?? "", value: try transform($0.step, $0.value)) }
        switch self {
        case .dictionary: return .dictionary(ParameterDictionary(values))
        case .array: return .array(values.map(\.value))
        case .set: return .set(Set(values.map(\.value)))
        default: return self
        }
    }
}
