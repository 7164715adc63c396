import TestSupport
import Testing
import URLSerialization

@Suite struct ParameterValueCodableTests {
    private static func json(_ value: ParameterValue, _ change: (JSONEncoder) -> Void = { _ in }) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        change(encoder)
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func throughPropertyList(
        _ value: ParameterValue, _ format: PropertyListSerialization.PropertyListFormat
    ) throws -> ParameterValue {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return try PropertyListDecoder().decode(ParameterValue.self, from: encoder.encode(value))
    }

    /// A value, its JSON, and the decoded value if it differs.
    private static let samples =
        [
            (nil, "null", nil), (true, "true", nil), (false, "false", nil), (1, "1", nil), (0, "0", nil),
            (.int(.min), "-9223372036854775808", nil),
            (.uint(.max), "18446744073709551615", nil), (1.5, "1.5", nil), (1.0, "1", .int(1)), ("", "\"\"", nil),
            ("a/é\"\0", #""a/é\"\u0000""#, nil), (.float(0.5), "0.5", .double(0.5)), (.decimal(1), "1", .int(1)),
            (.decimal(Decimal(sign: .plus, exponent: -2, significand: 150)), "1.5", .double(1.5)),
            (.url(URL(fileURLWithPath: "/a")), "\"file:///a\"", "file:///a"), ([], "[]", nil), ([:], "{}", nil),
            ([1, [nil, "a"], [:]], "[1,[null,\"a\"],{}]", nil),
            (["b": 1, "a": ["c": [true]]], "{\"a\":{\"c\":[true]},\"b\":1}", nil),
            (["": nil], "{\"\":null}", nil), (.data(Data([1])), "\"AQ==\"", "AQ=="),
            (.set(["b", 10, 9, nil, "a"]), "[10,9,null,\"a\",\"b\"]", [10, 9, nil, "a", "b"]),
            (.set([["b": 1], [2, 1], .set([3, 2])]), "[[2,1],{\"b\":1},[2,3]]", [[2, 1], ["b": 1], [2, 3]]),
        ] as [(ParameterValue, String, ParameterValue?)]

    @Test(arguments: samples)
    func valueIsWrittenAsItsNaturalJSONAndReadBack(value: ParameterValue, json: String, expected: ParameterValue?)
        throws
    {
        #expect(try Self.json(value) == json)
        #expect(try JSONDecoder().decode(ParameterValue.self, from: Data(json.utf8)) == expected ?? value)
        #expect(
            try JSONDecoder().decode(ParameterValue.self, from: Data(Self.json(["k": [value]]).utf8)) == [
                "k": [expected ?? value]
            ])
    }

    @Test func strategiesOfTheEncoderApply() throws {
        let value: ParameterValue = [.date(Date(timeIntervalSince1970: 0)), .data(Data([1]))]
        #expect(try Self.json(value) { $0.dateEncodingStrategy = .iso8601 } == "[\"1970-01-01T00:00:00Z\",\"AQ==\"]")
        #expect(try Self.json(value) { $0.dataEncodingStrategy = .deferredToData } == "[-978307200,[1]]")
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func propertyListKeepsDatesAndBytes(format: PropertyListSerialization.PropertyListFormat) throws {
        let value: ParameterValue = [
            "date": .date(Date(timeIntervalSince1970: 5)), "data": .data(Data([0, 1])), "bool": true, "int": -1,
            "one": 1,
            "uint": .uint(.max), "double": 1.5, "text": "é", "array": [1, "a"], "dictionary": ["x": ["y": false]],
            "null": nil,
            "empty": [:], "none": [],
        ]
        #expect(try Self.throughPropertyList(value, format) == value)
    }

    @Test func setOfAnythingIsWrittenAsAnArray() throws {
        let set: ParameterValue = .set([
            .data(Data([1])), .date(Date(timeIntervalSince1970: 1e13)), .date(Date(timeIntervalSince1970: 0)),
        ])
        guard case .array(let values) = try Self.throughPropertyList(["s": set], .binary)["s"] else {
            Issue.record("A set is not written as an array.")
            return
        }
        #expect(ParameterValue.set(Set(values)) == set)
        #expect(throws: Never.self) { try Self.json(set) }
    }

    @Test func dictionariesComeBackInTheOrderOfTheirKeys() throws {
        let value = try JSONDecoder().decode(ParameterValue.self, from: Data(#"{"b":1,"é":2,"a":3,"f":4,"e":5}"#.utf8))
        guard case .dictionary(let values) = value else { return }
        #expect(values.map(\.key) == ["a", "b", "e", "é", "f"])
    }

    @Test func propertyOfAModelIsWrittenAsTheValueItStandsFor() throws {
        struct Model: Codable, Equatable {
            var parameters: ParameterValue
            var more: [String: ParameterValue]
        }
        let model = Model(parameters: ["a": [1, nil]], more: ["x": "y"])
        let data = try JSONEncoder().encode(model)
        #expect(try JSONDecoder().decode(Model.self, from: data) == model)
        #expect(
            try QueryStringSerializer().string(encoding: model)
                == "more%5Bx%5D=y&parameters%5Ba%5D%5B%5D=1&parameters%5Ba%5D%5B%5D")
    }

    @Test func randomTreesComeBackFromJSON() throws {
        var generator = SeededGenerator(seed: 19)
        for _ in 0..<100 {
            let value = RandomParameters.exactInJSON.dictionary(using: &generator)
            #expect(try JSONDecoder().decode(ParameterValue.self, from: JSONEncoder().encode(value)) == value)
        }
    }

    @Test func dictionariesInASetKeepTheirOrder() throws {
        struct Wrapper: Encodable {
            let value: ParameterValue
            func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }
        let value = ParameterValue.set([["z": 1, "a": 2]])
        let expected = #"{"v":[{"z":1,"a":2}]}"#
        let serializer = JSONRequestSerializer()
        #expect(
            String(decoding: try serializer.body(of: .model(["v": Wrapper(value: value)])), as: UTF8.self) == expected)
        #expect(String(decoding: try serializer.body(of: .model(["v": value])), as: UTF8.self) == expected)
    }
}
