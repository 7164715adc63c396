import Testing
import URLSerialization

@testable import SerializerVerification

@Suite struct TypedValueReaderTests {
    private static func read(_ text: String) throws -> Any {
        try TypedValueReader.read(VectorDocument(Data(text.utf8)).value)
    }

    /// The value's Swift type and its description, which distinguish values that casts confuse.
    private static func kind(_ value: Any) -> String { "\(type(of: value)) \(value)" }

    @Test(arguments: [
        ("true", "Bool true"),
        ("1", "Int64 1"),
        ("-9223372036854775808", "Int64 -9223372036854775808"),
        ("18446744073709551615", "UInt64 18446744073709551615"),
        ("1.0", "Double 1.0"),
        ("1e2", "Double 100.0"),
        (#""a$b""#, "String a$b"),
        ("[]", "Array<Any> []"),
        (#"{"$double":3}"#, "Double 3.0"),
        (#"{"$double":"NaN"}"#, "Double nan"),
        (#"{"$double":"Infinity"}"#, "Double inf"),
        (#"{"$float":"-Infinity"}"#, "Float -inf"),
        (#"{"$float":0.1}"#, "Float 0.1"),
        (#"{"$int":"-3"}"#, "Int64 -3"),
        (#"{"$int":"18446744073709551615"}"#, "UInt64 18446744073709551615"),
        (#"{"$int8":"-128"}"#, "Int8 -128"),
        (#"{"$int16":"7"}"#, "Int16 7"),
        (#"{"$int32":7}"#, "Int32 7"),
        (#"{"$int64":"7"}"#, "Int64 7"),
        (#"{"$uint":"7"}"#, "UInt 7"),
        (#"{"$uint8":"255"}"#, "UInt8 255"),
        (#"{"$uint16":"7"}"#, "UInt16 7"),
        (#"{"$uint32":"7"}"#, "UInt32 7"),
        (#"{"$uint64":"18446744073709551615"}"#, "UInt64 18446744073709551615"),
        (#"{"$decimal":"1.10"}"#, "Decimal 1.1"),
        (#"{"$decimal":"NaN"}"#, "Decimal NaN"),
        (#"{"$url":""}"#, "URL "),
        (#"{"$date":1.5}"#, "Date 1970-01-01 00:00:01 +0000"),
        (#"{"$url":"x/y?z"}"#, "URL x/y?z"),
        (#"{"$swiftdict":{"a":"b"}}"#, "Dictionary<String, String> [\"a\": \"b\"]"),
        (#"{"$intdict":{"7":"x"}}"#, "Dictionary<Int, String> [7: \"x\"]"),
        (#"{"$optional":null}"#, "Optional<Any> nil"),
        (#"{"$optional":1}"#, "Optional<Any> Optional(1)"),
    ])
    func typedValuesHaveTheirTypes(_ text: String, _ expected: String) throws {
        #expect(Self.kind(try Self.read(text)) == expected)
    }

    @Test func nullAndBytesAreFoundationsOwn() throws {
        #expect(try Self.read("null") is NSNull)
        #expect(try Self.read(#"{"$data":"AAH/"}"#) as? Data == Data([0, 1, 255]))
        #expect(try Self.read(#"{"$date":0.5}"#) as? Date == Date(timeIntervalSince1970: 0.5))
    }

    @Test func dictionariesKeepOrderAndCanonicallyEqualKeys() throws {
        let value = try Self.read(#"{"b":1,"\u00e9":2,"e\u0301":3,"b":4}"#)
        let entries = try #require(value as? OrderedEntries).all
        #expect(entries.map { Self.kind($0.value) } == ["Int64 4", "Int64 2", "Int64 3"])
        #expect(entries.compactMap { ($0.key as? String)?.unicodeScalars.count } == [1, 1, 2])
    }

    @Test func dictionariesMayHaveKeysOfAnyKindAndKeysWithDollar() throws {
        let value = try Self.read(#"{"$dict":[[1,"a"],[null,"b"],["$x",{"$dict":[]}],[{"$date":0},true]]}"#)
        let entries = try #require(value as? OrderedEntries).all
        #expect(
            entries.map { Self.kind(type(of: $0.key)) } == [
                "Int64.Type Int64", "NSNull.Type NSNull", "String.Type String", "Date.Type Date",
            ])
        #expect(entries.count == 4)
        #expect(try (Self.read(#"{"$x":1,"y":2}"#) as? OrderedEntries)?.all.count == 2)
    }

    @Test(arguments: [
        ("[1,2,3]", 3),
        ("[1,1.0]", 1),
        (#"[1.5,{"$float":1.5}]"#, 1),
        (#"[0.1,{"$float":0.1}]"#, 2),
        ("[true,1]", 2),
        ("[false,0,null]", 3),
        (#"[null,null,{"$optional":null}]"#, 1),
        (#"["1",1]"#, 2),
        (#"["\u00e9","e\u0301"]"#, 2),
        ("[[1],[1,2],[1]]", 2),
        (#"[{"a":1},{"b":1},{"a":1}]"#, 2),
        (#"[{"\u00e9":1,"e\u0301":2}]"#, 1),
        (#"[{"$set":[1]},{"$set":[1,2]},{"$set":[2,1]}]"#, 2),
        (#"[{"$date":0},{"$url":"x"},{"$data":""},{"$optional":null}]"#, 4),
    ])
    func setsMergeWhatFoundationMerges(_ elements: String, _ count: Int) throws {
        let node = try ParameterNode(classifying: Self.read("{\"$set\":\(elements)}"))
        guard case .set(let set) = node else {
            Issue.record("not a set: \(node)")
            return
        }
        #expect(set.count == count)
    }

    @Test func collectionsInSetsKeepEverything() throws {
        let parameters = try Self.read(#"{"k":{"$set":[{"\u00e9":1,"e\u0301":[true,{"$set":[2]}]}]}}"#)
        let query = try QueryStringSerializer().string(from: parameters)
        #expect(
            query == "k%5B%C3%A9%5D=1&k%5Be%CC%81%5D%5B%5D=1&k%5Be%CC%81%5D%5B%5D=2"
                || query == "k%5Be%CC%81%5D%5B%5D=1&k%5Be%CC%81%5D%5B%5D=2&k%5B%C3%A9%5D=1")
    }
}
