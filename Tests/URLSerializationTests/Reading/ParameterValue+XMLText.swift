import TestSupport
import URLSerialization

extension ParameterValue {
    /// Returns an element of an XML property list with the value's shape, and with other numbers in part.
    ///
    /// - Parameter share: One leaf in so many is odd, perhaps broken, none for `nil`. With a share, comments and spaces
    ///   separate elements.
    func xmlText(oneOddIn share: Int? = nil, using generator: inout SeededGenerator) -> String {
        func space() -> String {
            share == nil ? "" : generator.element(of: ["", "", "", " ", "\n", "<!-- c -->", "<?x y?>", "\t"])
        }
        func text(of value: ParameterValue) -> String { value.xmlText(oneOddIn: share, using: &generator) }
        switch self {
        case .array(let values):
            return "<array>\(values.map { space() + text(of: $0) }.joined())\(space())</array>"
        case .dictionary(let values):
            let members = Self.repeated(values, using: &generator).map { key, value in
                "<key>\(Self.escaped(key, using: &generator))</key>\(space())\(text(of: value))\(space())"
            }
            return "<dict>\(members.joined())</dict>"
        case _ where share.map { generator.oneIn($0) } ?? false: return Self.odd(using: &generator)
        case .bool(let flag): return "<\(flag)/>"
        case .int where generator.oneIn(2): return generator.element(of: Self.integers)
        case .int(let value): return "<integer>\(value)</integer>"
        case .uint(let value): return "<integer>\(value)</integer>"
        case .double where generator.oneIn(2): return generator.element(of: Self.reals)
        case .double(let value): return "<real>\(value)</real>"
        case .date(let date): return "<date>\(date.ISO8601Format())</date>"
        case .data(let data): return "<data>\(data.base64EncodedString())</data>"
        case .string(let text): return "<string>\(Self.escaped(text, using: &generator))</string>"
        default: return "<string>\(self)</string>"
        }
    }

    private static func escaped(_ text: String, using generator: inout SeededGenerator) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case "\u{0}": ""
            case _ where generator.oneIn(12): "&#x\(String(scalar.value, radix: 16));"
            default: String(scalar)
            }
        }.joined()
    }

    /// A leaf in a rare form, or in a wrong one.
    private static func odd(using generator: inout SeededGenerator) -> String {
        func two(_ limit: Int) -> String { String(String(100 + generator.int(0...limit)).dropFirst()) }
        switch generator.int(0...3) {
        case 0:
            let digits = Array("01234567890123456789.eE+-")
            return "<real>" + String((0..<generator.int(1...20)).map { _ in generator.element(of: digits) }) + "</real>"
        case 1: return "<date>\(generator.int(0...2500))-\(two(15))-\(two(40))T12:34:56Z</date>"
        default: return generator.element(of: oddLeaves)
        }
    }

    private static let integers = [
        "0", "5", "-7", "0x1F", "255", "300", "9223372036854775807", "18446744073709551615", "-9223372036854775808",
        "9007199254740993", "16777217",
    ].map { "<integer>\($0)</integer>" }
    private static let reals = [
        "1.0", "1.5", "0.1", "-0.0", "1e19", "1e300", "3.5e38", "255", "9007199254740993",
    ].map { "<real>\($0)</real>" }
    private static let oddLeaves = [
        "<true></true>", "<string/>", "<string>b&amp;&#x1F600;</string>", "<string><![CDATA[<x>]]>y</string>",
        "<integer>-1</integer>", "<integer> + 0x1F</integer>", "<integer>9223372036854775808</integer>",
        "<integer>00</integer>", "<real> 1.5</real>", "<real>-1e3</real>", "<real>inf</real>",
        "<real>-infinity</real>", "<real>NaN</real>", "<real>+.5E-3</real>", "<date>-12-31-30T25:00:61Z</date>",
        "<data>AAA=</data>", "<data>AA</data>", "<data>AAEC /+==</data>", "<array/>", "<dict/>",
        "<string> a \n</string>", "<key/>",
    ]
}
