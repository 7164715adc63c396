import Testing
@testable import URLSerialization

/// The types of the objects made of property lists, which apps cast.
@Suite struct PropertyListObjectsTests {
    /// An element of an XML list, the type of its object and the object's description.
    private static let table: [(xml: String, type: Any.Type, description: String)] = [
        ("<true/>", Bool.self, "true"), ("<false/>", Bool.self, "false"),
        ("<integer>1</integer>", NSNumber.self, "1"), ("<integer>-0x1F</integer>", NSNumber.self, "-31"),
        ("<integer>18446744073709551615</integer>", NSNumber.self, "18446744073709551615"),
        ("<real>1.0</real>", NSNumber.self, "1.0"), ("<real>1e3</real>", NSNumber.self, "1000.0"),
        ("<real>-infinity</real>", NSNumber.self, "-inf"), ("<string>$null</string>", String.self, "$null"),
        ("<string/>", String.self, ""), ("<data>AAEC</data>", Data.self, "3 bytes"),
        ("<date>2001-02-30T25:00:61Z</date>", Date.self, "2001-03-03 01:01:01 +0000"),
        ("<array/>", [Any].self, "[]"), ("<dict/>", [AnyHashable: Any].self, "[:]"),
        ("<dict><key>a</key><dict/></dict>", [AnyHashable: Any].self, #"[AnyHashable("a"): [:]]"#),
        ("<array><dict/></array>", [Any].self, "[[:]]"),
    ]

    @Test(arguments: table.indices, ["", "<plist>"])
    func objectsHaveTheTypesOfFoundations(row: Int, opening: String) throws {
        let (xml, type, description) = Self.table[row]
        let data = Data((opening + xml + (opening.isEmpty ? "" : "</plist>")).utf8)
        let object = try PropertyListDocument(data).object(ObjectOptions())
        #expect(Swift.type(of: object) == type)
        #expect("\(object)" == description)
        let foundation = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(Swift.type(of: foundation) == type)
        #expect("\(foundation)" == description)
    }

    @Test func binaryListsHaveTheSameTypes() throws {
        for (xml, type, _) in Self.table {
            let object = try PropertyListDocument(Data(xml.utf8)).object(ObjectOptions())
            let binary = try PropertyListSerialization.data(fromPropertyList: [object], format: .binary, options: 0)
            let array = try #require(try PropertyListDocument(binary).object(ObjectOptions()) as? [Any])
            #expect(Swift.type(of: array[0]) == type)
        }
    }

    @Test func whatOnlyFoundationHasTypesForIsMadeByFoundation() throws {
        let lists: [([[UInt8]], Any.Type)] = [
            ([[0x00]], NSNull.self), ([[0xC0]], Set<AnyHashable>.self),
            ([[0xD1, 1, 2], [0x10, 1], [0x09]], [AnyHashable: Any].self),
        ]
        for (objects, type) in lists {
            let object = try PropertyListDocument(BinaryPropertyListReaderTests.list(objects)).object(ObjectOptions())
            #expect(Swift.type(of: object) == type)
        }
        let identifier = try PropertyListDocument(BinaryPropertyListReaderTests.list([[0x80, 5]])).object(
            ObjectOptions())
        #expect("\(Swift.type(of: identifier))".contains("UID"))
    }

    @Test func mutableContainersAreMade() throws {
        let data = Data("<dict><key>a</key><array><string>x</string></array></dict>".utf8)
        let containers = try PropertyListResponseSerializer(readOptions: .mutableContainers).decode(data, from: nil)
        let dictionary = try #require(containers as? NSMutableDictionary)
        #expect(dictionary.storedEntries.first?.value is NSMutableArray)
        let leaves = try PropertyListResponseSerializer(readOptions: .mutableContainersAndLeaves).decode(
            Data("<string>x</string>".utf8), from: nil)
        #expect(leaves is NSMutableString)
    }

    @Test(arguments: ["ISO-8859-1", "windows-1252", "koi8-r", "utf-8"])
    func declaredEncodingsAreConverted(name: String) throws {
        let text = name == "utf-8" ? Data("é漢]]>".utf8) : Data([0xE9, 0x5D, 0x5D, 0x3E, 0x41])
        let data = Data("<?xml version='1.0' encoding='\(name)'?><string>".utf8) + text + Data("</string>".utf8)
        let object = try PropertyListDocument(data).object(ObjectOptions()) as? String
        let foundation = try PropertyListSerialization.propertyList(from: data, format: nil) as? String
        #expect(object == foundation)
        #expect((try? PropertyListDocument(data).tree()) == nil || name == "utf-8")
    }
}
