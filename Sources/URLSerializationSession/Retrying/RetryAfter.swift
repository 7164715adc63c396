/// How long a server asks to be left alone: the value of `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The seconds to wait, or nil for what is neither a number of seconds nor a date.
    ///
    /// Never negative, and finite: a date that has passed is 0, a number too large for a `TimeInterval` the largest.
    package static func seconds(_ value: String, now: Date) -> TimeInterval? {
        let value = value.trimmingCharacters(in: .whitespaces)
        guard !value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            // Also of hundreds of digits; none is no number.
            return Double(value).map { min($0, .greatestFiniteMagnitude) }
        }
        return HTTPDate.parse(value, now: now).map { max(0, $0.timeIntervalSince(now)) }
    }
}
