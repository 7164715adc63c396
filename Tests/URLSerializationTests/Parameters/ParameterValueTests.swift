import TestSupport
import Testing
import URLSerialization

@Suite struct ParameterValueTests {
    /// Values no two of which are equal.
    private static let different: [ParameterValue] = [
        nil, true, false, 0, 1, -1, .int(.max), .int(.min), .uint(1), .uint(.max), 1.0, 0.5, .double(.nan),
        .double(.infinity), .float(1), .float(.nan), .float(0.5), .decimal(1), .decimal(.nan), "", "1", "a", "A", "\0",
        "\u{E9}", "e\u{301}", "true", .date(Date(timeIntervalSince1970: 0)), .date(Date(timeIntervalSince1970: 1)),
        .date(Date(timeIntervalSince1970: .nan)), .data(Data()), .data(Data([0])), .data(Data("a".utf8)),
        .url(URL(fileURLWithPath: "/a")), .url(URL(fileURLWithPath: "/b")), [], [nil], [[]], [1], [1, 2], [2, 1],
        .set([]),
        .set([1]), .set([1, 2]), .set([1, 1.0]), [:], ["a": nil], ["a": 1], ["a": 1.0], ["b": 1], ["a": 1, "b": 2],
        ["\u{E9}": 1], ["e\u{301}": 1], ["a": ["b": 1]], ["a": ["b": 2]],
    ]

    private static let pairs =
        [
            (["a": 1, "b": 2], ["b": 2, "a": 1]), (["a": ["x": 1, "y": nil]], ["a": ["y": nil, "x": 1]]),
            (.set([1, 2, "x"]), .set(["x", 2, 1])), (.set([["a": 1, "b": 2]]), .set([["b": 2, "a": 1]])),
            (.double(0), .double(-0.0)), (.double(.nan), .double(-.nan)), (.double(.nan), .double(.signalingNaN)),
            (.float(.nan), .float(-.nan)), (["\u{E9}": 1, "e\u{301}": 2], ["e\u{301}": 2, "\u{E9}": 1]),
            (.date(Date(timeIntervalSince1970: .nan)), .date(Date(timeIntervalSinceReferenceDate: -.nan))),
            (.decimal(Decimal(sign: .plus, exponent: -1, significand: 10)), .decimal(1)),
            (["a": 1, "a": 2], ["a": 2]),
        ] as [(ParameterValue, ParameterValue)]

    @Test(arguments: different)
    func valueEqualsItselfAndNoOther(value: ParameterValue) {
        let equal = Self.different.filter { $0 == value }
        #expect(equal.count == 1)
        #expect(value == value)
        #expect(Set([value]).contains(value))
        #expect(Dictionary([(value, 1)], uniquingKeysWith: +)[value] == 1)
    }

    @Test func allDifferentValuesFitInASet() {
        #expect(Set(Self.different).count == Self.different.count)
        #expect(Set(Self.different + Self.different.reversed()).count == Self.different.count)
    }

    @Test(arguments: pairs)
    func equalValuesHashAlike(left: ParameterValue, right: ParameterValue) {
        #expect(left == right)
        #expect(right == left)
        #expect(left.hashValue == right.hashValue)
        #expect(Set([left, right]).count == 1)
    }

    @Test func equalityIsTransitiveOverRandomTrees() {
        var generator = SeededGenerator(seed: 18)
        for _ in 0..<100 {
            let tree = RandomParameters().dictionary(using: &generator)
            let values = (0..<3).map { _ in tree.shuffled(using: &generator) }
            #expect(values[0] == values[1] && values[1] == values[2] && values[0] == values[2])
            #expect(Set(values).count == 1)
        }
    }

    // MARK: - Literals

    @Test func literalsChooseTheCase() {
        let value: ParameterValue = [
            "nil": nil, "bool": true, "int": -1, "double": 1.0, "exponent": 1e3, "string": "x", "interpolated": "\(1)x",
            "array": [1, "a"], "dictionary": ["k": [:]], "empty": [],
        ]
        let expected = ParameterDictionary([
            ("nil", .null), ("bool", .bool(true)), ("int", .int(-1)), ("double", .double(1)),
            ("exponent", .double(1000)),
            ("string", .string("x")), ("interpolated", .string("1x")), ("array", .array([.int(1), .string("a")])),
            ("dictionary", .dictionary(["k": .dictionary([:])])), ("empty", .array([])),
        ])
        #expect(value == .dictionary(expected))
        guard case .dictionary(let values) = value else { return }
        #expect(values.map(\.key) == expected.map(\.key))
    }

    @Test func laterOfTwoEqualKeysOfALiteralStandsInThePlaceOfTheEarlier() {
        let value: ParameterValue = ["a": 1, "b": 2, "a": 3]
        #expect(value.description == #"["a": 3, "b": 2]"#)
    }

    // MARK: - Initializers

    @Test func integersChooseTheSmallestCase() {
        #expect(ParameterValue(UInt64(5)) == .int(5))
        #expect(ParameterValue(Int8.min) == .int(-128))
        #expect(ParameterValue(UInt64(Int64.max)) == .int(.max))
        #expect(ParameterValue(UInt64(Int64.max) + 1) == .uint(1 << 63))
        #expect(ParameterValue(UInt.max) == .uint(.max))
    }

    @Test func everyInitializerMakesItsCase() throws {
        let url = try "http://a".asURL()
        #expect(ParameterValue(true) == .bool(true))
        #expect(ParameterValue(0.5) == .double(0.5))
        #expect(ParameterValue(Float(0.5)) == .float(0.5))
        #expect(ParameterValue(Decimal(2)) == .decimal(2))
        #expect(ParameterValue("abc".dropFirst()) == "bc")
        #expect(ParameterValue(Date(timeIntervalSince1970: 1)) == .date(Date(timeIntervalSince1970: 1)))
        #expect(ParameterValue(Data([1])) == .data(Data([1])))
        #expect(ParameterValue(url) == .url(url))
        #expect(ParameterValue(UUID(uuid: zeros)) == "00000000-0000-0000-0000-000000000000")
        #expect(ParameterValue([1, 2].lazy.map { ParameterValue.int($0) }) == [1, 2])
        #expect(ParameterValue(["a": 1] as ParameterDictionary) == ["a": 1])
    }

    @Test func valueUnderAKeyIsReadSetAndRemoved() {
        var value: ParameterValue = ["a": ["b": 1]]
        value["a"]?["c"] = 2
        #expect(value == ["a": ["b": 1, "c": 2]])
        value["a"]?["b"] = nil
        #expect(value == ["a": ["c": 2]])
        #expect(value["x"] == nil)
        var leaf: ParameterValue = 5
        #expect(leaf["x"] == nil)
        leaf["x"] = nil
        #expect(leaf == 5)
        leaf["x"] = .null
        #expect(leaf == ["x": nil])
    }

    // MARK: - Description

    @Test(
        arguments: [
            (nil, "nil"), (true, "true"), (1, "1"), (.uint(.max), "18446744073709551615"), (1.5, "1.5"),
            (.float(0.1), "float(0.1)"),
            ("a\"b", #""a\"b""#), (.data(Data([1, 2])), "data(2 bytes)"), ([1, nil], "[1, nil]"), ([:], "[:]"),
            ([], "[]"),
            (["b": 1, "a": ["x"]], #"["b": 1, "a": ["x"]]"#), (.date(Date(timeIntervalSince1970: 0)), "date(0.0)"),
            (.set(["b", "a"]), #"set("a", "b")"#), (.decimal(1), "decimal(1)"),
            (.url(URL(fileURLWithPath: "/a")), "url(file:///a)"),
        ] as [(ParameterValue, String)])
    func descriptionIsTheLiteral(value: ParameterValue, description: String) {
        #expect(value.description == description)
    }
}

private let zeros: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
