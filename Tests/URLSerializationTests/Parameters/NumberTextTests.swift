import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.computing, .random, .slow), .takingTurns) struct NumberTextTests {
    private static func text(_ value: Double, _ strategy: NumberStrategy = .foundation) -> String {
        var buffer = ByteBuffer(capacity: 32)
        NumberText.append(value, strategy: strategy, to: &buffer)
        return buffer.string()
    }

    private static func text(_ value: Float, _ strategy: NumberStrategy = .foundation) -> String {
        var buffer = ByteBuffer(capacity: 32)
        NumberText.append(value, strategy: strategy, to: &buffer)
        return buffer.string()
    }

    /// Returns the C library's texts that differ from this package's.
    private static func mismatches(_ values: [Double]) -> [String] {
        values.filter { text($0) != String(format: "%0.16g", $0) }.prefix(5).map {
            "\($0.debugDescription): \(text($0))"
        }
    }

    private static func mismatches(_ values: [Float]) -> [String] {
        values.filter { text($0) != String(format: "%0.7g", Double($0)) }.prefix(5)
            .map { "\($0.debugDescription): \(text($0))" }
    }

    // MARK: - Doubles

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (100, "100"), (0.1, "0.1"), (0.1 + 0.2, "0.3"),
            (99.99, "99.98999999999999"), (1e15, "1000000000000000"), (1e16, "1e+16"), (1e20, "1e+20"), (1e21, "1e+21"),
            (1e-4, "0.0001"), (1e-5, "1e-05"), (1e-7, "1e-07"), (123_456_789.125, "123456789.125"),
            (.greatestFiniteMagnitude, "1.797693134862316e+308"), (.leastNonzeroMagnitude, "4.940656458412465e-324"),
            (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (9_007_199_254_740_992, "9007199254740992"),
            (1e22, "1e+22"), (2.5, "2.5"), (-1234.5, "-1234.5"),
        ] as [(Double, String)])
    func doubleIsPrintedWithSixteenDigits(value: Double, expected: String) {
        #expect(Self.text(value) == expected)
    }

    @Test(arguments: DoubleSample.allCases)
    func doublesArePrintedAsTheCLibraryPrintsThem(sample: DoubleSample) {
        var generator = SeededGenerator(seed: 6)
        let values = (0..<Effort.times(25_000, quick: 8_000)).map { _ in sample.value(using: &generator) }
        #expect(Self.mismatches(values) == [])
    }

    @Test func doublesAroundPowersOfTenArePrintedAsTheCLibraryPrintsThem() {
        let values = (-30...30).flatMap { exponent -> [Double] in
            let power = Double("1e\(exponent)") ?? .nan
            return (0...80).flatMap { step -> [Double] in
                let near = Double(bitPattern: power.bitPattern - 40 + UInt64(step))
                return [near, -near, near / 2, near * 5, near * 9.999999999999999, near + 0.5]
            }
        }
        #expect(Self.mismatches(values) == [])
    }

    /// The results are the same either way, so that only the speed would show a wrong power of ten.
    @Test(arguments: [DoubleSample.price, .ordinary, .half])
    func commonDoublesDoNotNeedTheCLibrary(sample: DoubleSample) {
        var generator = SeededGenerator(seed: 12)
        let count = (0..<10_000).count { _ in
            var buffer = ByteBuffer(capacity: 32)
            let value = sample.value(using: &generator)
            return value.magnitude < 1e15 && !NumberText.appendCommon(value, to: &buffer)
        }
        #expect(count < 10, "\(count) of 10,000")
    }

    // MARK: - Floats

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (0.1, "0.1"), (1 / 3, "0.3333333"), (3.14, "3.14"),
            (16_777_216, "1.677722e+07"),
            (1_000_000, "1000000"), (999_999, "999999"), (1_234_567, "1234567"), (9_999_999, "9999999"), (1e7, "1e+07"),
            (0.0001, "0.0001"), (0.00001, "1e-05"), (.greatestFiniteMagnitude, "3.402823e+38"), (.nan, "nan"),
            (.infinity, "inf"), (-.infinity, "-inf"), (.leastNonzeroMagnitude, "1.401298e-45"), (-2.5, "-2.5"),
        ] as [(Float, String)])
    func floatIsPrintedWithSevenDigits(value: Float, expected: String) {
        #expect(Self.text(value) == expected)
    }

    @Test func floatsOfEveryExponentArePrintedAsTheCLibraryPrintsThem() {
        var generator = SeededGenerator(seed: 7)
        let values = (UInt32(0)...0x1FF).flatMap { signAndExponent -> [Float] in
            let random = (0..<60).map { _ in UInt32.random(in: 0...0x7F_FFFF, using: &generator) }
            let significands = [0, 1, 2, 0x40_0000, 0x7F_FFFE, 0x7F_FFFF] + random
            return significands.map { Float(bitPattern: signAndExponent << 23 | $0) }
        }
        #expect(Self.mismatches(values) == [])
    }

    /// `EFFORT=5` prints ten million.
    @Test func floatsWithoutExponentsArePrintedAsTheCLibraryPrintsThem() {
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<Effort.times(200, quick: 10) {
            let floats = (0..<10_000).map { _ -> Float in
                // From 10⁻⁵ to 10⁸.
                let exponent = UInt32.random(in: 110...153, using: &generator)
                return Float(bitPattern: exponent << 23 | UInt32.random(in: 0...0x7F_FFFF, using: &generator))
            }
            #expect(Self.mismatches(floats) == [])
        }
    }

    @Test func floatsThatArePowersArePrintedAsTheCLibraryPrintsThem() {
        let twos = (-149...127).map { Float(sign: .plus, exponent: $0, significand: 1) }
        let tens = (-45...38).map { Float("1e\($0)") ?? .nan }
        let near = (twos + tens).flatMap { [$0, $0.nextUp, $0.nextDown, -$0] }
        #expect(Self.mismatches(near) == [])
    }

    /// The results are the same either way, so that only the speed would show a wrong power of ten.
    @Test func commonFloatsDoNotNeedTheCLibrary() {
        var generator = SeededGenerator(seed: 14)
        let count = (0..<10_000).count { _ in
            var buffer = ByteBuffer(capacity: 32)
            let value = Double(Float(generator.int(-9_999_999...9_999_999)) / Float(1 << generator.int(0...9)))
            return value.magnitude >= 1e-4 && !NumberText.appendCommon(value, digits: 7, to: &buffer)
        }
        #expect(count == 0, "\(count) of 10,000")
    }

    @Test func randomFloatsArePrintedAsTheCLibraryPrintsThem() {
        var generator = SeededGenerator(seed: 8)
        let anyBits = (0..<50_000).map { _ in Float(bitPattern: .random(in: 0...UInt32.max, using: &generator)) }
        // An eighth digit of 5 is a tie, or nearly one.
        let ties = (0..<50_000).map { _ -> Float in
            let digits = generator.int(1_000_000...9_999_999)
            return Float("\(digits)5e\(generator.int(-12...2))") ?? .nan
        }
        #expect(Self.mismatches(anyBits) == [])
        #expect(Self.mismatches(ties) == [])
    }

    // MARK: - The shortest text

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (99.99, "99.99"), (0.1 + 0.2, "0.30000000000000004"), (1e16, "1e+16"),
            (1e15, "1000000000000000"), (1e-5, "1e-05"), (.nan, "nan"), (-.infinity, "-inf"), (-1.5, "-1.5"),
        ] as [(Double, String)])
    func shortestTextHasNoFractionWhereThereIsNone(value: Double, expected: String) {
        #expect(Self.text(value, .shortest) == expected)
    }

    @Test(arguments: DoubleSample.allCases)
    func shortestTextOfADoubleReadsBack(sample: DoubleSample) {
        var generator = SeededGenerator(seed: 9)
        let failures = (0..<5_000).map { _ in sample.value(using: &generator) }.filter { value in
            let text = Self.text(value, .shortest)
            return value.isNaN ? text != "nan" : Double(text) != value || text.hasSuffix(".0")
        }
        #expect(failures == [])
    }

    @Test func shortestTextOfAFloatReadsBack() {
        var generator = SeededGenerator(seed: 10)
        let failures = (0..<20_000).map { _ in Float(bitPattern: .random(in: 0...UInt32.max, using: &generator)) }
            .filter { value in
                let text = Self.text(value, .shortest)
                return value.isNaN ? text != "nan" : Float(text) != value || text.hasSuffix(".0")
            }
        #expect(failures == [])
    }

    // MARK: - Integers

    @Test func integersArePrintedInDecimal() {
        var generator = SeededGenerator(seed: 11)
        var values: [UInt64] = [0, .max, UInt64(Int64.max), UInt64(Int64.max) + 1]
        for power in sequence(first: UInt64(1), next: { $0 > .max / 10 ? nil : $0 * 10 }) {
            values += [power - 1, power, power + 1, power / 3 * 5]
        }
        values += (0..<5_000).map { _ in generator.next() >> UInt64(generator.int(0...63)) }
        for value in values {
            let signed = Int64(bitPattern: value)
            let texts = (integerText(value), integerText(signed), integerText(0 &- signed))
            #expect(texts == ("\(value)", "\(signed)", "\(0 &- signed)"))
        }
    }

    private func integerText(_ value: UInt64) -> String {
        var buffer = ByteBuffer(capacity: 0)
        NumberText.append(value, to: &buffer)
        return buffer.string()
    }

    private func integerText(_ value: Int64) -> String {
        var buffer = ByteBuffer(capacity: 0)
        NumberText.append(value, to: &buffer)
        return buffer.string()
    }
}
