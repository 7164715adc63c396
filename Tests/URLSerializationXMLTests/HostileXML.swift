import URLSerializationXML

/// Documents that are expensive to read.
enum HostileXML {
    static let all: [(name: String, data: Data)] = [
        ("a billion laughs", laughs(["<a>&e9;</a>"])),
        ("a billion laughs in an attribute", laughs(["<a b='&e9;'/>"])),
        ("a billion laughs in a default attribute", laughs(["<a/>"], last: "<!ATTLIST a b CDATA '&e9;'>")),
        ("a billion laughs by references to characters", laughs(["<a>&e9;</a>"], ampersand: "&#38;")),
        ("a billion laughs by padded references", laughs(["<a>&e9;</a>"], ampersand: "&#x000000000000000000026;")),
        ("a long entity many times", repeated("<a>", "</a>")),
        ("a long entity many times in an attribute", repeated("<a b='", "'/>")),
        ("default attributes many times", defaults),
        ("parameter entities", Data("<!DOCTYPE a [<!ENTITY % p 'x'><!ENTITY % q '%p;%p;'>%q;]><a/>".utf8)),
        ("a parameter entity from elsewhere", Data("<!DOCTYPE a [<!ENTITY % p SYSTEM 'p.dtd'>%p;]><a/>".utf8)),
        ("an entity in itself", Data("<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>".utf8)),
        ("entities nested 100 deep", chain),
        ("1,000,000 levels", repeating("<a>", 1_000_000, then: "</a>")),
        ("1,000,000 levels, not closed", repeating("<a>", 1_000_000)),
        ("1,000,000 levels with names of their own", Data((0..<100_000).map { "<a\($0)>" }.joined().utf8)),
        ("513 levels in an entity", Data(levels("<!DOCTYPE a [<!ENTITY e '", 600, "'>]><a>&e;</a>").utf8)),
        ("unbalanced entities", Data("<!DOCTYPE a [<!ENTITY e '</a><a>'>]><a>&e;</a>".utf8)),
        ("an entity that opens only", Data("<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>".utf8)),
        ("100,000 attributes", Data("<a \((0..<100_000).map { "a\($0)=''" }.joined(separator: " "))/>".utf8)),
        ("100,000 entities", Data("<!DOCTYPE a [\((0..<100_000).map { "<!ENTITY e\($0) ''>" }.joined())]><a/>".utf8)),
        ("angle brackets", repeating("<", 2_000_000)),
        ("open comments", repeating("<!--", 500_000, before: "<a>")),
        ("open instructions", repeating("<?a ", 500_000, before: "<a>")),
        ("open CDATA sections", repeating("<![CDATA[", 300_000, before: "<a>")),
        ("open quotes", repeating("<a b=\"", 500_000)),
        ("open brackets", repeating("(", 500_000, before: "<!DOCTYPE a [<!ELEMENT a ")),
        ("ampersands", repeating("&#38", 500_000, before: "<!DOCTYPE a [<!ENTITY e '", then: "'>]><a>&e;</a>")),
        ("a name of 1 MB", repeating("a", 1_000_000, before: "<", then: "/>")),
        (
            "many small entities",
            repeating("&e;", 300_000, before: "<!DOCTYPE a [<!ENTITY e '<b/>'>]><a>", then: "</a>")
        ),
        ("NULs", Data(count: 2_000_000)),
        ("bytes 255", Data(repeating: 0xFF, count: 2_000_001)),
        ("a wrong end tag at the end", repeating("<b c='d'>text</b>", 60_000, before: "<a>", then: "</b>")),
        ("an undeclared entity at the end", repeating("<b>text</b>", 60_000, before: "<a>", then: "&u;</a>")),
        ("a NUL at the end", repeating("<b>text</b>", 60_000, before: "<a>", then: "\0</a>")),
        ("a comment of 10 MB", repeating("lorem ipsum ", 900_000, before: "<a><!--", then: "<?x?>--></a>")),
    ]

    static func repeating(_ part: String, _ count: Int, before: String = "", then end: String = "") -> Data {
        Data((before + String(repeating: part, count: count) + end).utf8)
    }

    static func levels(_ before: String, _ count: Int, _ after: String) -> String {
        before + String(repeating: "<b>", count: count) + String(repeating: "</b>", count: count) + after
    }

    private static func laughs(_ content: [String], last: String = "", ampersand: String = "&") -> Data {
        let entities = (1...9).map { level in
            "<!ENTITY e\(level) '\(String(repeating: "\(ampersand)e\(level - 1);", count: 10))'>"
        }
        return Data("<!DOCTYPE a [<!ENTITY e0 'lol'>\(entities.joined())\(last)]>\(content.joined())".utf8)
    }

    private static func repeated(_ before: String, _ after: String) -> Data {
        let entity = String(repeating: "x", count: 100_000)
        return repeating("&e;", 50_000, before: "<!DOCTYPE a [<!ENTITY e '\(entity)'>]>\(before)", then: after)
    }

    private static var defaults: Data {
        let attributes = (0..<1000).map { "x\($0) CDATA 'v'" }.joined(separator: " ")
        return repeating("<b/>", 100_000, before: "<!DOCTYPE a [<!ATTLIST b \(attributes)>]><a>", then: "</a>")
    }

    private static var chain: Data {
        let entities = (1...100).map { "<!ENTITY e\($0) '&e\($0 - 1);'>" }.joined()
        return Data("<!DOCTYPE a [<!ENTITY e0 'x'>\(entities)]><a>&e100;</a>".utf8)
    }
}
