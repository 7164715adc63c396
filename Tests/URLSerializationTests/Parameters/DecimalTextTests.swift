import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.computing, .random, .slow), .takingTurns) struct DecimalTextTests {
    private static func text(_ value: Decimal) -> String {
        var buffer = ByteBuffer(capacity: 1)
        NumberText.append(value, to: &buffer)
        return buffer.string()
    }

    /// Whether two decimals have the same digits, exponent, sign and unused bits.
    private static func isSame(_ left: Decimal?, _ right: Decimal?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
    }

    private static func digits(_ count: Int, using generator: inout SeededGenerator) -> String {
        String((0..<count).map { _ in generator.element(of: Array("0123456789")) })
    }

    /// A number of up to 45 digits, mostly of about 17, with a point or an exponent.
    private static func number(using generator: inout SeededGenerator) -> String {
        let count = generator.oneIn(4) ? generator.int(1...45) : generator.int(14...20)
        var text = digits(count, using: &generator)
        if generator.oneIn(3) { text += String(repeating: "0", count: generator.int(1...12)) }
        if !generator.oneIn(4) {
            text.insert(".", at: text.index(text.startIndex, offsetBy: generator.int(0...text.count - 1)))
        }
        if text.hasPrefix(".") { text = "0" + text }
        if generator.oneIn(6) { text += "e\(generator.int(-140...140))" }
        return generator.oneIn(2) ? "-" + text : text
    }

    @Test(arguments: 0..<8)
    func textsAreReadAndWrittenAsByFoundation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Effort.times(10_000, quick: 2_000) {
            let number = Self.number(using: &generator)
            let expected = Decimal(string: number)
            let decimal = number.withRun { NumberParser.decimal($0) }
            #expect(Self.isSame(decimal, expected), "\(number)")
            guard let expected else { continue }
            #expect(Self.text(expected) == expected.description, "\(number)")
        }
    }

    /// Results of arithmetic may have unused bits and trailing zeros.
    @Test(arguments: 0..<4)
    func resultsOfArithmeticAreWrittenAsByFoundation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Effort.times(5000, quick: 1000) {
            guard let left = Decimal(string: Self.number(using: &generator)),
                let right = Decimal(string: Self.number(using: &generator)),
                // Foundation traps where a product is too large or too small.
                abs(left.exponent) < 40, abs(right.exponent) < 40, right != 0
            else { continue }
            for value in [left + right, left - right, left * right, left / right, left - left] {
                #expect(Self.text(value) == value.description, "\(left) \(right)")
            }
            let uncompact = Decimal(sign: .minus, exponent: generator.int(-120...100), significand: left.significand)
            #expect(Self.text(uncompact) == uncompact.description)
        }
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "0.1", "10", "1e38", "1e127", "1e-127", "1e-128",
        "340282366920938463463374607431768211455",
        "34028236692093846346337460743176821145.5", "18446744073709551615", "18446744073709551616", "1e19", "1e-38",
        "99999999999999999999999999999999999999", "9999999999999999999", "10000000000000000000",
        "-0.340282366920938463463374607431768211455", "1500e-2", "0.00000000000000000010", "1E5", "0e150",
    ])
    func boundariesAreReadAndWrittenAsByFoundation(number: String) throws {
        let expected = Decimal(string: number)
        #expect(Self.isSame(number.withRun { NumberParser.decimal($0) }, expected))
        if let expected { #expect(Self.text(expected) == expected.description) }
    }

    @Test func valuesWithoutDigitsAreWrittenAsByFoundation() {
        for value in [
            Decimal.nan, .zero, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi,
        ] {
            #expect(Self.text(value) == value.description)
        }
    }

    @Test func decimalsInBodiesAndQueriesHaveTheseTexts() throws {
        let value = try #require(Decimal(string: "-65.613616999999977"))
        let body = try JSONRequestSerializer().body(for: ["a": value], in: URLRequest(url: URL(filePath: "/")))
        #expect(body == Data(#"{"a":-65.613616999999977}"#.utf8))
        #expect(try QueryStringSerializer().string(from: ["a": value]) == "a=-65.613616999999977")
    }

    // MARK: - Doubles

    @Test(arguments: 0..<8)
    func doublesOfManyDigitsAreTheNearest(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Effort.times(20_000, quick: 4_000) {
            let number = Self.number(using: &generator)
            let expected = Double(number).flatMap { $0.isFinite ? $0 : nil }
            let double = number.withRun { NumberParser.double($0) }
            // Zero is only the value of zeros.
            guard expected != 0 else { continue }
            #expect(double == expected, "\(number)")
        }
    }

    /// Numbers halfway between two doubles, and their neighbours.
    @Test func tiesAreRoundedToEven() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<Effort.times(20_000, quick: 4_000) {
            let double = UInt64.random(in: 1 << 53..<1 << 54, using: &generator)
            let digits = double | 1
            for (digits, divisions) in [
                (digits, 0), (digits &- 1, 0), (digits * 5, 1), (digits * 5 + 1, 1), (digits * 5 - 1, 1),
                (digits * 25, 2),
            ] {
                var text = String(digits)
                if divisions > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -divisions)) }
                #expect(text.withRun { NumberParser.double($0) } == Double(text), "\(text)")
            }
        }
    }
}
