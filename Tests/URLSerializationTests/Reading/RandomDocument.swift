import Foundation
import TestSupport

/// Documents at random, made of what readers find hard.
enum RandomDocument {
    static func json(depth: Int, using generator: inout SeededGenerator) -> String {
        let space = generator.element(of: ["", "", "", " ", "\n", "\t "])
        let count = generator.int(0...3)
        switch generator.int(0...(depth > 0 ? 5 : 3)) {
        case 0: return generator.element(of: ["true", "false", "null", "[]", "{}"])
        case 1: return generator.element(of: strings)
        case 2, 3: return generator.element(of: numbers)
        case 4:
            let elements = (0..<count).map { _ in json(depth: depth - 1, using: &generator) }
            return "[" + space + elements.joined(separator: "," + space) + space + "]"
        default:
            let members = (0..<count).map { _ in
                generator.element(of: strings) + space + ":" + json(depth: depth - 1, using: &generator)
            }
            return "{" + members.joined(separator: space + ",") + (count > 0 && space == " " ? "," : "") + "}"
        }
    }

    private static let strings = [
        #""""#, #""a""#, #""key with spaces""#, #""\u00e9\n\\""#, #""\ud83d\ude00""#, "\"é漢😀\"", "\"e\u{301}\"",
        "\"é\"", #""long enough for a word""#, "\"\u{FEFF}x\"",
    ]
    private static let numbers = [
        "0", "-0", "1", "-12.50", "1e5", "1E-5", "0.5e+10", "1e308", "9e307", "1.7976931348623157e308", "-0.0", "1e400",
        "123456789012345678901", "-9223372036854775808", "18446744073709551615", "18446744073709551616", "255", "256",
        "12345678901234567", "0.1234567890123456", "1234567890.12345678E3", "1e-400", "123456789012345678e200",
        "0.30000000000000004", "9007199254740993", "9007199254740993.0", "9777.7777777777777777e12",
    ]

    /// Documents in each of which every byte has a task.
    static let structuredJSON = [
        #"{"id":12,"name":"caf\u00e9","tags":["a",null,true,[]],"price":-1.50e+2}"#,
        #"[{"a":{"b":{"c":[1,2,{"d":false}]}},"e":""},{"a":{},"e":"\\\/\b\t"}]"#,
        " { \"k\" : [ 0 , -0 , 0.5 ] ,\n\"l\" : { } , } ",
        #"{"a":1,"a":{"a":2},"b":1e999,"b":[3],"\ud83d\ude00":"😀é漢"}"#,
        #"[12345678901234567,123456789012345678901,18446744073709551615,1E-400,9e307]"#,
        #"[[[[[[]]]],{"x":[{}]}],"\u0000\u001f",{"":{"":[""]}}]"#,
        #"{"a":[true,false,null],"b":"long enough to leave the registers, twice over","c":-7}"#,
        "\u{FEFF}[\"\u{FEFF}\",1.0,{\"e\u{301}\":\"\u{E9}\"}]", "\"only a text\"", " -12.5e-3 ",
    ]

    /// Property lists, as ``structuredJSON``; each can be written as a binary list.
    static let structuredXML = [
        "<plist version=\"1.0\"><dict><key>a</key><array><integer>1</integer><true/></array></dict></plist>",
        "<dict><key>k&lt;</key><dict><key/><real>1.5e3</real></dict><key>l</key><data>AAEC /w==</data></dict>",
        "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE plist>\n<array><string>é&#x1F600;</string><false/></array>",
        "<array><date>2024-02-29T12:34:56Z</date><!-- c --><date>2001-01-01T00:00:00Z</date></array>",
        "<array><array><array/><dict/></array><dict><key>x</key><string/></dict></array>",
        "<dict><key>a</key><string><![CDATA[<x>]]>y</string><key>a</key><integer>0x1F</integer></dict>",
        "<array><integer>-9223372036854775808</integer><integer>255</integer><integer> +7</integer></array>",
        "<array><real>inf</real><real>-infinity</real><real>+.5E-3</real><real>0</real></array>",
        "<plist>\n\t<dict>\n\t\t<key>é</key>\n\t\t<string> a \n</string>\n\t</dict>\n</plist>\n",
        "<?x y?><dict><key>s</key><array><string>twice</string><string>twice</string></array></dict>",
    ]

    static func xml(depth: Int, using generator: inout SeededGenerator) -> String {
        let element = element(depth: depth, using: &generator)
        return switch generator.int(0...2) {
        case 0: element
        case 1: "<plist version='1.0'>\(element)</plist>"
        default: "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE plist>\n\(element)"
        }
    }

    private static func element(depth: Int, using generator: inout SeededGenerator) -> String {
        func space(_ generator: inout SeededGenerator) -> String {
            generator.element(of: ["", "", "", " ", "\n", "<!-- c -->", "<?x y?>", "\t"])
        }
        let count = generator.int(0...3)
        switch generator.int(0...(depth > 0 ? 4 : 2)) {
        case 0: return generator.element(of: leaves)
        case 1:
            let digits = Array("01234567890123456789.eE+-")
            return "<real>" + String((0..<generator.int(1...20)).map { _ in generator.element(of: digits) }) + "</real>"
        case 2:
            func two(_ limit: Int, _ generator: inout SeededGenerator) -> String {
                String(String(100 + generator.int(0...limit)).dropFirst())
            }
            return "<date>\(generator.int(0...2500))-\(two(15, &generator))-\(two(40, &generator))T12:34:56Z</date>"
        case 3:
            return "<array>"
                + (0..<count).map { _ in space(&generator) + element(depth: depth - 1, using: &generator) }
                .joined() + space(&generator) + "</array>"
        default:
            return "<dict>"
                + (0..<count).map { _ in
                    "<key>\(generator.element(of: ["a", "b", "é", "k&lt;", ""]))</key>" + space(&generator)
                        + element(depth: depth - 1, using: &generator) + space(&generator)
                }.joined() + "</dict>"
        }
    }

    private static let leaves = [
        "<true/>", "<false/>", "<true></true>", "<string/>", "<string>b&amp;&#x1F600;</string>",
        "<string><![CDATA[<x>]]>y</string>", "<integer>-1</integer>", "<integer> + 0x1F</integer>",
        "<integer>9223372036854775808</integer>", "<integer>00</integer>", "<real> 1.5</real>", "<real>-1e3</real>",
        "<real>inf</real>", "<real>-infinity</real>", "<real>NaN</real>", "<real>+.5E-3</real>",
        "<date>-12-31-30T25:00:61Z</date>", "<date>2024-02-29T12:34:56Z</date>", "<data>AAA=</data>", "<data>AA</data>",
        "<data>AAEC /+==</data>", "<array/>", "<dict/>", "<string>é漢😀\u{A9}</string>", "<string> a \n</string>",
    ]

    /// A value of a property list.
    static func object(depth: Int, using generator: inout SeededGenerator) -> Any {
        switch generator.int(0...(depth > 0 ? 10 : 8)) {
        case 0: return generator.int(-300...1 << 40)
        case 1: return UInt64.max
        case 2: return Double(generator.int(0...1000)) / 7
        case 3: return Float(1.25)
        case 4: return generator.oneIn(2)
        case 5: return Date(timeIntervalSinceReferenceDate: Double(generator.int(0...1 << 30)))
        case 6: return Data((0..<generator.int(0...20)).map { UInt8($0) })
        case 7: return generator.element(of: ["shared", "é漢😀", "", String(repeating: "ab", count: 10)])
        case 8: return generator.int(0...300)
        case 9: return (0..<generator.int(0...4)).map { _ in object(depth: depth - 1, using: &generator) }
        default:
            var members: [String: Any] = [:]
            for key in 0..<generator.int(0...4) { members["k\(key)&"] = object(depth: depth - 1, using: &generator) }
            return members
        }
    }
}
