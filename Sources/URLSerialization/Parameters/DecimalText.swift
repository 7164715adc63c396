extension NumberText {
    /// Appends the description of a decimal. One of up to 64 bits with a fraction is written here: Foundation divides
    /// the whole number once for each digit, and takes 3 µs for 17 digits. Zero, NaN and a significand that ends in a
    /// zero are left to Foundation.
    static func append(_ value: Decimal, to buffer: inout ByteBuffer) {
        guard let digits = value.digits, digits % 10 > 0, (-19 ... -1).contains(value.exponent) else {
            return buffer.append(value.description)
        }
        appendFixed(digits, -value.exponent, isNegative: value.isSignMinus, to: &buffer)
    }
}

extension Decimal {
    /// The significand, or `nil` if it has more than 64 bits or this version of Foundation keeps it elsewhere.
    fileprivate var digits: UInt64? { Self.hasKnownLayout && storedBits.high == 0 ? storedBits.low : nil }

    /// The 128 bits after the exponent and the sign, on all systems. Both loads lie within the 20 bytes.
    private var storedBits: (high: UInt64, low: UInt64) {
        unsafe withUnsafeBytes(of: self) { bytes in
            unsafe (
                bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
            )
        }
    }

    /// Whether the significand of 2⁶⁴ + 2 is where it is expected.
    private static let hasKnownLayout =
        MemoryLayout<Decimal>.size == 20 && (Decimal(UInt64.max) + 3).storedBits == (1, 2)
}
