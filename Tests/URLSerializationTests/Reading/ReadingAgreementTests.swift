import TestSupport
import Testing

@testable import URLSerialization

/// The readers against Foundation's, on random documents, on their beginnings, and with each byte changed.
///
/// With more than the usual ``Effort`` each byte takes every value.
@Suite(
    .tags(.computing, .random, .slow), .takingTurns,
    .enabled(if: ComparedFoundation.isPresent, ComparedFoundation.comment))
struct ReadingAgreementTests {
    static let documents = Effort.times(20_000, quick: 2_500)
    /// The values of a changed byte in text, and in a binary list.
    private static let textBytes =
        Effort.factor == 1 ? Array("\u{0}\n !\"&,-./01:;<>?[\\]e{}".utf8) + [0x80, 0xA9, 0xC3, 0xE2, 0xFF] : everyByte
    private static let binaryBytes =
        Effort.factor == 1 ? [0, 1, 8, 9, 0x10, 0x13, 0x33, 0x51, 0x61, 0x80, 0xA1, 0xD1, 0xFF] : everyByte
    private static let everyByte = Array(0...255 as ClosedRange<UInt8>)
    private static let seeds = 0..<8 as Range<UInt64>

    static let jsonValues: RandomParameters = {
        var random = RandomParameters(
            leaves: [.null, .bool, .string, .string, .int, .double], collections: [.array, .dictionary])
        random.nesting = 0.4
        random.counts = Array(0...3)
        // A text that differs from another by a mark only is the same key to some of Foundation's readers.
        random.keys = { $0.element(of: ParameterValue.hardTexts.filter { $0 != "x" }) }
        random.strings = random.keys
        return random
    }()
    static let listValues: RandomParameters = {
        var random = jsonValues
        random.leaves = [.bool, .int, .uint, .double, .float, .string, .string, .date, .data]
        random.dates = 0...1 << 32
        random.areSecondsWhole = true
        return random
    }()

    struct Nothing: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    // MARK: - JSON

    private static func compareJSON(_ bytes: [UInt8]) -> Bool {
        let data = Data(bytes)
        // Each option has its turn.
        let turns: [JSONSerialization.ReadingOptions] = [
            .fragmentsAllowed, [], [.fragmentsAllowed, .mutableContainers], [.fragmentsAllowed, .mutableLeaves],
        ]
        let options = turns[bytes.count % turns.count]
        let allowsFragments = options.contains(.fragmentsAllowed)
        let expected = try? JSONSerialization.jsonObject(with: data, options: options)
        let object = try? JSONDocument(data).object(
            ObjectOptions(
                hasMutableContainers: options.contains(.mutableContainers),
                hasMutableLeaves: options.contains(.mutableLeaves)),
            allowsFragments: allowsFragments)
        #expect(isSame(object, expected), "\(bytes) \(String(decoding: bytes, as: UTF8.self))")
        let isDecoded = (try? JSONDecoder().decode(Nothing.self, from: data)) != nil
        let isTree = (try? JSONDocument(data).tree()) != nil
        // JSONDecoder takes three bytes with a zero for UTF-8, JSONSerialization and the reader for UTF-16.
        if bytes.count != 3 || !bytes.contains(0) {
            #expect(isTree == isDecoded, "\(bytes) \(String(decoding: bytes, as: UTF8.self))")
        }
        // Validation is about syntax: it does not know whether a number that is too large is replaced later.
        let isAccepted =
            (try? JSONDocument(data).read(
                into: ValidationSink(), rules: .serialization(allowsFragments: allowsFragments))) != nil
        let mayHaveLargeNumber = bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }
        #expect(
            isAccepted == (expected != nil) || isAccepted && mayHaveLargeNumber,
            "\(bytes) \(String(decoding: bytes, as: UTF8.self))")
        return expected != nil
    }

    @Test(arguments: seeds)
    func jsonOfAnyKindIsReadAsFoundationReadsIt(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<Self.documents / Self.seeds.count {
            var bytes = Array(Self.jsonValues.value(depth: 3, using: &generator).jsonText(using: &generator).utf8)
            if !generator.oneIn(4) { bytes = bytes.mutated(using: &generator) }
            accepted += Self.compareJSON(bytes) ? 1 : 0
        }
        #expect(accepted > Self.documents / Self.seeds.count / 5)
    }

    @Test(arguments: Effort.sample(StructuredDocument.json, every: 4))
    func jsonWithAByteMissingOrChangedIsToo(document: String) {
        #expect((try? JSONDocument(Data(document.utf8)).object(ObjectOptions(), allowsFragments: true)) != nil)
        Array(document.utf8).forEachBreak(with: Self.textBytes) { _ = Self.compareJSON($0) }
    }

    // MARK: - Property lists

    private static func compareList(_ bytes: [UInt8], isBinary: Bool) -> Bool {
        let data = Data(bytes)
        // Blank data is an empty dictionary to Foundation on Linux. Nested lists recurse there.
        guard !bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else { return false }
        let object = try? PropertyListDocument(data).object(ObjectOptions())
        // Foundation does not survive every binary list.
        guard !isBinary || object != nil else { return false }
        let expected = try? PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(isSame(object, expected), "\(bytes) \(String(decoding: bytes, as: UTF8.self))")
        if object != nil, (try? PropertyListDocument(data).format) != .openStep {
            #expect((try? PropertyListDocument(data).read(into: ValidationSink(), isLax: false)) != nil, "\(bytes)")
        }
        return expected != nil
    }

    @Test(arguments: seeds)
    func numbersOfEveryShapeAreReadAsFoundationReadsThem(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.documents / 16 / Self.seeds.count {
            let text = generator.jsonNumber()
            let data = Data("[\(text)]".utf8)
            _ = Self.compareJSON(Array(data))
            let mantissa = text.prefix { $0 != "e" && $0 != "E" }
            let isZero = !mantissa.contains { ("1"..."9").contains($0) }
            func compare<Number: Decodable>(as type: Number.Type) {
                let expected = try? JSONDecoder().decode([Number].self, from: data)
                let number = try? DecodableResponseSerializer([Number].self).decodeBody(data, of: nil)
                // `JSONDecoder` refuses some zeros with an exponent. A description has the sign of zero.
                if expected == nil, isZero, let number { return #expect(["0.0", "-0.0"].contains("\(number[0])")) }
                #expect(number.map { "\($0)" } == expected.map { "\($0)" }, "\(text) as \(type)")
            }
            compare(as: Double.self)
            compare(as: Float.self)
            compare(as: Int8.self)
            compare(as: Int.self)
            compare(as: UInt64.self)
            compare(as: Decimal.self)
        }
    }

    @Test(arguments: seeds)
    func propertyListsAreReadAsFoundationReadsThem(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for index in 0..<Self.documents / Self.seeds.count {
            let isBinary = index % 2 == 0
            var bytes =
                isBinary
                ? Array(
                    try PropertyListSerialization.data(
                        fromPropertyList: [Self.listValues.value(depth: 3, using: &generator).native],
                        format: .binary, options: 0))
                : Array(Self.xml(using: &generator).utf8)
            if !generator.oneIn(4) { bytes = bytes.mutated(using: &generator) }
            accepted += Self.compareList(bytes, isBinary: bytes.starts(with: Array("bplist".utf8))) ? 1 : 0
        }
        #expect(accepted > Self.documents / Self.seeds.count / 8)
    }

    private static func xml(using generator: inout SeededGenerator) -> String {
        let element = listValues.value(depth: 3, using: &generator).xmlText(oneOddIn: 2, using: &generator)
        return switch generator.int(0...2) {
        case 0: element
        case 1: "<plist version='1.0'>\(element)</plist>"
        default: "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE plist>\n\(element)"
        }
    }

    @Test(arguments: Effort.sample(StructuredDocument.xml, every: 4))
    func listsWithAByteMissingOrChangedAreToo(document: String) throws {
        let text = Array(document.utf8)
        #expect(Self.compareList(text, isBinary: false))
        text.forEachBreak(with: Self.textBytes) { _ = Self.compareList($0, isBinary: false) }
        let list = try PropertyListDocument(Data(text)).object(ObjectOptions())
        let binary = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        binary.forEachBreak(with: Self.binaryBytes) { _ = Self.compareList($0, isBinary: true) }
    }

    // MARK: - Comparing

    /// Whether two objects are equal and of the same types, except for byte order marks, which Foundation drops where
    /// they begin a text or follow an escape, and archivers' identifiers, which are equal only to themselves.
    private static func isSame(_ left: Any?, _ right: Any?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard type(of: left) == type(of: right) else { return false }
        switch (left, right) {
        case (let left as String, let right as String): return isSame(text: left, right)
        case (let left as Date, let right as Date):
            return left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
        case (let left as NSNumber, let right as NSNumber):
            return left == right && left.description == right.description || left.doubleValue.isNaN
        case (let left as [AnyHashable: Any], let right as [AnyHashable: Any]):
            // Keys that differ only by marks are one to Foundation.
            return Set(left.keys.map { withoutMarks($0) }).count == right.count
                && right.allSatisfy { key, value in
                    left.contains { (key == $0.key || isSame($0.key.base, key.base)) && isSame($0.value, value) }
                }
        case (let left as [Any], let right as [Any]):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (let left as NSObject, let right as NSObject):
            return left == right || "\(type(of: left))".contains("UID")
        default: return false
        }
    }

    private static func isSame(text left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) || withoutMarks(left).utf8.elementsEqual(withoutMarks(right).utf8)
    }

    private static func withoutMarks(_ key: AnyHashable) -> AnyHashable { (key as? String).map(withoutMarks) ?? key }

    private static func withoutMarks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" }))
    }
}

extension [UInt8] {
    /// Calls the closure with every beginning of the bytes, and with each byte replaced by each value.
    fileprivate func forEachBreak(with values: [UInt8], _ body: ([UInt8]) -> Void) {
        for count in 0...count { body(Array(prefix(count))) }
        for index in indices {
            for value in values {
                var changed = self
                changed[index] = value
                body(changed)
            }
        }
    }
}
