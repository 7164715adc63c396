import URLSerialization

/// Bytes as the instructions for making a value. When they end, all further instructions are 0.
struct Program {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number from 0 to `count - 1`.
    mutating func below(_ count: Int) -> Int { Int(byte()) % count }

    mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

    mutating func bytes(most: Int = 24) -> [UInt8] {
        let count = min(below(most + 1), rest.count)
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    private static let texts = [
        "", "a", "b", "id", "0", "1", "20", "-1", "01", "[", "]", "a[b]", "[]", "a[]", ".", "a.b", " ", "\r\n", "\0",
        "é", "e\u{301}", "日本", "😀", "\u{FEFF}", "&", "=", ";", "+", "%41", "#", "\"", "\\", "/", "<", "__proto__",
    ]

    mutating func text() -> String {
        let instruction = below(64)
        guard instruction >= Self.texts.count else { return Self.texts[instruction] }
        return String(decoding: bytes(), as: UTF8.self)
    }

    /// Foundation's numbers have one NaN.
    private func withOneNaN<Number: BinaryFloatingPoint>(_ number: Number) -> Number { number.isNaN ? .nan : number }

    private mutating func double() -> Double {
        switch below(8) {
        case 0: 99.99
        case 1: -0.0
        case 2: 1e21
        case 3: Double(Int8(bitPattern: byte()))
        case 4: Double(Int8(bitPattern: byte())) / 100
        default: withOneNaN(Double(bitPattern: bits()))
        }
    }

    /// Makes a leaf. Numbers that are not finite, bytes and dates are made only on request.
    private mutating func leaf(_ kinds: Kinds) -> ParameterValue {
        switch below(12) {
        case 0: return .null
        case 1: return .bool(byte() & 1 == 1)
        case 2: return .int(Int64(Int8(bitPattern: byte())))
        case 3: return .int(Int64(bitPattern: bits()))
        case 4: return .uint(bits() | 1 << 63)
        case 5, 6:
            let value = double()
            return .double(kinds == .json && !value.isFinite ? 0.5 : value)
        case 7 where kinds != .json: return .date(Date(timeIntervalSince1970: Double(bits() >> 30)))
        case 8 where kinds != .json: return .data(Data(bytes()))
        case 9 where kinds != .json: return .float(withOneNaN(Float(bitPattern: UInt32(truncatingIfNeeded: bits()))))
        case 10 where kinds != .json: return .decimal(Decimal(Int64(bitPattern: bits())) / 1000)
        default: return .string(text())
        }
    }

    /// The contents of a value. A model has no sets, and JSON only what `JSONSerialization` writes.
    enum Kinds { case all, model, json }

    mutating func value(_ kinds: Kinds = .all, depth: Int = 5) -> ParameterValue {
        switch depth > 0 ? below(8) : 7 {
        case 0: return .array((0..<below(5)).map { _ in value(kinds, depth: depth - 1) })
        case 1: return .dictionary(dictionary(kinds, depth: depth - 1))
        case 2 where kinds == .all: return .set(Set((0..<below(4)).map { _ in value(kinds, depth: depth - 1) }))
        default: return leaf(kinds)
        }
    }

    /// Makes the objects of a value: of Swift's types or of Foundation's. Sets, and dictionaries with equivalent keys,
    /// which Foundation would merge, stay as they are.
    mutating func object(_ value: ParameterValue) -> Any {
        let isFoundations = below(2) == 0
        switch value {
        case .null: return isFoundations ? NSNull() : Optional<Int>.none as Any
        case .bool(let value): return isFoundations ? NSNumber(value: value) : value
        case .int(let value):
            return isFoundations ? NSNumber(value: value) : (Int8(exactly: value) as Any?) ?? Int(value)
        case .uint(let value): return isFoundations ? NSNumber(value: value) : UInt(value)
        case .double(let value): return isFoundations ? NSNumber(value: value) : value
        case .float(let value): return isFoundations ? NSNumber(value: value) : value
        case .decimal(let value): return isFoundations ? NSDecimalNumber(decimal: value) : value
        case .string(let value): return isFoundations ? NSString(string: value) : value
        case .date(let value): return isFoundations ? value as NSDate : value
        case .data(let value): return isFoundations ? value as NSData : value
        case .url(let value): return isFoundations ? value as NSURL : value
        case .array(let elements):
            let objects = elements.map { object($0) }
            return isFoundations ? NSArray(array: objects) : objects
        case .dictionary(let entries) where Set(entries.map(\.key)).count == entries.count:
            let objects = entries.map { ($0.key, object($0.value)) }
            let dictionary = Dictionary(objects, uniquingKeysWith: { first, _ in first })
            return isFoundations ? NSDictionary(dictionary: dictionary) : dictionary
        case .set, .dictionary: return value
        }
    }

    mutating func dictionary(_ kinds: Kinds = .all, depth: Int = 5) -> ParameterDictionary {
        ParameterDictionary((0..<below(6)).map { _ in (text(), value(kinds, depth: depth)) })
    }
}
