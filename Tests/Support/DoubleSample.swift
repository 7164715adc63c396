import Foundation

/// The kinds of doubles that are hard to print.
package enum DoubleSample: CaseIterable, Sendable {
    case anyBits, decimal, price, half, tie, closeToTie, integer, largeInteger, subnormal, ordinary,
        powerOfTen

    package func value(using generator: inout SeededGenerator) -> Double {
        switch self {
        case .anyBits: return Double(bitPattern: generator.next())
        case .decimal:
            let digits = (0..<generator.int(1...17)).map { _ in String(generator.int(0...9)) }.joined()
            return Double("\(generator.oneIn(2) ? "-" : "")\(digits)e\(generator.int(-22...6))") ?? .nan
        case .price: return Double(generator.int(-10_000_000...10_000_000)) / 100
        case .half:
            return Double(generator.int(-(1 << 52)...1 << 52) >> generator.int(0...52)) + 0.5
        case .tie: return Self.tie(using: &generator)
        case .closeToTie:
            let tie = Self.tie(using: &generator)
            return generator.oneIn(2) ? tie.nextUp : tie.nextDown
        case .integer: return Double(generator.int(-(1 << 53)...1 << 53) >> generator.int(0...53))
        case .largeInteger: return Double(generator.next()) * Double(1 << generator.int(0...20))
        case .subnormal: return Double(bitPattern: generator.next() & 0x800F_FFFF_FFFF_FFFF)
        case .ordinary: return Double.random(in: -1000...1000, using: &generator)
        case .powerOfTen:
            // The form of the text changes there.
            let power = pow(10, Double(generator.int(-323...308)))
            return generator.element(of: [power, power, power.nextUp, -power.nextDown])
        }
    }

    /// Returns a decimal whose seventeenth digit, the first that is not printed, is a 5: nearest to the middle of two.
    private static func tie(using generator: inout SeededGenerator) -> Double {
        let digits = generator.int(1_000_000_000_000_000...9_999_999_999_999_999)
        // Few doubles are exact ties; those of 16 digits with a fraction of a power of two are.
        if generator.oneIn(2) {
            return Double(generator.int(1 << 50...1 << 52)) / Double(1 << generator.int(1...12))
        }
        return Double("\(digits)5e\(generator.int(-21...0))") ?? .nan
    }
}
