import URLSerialization

/// A JSON number as the value that an Objective-C program would have held.
enum JSONNumber {
    /// Reads a number's text.
    ///
    /// A number without a point and an exponent is an integer where 64 bits hold it, signed before unsigned; beyond
    /// them a decimal where that holds it exactly. Everything else is a double.
    ///
    /// - Returns: nil if no double is as large.
    static func value(_ text: String) -> ParameterValue? {
        if isInteger(text) {
            if let value = Int64(text) { return .int(value) }
            if let value = UInt64(text) { return .uint(value) }
            // Decimal has 38 digits, and Foundation's reader of decimals takes its time over long ones.
            if text.utf8.count <= 160, let value = Decimal(string: text), value.description == text {
                return .decimal(value)
            }
        }
        return finiteDouble(text).map(ParameterValue.double)
    }

    /// Whether a number's text has neither a point nor an exponent.
    static func isInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    }

    /// The double nearest to a number, nil if the number is beyond the largest.
    static func finiteDouble(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
