import TestSupport
import URLSerialization

extension RandomModel {
    /// A model that is an object or an array.
    static func root(using generator: inout SeededGenerator, depth: Int = 4) -> RandomModel {
        let model = collection(using: &generator, depth: depth)
        // JSONEncoder refuses a model that encodes nothing.
        if case .nothing = model { return .keyed([]) }
        return model
    }

    private static func model(using generator: inout SeededGenerator, depth: Int) -> RandomModel {
        guard depth > 0, !generator.oneIn(3) else { return .leaf(leaf(using: &generator)) }
        return generator.oneIn(8)
            ? .wrapped(model(using: &generator, depth: depth - 1)) : collection(using: &generator, depth: depth)
    }

    private static func collection(using generator: inout SeededGenerator, depth: Int) -> RandomModel {
        let count = generator.int(0...4)
        func value() -> RandomModel { model(using: &generator, depth: depth - 1) }
        func way() -> Way { generator.element(of: Way.allCases) }
        switch generator.int(0...11) {
        case 0:
            return .texts(
                entries(count) {
                    generator.element(of: Key.words)
                } value: {
                    value()
                })
        case 1:
            return .numbers(
                entries(count) {
                    generator.int(-9...99)
                } value: {
                    value()
                })
        case 2:
            return .kinds(
                entries(count) {
                    generator.element(of: [.plain, .twoWords, .`self`])
                } value: {
                    value()
                })
        case 3:
            return .points(
                entries(count) {
                    Point(x: generator.int(0...9), y: generator.oneIn(2) ? nil : 1)
                } value: {
                    value()
                })
        case 4: return .choice(choice(using: &generator))
        case 5 where generator.oneIn(3): return .nothing
        case 6...8: return .unkeyed((0..<count).map { _ in Element(value: value(), way: way()) })
        default:
            let words = Set((0..<count).map { _ in generator.element(of: Key.words + ["super"]) }).sorted()
            return .keyed(words.map { Member(key: key($0, using: &generator), value: value(), way: way()) })
        }
    }

    private static func entries<Key: Hashable>(
        _ count: Int, key: () -> Key, value: () -> RandomModel
    ) -> [Key: RandomModel] {
        var entries: [Key: RandomModel] = [:]
        for _ in 0..<count { entries[key()] = value() }
        return entries
    }

    private static func key(_ word: String, using generator: inout SeededGenerator) -> Key {
        generator.oneIn(12) ? Key(intValue: word.utf8.count + generator.int(100...1_000_000)) : Key(stringValue: word)
    }

    private static func choice(using generator: inout SeededGenerator) -> Choice {
        switch generator.int(0...2) {
        case 0: .empty
        case 1: .one(generator.int(-9...9))
        default: .labelled(firstValue: text(using: &generator), second: [true, nil, false])
        }
    }

    // MARK: - Leaves

    private static func leaf(using generator: inout SeededGenerator) -> Leaf {
        let bits = generator.next() >> UInt64(generator.int(0...63))
        switch generator.int(0...21) {
        case 0: return .null
        case 1: return .bool(generator.oneIn(2))
        case 2: return .int(Int(truncatingIfNeeded: bits))
        case 3: return .int8(Int8(truncatingIfNeeded: bits))
        case 4: return .int16(Int16(truncatingIfNeeded: bits))
        case 5: return .int32(Int32(truncatingIfNeeded: bits))
        case 6: return .int64(Int64(truncatingIfNeeded: bits))
        case 7: return .uint(UInt(truncatingIfNeeded: bits))
        case 8: return .uint8(UInt8(truncatingIfNeeded: bits))
        case 9: return .uint16(UInt16(truncatingIfNeeded: bits))
        case 10: return .uint32(UInt32(truncatingIfNeeded: bits))
        case 11: return .uint64(bits)
        case 12...13: return .double(double(using: &generator))
        case 14: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)).finite)
        case 15: return .decimal(Decimal(bits) / Decimal(generator.element(of: [1, 10, 1000, 1 << 20])))
        case 16: return .date(date(using: &generator))
        case 17:
            return .data(Data((0..<generator.int(0...12)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }))
        case 18: return .url(generator.element(of: urls))
        case 19: return .uuid(uuid(using: &generator))
        default: return .text(text(using: &generator))
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        generator.text(scalars: generator.int(0...8), of: Script.allCases + [.control, .reserved, .letters])
    }

    private static func double(using generator: inout SeededGenerator) -> Double {
        generator.element(of: DoubleSample.allCases).value(using: &generator).finite
    }

    /// A date with a fraction of a second, before 1970 as well, that ISO 8601 writes in four digits of a year.
    private static func date(using generator: inout SeededGenerator) -> Date {
        Date(timeIntervalSince1970: Double(generator.int(-60_000_000_000...250_000_000_000)) / 8)
    }

    private static func uuid(using generator: inout SeededGenerator) -> UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: (generator.next(), generator.next()), as: (UInt64, UInt64).self)
        }
        return UUID(uuid: bytes)
    }

    private static let urls = [
        URL(string: "https://example.com/a/b?c=d&e=%20#f"), URL(string: "relative/path"),
        URL(string: "../up", relativeTo: URL(string: "http://a/b/c/")), URL(fileURLWithPath: "/x y"),
    ].compactMap { $0 }
}

extension BinaryFloatingPoint {
    /// The value, or negative zero for one that is not a number.
    fileprivate var finite: Self { isFinite ? self : -0.0 }
}
