import TestSupport
import Testing
import URLSerialization

/// The strategies for models and those of `JSONEncoder`.
@Suite(.tags(.computing, .random, .slow), .takingTurns) struct JSONModelStrategyTests {
    // MARK: - Keys

    @Test(.enabled(if: ComparedFoundation.isPresent, ComparedFoundation.comment), arguments: KeyPair.all)
    func keysOfRandomModelsAreWrittenAlike(keys: KeyPair) throws {
        for seed in 0..<UInt64(Effort.times(3_000, quick: 500)) {
            var generator = SeededGenerator(seed: seed)
            let ways = keys.needsWholePath ? [.encode] : RandomModel.Way.allCases
            let model = RandomModel.root(ways: ways, using: &generator)
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .secondsSince1970
            encoder.keyEncodingStrategy = keys.foundation
            let serializer = JSONRequestSerializer(
                dateStrategy: .secondsSince1970, dataStrategy: .base64, keyStrategy: keys.ours)
            try ModelComparison(model, seed: seed).compare(serializer, encoder)
        }
    }

    @Test(arguments: [
        ("myURLPath", "my_url_path"), ("oneTwo", "one_two"), ("_oneTwo_", "_one_two_"),
        ("already_snake", "already_snake"),
        ("URL", "u_rl"), ("aB1C", "a_b1c"), ("HTTPServer", "h_ttp_server"), ("", ""), ("__", "__"),
        ("ÉtéChaud", "été_chaud"),
    ])
    func snakeCaseIsJSONEncoders(key: String, expected: String) throws {
        let model = RandomModel.keyed([
            .init(key: .init(stringValue: key), value: .leaf(1), way: .encode)
        ])
        #expect(try body(of: model, keyStrategy: .snakeCase) == #"{"\#(expected)":1}"#)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try ModelComparison(model, seed: 0).compare(JSONRequestSerializer(keyStrategy: .snakeCase), encoder)
    }

    @Test func keysOfDictionariesStay() throws {
        let model = ["outerKey": ["innerKey": Named(someName: 1)]]
        #expect(
            try body(of: model, keyStrategy: .snakeCase) == #"{"outerKey":{"innerKey":{"some_name":1}}}"#)
    }

    @Test func keysOfParametersThatAreNoModelStay() throws {
        let serializer = JSONRequestSerializer(keyStrategy: .snakeCase)
        let parameters: [Any] = [["fooBar": 1], ParameterValue.dictionary(["fooBar": 1])]
        for parameters in parameters {
            #expect(try serializer.serialize(URLRequest("POST"), with: parameters).bodyText == #"{"fooBar":1}"#)
        }
    }

    @Test func strategyIsTheBodysAlone() throws {
        let serializer = JSONRequestSerializer(keyStrategy: .snakeCase)
        #expect(try serializer.serialize(URLRequest("GET"), encoding: Named(someName: 1)).url?.query == "someName=1")
    }

    // MARK: - Floats

    @Test func numbersThatAreNoneAreWrittenAsTheirTexts() throws {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+∞/", negativeInfinity: "-\"inf\"", nan: "NaN")
        let serializer = JSONRequestSerializer(
            nonConformingFloatStrategy: .text(positiveInfinity: "+∞/", negativeInfinity: "-\"inf\"", nan: "NaN"))
        try ModelComparison(NoNumbers(), seed: 0).compare(serializer, encoder)
        try ModelComparison(["a": [Double.nan, 1.5, -.infinity]], seed: 0).compare(serializer, encoder)
        let parameters: [String: Any] = ["k": [Double.nan, Float.infinity, NSNumber(value: -Double.infinity)] as [Any]]
        #expect(
            try serializer.serialize(URLRequest("POST"), with: parameters).bodyText
                == #"{"k":["NaN","+∞\/","-\"inf\""]}"#)
    }

    @Test func numbersThatAreNoneAreRefusedByDefault() throws {
        let error = expectRefusal(at: "a[1]") {
            try JSONRequestSerializer().serialize(URLRequest("POST"), encoding: ["a": [1, Double.nan]])
        }
        #expect(error?.description.contains("nonConformingFloatStrategy") == true)
    }

    // MARK: - userInfo

    @Test func modelFindsItsUserInfoEverywhere() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "depth"))
        let serializer = JSONRequestSerializer(writingOptions: .sortedKeys, userInfo: [key: "found"])
        let model = ["a": [InfoReader()], "b": [InfoReader()]]
        let expected = #"{"a":[["found","found","found"]],"b":[["found","found","found"]]}"#
        #expect(try serializer.serialize(URLRequest("POST"), encoding: model).bodyText == expected)
    }

    private func body(of model: some Encodable, keyStrategy: JSONKeyStrategy) throws -> String? {
        try JSONRequestSerializer(keyStrategy: keyStrategy).serialize(URLRequest("POST"), encoding: model).bodyText
    }
}

/// One strategy for keys under both its names.
struct KeyPair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ours: JSONKeyStrategy
    let foundation: JSONEncoder.KeyEncodingStrategy
    /// Whether the strategy uses more of the path than its last key. JSONEncoder loses the beginning of the path in
    /// nested containers and super encoders.
    var needsWholePath = false

    static let all =
        [
            KeyPair(testDescription: "as given", ours: .asGiven, foundation: .useDefaultKeys),
            KeyPair(testDescription: "snake case", ours: .snakeCase, foundation: .convertToSnakeCase),
            .custom("the whole path", needsWholePath: true) { path in
                RandomModel.Key(
                    stringValue: path.map { "\($0.stringValue)/\($0.intValue ?? -1)" }.joined(separator: "."))
            },
            .custom("a prefix") { path in RandomModel.Key(stringValue: "x_" + (path.last?.stringValue ?? "")) },
        ]

    private static func custom(
        _ name: String, needsWholePath: Bool = false, _ strategy: @escaping @Sendable ([any CodingKey]) -> any CodingKey
    ) -> KeyPair {
        KeyPair(
            testDescription: name, ours: .custom(strategy), foundation: .custom(strategy),
            needsWholePath: needsWholePath)
    }
}

private struct Named: Encodable {
    let someName: Int
}

private struct NoNumbers: Encodable {
    var infinite = Double.infinity
    var negative = -Float.infinity
    var nan: Double? = .nan
    var floats: [Float?] = [.nan, nil, 0.1, .infinity]
}

/// Encodes the values in the `userInfo` of its encoder, and of its nested and super encoders.
private struct InfoReader: Encodable {
    private struct Inner: Encodable {
        func encode(to encoder: any Encoder) throws {
            let key = CodingUserInfoKey(rawValue: "depth")
            try (key.flatMap { encoder.userInfo[$0] as? String } ?? "missing").encode(to: encoder)
        }
    }

    func encode(to encoder: any Encoder) throws {
        let key = CodingUserInfoKey(rawValue: "depth")
        var container = encoder.unkeyedContainer()
        try container.encode(key.flatMap { encoder.userInfo[$0] as? String } ?? "missing")
        try container.encode(Inner())
        try Inner().encode(to: container.superEncoder())
    }
}
