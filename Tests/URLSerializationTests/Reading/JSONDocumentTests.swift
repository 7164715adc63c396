import TestSupport
import Testing
@testable import URLSerialization

@Suite(.tags(.computing, .random, .slow), .takingTurns) struct JSONDocumentTests {
    private static func object(_ text: String, _ options: ObjectOptions = ObjectOptions()) throws -> Any {
        try JSONDocument(Data(text.utf8)).object(options, allowsFragments: true)
    }

    @Test("a large document that ends early, and a million levels, are refused at once and without memory")
    func hostile() throws {
        let string = #""a string of some length, as they are in bodies, and then some more of it","#
        let count = Effort.size(8 << 20, quick: 1 << 19) / string.utf8.count
        let long = Data(("[" + String(repeating: string, count: count)).utf8)
        let wide = try #require(String(decoding: long.prefix(1 << 20), as: UTF8.self).data(using: .utf16LittleEndian))
        let deep = Data(String(repeating: "[", count: 1_000_000).utf8)
        for data in [long, wide, deep, deep + Data(String(repeating: "]", count: 1_000_000).utf8)] {
            let duration = ProcessorTime.measure {
                #expect(throws: UndecodableData.self) {
                    try JSONDocument(data).object(ObjectOptions(), allowsFragments: true)
                }
                #expect(throws: UndecodableData.self) { try JSONDocument(data).tree() }
            }
            // Without optimization; it is within a tenth of a second with it, which the benchmark checks.
            #expect(duration < ProcessorTime.limit(60))
        }
    }

    @Test("lax rules take a text as it is, and name where one begins that does not end")
    func lax() throws {
        let document = try JSONDocument(Data(#"{"a": "\q"#.utf8) + [0xFF] + Data(#""}"#.utf8))
        #expect(throws: Never.self) { try document.read(into: ValidationSink(isLax: true), rules: .decoder) }
        #expect(throws: Never.self) { try document.tree() }
        let error = #expect(throws: UndecodableData.self) { try JSONDocument(Data(#"{"a": "\qx"#.utf8)).tree() }
        #expect(error?.reason.hasPrefix("The JSON text is cut off in the string at byte 6 ") == true)
    }

    @Test("many equal keys, and numbers of a hundred thousand digits, take linear time")
    func longInputs() throws {
        let equal = "{" + String(repeating: #""a":1,"#, count: 250_000) + #""a":2}"#
        let digits = "[" + String(repeating: "7", count: 100_000) + ",0." + String(repeating: "3", count: 100_000) + "]"
        let duration = try ProcessorTime.measure {
            let last = try Self.object(equal) as? [String: Any]
            #expect(last?["a"] as? Int == 2)
            #expect(throws: UndecodableData.self) { try Self.object(digits) }
            let tree = try JSONDocument(Data(digits.utf8)).tree()
            #expect(tree.nodes.count == 3)
        }
        #expect(duration < ProcessorTime.limit(30))
    }

    @Test("a byte order mark at the beginning of a key or a text stays, and after an escape")
    func markInText() throws {
        let object = try Self.object("{\"\u{FEFF}a\":\"\u{FEFF}\\n\u{FEFF}\"}")
        let entry = try #require((object as? [String: Any])?.first)
        #expect(entry.key.unicodeScalars.elementsEqual("\u{FEFF}a".unicodeScalars))
        #expect((entry.value as? String)?.unicodeScalars.elementsEqual("\u{FEFF}\n\u{FEFF}".unicodeScalars) == true)
    }

    @Test("a text is UTF-32 only with zeros at one end as well")
    func zerosInTheMiddle() {
        let texts: [([UInt8], unit: Int)] = [([0x31, 0, 0, 0x32], 1), ([0x31, 0, 0, 0], 4), ([0, 0, 0, 0x31], 4)]
        for (bytes, unit) in texts { #expect(TextEncoding(ofJSON: Data(bytes)).unit == unit, "\(bytes)") }
    }

    @Test("dictionaries of one shape are equal to those made one by one")
    func shapes() throws {
        let records = (0..<40).map { #"{"id":\#($0),"name":"n\#($0)","id2":[\#($0)],"é":{"a":\#($0),"b":null}}"# }
        let text = "[" + records.joined(separator: ",") + #",{"id":1,"name":"x","id2":0,"name":"y"},{"id":1}]"#
        let foundation = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSArray
        let object = try Self.object(text) as? NSArray
        #expect(foundation == object)
        let withoutNulls = try Self.object(text, ObjectOptions(nulls: .everywhere)) as? [[String: Any]]
        #expect(withoutNulls?.allSatisfy { ($0["é"] as? [String: Any])?["b"] == nil } == true)
    }

    @Test("a null that replaces a value removes it, and a later value stays")
    func nullsOfEqualKeys() throws {
        let options = ObjectOptions(nulls: .everywhere)
        let removed = try Self.object(#"{"a":1,"a":null}"#, options) as? [String: Any]
        let kept = try Self.object(#"{"a":null,"a":1}"#, options) as? [String: Any]
        #expect(removed?.isEmpty == true)
        #expect(kept?.count == 1)
    }

    @Test(
        "an error has the byte in every encoding, and is archived as an NSError",
        arguments: [
            String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
        ])
    func place(encoding: String.Encoding) throws {
        let valid = try #require("\u{FEFF}[\"é😀\",".data(using: encoding))
        let data = try #require("\u{FEFF}[\"é😀\",}".data(using: encoding))
        let error = try #require(throws: UndecodableData.self) {
            try JSONDocument(data).object(ObjectOptions(), allowsFragments: true)
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == 3840)
        #expect(error.userInfo["NSJSONSerializationErrorIndex"] as? Int == valid.count)
        #expect(error.reason.contains("byte \(valid.count) (line 1, column 7)"))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: error, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSError.self, from: archive)
        #expect(copy?.code == 3840 && copy?.localizedDescription == error.reason)
    }

    @Test(
        "the index of a node leads to its place and its key's",
        arguments: [
            (1, "byte 6 (line 1, column 6)", "byte 1 (line 1, column 2)"),
            (2, "byte 8 (line 2, column 1)", nil), (5, "byte 16 (line 2, column 9)", "byte 12 (line 2, column 5)"),
        ] as [(Int32, String, String?)])
    func nodes(node: Int32, value: String, key: String?) throws {
        let document = try JSONDocument(Data("{\"é\":[\n1,[{\"a\":2}]]}".utf8))
        #expect("\(document.place(ofNode: node))" == value)
        if let key { #expect("\(document.place(ofNode: node, isKey: true))" == key) }
    }
}
