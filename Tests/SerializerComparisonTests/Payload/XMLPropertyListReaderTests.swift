import SerializerComparison
import Testing
import URLSerialization

@Suite struct XMLPropertyListReaderTests {
    private func read(_ content: String) throws -> ParameterValue {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">\(content)</plist>
            """
        return try readPropertyList(Data(text.utf8))
    }

    @Test(
        arguments: [
            ("<true/>", true),
            ("<false></false>", false),
            ("<integer>-7</integer>", -7),
            ("<integer>18446744073709551615</integer>", .uint(.max)),
            ("<integer>0xff</integer>", 255),
            ("<real>1</real>", .double(1)),
            ("<real>+infinity</real>", .double(.infinity)),
            ("<string/>", ""),
            ("<string> a &amp;&#x65E5;<![CDATA[<b>]]>\r\n</string>", " a &日<b>\r\n"),
            ("<data> AQ\n ID </data>", .data(Data([1, 2, 3]))),
            ("<date>2001-02-03T04:05:06Z</date>", .date(Date(timeIntervalSince1970: 981_173_106))),
            ("<array/>", []),
            ("<array><integer>1</integer><array/></array>", [1, []]),
            ("<dict><key>b</key><true/><key>a</key><dict/></dict>", ["b": true, "a": [:]]),
        ] as [(String, ParameterValue)])
    func readsEveryElement(_ content: String, expected: ParameterValue) throws {
        #expect(try read(content) == expected)
    }

    @Test func keysKeepTheirOrder() throws {
        guard case .dictionary(let entries) = try read("<dict><key>z</key><true/><key>a</key><true/></dict>") else {
            Issue.record("not a dictionary")
            return
        }
        #expect(entries.map(\.key) == ["z", "a"])
    }

    @Test(arguments: [
        "", "<string>", "<string>a", "<dict><key>a</key></dict>", "<dict><true/></dict>",
        "<array><integer>x</integer></array>",
        "<integer>1</integer><integer>2</integer>", "<unknown/>", "<string>&lol;</string>", "<string>&#xD800;</string>",
        "<data>*</data><", "<date>yesterday</date>", "text", "<true>x</true>", "<![CDATA[", "<!--",
        "<string>a<!-- no --></string>", "<", "<>", "</",
    ])
    func damagedListsAreErrorsWithALine(_ content: String) throws {
        let error = #expect(throws: PayloadError.self) { try read(content) }
        #expect(error?.line != nil)
    }

    @Test func declaredEntitiesAreRefused() {
        let text = "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"
        #expect(
            throws: PayloadError(line: 1, reason: "Declarations in the document type are not allowed: \"[<!ENTITY\"")
        ) {
            try readPropertyList(Data(text.utf8))
        }
    }

    @Test func aKeyWithoutAValueIsNamed() {
        let error = #expect(throws: PayloadError.self) { try read("<dict><key>a</key></dict>") }
        #expect(error?.reason == "The value of a key is missing: \"</dict></pli\"")
    }

    @Test func theErrorNamesTheLine() {
        let error = #expect(throws: PayloadError.self) { try read("\n<dict>\n<true/>\n</dict>") }
        #expect(error?.line == 5)
    }
}

/// Reads a property list as a payload.
func readPropertyList(_ data: Data) throws -> ParameterValue {
    try PayloadReader().read(data, name: "list").value.get()
}
