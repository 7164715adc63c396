import TestSupport
import Testing
import URLSerialization

@Suite struct NullRemovalTests {
    /// The document, without nulls in dictionaries, and without any.
    static let documents: [(String, String, String)] = [
        (#"{"a":null}"#, "{}", "{}"),
        (#"[null]"#, "[null]", "[]"),
        (#"[null,1,null]"#, "[null,1,null]", "[1]"),
        (#"{"a":[null,{"b":null}]}"#, "{a:[null,{}]}", "{a:[{}]}"),
        (#"[[null],[[null,1]],{"x":[null]}]"#, "[[null],[[null,1]],{x:[null]}]", "[[],[[1]],{x:[]}]"),
        (#"{"a":{"b":{"c":null}},"d":[]}"#, "{a:{b:{}},d:[]}", "{a:{b:{}},d:[]}"),
        (#"{"a":0,"b":false,"c":"","d":"null"}"#, "{a:0,b:false,c:'',d:'null'}", "{a:0,b:false,c:'',d:'null'}"),
        (
            #"{"k":[[null,[null]],null,{"b":[null,{"c":null,"d":1}]}]}"#,
            "{k:[[null,[null]],null,{b:[null,{d:1}]}]}", "{k:[[[]],{b:[{d:1}]}]}"
        ),
    ]

    @Test(arguments: documents, [0, 1, 2, 3] as [UInt])
    func nullsAreRemovedRecursivelyAndWhatTheyEmptiedIsKept(
        _ document: (json: String, inDictionaries: String, everywhere: String), _ options: UInt
    ) throws {
        func text(_ nullRemoval: NullRemoval) throws -> String {
            let serializer = JSONResponseSerializer(readingOptions: .init(rawValue: options), nullRemoval: nullRemoval)
            return canonicalText(try serializer.decode(Data(document.json.utf8), from: try URLResponse.with()))
        }
        #expect(try text(.inDictionaries) == document.inDictionaries)
        #expect(try text(.everywhere) == document.everywhere)
        let untouched = try JSONSerialization.jsonObject(with: Data(document.json.utf8))
        #expect(try text(.kept) == canonicalText(untouched))
    }

    @Test func mutableContainersStayMutable() throws {
        let serializer = JSONResponseSerializer(readingOptions: .mutableContainers, nullRemoval: .everywhere)
        let object = try serializer.decode(Data(#"{"a":[null,{"b":null}]}"#.utf8), from: nil)
        let dictionary = try #require(object as? NSMutableDictionary)
        dictionary["b"] = "x"
        #expect(canonicalText(object) == "{a:[{}],b:'x'}")
    }

    @Test func manyCollectionsFarBelowTheTopCostNoMoreThanElsewhere() throws {
        let open = String(repeating: "[", count: 99)
        let close = String(repeating: "]", count: 99)
        let body = Data((open + String(repeating: "[null],", count: 60_000) + "[]" + close).utf8)
        let serializer = JSONResponseSerializer(nullRemoval: .everywhere)
        let duration = try ProcessorTime.measure { _ = try serializer.decode(body, from: nil) }
        #expect(duration < ProcessorTime.limit(5))
    }
}
