import TestSupport
import Testing
@testable import URLSerialization

@Suite struct JSONReaderTests {
    /// Whether `JSONSerialization` reads the text.
    private static func isRead(_ data: Data, options: JSONSerialization.ReadingOptions = .fragmentsAllowed) -> Bool {
        (try? JSONSerialization.jsonObject(with: data, options: options)) != nil
    }

    private static func refusal(_ data: Data, allowsFragments: Bool = true) -> String? {
        let read = Result { try JSONDocument(data).object(ObjectOptions(), allowsFragments: allowsFragments) }
        return (read.failure as? UndecodableData)?.reason
    }

    @Test(
        "what Foundation reads is read",
        arguments: [
            "[]", "{}", " [ ] ", "[1,]", #"{"a":1,}"#, "[[],]", #"{"a":{"b":[1,2,{}]}}"#, "0", "-0", "1.5e-7", "1E+2",
            "true", "false", "null", #""""#, #""\ud83d\ude00""#, #""\u0000""#, "\"\u{7F}é漢😀\u{FEFF}\"",
            #"{"a":1,"a":2}"#, "\t\r\n[1]\n", "1.7976931348623157e308", "1.7976931348623158e308", "1e-400", "0e9999",
            "0.0e99999999999999999999", "1e308", "1E308", "123456789012345678901234567890E127",
            "10000000000000000000000e-400", "18446744073709551616", #""\"\\\/\b\f\n\r\t""#,
            String(repeating: "9", count: 308), "0." + String(repeating: "0", count: 400) + "1e405",
            String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        ])
    func accepted(text: String) {
        #expect(Self.isRead(Data(text.utf8)))
        #expect(Self.refusal(Data(text.utf8)) == nil)
    }

    @Test(
        "what Foundation refuses is refused, and where",
        arguments: [
            ("", "The JSON text is blank: it ends at byte 0."),
            ("[1", "The JSON text is cut off: it ends at byte 2, with 1 bracket open."),
            ("[1}", "A comma or a closing bracket is missing at byte 2."),
            ("[,]", "A JSON value is missing at byte 1."), ("[1,,]", "A JSON value is missing at byte 3."),
            ("{,}", "A key in quotes is missing at byte 1."), (#"{"a"}"#, "A colon is missing at byte 4."),
            (#"{"a":}"#, "A JSON value is missing at byte 5."), ("{1:2}", "A key in quotes is missing at byte 1."),
            ("[1] x", "More follows the JSON text at byte 4."), ("[NaN]", "A JSON value is missing at byte 1."),
            ("[01]", "A number must not begin with a zero at byte 1."),
            ("[-]", "A digit is missing at byte 2."), ("[1.]", "A digit is missing at byte 3."),
            ("[1e]", "A digit is missing at byte 3."), ("[.5]", "A JSON value is missing at byte 1."),
            ("[+1]", "A JSON value is missing at byte 1."), ("[1e400]", "A number is too large at byte 1."),
            ("[1.7976931348623159e308]", "A number is too large at byte 1."),
            ("[-1E309]", "A number is too large at byte 1."),
            (#"["\q"]"#, "An escape is invalid at byte 2."),
            (#"["\u12G4"]"#, "A hexadecimal digit is missing at byte 6."),
            (#"["\ud800"]"#, "An escaped surrogate pair is incomplete at byte 2."),
            (#"["\udc00"]"#, "An escaped surrogate pair is incomplete at byte 2."),
            ("[\"a\nb\"]", "A control character must be escaped at byte 3."),
            (#"["abcdefghijk"#, "The JSON text is cut off in the string at byte 1."),
            ("[tru]", "“true” is misspelt at byte 1."),
            ("nul", "The JSON text is cut off: it ends at byte 3, with 0 brackets open."),
            ("[1 /* a */]", "A comma or a closing bracket is missing at byte 3."),
            ("['a']", "A JSON value is missing at byte 1."),
            ("\u{A0}[]", "A JSON value is missing at byte 0."),
            (String(repeating: "[", count: 513), "The JSON text nests more than 512 levels deep at byte 512."),
            (String(repeating: "9", count: 309), "A number is too large at byte 0."),
        ])
    func refused(text: String, reason: String) {
        #expect(!Self.isRead(Data(text.utf8)))
        let place = /\ \(line \d+, column \d+\)(: ("([^"\\]|\\.)*"|the end))?/
        #expect(Self.refusal(Data(text.utf8))?.replacing(place, with: "") == reason)
    }

    @Test(
        "a refusal names line, column and what stands there",
        arguments: [
            ("[1}", #"at byte 2 (line 1, column 3): "}"."#), ("[1,\n  tru ]", #"at byte 6 (line 2, column 3): "tru"."#),
            ("[\"é\",\r\n x]", #"at byte 9 (line 2, column 2): "x]"."#), ("[-", "at byte 2 (line 1, column 3), with 1"),
            ("{\n\"é\" 1}", #"at byte 7 (line 2, column 5): "1}"."#), ("[\"a\u{1}\"]", #"): "\u{01}\"]"."#),
        ])
    func place(text: String, expected: String) {
        #expect(Self.refusal(Data(text.utf8))?.contains(expected) == true)
    }

    @Test(
        "strings that are not UTF-8 are refused",
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        for padding in [0, 7, 8, 20] {
            let text = Data([0x22] + [UInt8](repeating: 0x61, count: padding) + bytes + [0x22])
            #expect(!Self.isRead(text))
            #expect(Self.refusal(text)?.contains("byte \(padding + 1)") == true)
        }
    }

    @Test("a fragment needs the option", arguments: ["1", "\"a\"", " null "])
    func fragments(text: String) {
        let data = Data(text.utf8)
        #expect(Self.refusal(data, allowsFragments: false) != nil)
        #expect(!Self.isRead(data, options: []))
        #expect(Self.refusal(data) == nil)
    }

    @Test("a number that is too large is accepted if a later value may replace it")
    func replacedNumber() {
        let data = Data(#"{"a":1e999,"a":1}"#.utf8)
        #expect(Self.isRead(data))
        #expect(Self.refusal(data) == nil)
    }

    @Test(
        "long numbers are Foundation's, of its types",
        .enabled(if: ComparedFoundation.isPresent, ComparedFoundation.comment),
        arguments: [
            "1.234567890123456", "1.2345678901234567", "1234567890123456e1", "12345678901234567e1",
            "123456789012345678e1", "1234567890123456789e127", "1234567890123456789e128", "1234567890123456789e130",
            "1234567890123456789e-128", "1234567890123456789e-129", "1234567890123456789E130",
        ])
    func longNumber(text: String) throws {
        let data = Data("[\(text)]".utf8)
        let expected = try #require(JSONSerialization.jsonObject(with: data) as? [NSNumber])
        let number = try #require(JSONDocument(data).object(ObjectOptions(), allowsFragments: false) as? [NSNumber])
        #expect(number == expected && "\(number)" == "\(expected)" && type(of: number[0]) == type(of: expected[0]))
    }

    @Test(
        "the reader accepts what Foundation accepts, in every encoding and for every beginning of a text",
        .enabled(if: ComparedFoundation.isPresent, ComparedFoundation.comment))
    func encodings() throws {
        let text = #"{"añ😀":[1,-2.5e3,true,false,null,"\u00e9\ud83d\ude00\n"],"b":{},"c":[[],],}"#
        for encoding in [
            String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
        ] {
            let encoded = try #require(text.data(using: encoding))
            for mark in [Data(), try #require("\u{FEFF}".data(using: encoding))] {
                let whole = mark + encoded
                #expect(Self.refusal(whole) == nil)
                for count in 0...whole.count {
                    let data = whole.prefix(count)
                    #expect((Self.refusal(data) == nil) == Self.isRead(data), "\(encoding) \(count)")
                }
            }
        }
    }
}
