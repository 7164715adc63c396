/// A body in the segments in which it was received, joined on demand.
///
/// A single growing buffer is copied whenever the allocator has no room behind it, and both copies exist meanwhile: a
/// body of 16 MiB took up to 32 MiB that way.
struct ReceivedSegments: Sendable {
    /// The length up to which segments share a buffer, so that small ones cost no more than their bytes.
    private static let smallest = 1 << 16

    private var segments: [Data] = []

    mutating func append(_ data: Data) {
        if let last = segments.last, last.count + data.count <= Self.smallest {
            segments[segments.count - 1].append(data)
        } else {
            segments.append(data)
        }
    }

    /// Returns the body so far.
    ///
    /// - Complexity: O(*n*) in the body's length if bytes were added since the last call, and O(1) otherwise.
    mutating func joined() -> Data {
        guard segments.count > 1 else { return segments.first ?? Data() }
        var whole = Data()
        whole.reserveCapacity(segments.reduce(0) { $0 + $1.count })
        for segment in segments { whole.append(segment) }
        segments = [whole]
        return whole
    }
}
