import TestSupport
import URLSerialization

/// Random JSON texts whose keys are those of ``DecodingProgram``, some of them broken.
struct RandomJSONText {
    private var generator: SeededGenerator
    private var bytes: [UInt8] = []

    /// Returns a text. About one in six is broken at a place or two.
    static func text(seed: UInt64) -> Data {
        var text = RandomJSONText(generator: SeededGenerator(seed: seed))
        text.value(depth: 4)
        if text.generator.oneIn(6) { text.mutate() }
        // An empty body and a space are no documents, and of three bytes the encoding is not clear.
        return Data(text.bytes.count < 4 ? text.bytes + Array("    ".utf8) : text.bytes)
    }

    /// Returns a number in JSON's grammar with up to 25 digits in each part, many of them zeros.
    static func number(using generator: inout SeededGenerator) -> String {
        func digits() -> String {
            let choices = Array(generator.oneIn(2) ? "000000019" : "0123456789")
            return String((0..<generator.int(1...25)).map { _ in generator.element(of: choices) })
        }
        var text = generator.oneIn(2) ? "-" : ""
        text += generator.oneIn(3) ? "0" : String(generator.int(1...9)) + digits()
        if generator.oneIn(2) { text += "." + digits() }
        if generator.oneIn(2) { text += generator.element(of: ["e", "E", "e+", "e-", "E-"]) + digits() }
        return text
    }

    private init(generator: SeededGenerator) {
        self.generator = generator
    }

    private mutating func append(_ text: String) { bytes += Array(text.utf8) }

    private mutating func value(depth: Int) {
        switch generator.int(0...9) {
        case 0...3 where depth > 0: dictionary(depth: depth)
        case 4...5 where depth > 0: array(depth: depth)
        default: leaf()
        }
    }

    private mutating func dictionary(depth: Int) {
        append("{")
        // Sometimes more members than are searched without a table.
        let count = generator.oneIn(30) ? 40 : generator.int(0...6)
        for index in 0..<count {
            if index > 0 { append(generator.oneIn(3) ? ", " : ",") }
            key()
            append(":")
            value(depth: depth - 1)
        }
        append("}")
    }

    private mutating func key() {
        if generator.oneIn(60) { return append(generator.element(of: Self.brokenTexts)) }
        let key = generator.element(of: DecodingProgram.keys + ["one_two", "_a_b_", "x9", "\u{212A}"])
        append("\"")
        for scalar in key.unicodeScalars {
            generator.oneIn(12) && scalar.value < 0x10000
                ? append("\\u" + String(format: "%04x", scalar.value)) : append(String(scalar))
        }
        append("\"")
    }

    private mutating func array(depth: Int) {
        append("[")
        let count = generator.int(0...4)
        let isUniform = generator.oneIn(2)
        for index in 0..<count {
            if index > 0 { append(",") }
            isUniform ? append(generator.element(of: Self.numbers)) : value(depth: depth - 1)
        }
        append(generator.oneIn(12) ? ",]" : "]")
    }

    private mutating func leaf() {
        switch generator.int(0...19) {
        case 0...2: append("null")
        case 3...4: append(generator.oneIn(2) ? "true" : "false")
        case 5...11: append(generator.element(of: Self.numbers))
        case 12: append(generator.element(of: Self.brokenNumbers))
        case 13: append(generator.element(of: Self.brokenTexts))
        default: append(generator.element(of: Self.texts))
        }
    }

    private mutating func mutate() {
        for _ in 0..<generator.int(1...2) where !bytes.isEmpty {
            let index = generator.int(0...(bytes.count - 1))
            switch generator.int(0...2) {
            case 0: bytes.remove(at: index)
            case 1: bytes[index] = UInt8(generator.int(0...255))
            default: bytes.insert(generator.element(of: Array("\"\\{}[],:0e.-ut \u{80}".utf8)), at: index)
            }
        }
    }

    private static let numbers = [
        "0", "1", "5", "7", "-1", "-0", "-0.0", "255", "256", "-128", "-129", "65536", "1.0", "1e2", "1E+2", "100e-2",
        "1.5", "0.1", "19.99", "3.14159265358979", "1e-7", "123456789012", "2147483648", "9007199254740993",
        "9007199254740993.0", "9007199254740992.5", "9777.7777777777777777e12", "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808", "18446744073709551615", "18446744073709551616", "1e19", "1e18", "12345678901234567.5",
        "170141183460469231731687303715884105727", "1e38", "1e39", "3.4028235e38", "3.4028236e38", "16777217", "1e-45",
        "1e-46", "1.7976931348623157e308", "1e308", "5e-324", "1e-310", "1e-323", "0e400", "0.1e1", "1e22", "1e23",
        "123456789.123456789e5", "0.000001", "1e127", "1e-127", "4.35", "0.3", "2.5e-1", "1e00000000000000000002",
    ]
    private static let brokenNumbers = [
        "01", "-", "1.", "1e", "1e+", "--1", "1-2", "1e999", "1e-999", "-1e999", "1e99999999999", "1e-99999999999",
        "00", "-01", "1.2.3", "1e5.0", "+1", ".5", "0x10",
    ]
    private static let texts = [
        "\"\"", "\"a\"", "\"x\"", "\"hearts\"", "\"1\"", "\"true\"", "\"inf\"", "\"-inf\"", "\"nan\"", "\"AQID\"",
        "\"http://example.com/a?b=c\"", "\"2020-01-02T03:04:05Z\"", "\"a longer text than is stored in place\"",
        "\"\\u00e9\\n\\\"\"", "\"\u{E9}\u{1F600}\"", "\"\\ud83d\\ude00\"", "\"\u{FEFF}x\"", "\"http://[x\"",
        "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "\"2020\"", "\"\\u0000\"",
        "\"\(String(repeating: "long ", count: 110))\"",
    ]
    private static let brokenTexts = [
        "\"\\q\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\u12\"", "\"\u{1}\"", "\"\\uZZZZ\"", "\"tab\t\"",
    ]
}
