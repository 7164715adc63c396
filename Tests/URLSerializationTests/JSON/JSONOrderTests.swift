import TestSupport
import Testing
import URLSerialization

/// The order of members where `.sortedKeys` does not ask for Foundation's.
@Suite struct JSONOrderTests {
    private static let keys = ["b", "a10", "a2", "B", "_", "é", "A", "a", "日", "Z", "1", "01"]

    @Test func dictionaryWithoutOrderIsSortedAsInTheQuery() throws {
        let parameters = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, 1) })
        let query = try QueryStringSerializer().pairs(from: parameters).map(\.key)
        for parameters in [parameters as Any, parameters as NSDictionary, parameters as [AnyHashable: Any]] {
            #expect(try Self.keys(of: parameters) == query)
        }
    }

    @Test func equalDictionariesHaveEqualBytes() throws {
        for seed in 0..<UInt64(300) {
            var generator = SeededGenerator(seed: seed)
            let tree = RandomParameters.exactInJSON.dictionary(using: &generator)
            let bodies = try (0..<3).map { _ in try Self.text(of: tree.any(.foundation, using: &generator)) }
            #expect(Set(bodies + [try Self.text(of: tree.native)]).count == 1, "seed \(seed)")
        }
    }

    @Test func valueAndModelKeepTheirOrder() throws {
        let value = ParameterValue.dictionary(ParameterDictionary(Self.keys.map { ($0, 1) }))
        #expect(try Self.keys(of: value) == Self.keys)
        let model = RandomModel.keyed(
            Self.keys.map { .init(key: .init(stringValue: $0), value: .leaf(1), way: .encode) })
        let body = try JSONRequestSerializer().serialize(URLRequest("POST"), encoding: model).bodyText
        #expect(try Self.keys(inText: #require(body)) == Self.keys)
    }

    @Test func sortedKeysAreFoundationsForValuesAndModelsToo() throws {
        let sorted = JSONRequestSerializer(writingOptions: .sortedKeys)
        let parameters = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, 1) })
        let expected = try JSONSerialization.data(withJSONObject: parameters, options: .sortedKeys)
        let value = ParameterValue.dictionary(ParameterDictionary(Self.keys.map { ($0, 1) }))
        let model = RandomModel.keyed(
            Self.keys.map { .init(key: .init(stringValue: $0), value: .leaf(1), way: .encode) })
        #expect(try sorted.serialize(URLRequest("POST"), with: parameters).httpBody == expected)
        #expect(try sorted.serialize(URLRequest("POST"), with: value).httpBody == expected)
        #expect(try sorted.serialize(URLRequest("POST"), encoding: model).httpBody == expected)
        #expect(try sorted.serialize(URLRequest("POST"), encoding: parameters).httpBody == expected)
    }

    private static func text(of parameters: Any) throws -> String? {
        try JSONRequestSerializer().serialize(URLRequest("POST"), with: parameters).bodyText
    }

    private static func keys(of parameters: Any) throws -> [String] {
        try keys(inText: #require(try text(of: parameters)))
    }

    /// The keys of an object whose values are all 1, in its order.
    private static func keys(inText text: String) -> [String] {
        text.dropFirst(2).dropLast(4).components(separatedBy: #"":1,""#)
    }
}
