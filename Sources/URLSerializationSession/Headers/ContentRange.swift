/// The part of a file that a response with status 206 has (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The whole file's length in bytes; nil if the server does not know it.
    let total: Int64?

    /// - Parameter text: As `bytes 5-9/10` or `bytes 5-9/*`.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
            return nil
        }
        self.first = first
        self.last = last
        if halves[1] == "*" {
            total = nil
        } else {
            guard let total = Self.number(halves[1]), total > last else { return nil }
            self.total = total
        }
    }

    /// Digits only: `Int64` would take a sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}
