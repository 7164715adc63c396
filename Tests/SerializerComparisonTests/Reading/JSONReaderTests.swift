import Foundation
import SerializerComparison
import Testing

@Suite struct JSONReaderTests {
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
        #expect(try JSONReader.read(Data(text.utf8)) == value)
    }

    @Test func objectsKeepOrderAndRepeatedKeys() throws {
        let value = try JSONReader.read(Data(#"{"b":1,"a":2,"b":3,"\u00e9":4,"e\u0301":5}"#.utf8))
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
        #expect(try JSONReader.read(Data(text.utf8)) == value)
        #expect(try JSONReader.read(Data("[{\"k\":\(text)},{\(text):1}]".utf8)).hasUnpairedSurrogate == hasUnpaired)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let code: JSONReadingError.Code
        let line: Int
        let column: Int

        init(_ text: String, _ code: JSONReadingError.Code, line: Int = 1, column: Int) {
            self.init(bytes: Array(text.utf8), code, line: line, column: column)
        }

        init(bytes: [UInt8], _ code: JSONReadingError.Code, line: Int = 1, column: Int) {
            self.bytes = bytes
            self.code = code
            self.line = line
            self.column = column
        }

        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
    }

    @Test(arguments: [
        Fault("", .empty, column: 1),
        Fault("\u{FEFF}", .empty, column: 1),
        Fault(" \r\n ", .empty, line: 2, column: 2),
        Fault("[1, 2", .truncated, column: 6),
        Fault("[1,", .truncated, column: 4),
        Fault("{\"a\"", .truncated, column: 5),
        Fault("{\"a\":", .truncated, column: 6),
        Fault("{\n\"a\":[\n1", .truncated, line: 3, column: 2),
        Fault("\"abc", .truncated, column: 5),
        Fault("\"abc\\", .truncated, column: 6),
        Fault("\"\\u12", .truncated, column: 6),
        Fault("tru", .truncated, column: 4),
        Fault("-", .truncated, column: 2),
        Fault("1.", .truncated, column: 3),
        Fault("1e+", .truncated, column: 4),
        Fault("1 2", .trailingText, column: 3),
        Fault("{}\n{}", .trailingText, line: 2, column: 1),
        Fault("[]]", .trailingText, column: 3),
        Fault("nul1", .unexpectedCharacter, column: 4),
        Fault("True", .unexpectedCharacter, column: 1),
        Fault("NaN", .unexpectedCharacter, column: 1),
        Fault("+1", .unexpectedCharacter, column: 1),
        Fault(".5", .unexpectedCharacter, column: 1),
        Fault("'a'", .unexpectedCharacter, column: 1),
        Fault("[1,]", .unexpectedCharacter, column: 4),
        Fault("[1 2]", .unexpectedCharacter, column: 4),
        Fault("[1}", .unexpectedCharacter, column: 3),
        Fault("{a:1}", .unexpectedCharacter, column: 2),
        Fault("{\"a\":1,}", .unexpectedCharacter, column: 8),
        Fault("{\"a\" 1}", .unexpectedCharacter, column: 6),
        Fault("{\"a\":1]", .unexpectedCharacter, column: 7),
        Fault("[1]// note", .trailingText, column: 4),
        Fault("\u{A0}1", .unexpectedCharacter, column: 1),
        Fault("[\"日本\",\n \"e\u{301}\" x]", .unexpectedCharacter, line: 2, column: 7),
        Fault("\u{FEFF}x", .unexpectedCharacter, column: 1),
        Fault("-a", .invalidNumber, column: 2),
        Fault("1.e5", .invalidNumber, column: 3),
        Fault("1ex", .invalidNumber, column: 3),
        Fault("01", .leadingZero, column: 1),
        Fault("[-00]", .leadingZero, column: 3),
        Fault("\"\\x41\"", .invalidEscape, column: 2),
        Fault("\"a\\u00g0\"", .invalidEscape, column: 3),
        Fault("\"\\u\"", .invalidEscape, column: 2),
        Fault("\"a\tb\"", .controlCharacter, column: 3),
        Fault("\"a\nb\"", .controlCharacter, column: 3),
        Fault(bytes: [0x22, 0x61, 0xFF, 0x22], .notUTF8, column: 3),
        Fault(bytes: [0x22, 0xC3], .notUTF8, column: 2),
        Fault(bytes: [0x5B, 0x0A, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D], .notUTF8, line: 2, column: 2),
        Fault(bytes: [0xFF, 0xFE, 0x31, 0x00], .notUTF8, column: 1),
        Fault(bytes: [0x31, 0x00], .trailingText, column: 2),
    ])
    func faultsAreNamedWithTheirPlace(_ fault: Fault) {
        let error = #expect(throws: JSONReadingError.self) { try JSONReader.read(Data(fault.bytes)) }
        #expect(error?.code == fault.code)
        #expect(error?.line == fault.line)
        #expect(error?.column == fault.column)
    }

    @Test func messagesSayWhatWasExpected() {
        let error = #expect(throws: JSONReadingError.self) { try JSONReader.read(Data("[1,\n2;".utf8)) }
        #expect(error?.description == "line 2, column 2: ';' where ',' or ']' was expected")
    }

    @Test func byteOrderMarkIsPassedOver() throws {
        #expect(try JSONReader.read(Data("\u{FEFF}[1]".utf8)) == .array([.number("1")]))
    }

    @Test func lineOfJSONLinesIsNamedByItsNumber() throws {
        #expect(try JSONReader.read(line: Data("[1]\r".utf8), number: 7) == .array([.number("1")]))
        let error = #expect(throws: JSONReadingError.self) { try JSONReader.read(line: Data("[1".utf8), number: 7) }
        #expect(error?.line == 7)
        #expect(error?.reason == "the text ends inside the array of line 7")
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func nestingIsLimited(_ opening: String, _ closing: String) throws {
        func document(_ depth: Int) -> Data {
            Data((String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader.read(document(512)) }
        #expect(throws: Never.self) { try JSONReader.read(document(600), maximumDepth: 600) }
        let error = #expect(throws: JSONReadingError.self) { try JSONReader.read(document(513)) }
        #expect(error?.code == .tooDeep)
        #expect(error?.column == 512 * opening.utf8.count + 1)
    }

    @Test func millionBracketsAreAnErrorNotACrash() {
        let error = #expect(throws: JSONReadingError.self) {
            try JSONReader.read(Data(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(error?.code == .tooDeep)
    }

    @Test func longArraysAndStringsAreReadWhole() throws {
        let numbers = (0..<100_000).map(String.init)
        #expect(
            try JSONReader.read(Data("[\(numbers.joined(separator: ","))]".utf8))
                == .array(numbers.map(JSONValue.number)))
        let text = String(repeating: "a\\u00e9", count: 100_000)
        let value = JSONString(text: String(repeating: "a\u{E9}", count: 100_000))
        #expect(try JSONReader.read(Data("\"\(text)\"".utf8)) == .string(value))
    }
}
