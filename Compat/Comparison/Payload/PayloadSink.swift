import URLSerialization

/// Notes on the reading of a payload.
package struct PayloadNotes {
    /// The repeated keys, and the unpaired surrogates that U+FFFD replaces.
    var notices: [String] = []
    /// The numbers that were rounded. A double that is written with 17 digits is not counted, because many writers
    /// always use that many, and they read back as the same number.
    var roundings: [String] = []
    /// The types in Swift that the values do not show.
    var types: [PayloadPath: SwiftType] = [:]

    /// Notes a number if its text in the document, which is empty in a binary format, is that of a different number.
    mutating func note(_ text: String, readAs value: ParameterValue, at path: [PayloadPath.Step]) {
        guard let own = Self.rounding(of: text, to: value) else { return }
        roundings.append("\(PayloadPath(path).text) is \(text.cut(to: 60)) and was read as \(own)")
    }

    /// Returns the text of the value that was read, if it is another number.
    static func rounding(of text: String, to value: ParameterValue) -> String? {
        if text.isEmpty { return nil }
        let (own, format): (String, String)
        switch value {
        case .double(let value) where value.isFinite: (own, format) = (value.description, "%.17g")
        case .float(let value) where value.isFinite: (own, format) = (value.description, "%.9g")
        case .decimal(let value) where !value.isNaN: (own, format) = (value.description, "")
        default: return nil
        }
        if text == own { return nil }
        let long = String(format: format, value.double ?? 0)
        return [own, long].map(DecimalDigits.init).contains(DecimalDigits(text)) ? nil : own
    }

    /// Returns an error at a path.
    static func error(_ reason: String, at path: [PayloadPath.Step]) -> PayloadError {
        PayloadError(reason: path.isEmpty ? reason : "at \(PayloadPath(path).text): \(reason)")
    }
}

/// A sink that makes a payload's value from a reader's calls, and notes what the value cannot keep.
///
/// Objects keep their order. If two members have the same key, by its UTF-8, the later value counts. A number without a
/// point and an exponent is an integer if it fits 64 bits, signed before unsigned; a decimal if that represents it
/// exactly; and otherwise a double. All other numbers are doubles. In typed JSON a number is kept as its text in UTF-8.
///
/// | document | parameters | note |
/// |---|---|---|
/// | `{"a": 1, "a": 2}` | `a`: 2 | a is repeated in the file: the last value was taken. |
/// | `0.12345678901234567890` | 0.12345678901234568 | is 0.12345678901234567890 and was read as 0.12345678901234568 |
struct PayloadSink: ValueSink {
    static var readsSets: Bool { true }

    private enum Kind { case array, dictionary, set }

    /// A collection whose end has not been read. The elements of an array or a set have empty keys.
    private struct Collection {
        let kind: Kind
        var entries: [ParameterDictionary.Element] = []
        var key = ""
    }

    let format: PayloadFormat
    /// The value, complete when the reader has returned.
    private(set) var value = ParameterValue.null
    private(set) var notes = PayloadNotes()
    /// The error of content that no payload can have.
    private(set) var problem: PayloadError?
    private var open: [Collection] = []
    /// The numbers of values, and of steps to them, that the limits still allow.
    private var (countLeft, stepsLeft) = (PayloadReader.maximumCount, PayloadReader.maximumStepCount)

    init(_ format: PayloadFormat) { self.format = format }

    /// The path to the next value.
    private var path: [PayloadPath.Step] {
        open.map { $0.kind == .dictionary ? .key($0.key) : .index($0.entries.count) }
    }

    private mutating func append(_ value: ParameterValue, read text: String = "") {
        (countLeft, stepsLeft) = (countLeft - 1, stepsLeft - open.count)
        if countLeft < 0 || stepsLeft < 0 {
            return problem = problem ?? (countLeft < 0 ? PayloadReader.tooManyValues : PayloadReader.tooManySteps)
        }
        if PayloadNotes.rounding(of: text, to: value) != nil { notes.note(text, readAs: value, at: path) }
        guard let top = open.indices.last else { return self.value = value }
        open[top].entries.append((open[top].key, value))
    }

    /// Returns a text, in which an unpaired surrogate has three bytes, like the U+FFFD in its place.
    private mutating func string(_ run: ByteRun, isKey: Bool = false) -> String {
        if let text = run.validString { return text }
        let path = isKey ? path.dropLast() : path
        if format == .typedJSON {
            problem = problem ?? PayloadNotes.error("an unpaired surrogate, which a Swift string cannot hold", at: path)
        }
        notes.notices.append("\(PayloadPath(path).text) has an unpaired surrogate: U+FFFD was put in its place.")
        var bytes = Array(run)
        for index in bytes.indices.dropLast(2) where bytes[index] == 0xED && bytes[index + 1] >= 0xA0 {
            bytes.replaceSubrange(index..<(index + 3), with: "\u{FFFD}".utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func null() { append(.null) }
    mutating func bool(_ value: Bool) { append(.bool(value)) }

    mutating func number(_ text: ByteRun) {
        let text = text.string
        if format == .typedJSON { return append(.data(Data(text.utf8))) }
        if let value = Self.number(text) { return append(value, read: text) }
        let reason = "the number \(text.prefix(40)) at \(PayloadPath(path).text) is out of range"
        problem = problem ?? PayloadError(reason: reason)
    }

    /// Returns the value of a number's text, or `nil` beyond the largest double.
    static func number(_ text: String) -> ParameterValue? {
        if isInteger(text) {
            if let value = Int64(text) { return .int(value) }
            if let value = UInt64(text) { return .uint(value) }
            // Decimal has 38 digits, and Foundation reads long decimals slowly.
            if text.utf8.count <= 160, let value = Decimal(string: text), value.description == text {
                return .decimal(value)
            }
        }
        return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    }

    /// Whether a number's text has neither a point nor an exponent.
    static func isInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    }

    mutating func text(_ text: ByteRun) -> Bool {
        append(.string(string(text)))
        return true
    }

    mutating func leaf(_ value: ParameterValue, text: ByteRun) {
        append(value, read: text.string.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    mutating func object(_ description: String) {
        problem = PayloadError(reason: "contains the object \(description), which is not a value")
        null()
    }

    mutating func beginArray() { open.append(Collection(kind: .array)) }
    mutating func beginDictionary() { open.append(Collection(kind: .dictionary)) }
    mutating func beginSet() { open.append(Collection(kind: .set)) }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        if isMalformed { problem = PayloadError(reason: "holds a key that is not a text") }
        open[open.count - 1].key = string(text, isKey: true)
        return true
    }

    mutating func end() {
        let (kind, entries) = (open[open.count - 1].kind, open.removeLast().entries)
        switch kind {
        case .array: append(.array(entries.map(\.value)))
        case .set: append(.set(Set(entries.map(\.value))))
        case .dictionary:
            let dictionary = ParameterDictionary(entries)
            var seen: Set<UTF8Key> = []
            for (key, _) in entries
            where format == .json && dictionary.count < entries.count && !seen.insert(UTF8Key(key)).inserted {
                let path = PayloadPath(path + [.key(key)])
                notes.notices.append("\(path.text) is repeated in the file: the last value was taken.")
            }
            append(.dictionary(dictionary))
        }
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
