extension NumberText {
    /// Appends the description of a decimal: its digits without an exponent.
    ///
    /// Foundation divides the whole number once for each digit, and takes 3 µs for 17 digits.
    static func append(_ value: Decimal, to buffer: inout ByteBuffer) {
        guard value.isFinite, let (high, low) = value.significandBits else { return buffer.append(value.description) }
        guard high | low > 0 else { return buffer.append(UInt8(ascii: "0")) }
        // The greatest power of ten in 64 bits. The number has less than 39 digits and one.
        let power: UInt64 = 10_000_000_000_000_000_000
        let upper = power.dividingFullWidth((high % power, low))
        let top = power.dividingFullWidth((high / power, upper.quotient))
        let fraction = max(0, -value.exponent)
        var digits = ByteBuffer(capacity: 256)
        for _ in 0..<max(0, fraction - 38) { digits.append(UInt8(ascii: "0")) }
        digits.append(digitsOf: top.quotient, count: 1)
        digits.append(digitsOf: top.remainder, count: 19)
        digits.append(digitsOf: upper.remainder, count: 19)
        for _ in 0..<max(0, value.exponent) { digits.append(UInt8(ascii: "0")) }
        if value.isSignMinus { buffer.append(UInt8(ascii: "-")) }
        let run = digits.run()
        let point = run.count - fraction
        let start = min(run.firstIndex { $0 != UInt8(ascii: "0") } ?? 0, point - 1)
        run.part(start..<point).append(to: &buffer)
        guard fraction > 0 else { return }
        buffer.append(UInt8(ascii: "."))
        run.part(point..<run.count).append(to: &buffer)
    }
}

extension Decimal {
    /// The bits of the significand, or `nil` if this version of Foundation keeps them elsewhere.
    fileprivate var significandBits: (high: UInt64, low: UInt64)? { Self.hasKnownLayout ? storedBits : nil }

    /// On all systems a word with the exponent and the sign comes before the 128 bits.
    private var storedBits: (high: UInt64, low: UInt64) {
        // Both loads lie within the 20 bytes, which the layout's test requires.
        unsafe withUnsafeBytes(of: self) { bytes in
            let low = unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
            return unsafe (bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self), low)
        }
    }

    private static let hasKnownLayout: Bool = {
        // 2⁶⁴ + 2.
        guard MemoryLayout<Decimal>.size == 20, let sample = Decimal(string: "-18446744073709551618e-7") else {
            return false
        }
        return sample.storedBits == (1, 2) && sample.exponent == -7
    }()
}
