import TestSupport
import Testing
import URLSerialization

@Suite(.tags(.computing, .random), .takingTurns) struct QueryDecoderTests {
    // MARK: - Round trips

    private struct Order: Codable, Equatable {
        var about = "", count = 0, ratio = 0.0, isOn = false, at = Date(timeIntervalSince1970: 0), bytes = Data([0])
        var small: UInt8 = 0, note: String?, tags: [String]?, numbers: [Int]?, lines: [Line]?, inner: Inner?
        var map: [String: Double]?
    }

    private struct Line: Codable, Equatable {
        var id = 0, name: String?, flags: [Bool]?
    }

    private struct Inner: Codable, Equatable {
        var key = "", line = Line(), deep: [String: [String: Int]]?
    }

    /// A model that a framework of flat queries accepts only if `isFlat`.
    private static func random(using generator: inout SeededGenerator, isFlat: Bool) -> Order {
        func text() -> String { generator.text(scalars: generator.int(0...6), of: Script.allCases) }
        func array<Element>(_ make: () -> Element) -> [Element]? {
            generator.oneIn(3) ? nil : (0..<generator.int(0...4)).map { _ in make() }
        }
        func number() -> Int { Int(truncatingIfNeeded: generator.next()) >> generator.int(0...63) }
        func line() -> Line {
            Line(id: number(), name: generator.oneIn(2) ? text() : nil, flags: array { generator.oneIn(2) })
        }
        var order = Order(
            about: text(), count: number(),
            ratio: generator.element(of: [0.1, -2.5e-7, 1e300, .infinity, Double(number())]), isOn: generator.oneIn(2),
            at: Date(timeIntervalSince1970: Double(generator.int(0...2_000_000_000))),
            bytes: Data((0...generator.int(0...4)).map { _ in UInt8(generator.int(0...255)) }),
            small: UInt8(generator.int(0...255)), note: generator.oneIn(2) ? text() : nil, tags: array(text),
            numbers: array(number))
        guard !isFlat else { return order }
        order.lines = array(line)
        if generator.oneIn(2) {
            order.inner = Inner(key: text(), line: line(), deep: generator.oneIn(2) ? ["a": ["b": number()]] : nil)
        }
        if generator.oneIn(2) { order.map = ["x y": 0.5, "ü": Double(number())] }
        return order
    }

    @Test(arguments: QueryDialect.allCases, [UInt64(1), 2])
    func whatAStyleWritesIsDecoded(dialect: QueryDialect, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let serializer = QueryStringSerializer(style: dialect.style)
        let isFlat = [.flat, .go, .querystring].contains(dialect)
        var accepted = 0
        for _ in 0..<Effort.times(150, quick: 50) {
            let order = Self.random(using: &generator, isFlat: isFlat)
            guard let query = try? serializer.string(encoding: order) else { continue }
            accepted += 1
            #expect(try QueryDecoder(style: dialect).decode(Order.self, from: query) == order, "\(query)")
            #expect(try QueryDecoder(style: dialect).decode(from: Data(query.utf8)) == order)
        }
        #expect(accepted > Effort.times(40, quick: 12), "\(dialect) accepts \(accepted)")
    }

    // MARK: - Strategies

    private struct Value<Content: Codable & Equatable>: Codable, Equatable {
        var oneTwo: Content
    }

    @Test func strategiesMirrorThoseOfStyles() throws {
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        func roundTrip<Content: Codable & Equatable>(
            _ content: Content, _ style: QueryStyle, _ decoder: QueryDecoder
        ) throws -> Bool {
            let query = try QueryStringSerializer(style: style).string(encoding: Value(oneTwo: content))
            return try decoder.decode(from: query) == Value(oneTwo: content)
        }
        #expect(try roundTrip(date, QueryStyle(), QueryDecoder(style: .php, dates: .description)))
        #expect(
            try roundTrip(
                date, QueryStyle(dates: .secondsSince1970), QueryDecoder(style: .php, dates: .secondsSince1970)))
        #expect(
            try roundTrip(
                date, QueryStyle(dates: .millisecondsSince1970),
                QueryDecoder(style: .php, dates: .millisecondsSince1970)))
        #expect(try roundTrip(1, QueryStyle(keys: .snakeCase), QueryDecoder(style: .php, keys: .snakeCase)))
        #expect(try roundTrip(1, QueryStyle(keys: .kebabCase), QueryDecoder(style: .php, keys: .kebabCase)))
        struct Underscored: Codable, Equatable { var one_two = 1, threeFour = 2 }
        let kebab = try QueryStringSerializer(style: QueryStyle(keys: .kebabCase)).string(encoding: Underscored())
        #expect(try QueryDecoder(style: .php, keys: .kebabCase).decode(Underscored.self, from: kebab) == Underscored())
        #expect(try roundTrip(1, QueryStyle(keys: .capitalized), QueryDecoder(style: .php, keys: .capitalized)))
        #expect(try roundTrip(true, QueryStyle(), QueryDecoder(style: .php, booleans: .numeric)))
        #expect(try roundTrip(true, QueryStyle(booleans: .literal), QueryDecoder(style: .php, booleans: .literal)))
        #expect(try roundTrip(Data([1]), QueryStyle(data: .base64), QueryDecoder(style: .php)))
        #expect(try roundTrip([nil, 1], QueryStyle(nulls: .literal), QueryDecoder(style: .php, nulls: .literal)))
        #expect(
            try roundTrip([nil, "x"], QueryStyle(nulls: .emptyValue), QueryDecoder(style: .php, nulls: .emptyValue)))
        #expect(try roundTrip([nil, "x"], QueryStyle(), QueryDecoder(style: .rack)))
        let custom = QueryDecoder(
            style: .php, keys: .custom { $0 == "k" ? "oneTwo" : $0 }, dates: .custom { _ in date },
            data: .custom { Data($0.utf8) })
        #expect(try custom.decode(Value<Date>.self, from: "k=x").oneTwo == date)
        #expect(try custom.decode(Value<Data>.self, from: "k=x").oneTwo == Data("x".utf8))
    }

    @Test(arguments: [
        ("7", 7), ("07", 7), ("+7", nil), ("%2B7", 7), ("7.0", 7), ("7.5", nil), ("-7", -7), ("", nil), (" 7", nil),
        ("0x7", nil), ("7a", nil), ("7e0", 7), ("1-2", nil), ("1e400", nil), ("inf", nil), ("9223372036854775808", nil),
    ])
    func integersAreDecimal(text: String, value: Int?) {
        #expect(
            (try? QueryDecoder(style: .php).decode([String: Int].self, from: "a=\(text)")) == value.map { ["a": $0] })
        for text in ["1-2", "1:2", "1.", "1.x"] {
            #expect((try? QueryDecoder(style: .php).decode([String: Decimal].self, from: "a=\(text)")) == nil)
        }
    }

    @Test func aTextIsAnArrayOfOneInFlatQueriesOnly() throws {
        for dialect in [QueryDialect.flat, .go, .querystring] {
            #expect(
                try QueryDecoder(style: dialect).decode([String: [Int]].self, from: "a=1&b=2&b=3") == [
                    "a": [1], "b": [2, 3],
                ])
            #expect(try QueryDecoder(style: dialect).decode([String: Int].self, from: "a=1") == ["a": 1])
            #expect(throws: DecodingError.self) {
                try QueryDecoder(style: dialect).decode([String: Int].self, from: "a=1&a=2")
            }
            #expect(throws: DecodingError.self) {
                try QueryDecoder(style: dialect).decode([String: [[Int]]].self, from: "a=1&a=x")
            }
        }
        #expect(throws: DecodingError.self) { try QueryDecoder(style: .php).decode([String: [Int]].self, from: "a=1") }
    }

    /// A model that asks for arrays of itself first, as ``ParameterValue`` does.
    private indirect enum Nested: Decodable, Equatable {
        case list([Nested])
        case text(String)

        init(from decoder: any Decoder) throws {
            if var container = try? decoder.unkeyedContainer() {
                var list: [Nested] = []
                while !container.isAtEnd { list.append(try container.decode(Nested.self)) }
                self = .list(list)
            } else {
                self = .text(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }

    @Test(arguments: [QueryDialect.flat, .go, .querystring])
    func anElementIsNotAnArrayOfItself(dialect: QueryDialect) throws {
        let read = try QueryDecoder(style: dialect).decode([String: Nested].self, from: "a=1&b=2&b=3")
        #expect(read == ["a": .list([.text("1")]), "b": .list([.text("2"), .text("3")])])
        let value = try QueryDecoder(style: dialect).decode(ParameterValue.self, from: "a=x")
        #expect(value == ["a": ["x"]])
    }

    // MARK: - Errors

    @Test func errorsNameTheKeyPath() throws {
        let query = "lines[0][id]=1&lines[1][id]=x"
        struct Order: Decodable { let lines: [Line] }
        let error = #expect(throws: DecodingError.self) {
            try QueryDecoder(style: .php).decode(Order.self, from: query)
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["lines", "Index 1", "id"])
        #expect(throws: QueryParsingError.self) {
            try QueryDecoder(style: .rails).decode([String: String].self, from: "a=%")
        }
        let bytes = #expect(throws: QueryParsingError.self) {
            try QueryDecoder(style: .rails).decode([String: String].self, from: Data([0x61, 0x3D, 0xFF]))
        }
        #expect(bytes?.code == .notUTF8 && bytes?.offset == 2)
    }

    @Test(arguments: QueryDialect.allCases)
    func hostileQueriesEndWithAnError(dialect: QueryDialect) throws {
        let many = Effort.size(250_000, quick: 20_000)
        let limits = QueryLimits(depth: .max, pairs: .max, elements: .max)
        let queries = [
            String(repeating: "&", count: many), "k" + String(repeating: "[]", count: many) + "=1",
            "k" + String(repeating: "[a]", count: many), String(repeating: "k=1&", count: many),
            String(repeating: "[", count: many), "a=%", "%", "a=%E2%82&%FF", "a=%F",
        ]
        for query in queries {
            let (end, duration) = try SmallStack.run {
                var end = "nothing"
                let duration = ProcessorTime.measure {
                    do {
                        let read = try QueryDecoder(style: dialect, limits: limits).decode(
                            [String: [String: Int]].self, from: query)
                        end = read.isEmpty ? "empty" : "\(read.count) keys"
                    } catch {
                        end = error is QueryParsingError || error is DecodingError ? "refused" : "\(error)"
                    }
                }
                return (end, duration)
            }
            // Tomcat leaves out a pair with a wrong escape.
            let isLeftOut = dialect == .spring && query.contains("%") && !query.contains("&")
            let hasNoField = isLeftOut || query.allSatisfy { $0 == "&" || $0 == "[" }
            #expect(hasNoField ? ["empty", "refused"].contains(end) : end == "refused", "\(query.prefix(20)): \(end)")
            // A quadratic reader would take hours.
            #expect(duration < ProcessorTime.limit(30), "\(query.prefix(20)): \(duration)")
        }
    }
}
