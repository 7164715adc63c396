import TestSupport
import URLSerialization

extension ParameterValue {
    /// Returns JSON text with the value's shape, in spellings that readers find hard, and with other numbers in part.
    ///
    /// - Parameter share: One in so many places is broken, none for `nil`.
    func jsonText(oneBrokenIn share: Int? = nil, using generator: inout SeededGenerator) -> String {
        func isBroken() -> Bool { share.map { generator.oneIn($0) } ?? false }
        func text(of value: ParameterValue) -> String { value.jsonText(oneBrokenIn: share, using: &generator) }
        let space = generator.element(of: ["", "", "", "", " ", "\n", "\t "])
        switch self {
        case .null: return "null"
        case .bool(let flag): return "\(flag)"
        case .string(let text):
            return isBroken() ? generator.element(of: Self.brokenTexts) : Self.quoted(text, using: &generator)
        case .array(let values):
            return "[\(space)\(values.map(text).joined(separator: ",\(space)"))\(isBroken() ? "," : "")\(space)]"
        case .dictionary(let values):
            let members = Self.repeated(values, using: &generator).map { key, value in
                "\(text(of: .string(key)))\(space):\(text(of: value))"
            }
            return "{\(members.joined(separator: "\(space),"))\(!values.isEmpty && space == " " ? "," : "")}"
        case .int(let value) where generator.oneIn(8): return "\(value)"
        case .double(let value) where generator.oneIn(4): return "\(value)"
        default: return generator.element(of: isBroken() ? Self.brokenNumbers : Self.numbers)
        }
    }

    /// Returns the members of a dictionary, at times one key twice.
    static func repeated(
        _ values: ParameterDictionary, using generator: inout SeededGenerator
    ) -> [ParameterDictionary.Element] {
        guard !values.isEmpty, generator.oneIn(6) else { return Array(values) }
        let (first, second) = (generator.element(of: Array(values)), generator.element(of: Array(values)))
        return values + [(first.key, second.value)]
    }

    /// Returns the text in quotation marks, some of its characters as escapes. With escapes Foundation does not know
    /// the texts that stand for numbers, and drops byte order marks in other places.
    private static func quoted(_ text: String, using generator: inout SeededGenerator) -> String {
        let short: [Unicode.Scalar: String] = ["\n": "\\n", "\t": "\\t", "\"": "\\\"", "\\": "\\\\", "/": "\\/"]
        let isPlain = ["inf", "-inf", "nan"].contains(text) || text.hasPrefix("\u{FEFF}")
        var quoted = "\""
        for scalar in text.unicodeScalars {
            let mustBeEscaped = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if !mustBeEscaped, isPlain || !generator.oneIn(12) {
                quoted.unicodeScalars.append(scalar)
            } else if let escape = short[scalar], generator.oneIn(2) {
                quoted += escape
            } else {
                quoted += scalar.utf16.map { String(format: "\\u%04x", $0) }.joined()
            }
        }
        return quoted + "\""
    }

    private static let numbers = [
        "0", "1", "5", "7", "-1", "-0", "-0.0", "255", "256", "-128", "-129", "65536", "1.0", "1e2", "1E+2", "100e-2",
        "1.5", "0.1", "19.99", "3.14159265358979", "1e-7", "123456789012", "2147483648", "9007199254740993",
        "9007199254740993.0", "9007199254740992.5", "9777.7777777777777777e12", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616", "1e19", "1e18",
        "12345678901234567.5", "170141183460469231731687303715884105727", "1e38", "1e39", "3.4028235e38",
        "3.4028236e38", "16777217", "1e-45", "1e-46", "1.7976931348623157e308", "1e308", "5e-324", "1e-310", "1e-323",
        "0e400", "0.1e1", "1e22", "1e23", "123456789.123456789e5", "0.000001", "1e127", "1e-127", "4.35", "0.3",
        "2.5e-1", "1e00000000000000000002", "-12.50", "1e5", "1E-5", "0.5e+10", "9e307", "1e400",
        "123456789012345678901", "12345678901234567", "0.1234567890123456", "1234567890.12345678E3", "1e-400",
        "123456789012345678e200", "0.30000000000000004",
    ]
    private static let brokenNumbers = [
        "01", "-", "1.", "1e", "1e+", "--1", "1-2", "1e999", "1e-999", "-1e999", "1e99999999999", "1e-99999999999",
        "00", "-01", "1.2.3", "1e5.0", "+1", ".5", "0x10",
    ]
    private static let brokenTexts = [
        "\"\\q\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\u12\"", "\"\u{1}\"", "\"\\uZZZZ\"", "\"tab\t\"",
    ]

    /// Texts that readers find hard, or that mean something to a decoder.
    static let hardTexts = [
        "", "a", "x", "hearts", "1", "true", "inf", "-inf", "nan", "AQID", "http://example.com/a?b=c",
        "2020-01-02T03:04:05Z", "a longer text than is stored in place", "é\n\"", "é\u{1F600}", "\u{FEFF}x",
        "http://[x", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "2020", "\u{0}", "$null", "5", "<é\u{1F600}",
        String(repeating: "long ", count: 110), "e\u{301}", "é漢😀", "key with spaces",
    ]
}

extension SeededGenerator {
    /// Returns a number in JSON's grammar with up to 25 digits in each part, many of them zeros.
    mutating func jsonNumber() -> String {
        func digits() -> String {
            let choices = Array(oneIn(2) ? "000000019" : "0123456789")
            return String((0..<int(1...25)).map { _ in element(of: choices) })
        }
        var text = oneIn(2) ? "-" : ""
        text += oneIn(3) ? "0" : String(int(1...9)) + digits()
        if oneIn(2) { text += "." + digits() }
        if oneIn(2) { text += element(of: ["e", "E", "e+", "e-", "E-"]) + digits() }
        return text
    }
}
