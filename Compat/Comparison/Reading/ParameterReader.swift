import URLSerialization

/// A reader that makes parameters from a document and notes what they cannot keep.
///
/// Objects keep their order. If two members have the same key, by its UTF-8, the later value counts. A number without a
/// point and an exponent is an integer if it fits 64 bits, signed before unsigned; a decimal if that represents it
/// exactly; and otherwise a double. All other numbers are doubles.
///
/// | document | parameters | note |
/// |---|---|---|
/// | `{"a": 1, "a": 2}` | `a`: 2 | a is repeated in the file: the last value was taken. |
/// | `0.12345678901234567890` | 0.12345678901234568 | is 0.12345678901234567890 and was read as 0.12345678901234568 |
struct ParameterReader {
    private static let maximumLength = 60

    /// The repeated keys, and the unpaired surrogates that U+FFFD replaces.
    private(set) var notices: [String] = []
    /// The numbers that were rounded. A double that is written with 17 digits is not counted, because many writers
    /// always use so many, and they read back as the same number.
    var roundings: [String] = []
    /// Whether repeated keys are noted, and an unpaired surrogate is replaced.
    private let isLenient: Bool
    /// The path to the current value in the document.
    private var place: [PayloadPath.Step] = []
    /// The path to the current value in the payload, which has no steps for the types of typed JSON.
    private var path: [PayloadPath.Step] = []
    /// The identities of the elements of the document's sets.
    let identities = TypedValueIdentities()

    init(isLenient: Bool = false) { self.isLenient = isLenient }

    /// Returns a document as the parameters that AFNetworking receives after Foundation has read it.
    ///
    /// - Throws: ``PayloadError`` for content that Foundation also refuses: an unpaired surrogate, a number beyond the
    ///   largest double.
    mutating func value(_ json: JSONValue) throws -> ParameterValue {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let text): return try number(text)
        case .string(let string): return .string(try text(of: string))
        case .leaf(let value, let text):
            if case .double(let number) = value, !text.isEmpty { note(text, readAs: number) }
            return value
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element in try inside(.index(index)) { try $0.value(element) } })
        case .object(let members):
            let pairs = try members.map { member in
                let key = try text(of: member.key)
                return (key: key, value: try inside(.key(key)) { try $0.value(member.value) })
            }
            let dictionary = ParameterDictionary(pairs)
            guard isLenient, dictionary.count < members.count else { return .dictionary(dictionary) }
            var seen: Set<ByteKey> = []
            for (key, _) in pairs where !seen.insert(ByteKey(key)).inserted {
                let path = PayloadPath(path + [.key(key)])
                notices.append("\(path.text) is repeated in the file: the last value was taken.")
            }
            return .dictionary(dictionary)
        }
    }

    /// Reads a part of the current value.
    ///
    /// - Parameter steps: The steps to the part in the payload; `nil` for the same step as in the document.
    mutating func inside<Value>(
        _ step: PayloadPath.Step, _ steps: [PayloadPath.Step]? = nil, _ read: (inout Self) throws -> Value
    ) throws -> Value {
        let count = path.count
        place.append(step)
        path += steps ?? [step]
        defer {
            place.removeLast()
            path.removeLast(path.count - count)
        }
        return try read(&self)
    }

    /// Returns an error at the current value.
    func error(_ reason: String) -> PayloadError {
        PayloadError(reason: Self.text(of: place).map { "at \($0): \(reason)" } ?? reason)
    }

    /// Returns a path as a query spells it, `user[tags][3]`, or `nil` at the top.
    private static func text(of path: [PayloadPath.Step]) -> String? {
        path.first.map { path.dropFirst().reduce($0.name) { "\($0)[\($1.name)]" } }
    }

    // MARK: - Texts and numbers

    mutating func text(of string: JSONString) throws -> String {
        guard string.hasUnpairedSurrogate else { return string.text }
        guard isLenient else { throw error("an unpaired surrogate, which a Swift string cannot hold") }
        notices.append("\(PayloadPath(path).text) has an unpaired surrogate: U+FFFD was put in its place.")
        return string.text
    }

    private mutating func number(_ text: String) throws -> ParameterValue {
        if Self.isInteger(text) {
            if let value = Int64(text) { return .int(value) }
            if let value = UInt64(text) { return .uint(value) }
            // Decimal has 38 digits, and Foundation reads long decimals slowly.
            if text.utf8.count <= 160, let value = Decimal(string: text), value.description == text {
                return .decimal(value)
            }
        }
        guard isLenient, Double(text)?.isFinite != true else { return .double(try floatingPoint(text)) }
        throw PayloadError(reason: "the number \(text.prefix(40)) at \(PayloadPath(path).text) is out of range")
    }

    /// Whether a number's text has neither a point nor an exponent.
    static func isInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    }

    /// Returns the number nearest to a text.
    mutating func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible & CVarArg>(
        _ text: String
    ) throws -> Number {
        guard let value = Number(text), value.isFinite else {
            throw error("a number beyond the largest \(Number.self == Float.self ? "float" : "double")")
        }
        note(text, readAs: value)
        return value
    }

    private mutating func note<Number: BinaryFloatingPoint & LosslessStringConvertible & CVarArg>(
        _ text: String, readAs value: Number
    ) {
        let format = Number.self == Float.self ? "%.9g" : "%.17g"
        if value.isFinite { note(text, readAs: value.description, or: String(format: format, value)) }
    }

    /// Notes a number unless it is the text of the value or the longer text.
    mutating func note(_ text: String, readAs value: String, or longText: @autoclosure () -> String? = nil) {
        if text == value { return }
        let digits = DecimalDigits(text)
        if digits == DecimalDigits(value) || longText().map(DecimalDigits.init) == digits { return }
        let original = text.prefix(Self.maximumLength) + (text.count > Self.maximumLength ? "…" : "")
        roundings.append("\(Self.text(of: path) ?? "(top level)") is \(original) and was read as \(value)")
    }
}

extension JSONValue {
    /// Returns the document as parameters.
    ///
    /// - Throws: ``PayloadError``.
    /// - Complexity: Linear in the number of values; recurses once for each level.
    package func parameters() throws -> ParameterValue {
        var reader = ParameterReader()
        return try reader.value(self)
    }
}

/// The significant digits of a number's text and the power of ten of the last: equal for `1.50e3` and `1500`.
struct DecimalDigits: Equatable {
    private let isNegative: Bool
    private let digits: String
    private let exponent: Int

    init(_ text: String) {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let significant = halves.joined(separator: "").drop { $0 == "0" }
        let zeros = significant.reversed().prefix { $0 == "0" }.count
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        isNegative = parts[0].hasPrefix("-")
        digits = String(significant.dropLast(zeros))
        exponent = digits.isEmpty ? 0 : power &- halves.dropFirst().joined(separator: "").utf8.count &+ zeros
    }
}
