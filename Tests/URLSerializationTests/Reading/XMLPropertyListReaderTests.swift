import TestSupport
import Testing
@testable import URLSerialization

@Suite(.tags(.computing, .random), .takingTurns) struct XMLPropertyListReaderTests {
    private static func refusal(_ data: Data) -> String? {
        Result { try PropertyListDocument(data).object(ObjectOptions()) }.failure?.localizedDescription
    }

    private static func isRead(_ data: Data) -> Bool {
        (try? PropertyListSerialization.propertyList(from: data, format: nil)) != nil
    }

    @Test(
        "what Foundation reads is read",
        arguments: [
            "<plist><true/></plist>", "<true/>", "<array/>rubbish", "<plist version=\"1.0\"><array></array ></plist>",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"a\" \"b\">\n<!-- c -->"
                + "<plist><dict/></plist>",
            "<dict><key>a</key><key>b</key></dict>", "<array><key>a</key></array>",
            "<plist><plist><dict/></plist></plist>",
            "<string>a&lt;&gt;&amp;&apos;&quot;&#65;&#x41;<![CDATA[<&]]></string>", "<integer> + 0x1F</integer>",
            "<integer>-9223372036854775808</integer>", "<integer>18446744073709551615</integer>", "<real>-1.5e3</real>",
            "<real>infinity</real>", "<real>NaN</real>", "<date>-2001-13-99T99:99:99Z</date>", "<data>A A=!</data>",
            "<date>--01-01T00:00:00Z</date>",
            "<array><!-- a --><?b c?><true></true><false/></array>", "<string>\u{A0}é漢😀</string>",
            "<?xml encoding='latin1'?><array/>",
            "<array a='/>'/>",
        ])
    func accepted(text: String) throws {
        #expect(Self.isRead(Data(text.utf8)))
        #expect(Self.refusal(Data(text.utf8)) == nil)
        let wide = try #require(("\u{FEFF}" + text).data(using: .utf16BigEndian))
        if Self.isRead(wide) { #expect(Self.refusal(wide) == nil) }
    }

    @Test(
        "what Foundation refuses is refused, and where",
        arguments: [
            ("<plist><array>", "ends at byte 14"), ("<plist></plist>", "list is empty at byte 7"),
            ("<plist><true/>", "ends at byte 14"),
            ("<plist><true/><true/></plist>", "more than one object in a property list at byte 14"),
            ("<array><foo/></array>", "A tag is unknown at byte 7"),
            ("<array><\0true/></array>", "A tag is unknown at byte 7"),
            ("<array><integers>1</integers></array>", "A tag is unknown at byte 7"),
            ("<array><integer//x>1</integer></array>", "A tag is unknown at byte 7"),
            ("<array></dict  >", "“array” is missing at byte 7"),
            ("<array><true/>x</array>", "A tag is missing at byte 14"),
            ("<dict><string>a</string><true/></dict>", "A key is missing at byte 6"),
            ("<dict><key>a</key></dict>", "value of a key is missing"),
            ("<integer>1f</integer>", "An integer is malformed or exceeds 64 bits at byte 9"),
            ("<integer></integer>", "An integer is"), ("<integer>123456789012345678901</integer>", "An integer is"),
            ("<integer/>", "is empty"), ("<data/>", "is empty"), ("<data>é</data>", "Base64 is malformed at byte 6"),
            ("<date>2001-1-01T00:00:00Z</date>", "date is malformed at byte 6"),
            ("<real>abc</real>", "number is malformed"),
            ("<string>&nbsp;</string>", "An entity is unknown at byte 8"),
            ("<string>&#65</string>", "character reference is invalid"),
            ("<string><!-- a --></string>", "CDATA section is malformed"),
            ("<string><![CDATA[a]]</string>", "does not follow the opening"),
            ("<!DOCTYPE p [<!ENTITY a \"b\">]><plist/>", "Declarations in the document type"),
            ("<!-- a", "does not follow the opening"),
            ("<true>a</true>", "“true” is missing"),
        ])
    func refused(text: String, reason: String) throws {
        #expect(!Self.isRead(Data(text.utf8)))
        let refusal = try #require(Self.refusal(Data(text.utf8)))
        #expect(refusal.contains(reason), "\(refusal)")
    }

    @Test("equal keys and long numbers are read in linear time")
    func equalKeysAndLongNumbers() throws {
        let count = Effort.size(250_000, quick: 60_000)
        let equal = "<dict>" + String(repeating: "<key>a</key><true/>", count: count) + "</dict>"
        let zeros = String(repeating: "0", count: 100_000)
        let numbers = "<array><integer>\(zeros)7</integer><real>0.\(zeros)</real></array>"
        let duration = try ProcessorTime.measure {
            let object = try PropertyListDocument(Data(equal.utf8)).object(ObjectOptions())
            #expect((object as? [String: Bool]) == ["a": true])
            let list = try PropertyListDocument(Data(numbers.utf8)).object(ObjectOptions())
            #expect((list as? [NSNumber]) == [7, 0])
            #expect(Self.refusal(Data("<integer>1\(zeros)</integer>".utf8)) != nil)
        }
        // A quadratic reader would take hours.
        #expect(duration < ProcessorTime.limit(30))
    }

    @Test("lists that would hang or crash Foundation are refused")
    func hostile() {
        for text in [
            String(repeating: "<plist>", count: 1_000_000), String(repeating: "<array>", count: 1_000_000),
            String(repeating: "(", count: 1_000_000), String(repeating: "{a=", count: 1_000_000),
            String(repeating: "(", count: 500) + String(repeating: "a,", count: 200_000),
            "<?xml encoding='utf-7'?><plist>",
        ] {
            let duration = ProcessorTime.measure { #expect(Self.refusal(Data(text.utf8)) != nil) }
            #expect(duration < ProcessorTime.limit(5))
        }
    }

    /// A malformed leaf takes 2.4 times as long as an integer here, and 9 times if Foundation reads each.
    @Test(arguments: ["<integer>x</integer>", "<real>nan</real>", "<date>2001</date>", "<data>A</data>"])
    func manyUnusualLeavesTakeNoTime(leaf: String) throws {
        let count = Effort.size(10_000, quick: 3_000)
        func document(of leaf: String) throws -> PropertyListDocument {
            try PropertyListDocument(Data("<array>\(String(repeating: leaf, count: count))</array>".utf8))
        }
        let (unusual, usual) = try (document(of: leaf), document(of: "<integer>1</integer>"))
        // A slow machine is slow for both, but not at the same moment.
        let isFast = try (0..<5).contains { _ in
            try ProcessorTime.leastOf3 { _ = try unusual.tree() } < ProcessorTime.leastOf3 { _ = try usual.tree() } * 5
        }
        #expect(isFast)
    }

    @Test("empty and blank data is 3840", arguments: ["", " ", "\n\t ", "\u{FEFF} \n"])
    func blank(text: String) {
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf32BigEndian] {
            guard let data = text.data(using: encoding), text.hasPrefix("\u{FEFF}") || encoding == .utf8 else {
                continue
            }
            let error = #expect(throws: UndecodableData.self) { try PropertyListDocument(data) }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 3840)
        }
    }

    @Test(
        "a text that is no XML is left to Foundation where it is short, and refused where it is long",
        arguments: [
            "(a,b,)", "{a=b;c;}", "a = b;", "<0fbd 77>", "'a\\'b'", "abc", "// a\n()", "/* only a comment */",
            "(\u{2029}a\u{2028},b)",
        ])
    func openStep(text: String) throws {
        let short = Data(text.utf8)
        let long = Data((text + String(repeating: " ", count: PropertyListDocument.maximumOpenStepSize)).utf8)
        #expect(Self.isRead(short) && Self.isRead(long))
        let error = #expect(throws: UndecodableData.self) { try PropertyListDocument(long) }
        #expect(error?.code == 3840)
        #expect(error?.reason.contains("not an XML property list") == true)
        #expect(PropertyListResponseSerializer().serialize(nil, data: short).object != nil)
        #expect(PropertyListResponseSerializer().serialize(nil, data: long).error != nil)
    }

    /// Foundation recurses for each.
    @Test func eightListsMayBeOpenWithinEachOther() {
        func nested(_ count: Int) -> Data {
            Data(
                (String(repeating: "<plist>", count: count) + "<true/>" + String(repeating: "</plist>", count: count))
                    .utf8)
        }
        #expect(Self.refusal(nested(8)) == nil)
        #expect(Self.refusal(nested(9))?.contains("Too many “plist” tags are open at byte 56") == true)
    }

    @Test func aTextOf4096BytesIsTheLongestThatIsNoXML() {
        #expect((try? PropertyListDocument(Data(repeating: UInt8(ascii: "a"), count: 4096))) != nil)
        #expect((try? PropertyListDocument(Data(repeating: UInt8(ascii: "a"), count: 4097))) == nil)
    }
}
