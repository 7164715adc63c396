import TestSupport
import Testing

@testable import URLSerialization

/// A `ParameterValue` that is read from a document.
@Suite(.tags(.computing, .random), .takingTurns) struct ReadValueTests {
    /// A value that is decoded as by ``ParameterValue/init(from:)``, which tries each kind in turn.
    private struct Tried: Decodable {
        let value: ParameterValue

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: AnyKey.self) {
                let keys = container.allKeys
                value = .dictionary(
                    ParameterDictionary(
                        try keys.map { ($0.stringValue, try container.decode(Tried.self, forKey: $0).value) }))
            } else if var container = try? decoder.unkeyedContainer() {
                var elements: [ParameterValue] = []
                while !container.isAtEnd { elements.append(try container.decode(Tried.self).value) }
                value = .array(elements)
            } else {
                value = try Self.leaf(in: decoder.singleValueContainer())
            }
        }

        private static func leaf(in container: any SingleValueDecodingContainer) throws -> ParameterValue {
            if container.decodeNil() { return .null }
            if let value = try? container.decode(Bool.self) { return .bool(value) }
            if let value = try? container.decode(Int64.self) { return .int(value) }
            if let value = try? container.decode(UInt64.self) { return .uint(value) }
            if let value = try? container.decode(Double.self) { return .double(value) }
            if let value = try? container.decode(String.self) { return .string(value) }
            if let value = try? container.decode(Date.self) { return .date(value) }
            return .data(try container.decode(Data.self))
        }
    }

    /// A model with a value as a property, an element and an optional.
    private struct Model<Value: Decodable>: Decodable {
        let a: Value
        let all: [Value]?
        let none: Value?
    }

    /// Whether two values are the same in the same order, except that the first has all digits of its numbers.
    private static func isSame(_ value: ParameterValue, _ tried: ParameterValue) -> Bool {
        switch (value, tried) {
        case (.array(let values), .array(let tried)):
            values.count == tried.count && zip(values, tried).allSatisfy(isSame)
        case (.dictionary(let values), .dictionary(let tried)):
            values.count == tried.count
                && zip(values, tried).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
        case (.decimal(let value), .int), (.decimal(let value), .uint), (.decimal(let value), .double):
            tried.double == Double(value.description) || (Double(value.description) ?? 0).rounded() == tried.double
        default: value == tried
        }
    }

    private static func expectSame(_ value: ParameterValue?, _ tried: ParameterValue?, _ comment: String) {
        guard let value, let tried else { return #expect(value == nil && tried == nil, "\(comment)") }
        #expect(isSame(value, tried), "\(comment): \(value) \(tried)")
    }

    private static let decoders: [JSONDecoder] = {
        let (snake, custom) = (JSONDecoder(), JSONDecoder())
        snake.keyDecodingStrategy = .convertFromSnakeCase
        snake.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "a", negativeInfinity: "b", nan: "c")
        custom.keyDecodingStrategy = .custom { AnyKey(stringValue: $0.map(\.stringValue).joined(separator: "/")) }
        return [JSONDecoder(), snake, custom]
    }()

    @Test(arguments: 0..<8)
    func valuesOfJSONAreThoseOfTryingEachKind(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for index in 0..<Effort.times(300, quick: 50) {
            let text = ReadingAgreementTests.jsonValues.value(depth: 4, using: &generator).jsonText(using: &generator)
            let data = Data(text.utf8)
            let decoder = Self.decoders[index % 3]
            Self.expectSame(
                try? DecodableResponseSerializer(ParameterValue.self, decoder: decoder).decode(data),
                try? DecodableResponseSerializer(Tried.self, decoder: decoder).decode(data).value, text)
            let model = Data("{\"all\":[\(text)],\"none\":null,\"a\":\(text)}".utf8)
            let read = try? DecodableResponseSerializer(Model<ParameterValue>.self, decoder: decoder).decode(model)
            let tried = try? DecodableResponseSerializer(Model<Tried>.self, decoder: decoder).decode(model)
            Self.expectSame(read?.a, tried?.a.value, text)
            Self.expectSame(read?.all.map { .array($0) }, tried?.all.map { .array($0.map(\.value)) }, text)
            Self.expectSame(read?.none, tried?.none?.value, text)
        }
    }

    @Test(arguments: 0..<8)
    func valuesOfPropertyListsAreThoseOfTryingEachKind(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for index in 0..<Effort.times(200, quick: 35) {
            let value = ReadingAgreementTests.listValues.value(depth: 3, using: &generator)
            let data =
                index % 2 == 0
                ? Data("<plist>\(value.xmlText(oneOddIn: 2, using: &generator))</plist>".utf8)
                : try PropertyListSerialization.data(
                    fromPropertyList: value.any(.native, using: &generator), format: .binary, options: 0)
            Self.expectSame(
                try? DecodableResponseSerializer(ParameterValue.self, format: .propertyList()).decode(data),
                try? DecodableResponseSerializer(Tried.self, format: .propertyList()).decode(data).value, "\(seed)")
        }
    }

    @Test(arguments: QueryDialect.allCases)
    func valuesOfQueriesAreThoseOfTryingEachKind(dialect: QueryDialect) throws {
        for query in [
            "", "a", "a=", "a=1&b=x&c=true&d=inf&e=07&f=1.5&g=%2B7&h=123456789012345678901", "a=1&a=2", "a[]=1&a[]=x",
            "a[b]=1&a[c_d][]=2", "a[0][b]=x&a[1][b]=y", "e%CC%81=1&%C3%A9=2",
            "a=null&b=" + String(repeating: "x", count: 600),
        ] {
            for decoder in [
                QueryDecoder(style: dialect),
                QueryDecoder(style: dialect, keys: .snakeCase, nulls: .literal, booleans: .literal),
                QueryDecoder(style: dialect, nulls: .emptyValue, booleans: .numeric),
            ] {
                Self.expectSame(
                    try? decoder.decode(ParameterValue.self, from: query),
                    try? decoder.decode(Tried.self, from: query).value, "\(dialect) \(query)")
                Self.expectSame(
                    (try? decoder.decode(Model<[ParameterValue]>.self, from: query)).map { .array($0.a) },
                    (try? decoder.decode(Model<[Tried]>.self, from: query)).map { .array($0.a.map(\.value)) },
                    "\(dialect) \(query)")
            }
        }
    }

    @Test(
        arguments: [
            ("0", .int(0)), ("1e-400", .int(0)), ("-0", .int(0)), ("7.0", .int(7)), ("70e-1", .int(7)), ("1.5", 1.5),
            ("0.1", 0.1),
            ("1e3", .int(1000)), ("9007199254740993", .int(9_007_199_254_740_993)),
            ("9007199254740993.0", .int(9_007_199_254_740_993)), ("123456789012345e3", .int(123_456_789_012_345_000)),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("18446744073709551615", .uint(.max)), ("1e19", .uint(10_000_000_000_000_000_000)), ("1e22", 1e22),
            ("0.30000000000000004", 0.30000000000000004), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("5e-324", .double(.leastNonzeroMagnitude)), ("0.50000000000000000000000000", 0.5), ("1e200", 1e200),
            ("18446744073709551616", decimal("18446744073709551616")),
            ("123456789012345678901", decimal("123456789012345678901")),
            ("-65.613616999999977", decimal("-65.613616999999977")),
            ("1.00000000000000001", decimal("1.00000000000000001")),
            ("0.1000000000000000055511151231257827", decimal("0.1000000000000000055511151231257827")),
            ("1.2345678901234567890123e150", .double(1.2345678901234567890123e150)),
        ] as [(String, ParameterValue)])
    func numbersKeepTheirDigits(text: String, expected: ParameterValue) throws {
        let value = try DecodableResponseSerializer(ParameterValue.self).decode(Data("[\(text)]".utf8))
        #expect(value == [expected])
        guard case .decimal(let decimal) = expected else { return }
        #expect(try DecodableResponseSerializer([Decimal].self).decode(Data("[\(text)]".utf8)) == [decimal])
    }

    private static func decimal(_ text: String) -> ParameterValue { .decimal(Decimal(string: text) ?? .nan) }

    @Test func doublesComeBackFromBodies() throws {
        var generator = SeededGenerator(seed: 8)
        let values =
            (0..<Effort.times(20_000, quick: 5_000)).map { _ in Double(bitPattern: generator.next() & ~(1 << 62)) }
            .filter { $0.isFinite && $0 != $0.rounded() } + [0.1 + 0.2, 1e300 / 3, .pi]
        let body = try JSONRequestSerializer().body(
            for: ParameterValue.array(values.map { .double($0) }), in: URLRequest(url: URL(filePath: "/")))
        let read = try DecodableResponseSerializer(ParameterValue.self).decode(body)
        #expect(
            read.array?.map(\.double) == values
                && read.array?.allSatisfy { if case .double = $0 { true } else { false } } == true)
    }

    @Test func propertiesAreReadWithTheirDigits() throws {
        let json = #"{"a":[123456789012345678901],"all":[{"b":1.5}]}"#
        let model = try DecodableResponseSerializer(Model<ParameterValue>.self).decode(Data(json.utf8))
        #expect(model.a == [Self.decimal("123456789012345678901")] && model.all == [["b": 1.5]] && model.none == nil)
    }

    @Test(
        arguments: [
            ("\"a\u{9}b\"", true), (#""\ud83d""#, true), (#""\q""#, true), ("1e400", false), ("-1e400", false),
            ("01", false), ("1.", false), ("\"\u{0}\"", true),
        ] as [(String, Bool)])
    func errorsAreThoseOfDecoding(leaf: String, isText: Bool) {
        func message<Value: Decodable>(_ type: Value.Type, _ text: String) -> String? {
            DecodableResponseSerializer(type).serialize(nil, data: Data(text.utf8)).error?.localizedDescription
        }
        for text in ["[\(leaf)]", "[\n \(leaf)]"] {
            let expected = isText ? message([String].self, text) : message([Double].self, text)
            #expect(message(ParameterValue.self, text) == expected)
            #expect(expected?.contains("(line \(text.contains("\n") ? 2 : 1), column ") == true)
        }
        let text = #"{"a":{"b":[1,\#(leaf)]}}"#
        let expected =
            isText
            ? message([String: [String: [String]]].self, text.replacingOccurrences(of: "[1,", with: "[\"\","))
            : message([String: [String: [Double]]].self, text)
        #expect(message(Model<ParameterValue>.self, text)?.hasPrefix("a.b[1]: ") == true)
        if !isText { #expect(message(ParameterValue.self, text) == expected) }
    }

    @Test func errorOfTextThatIsNotUTF8NamesItsPlace() {
        let data = Data("{\"a\":[1,\n\"x".utf8) + [0xFF] + Data("\"]}".utf8)
        let error = DecodableResponseSerializer(ParameterValue.self).serialize(nil, data: data).error
        #expect(
            error?.localizedDescription.hasPrefix("a[1]: A string is not UTF-8 at byte 11 (line 2, column 3)") == true,
            "\(error as Any)")
        let key = Data("{\"".utf8) + [0xFF] + Data("\":1}".utf8)
        let keyError = DecodableResponseSerializer(ParameterValue.self).serialize(nil, data: key).error
        #expect(
            keyError?.localizedDescription.contains("not UTF-8 at byte 2 (line 1, column 3)") == true,
            "\(keyError as Any)")
    }

    /// A caller's model of anything, which ignores errors at each value.
    private indirect enum Anything: Decodable {
        case leaf(String), array([Anything]), object([String: Anything])

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: AnyKey.self) {
                self = .object(
                    try container.allKeys.reduce(into: [:]) {
                        $0[$1.stringValue] = try container.decode(Anything.self, forKey: $1)
                    })
            } else if var container = try? decoder.unkeyedContainer() {
                var values: [Anything] = []
                while !container.isAtEnd { values.append(try container.decode(Anything.self)) }
                self = .array(values)
            } else {
                let container = try decoder.singleValueContainer()
                for _ in 0..<3 where (try? container.decode(Int.self)) != nil {}
                guard let text = try? container.decode(String.self) else {
                    self = .leaf(try container.decode(Bool.self) ? "true" : "false")
                    return
                }
                self = .leaf(text)
            }
        }
    }

    @Test func errorsThatAModelIgnoresCostTheSameAtAnyDepth() throws {
        let elements = String(repeating: "true,", count: Effort.size(4000, quick: 1000)) + "true"
        func time(_ depth: Int) throws -> Duration {
            let json =
                String(repeating: "[", count: depth) + elements + String(repeating: "]", count: depth)
            return try ProcessorTime.leastOf3 {
                _ = try DecodableResponseSerializer(Anything.self).decode(Data(json.utf8))
            }
        }
        // On the thread of another stack from depth 100 on, whose time is not the caller's.
        let isLevel = try (0..<5).contains { _ in try time(99) < time(2) * 3 }
        #expect(isLevel)
    }

    /// Paths that were asked for before do not show in later ones.
    @Test func pathsOfIgnoredErrorsAreNotKept() throws {
        struct Probe: Decodable {
            let paths: [String]

            init(from decoder: any Decoder) throws {
                var paths: [String] = []
                func note(_ body: () throws -> Void) {
                    do { try body() } catch {
                        guard case DecodingError.typeMismatch(_, let context) = error else { return }
                        paths.append(
                            context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(
                                separator: "."))
                    }
                }
                let container = try decoder.container(keyedBy: AnyKey.self)
                note { _ = try container.decode([Int].self, forKey: AnyKey(stringValue: "a")) }
                note { _ = try container.decode([[Bool]].self, forKey: AnyKey(stringValue: "b")) }
                note { _ = try container.decode(Int.self, forKey: AnyKey(stringValue: "a")) }
                note { _ = try decoder.unkeyedContainer() }
                var elements = try container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "b"))
                note { _ = try elements.decode(Bool.self) }
                note { _ = try container.decode(Bool.self, forKey: AnyKey(stringValue: "b")) }
                _ = try elements.decode([Int].self)
                note { _ = try elements.nestedContainer(keyedBy: AnyKey.self) }
                note { _ = try container.decode([[[Int]]].self, forKey: AnyKey(stringValue: "b")) }
                self.paths = paths
            }
        }
        let probes = try DecodableResponseSerializer([Probe].self).decode(Data(#"[{"a":"x","b":[[1,2],3]}]"#.utf8))
        #expect(probes[0].paths == ["0.a", "0.b.0.0", "0.a", "0", "0.b.0", "0.b", "0.b.1", "0.b.0.0"])
    }
}
