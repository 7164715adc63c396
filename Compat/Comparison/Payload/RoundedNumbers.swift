import URLSerialization

/// Finds the numbers of a file that no number of Foundation's holds exactly, so that reading rounds them.
///
/// A double that is written with 17 digits is not counted: many writers always use as many, and they read back as it.
struct RoundedNumbers {
    private static let maximumLength = 60

    private var losses: [Loss] = []

    /// The numbers of a JSON document or a property list that are rounded.
    static func losses(in document: JSONValue) -> [Loss] {
        var numbers = RoundedNumbers()
        numbers.visit(document, at: .root)
        return numbers.losses
    }

    /// The numbers of a typed JSON document that are rounded.
    static func losses(inTyped document: JSONValue) -> [Loss] {
        var numbers = RoundedNumbers()
        numbers.visitTyped(document, at: .root)
        return numbers.losses
    }

    // MARK: - Trees

    private mutating func visit(_ json: JSONValue, at path: JSONPath) {
        switch json {
        case .number(let text):
            if case .double(let value)? = JSONNumber.value(text) { compare(text, with: value, at: path) }
        case .leaf(.double(let value), let text): compare(text, with: value, at: path)
        case .array(let elements):
            for (index, element) in elements.enumerated() { visit(element, at: .index(index, of: path)) }
        case .object(let members):
            for member in members { visit(member.value, at: .key(member.key.text, of: path)) }
        case .null, .bool, .string, .leaf: break
        }
    }

    private mutating func visitTyped(_ json: JSONValue, at path: JSONPath) {
        switch json {
        case .number(let text):
            if !JSONNumber.isInteger(text) { compare(text, with: JSONNumber.finiteDouble(text), at: path) }
        case .array(let elements):
            for (index, element) in elements.enumerated() { visitTyped(element, at: .index(index, of: path)) }
        case .object(let members):
            if let member = members.first, members.count == 1, member.key.text.hasPrefix("$") {
                visit(member.value, ofType: member.key.text, at: path)
            } else {
                for member in members { visitTyped(member.value, at: .key(member.key.text, of: path)) }
            }
        case .null, .bool, .string, .leaf: break
        }
    }

    private mutating func visit(_ json: JSONValue, ofType type: String, at path: JSONPath) {
        switch (type, json) {
        case ("$float", .number(let text)): compare(text, with: Float(text), at: path)
        case ("$double", .number(let text)), ("$date", .number(let text)):
            compare(text, with: JSONNumber.finiteDouble(text), at: path)
        case ("$decimal", .number(let text)): compare(text, with: Decimal(string: text), at: path)
        case ("$decimal", .string(let string)): compare(string.text, with: Decimal(string: string.text), at: path)
        case ("$dict", .array(let pairs)):
            for case .array(let pair) in pairs where pair.count == 2 {
                visitTyped(pair[1], at: .key(Self.text(ofKey: pair[0]), of: path))
            }
        case ("$set", _), ("$optional", _): visitTyped(json, at: path)
        default: break
        }
    }

    private static func text(ofKey key: JSONValue) -> String {
        switch key {
        case .string(let string): string.text
        case .number(let text): text
        case .null, .bool, .leaf, .array, .object: "..."
        }
    }

    // MARK: - Numbers

    private mutating func compare(_ text: String, with value: Double?, at path: JSONPath) {
        guard let value, value.isFinite else { return }
        compare(text, with: value.description, or: { String(format: "%.17g", value) }, at: path)
    }

    private mutating func compare(_ text: String, with value: Float?, at path: JSONPath) {
        guard let value, value.isFinite else { return }
        compare(text, with: value.description, or: { String(format: "%.9g", value) }, at: path)
    }

    private mutating func compare(_ text: String, with value: Decimal?, at path: JSONPath) {
        guard let value, !value.isNaN else { return }
        compare(text, with: value.description, or: { value.description }, at: path)
    }

    /// Notes a number unless it is the text of the value or the longer text.
    private mutating func compare(
        _ text: String, with value: String, or longText: () -> String, at path: JSONPath
    ) {
        if text == value { return }
        let digits = DecimalDigits(text)
        if digits == DecimalDigits(value) || digits == DecimalDigits(longText()) { return }
        let original = text.prefix(Self.maximumLength) + (text.count > Self.maximumLength ? "…" : "")
        losses.append(
            Loss(key: path.text ?? "(top level)", kind: .precision, text: "is \(original) and was read as \(value)"))
    }
}
