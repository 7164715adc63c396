/// The parser of keys that are integers in canonical form: no plus, no leading zeros, no minus before zero.
enum DecimalKey {
    /// Returns the integer that a key spells, or `nil` if it is not canonical or does not fit 64 bits.
    static func value(of key: some RandomAccessCollection<UInt8>) -> Int64? {
        guard let first = key.first, key.count <= 20 else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        let digits = isNegative ? key.dropFirst() : key[...]
        guard let leading = digits.first, leading != UInt8(ascii: "0") || key.count == 1 else { return nil }
        // Accumulate negatively: Int64.min has no positive counterpart.
        var value: Int64 = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            let (product, isProductBeyond) = value.multipliedReportingOverflow(by: 10)
            let (difference, isDifferenceBeyond) = product.subtractingReportingOverflow(
                Int64(digit - UInt8(ascii: "0")))
            guard !isProductBeyond, !isDifferenceBeyond else { return nil }
            value = difference
        }
        guard !isNegative else { return value }
        return value == .min ? nil : -value
    }
}
