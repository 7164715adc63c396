/// A stack of open brackets of two kinds, a bit for each.
struct BracketStack {
    /// The number of levels that Foundation's readers of JSON and property lists allow.
    static let maximumDepth = 512

    private let limit: Int
    /// The number of open brackets.
    private(set) var depth = 0
    /// The marks of the innermost brackets, at most 64; those of the others, 64 to a word.
    private var top: UInt64 = 0
    private var others: [UInt64] = []

    init(limit: Int = maximumDepth) {
        self.limit = limit
    }

    /// Whether the innermost bracket is a marked one; false if none is open.
    @inline(__always)
    var isTopMarked: Bool { top & 1 == 1 }

    /// Opens a bracket.
    ///
    /// - Returns: False if that is one level too many.
    @inline(__always)
    mutating func push(isMarked: Bool) -> Bool {
        guard depth < limit else { return false }
        if depth & 63 == 0, depth > 0 { others.append(top) }
        top = top << 1 | (isMarked ? 1 : 0)
        depth += 1
        return true
    }

    /// Closes the innermost bracket.
    @inline(__always)
    mutating func pop() {
        guard depth > 0 else { return }
        depth -= 1
        top = depth & 63 == 0 ? others.popLast() ?? 0 : top >> 1
    }
}
