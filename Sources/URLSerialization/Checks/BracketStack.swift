/// A stack of open brackets of two kinds, in 64 bytes.
struct BracketStack {
    /// The number of levels that Foundation's readers of JSON and property lists allow.
    static let maximumDepth = 512

    /// The number of open brackets.
    private(set) var depth = 0
    private var marks = [UInt64](repeating: 0, count: maximumDepth / 64)

    /// Whether the innermost bracket is a marked one; false if none is open.
    private(set) var isTopMarked = false

    /// Opens a bracket.
    ///
    /// - Returns: False if that is one level too many.
    mutating func push(isMarked: Bool) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        let mark: UInt64 = 1 << UInt64(depth & 63)
        if isMarked { marks[depth >> 6] |= mark } else { marks[depth >> 6] &= ~mark }
        depth += 1
        isTopMarked = isMarked
        return true
    }

    /// Closes the innermost bracket.
    mutating func pop() {
        guard depth > 0 else { return }
        depth -= 1
        isTopMarked = depth > 0 && marks[(depth - 1) >> 6] >> UInt64((depth - 1) & 63) & 1 == 1
    }
}
