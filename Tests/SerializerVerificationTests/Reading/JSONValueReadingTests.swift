import Foundation
import SerializerVerification
import Testing

@Suite struct JSONValueReadingTests {
    @Test(arguments: [
        ("null", JSONValue.null),
        ("true", .bool(true)),
        (" false\r\n\t", .bool(false)),
        ("0", .number("0")),
        ("-0", .number("-0")),
        ("1.0", .number("1.0")),
        ("-12.50e+07", .number("-12.50e+07")),
        ("1E-2", .number("1E-2")),
        ("123456789012345678901234567890", .number("123456789012345678901234567890")),
        (#""""#, .string(JSONString(text: ""))),
        (#""a/b\/c""#, .string(JSONString(text: "a/b/c"))),
        (#""\"\\\b\f\n\r\t""#, .string(JSONString(text: "\"\\\u{8}\u{C}\n\r\t"))),
        (#""\u00e9e\u0301\u0000""#, .string(JSONString(text: "\u{E9}e\u{301}\0"))),
        (#""日本\uFEFF""#, .string(JSONString(text: "日本\u{FEFF}"))),
        ("\"\u{FEFF}\u{7F}\"", .string(JSONString(text: "\u{FEFF}\u{7F}"))),
        ("[]", .array([])),
        ("[ ]", .array([])),
        ("[1,[2],{}]", .array([.number("1"), .array([.number("2")]), .object([])])),
        ("{ }", .object([])),
    ])
    func validTextIsRead(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue.read(Data(text.utf8)) == value)
    }

    @Test func objectsKeepOrderAndRepeatedKeys() throws {
        let value = try JSONValue.read(Data(#"{"b":1,"a":2,"b":3,"\u00e9":4,"e\u0301":5}"#.utf8))
        guard case .object(let members) = value else {
            Issue.record("not an object: \(value)")
            return
        }
        #expect(
            members.map { Array($0.key.text.unicodeScalars) }
                == ["b", "a", "b", "\u{E9}", "e\u{301}"].map { Array($0.unicodeScalars) })
        #expect(members.map(\.value) == ["1", "2", "3", "4", "5"].map(JSONValue.number))
    }

    @Test(arguments: [
        (#""\ud83d\ude00""#, "😀", false),
        (#""\uD83D\uDE00\uDBFF\uDFFD""#, "😀\u{10FFFD}", false),
        (#""\ud83d""#, "\u{FFFD}", true),
        (#""a\ude00b""#, "a\u{FFFD}b", true),
        (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}", true),
        (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀", true),
        (#""\ud83d\n\ude00""#, "\u{FFFD}\n\u{FFFD}", true),
        (#""\ud83dA""#, "\u{FFFD}A", true),
        (#""\ufffd""#, "\u{FFFD}", false),
    ])
    func surrogatesArePairedOrFlagged(_ text: String, _ expected: String, _ hasUnpaired: Bool) throws {
        let value = JSONValue.string(JSONString(text: expected, hasUnpairedSurrogate: hasUnpaired))
        #expect(try JSONValue.read(Data(text.utf8)) == value)
        #expect(try JSONValue.read(Data("[{\"k\":\(text)},{\(text):1}]".utf8)).hasUnpairedSurrogate == hasUnpaired)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let line: Int
        let column: Int

        init(_ text: String, line: Int = 1, column: Int) {
            self.init(bytes: Array(text.utf8), line: line, column: column)
        }

        init(bytes: [UInt8], line: Int = 1, column: Int) {
            self.bytes = bytes
            self.line = line
            self.column = column
        }

        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
    }

    @Test(arguments: [
        Fault("", column: 1),
        Fault("\u{FEFF}", column: 1),
        Fault(" \r\n ", line: 2, column: 2),
        Fault("[1, 2", column: 6),
        Fault("[1,", column: 4),
        Fault("{\"a\"", column: 5),
        Fault("{\"a\":", column: 6),
        Fault("{\n\"a\":[\n1", line: 3, column: 2),
        Fault("\"abc", column: 1),
        Fault("\"abc\\", column: 6),
        Fault("\"\\u12", column: 6),
        Fault("tru", column: 4),
        Fault("-", column: 2),
        Fault("1.", column: 3),
        Fault("1e+", column: 4),
        Fault("1 2", column: 3),
        Fault("{}\n{}", line: 2, column: 1),
        Fault("[]]", column: 3),
        Fault("nul1", column: 1),
        Fault("True", column: 1),
        Fault("NaN", column: 1),
        Fault("+1", column: 1),
        Fault(".5", column: 1),
        Fault("'a'", column: 1),
        Fault("[1,]", column: 4),
        Fault("[1 2]", column: 4),
        Fault("[1}", column: 3),
        Fault("{a:1}", column: 2),
        Fault("{\"a\":1,}", column: 8),
        Fault("{\"a\" 1}", column: 6),
        Fault("{\"a\":1]", column: 7),
        Fault("[1]// note", column: 4),
        Fault("\u{A0}1", column: 1),
        Fault("[\"日本\",\n \"e\u{301}\" x]", line: 2, column: 7),
        Fault("\u{FEFF}x", column: 1),
        Fault("-a", column: 2),
        Fault("1.e5", column: 3),
        Fault("1ex", column: 3),
        Fault("01", column: 1),
        Fault("[-00]", column: 2),
        Fault("\"\\x41\"", column: 2),
        Fault("\"a\\u00g0\"", column: 7),
        Fault("\"\\u\"", column: 5),
        Fault("\"a\tb\"", column: 3),
        Fault("\"a\nb\"", column: 3),
        Fault(bytes: [0x22, 0x61, 0xFF, 0x22], column: 3),
        Fault(bytes: [0x22, 0xC3], column: 2),
        Fault(bytes: [0x5B, 0x0A, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D], line: 2, column: 2),
        Fault(bytes: [0xFF, 0xFE, 0x31, 0x00], column: 1),
        Fault(bytes: [0x31, 0x00], column: 2),
    ])
    func faultsAreNamedWithTheirPlace(_ fault: Fault) {
        let error = #expect(throws: JSONError.self) { try JSONValue.read(Data(fault.bytes)) }
        #expect(error?.line == fault.line)
        #expect(error?.column == fault.column)
    }

    @Test func messagesSayWhatWasExpected() {
        let error = #expect(throws: JSONError.self) { try JSONValue.read(Data("[1,\n2;".utf8)) }
        #expect(error?.description == #"line 2, column 2: A comma or a closing bracket is missing: ";""#)
    }

    @Test func byteOrderMarkIsPassedOver() throws {
        #expect(try JSONValue.read(Data("\u{FEFF}[1]".utf8)) == .array([.number("1")]))
    }

    @Test func lineOfJSONLinesIsNamedByItsNumber() throws {
        #expect(try JSONValue.read(Data("[1]\r".utf8), firstLine: 7) == .array([.number("1")]))
        let error = #expect(throws: JSONError.self) { try JSONValue.read(Data("[1".utf8), firstLine: 7) }
        #expect(error?.line == 7)
        #expect(error?.reason == "The JSON text is cut off: it ends, with 1 bracket open")
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func nestingIsLimited(_ opening: String, _ closing: String) throws {
        func document(_ depth: Int) -> Data {
            Data((String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONValue.read(document(512)) }
        #expect(throws: Never.self) { try JSONValue.read(document(600), maximumDepth: 600) }
        let error = #expect(throws: JSONError.self) { try JSONValue.read(document(513)) }
        #expect(error?.reason.contains("nests more than 512 levels") == true)
        #expect(error?.column == 512 * opening.utf8.count + 1)
    }

    @Test func millionBracketsAreAnErrorNotACrash() {
        let error = #expect(throws: JSONError.self) {
            try JSONValue.read(Data(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(error?.reason.contains("nests more than 512 levels") == true)
    }

    @Test func longArraysAndStringsAreReadWhole() throws {
        let numbers = (0..<100_000).map(String.init)
        #expect(
            try JSONValue.read(Data("[\(numbers.joined(separator: ","))]".utf8))
                == .array(numbers.map(JSONValue.number)))
        let text = String(repeating: "a\\u00e9", count: 100_000)
        let value = JSONString(text: String(repeating: "a\u{E9}", count: 100_000))
        #expect(try JSONValue.read(Data("\"\(text)\"".utf8)) == .string(value))
    }
}
