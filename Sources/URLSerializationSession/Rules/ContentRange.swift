/// The part of a file that a response with status 206 carries (RFC 9110, section 14.4).
///
///     bytes 5-9/10    first 5, last 9, total 10
///     bytes 5-9/*     first 5, last 9, no total
///     bytes 9-5/10    none
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The whole file's length in bytes, or `nil` if the server does not know it.
    let total: Int64?

    /// Reads a field's value. Returns `nil` for anything but one range of bytes that lies within its file.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let numbers = words[1].split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
        guard numbers.count == 3, words[1].hasPrefix("\(numbers[0])-\(numbers[1])/"),
            let first = Self.number(numbers[0]), let last = Self.number(numbers[1]), first <= last
        else { return nil }
        self.first = first
        self.last = last
        total = Self.number(numbers[2])
        guard total.map({ $0 > last }) ?? (numbers[2] == "*") else { return nil }
    }

    /// The part's length in bytes, at most `Int64.max`.
    var count: Int64 { (last - first).saturatingSum(1) }

    private static func number(_ text: Substring) -> Int64? { text.isDigits ? Int64(text) : nil }
}
