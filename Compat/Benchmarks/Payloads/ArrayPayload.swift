/// An array of many leaves, for comparing the cost of a leaf between lengths.
enum ArrayPayload {
    /// Returns an array of integers and strings in turn.
    ///
    /// The leaves of every length print alike (four digits, eight characters), so that a longer array is more of the
    /// same work and nothing else.
    static func parameters(count: Int) -> [String: Any] {
        let values: [Any] = (0..<count).map { index -> Any in
            index.isMultiple(of: 2) ? 1000 + index % 9000 : "item\(1000 + index % 9000)"
        }
        return ["values": values]
    }
}
