/// The significant digits of a number's text and the power of ten of the last: equal for `1.50e3` and `1500`.
struct DecimalDigits: Equatable {
    private let isNegative: Bool
    private let digits: String
    private let exponent: Int

    init(_ text: String) {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let significant = halves.joined(separator: "").drop { $0 == "0" }
        let zeros = significant.reversed().prefix { $0 == "0" }.count
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        isNegative = parts[0].hasPrefix("-")
        digits = String(significant.dropLast(zeros))
        exponent = digits.isEmpty ? 0 : power &- halves.dropFirst().joined(separator: "").utf8.count &+ zeros
    }
}
