/// The significant digits of a number's text and the power of ten of the last: equal for `1.50e3` and `1500`.
struct DecimalDigits: Equatable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0

    init(_ text: String) {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        var isFraction = false
        for byte in parts.first?.utf8 ?? "".utf8[...] {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            default:
                digits.append(byte)
                if isFraction { exponent -= 1 }
            }
        }
        exponent = exponent.addingReportingOverflow(parts.count > 1 ? Int(parts[1]) ?? 0 : 0).partialValue
        digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent = exponent.addingReportingOverflow(1).partialValue
        }
        if digits.isEmpty { exponent = 0 }
    }
}
