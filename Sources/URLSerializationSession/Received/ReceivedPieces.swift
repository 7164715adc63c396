/// A body in the pieces it came in, put together when it is asked for.
///
/// One buffer that grows is copied, beside itself, whenever the allocator has no room behind it: a body of 16 MiB took
/// up to 32 MiB that way.
struct ReceivedPieces: Sendable {
    /// The length up to which pieces share a buffer, so that small ones cost no more than their bytes.
    private static let smallest = 1 << 16

    private var pieces: [Data] = []

    mutating func append(_ data: Data) {
        if let last = pieces.last, last.count + data.count <= Self.smallest {
            pieces[pieces.count - 1].append(data)
        } else {
            pieces.append(data)
        }
    }

    /// The whole body so far.
    ///
    /// - Complexity: O(*n*) in what came since it was asked for last; else O(1).
    mutating func joined() -> Data {
        guard pieces.count > 1 else { return pieces.first ?? Data() }
        var whole = Data()
        whole.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { whole.append(piece) }
        pieces = [whole]
        return whole
    }
}
