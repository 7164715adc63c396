import TestSupport
import URLSerialization

/// A model whose `init(from:)` asks for what a generator says, and notes the answers.
///
/// Two decoders that answer alike are asked the same, so the first difference of their notes is one between them.
final class DecodingProgram {
    struct Note: Equatable, CustomStringConvertible {
        var text: String
        var path: [String]?

        var description: String { "\(text) \(path?.description ?? "")" }
    }

    static let key = CodingUserInfoKey.program

    private(set) var notes: [Note] = []
    private(set) var generator: SeededGenerator
    private let format: Format
    private let kinds: [DecodedKind]
    private var kept: [KeyedDecodingContainer<AnyKey>] = []
    private var steps = 0

    enum Format { case json, propertyList }

    init(seed: UInt64, _ format: Format, _ kinds: [DecodedKind]) {
        self.kinds = kinds
        generator = SeededGenerator(seed: seed)
        self.format = format
    }

    /// Notes the outcome of a question, and returns whether it was an answer.
    @discardableResult
    func note(_ question: String, _ answer: () throws -> String) -> Bool {
        do {
            notes.append(Note(text: "\(question): \(try answer())"))
            return true
        } catch {
            notes.append(Note(question, error))
            return false
        }
    }

    // MARK: - Questions

    /// Asks a decoder, and sometimes throws the error of a question on.
    func ask(_ decoder: any Decoder) throws {
        steps += 1
        guard steps < 200 else { return }
        if generator.oneIn(8) { note("path") { "\(decoder.codingPath.map(\.text))" } }
        for _ in 0..<generator.int(1...2) {
            switch generator.int(0...9) {
            case 0...4: try askKeyed(decoder)
            case 5...6: try askUnkeyed(decoder)
            case 7...8: try askSingle(try decoder.singleValueContainer())
            default:
                note("any") { try describeAny(decoder) }
            }
        }
    }

    /// Asks in turn for every kind of value, as a model of any JSON does.
    private func describeAny(_ decoder: any Decoder) throws -> String {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return "nil" }
        if let value = try? container.decode(Bool.self) { return "\(value)" }
        if let value = try? container.decode(Int.self) { return "\(value)" }
        if let value = try? container.decode(Double.self) { return "\(value)" }
        if let value = try? container.decode(String.self) { return value.debugDescription }
        if let value = try? container.decode([Nested].self) { return "\(value.count)" }
        return "\(try inNoOrder { try container.decode([String: Int].self) }.count)"
    }

    private func askKeyed(_ decoder: any Decoder) throws {
        let container: KeyedDecodingContainer<AnyKey>
        do {
            container = try decoder.container(keyedBy: AnyKey.self)
        } catch {
            notes.append(Note("keyed", error))
            if generator.oneIn(3) { throw error }
            return
        }
        if generator.oneIn(6) { kept.append(container) }
        for _ in 0..<generator.int(1...5) {
            try ask(kept.isEmpty || !generator.oneIn(20) ? container : generator.element(of: kept))
        }
    }

    private func ask(_ container: KeyedDecodingContainer<AnyKey>) throws {
        let key = AnyKey(stringValue: generator.element(of: Self.keys))
        let name = key.stringValue.debugDescription
        switch generator.int(0...19) {
        case 0: note("path") { "\(container.codingPath.map(\.text))" }
        case 1: note("keys") { "\(container.allKeys.map { $0.stringValue.debugDescription }.sorted())" }
        case 2: note("contains \(name)") { "\(container.contains(key))" }
        case 3: note("nil \(name)") { "\(try container.decodeNil(forKey: key))" }
        case 4:
            try go("nested \(name)") {
                let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                for _ in 0..<2 { try ask(nested) }
            }
        case 5:
            try go("list \(name)") {
                var nested = try container.nestedUnkeyedContainer(forKey: key)
                try ask(&nested)
            }
        case 6: try go("super") { try ask(try container.superDecoder()) }
        case 7: try go("super \(name)") { try ask(try container.superDecoder(forKey: key)) }
        case 8...9:
            let kind = self.kind()
            note("if \(kind) \(name)") { try kinds[kind].inKeyedIfPresent(container, key) }
        default:
            let kind = self.kind()
            try pass("\(kind) \(name)") { try kinds[kind].inKeyed(container, key) }
        }
    }

    private func askUnkeyed(_ decoder: any Decoder) throws {
        do {
            var container = try decoder.unkeyedContainer()
            for _ in 0..<generator.int(1...2) { try ask(&container) }
        } catch {
            notes.append(Note("unkeyed", error))
            if generator.oneIn(3) { throw error }
        }
    }

    private func ask(_ container: inout any UnkeyedDecodingContainer) throws {
        for _ in 0..<generator.int(1...4) {
            note("at") { "\(container.currentIndex) \(container.isAtEnd) \(container.count ?? -1)" }
            switch generator.int(0...11) {
            case 0: note("path") { "\(container.codingPath.map(\.text))" }
            case 1: note("nil") { "\(try container.decodeNil())" }
            case 2: try go("nested") { try ask(try container.nestedContainer(keyedBy: AnyKey.self)) }
            case 3:
                try go("list") {
                    var nested = try container.nestedUnkeyedContainer()
                    try ask(&nested)
                }
            // JSONDecoder moves beyond the end.
            case 4: if !container.isAtEnd { try go("super") { try ask(try container.superDecoder()) } }
            case 5 where !container.isAtEnd:
                let kind = self.kind()
                note("if \(kind)") { try kinds[kind].inUnkeyedIfPresent(&container) }
            default:
                let kind = self.kind()
                try pass("\(kind)") { try kinds[kind].inUnkeyed(&container) }
            }
        }
    }

    private func askSingle(_ container: any SingleValueDecodingContainer) throws {
        if generator.oneIn(3) { note("nil") { "\(container.decodeNil())" } }
        let kind = self.kind()
        try pass("single \(kind)") { try kinds[kind].inSingle(container) }
    }

    /// Notes the outcome of a question, and sometimes throws its error on.
    private func pass(_ question: String, _ answer: () throws -> String) throws {
        do {
            notes.append(Note(text: "\(question): \(try answer())"))
        } catch {
            notes.append(Note(question, error))
            if generator.oneIn(4) { throw error }
        }
    }

    private func go(_ question: String, _ answer: () throws -> Void) throws {
        try pass(question) {
            try answer()
            return ""
        }
    }

    static let keys = [
        "a", "b", "c", "id", "name", "aB", "oneTwo", "a_b", "super", "0", "7", "K", "\u{E9}", "e\u{301}", "",
        "relative",
        "a longer key than fits",
    ]

    /// The parameters of documents that are worth asking about.
    static let parameters: RandomParameters = {
        var random = RandomParameters()
        // Sometimes more members than are searched without a table.
        random.counts = Array(repeating: Array(0...6), count: 4).joined() + [40]
        random.keys = { $0.element(of: keys + ["one_two", "_a_b_", "x9", "\u{212A}"]) }
        random.strings = { $0.element(of: ParameterValue.hardTexts) }
        // Years of four digits.
        random.dates = -60_000_000_000...250_000_000_000
        random.areSecondsWhole = true
        return random
    }()

    private func kind() -> Int {
        let kind = generator.int(0...(kinds.count - 1))
        // Foundation's decoder of property lists has no integers of 128 bits.
        return format == .json || !kinds[kind].isOf128Bits ? kind : 0
    }
}

extension DecodingProgram.Note {
    fileprivate init(_ question: String, _ error: any Error) {
        guard let error = error as? DecodingError else {
            // Foundation's own, which becomes `dataCorrupted` without a path when decoding ends.
            self.init(text: "\(question): corrupted", path: [])
            return
        }
        switch error {
        case .typeMismatch(let type, let context):
            self.init(text: "\(question): \(type) mismatches", path: context.codingPath.map(\.text))
        case .valueNotFound(let type, let context):
            self.init(text: "\(question): \(type) is missing", path: context.codingPath.map(\.text))
        case .keyNotFound(let key, let context):
            self.init(text: "\(question): no key \(key.text)", path: context.codingPath.map(\.text))
        case .dataCorrupted(let context):
            self.init(text: "\(question): corrupted", path: context.codingPath.map(\.text))
        @unknown default:
            self.init(text: "\(question): \(error)", path: nil)
        }
    }
}

extension CodingKey {
    fileprivate var text: String {
        intValue.map { "\(stringValue.debugDescription)#\($0)" } ?? stringValue.debugDescription
    }
}

/// A program for a decoder's `userInfo`. `@unchecked Sendable`: one thread at a time decodes with it.
struct UncheckedProgram: @unchecked Sendable {
    let program: DecodingProgram
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A model that its decoder's program decides about.
struct Nested: Decodable, CustomStringConvertible {
    init(from decoder: any Decoder) throws {
        try (decoder.userInfo[DecodingProgram.key] as? UncheckedProgram)?.program.ask(decoder)
    }

    var description: String { "model" }
}

extension CodingUserInfoKey {
    fileprivate static var program: CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: "program") else { preconditionFailure("Every text is a key.") }
        return key
    }
}
