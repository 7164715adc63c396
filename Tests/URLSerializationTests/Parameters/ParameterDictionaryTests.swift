import Testing
import URLSerialization

@Suite struct ParameterDictionaryTests {
    private typealias Pair = ParameterDictionary.Element

    @Test func pairsKeepTheCallersOrder() {
        let values: ParameterDictionary = ["b": 1, "a": 2, "": 3, "é": 4, "e\u{301}": 5]
        #expect(values.map(\.key).map { Array($0.utf8) } == ["b", "a", "", "é", "e\u{301}"].map { Array($0.utf8) })
        #expect(values.map(\.value) == [1, 2, 3, 4, 5])
        #expect(values.count == 5)
        #expect(values[values.startIndex].key == "b")
        #expect(values.last?.value == 5)
    }

    @Test func settingAKeyReplacesItInItsPlace() {
        var values: ParameterDictionary = ["b": 1, "a": 2]
        values["b"] = 3
        values["c"] = 4
        #expect(values.description == #"["b": 3, "a": 2, "c": 4]"#)
        values["a"] = nil
        values["x"] = nil
        #expect(values.description == #"["b": 3, "c": 4]"#)
        values["b"] = .null
        #expect(values["b"] == .some(.null))
    }

    @Test func keysAreToldApartByTheirUTF8() {
        var values: ParameterDictionary = ["\u{E9}": 1]
        #expect(values["e\u{301}"] == nil)
        values["e\u{301}"] = 2
        #expect(values.count == 2)
        #expect(values["\u{E9}"] == 1)
        #expect(values != ["\u{E9}": 2, "e\u{301}": 1])
    }

    @Test func laterOfTwoPairsStandsInThePlaceOfTheEarlier() {
        let values = ParameterDictionary([("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", 5), ("a", 6)] as [Pair])
        #expect(values.description == #"["a": 6, "b": 5, "c": 4]"#)
    }

    @Test func equalityTakesNoAccountOfOrder() {
        #expect(["a": 1, "b": 2] as ParameterDictionary == ["b": 2, "a": 1])
        #expect(
            (["a": 1, "b": 2] as ParameterDictionary).hashValue == (["b": 2, "a": 1] as ParameterDictionary).hashValue)
        #expect(["a": 1] as ParameterDictionary != ["a": 1, "b": 2])
        #expect(ParameterDictionary() == [:])
        #expect(ParameterDictionary().description == "[:]")
    }

    @Test func queryHasItsOrderWhereItIsAskedFor() throws {
        let values: ParameterDictionary = ["b": 1, "a": ["d": 2, "c": 3]]
        let given = QueryStringSerializer(style: .afNetworking { $0.order = .asGiven })
        #expect(try given.string(from: values) == "b=1&a%5Bd%5D=2&a%5Bc%5D=3")
        #expect(try QueryStringSerializer().string(from: values) == "a%5Bc%5D=3&a%5Bd%5D=2&b=1")
    }

    /// A search for each key among all others would take minutes.
    @Test func makingALargeOneIsLinear() {
        let pairs = (0..<50_000).map { (key: "key\($0 % 25_000)", value: ParameterValue.int(Int64($0))) }
        let values = ParameterDictionary(pairs)
        #expect(values.count == 25_000)
        #expect(values.first?.value == 25_000)
    }
}
