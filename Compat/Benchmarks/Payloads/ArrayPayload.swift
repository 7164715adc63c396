/// An array of many leaves, by which the cost of a leaf is compared between lengths.
enum ArrayPayload {
    /// An array of integers and strings in turn.
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
