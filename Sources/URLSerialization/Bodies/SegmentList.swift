/// Segments as a form appends them: what is small goes into one stretch of bytes with its neighbours.
struct SegmentList: Sendable {
    /// Content up to this length is copied among its neighbours; longer content is shared with whoever gave it.
    static let longestCopy = 16 << 10
    /// A stretch of bytes ends where it has this length, so that growing costs no long copies.
    private static let longestStretch = 1 << 20

    private var segments: [BodySegment] = []
    private var stretch: [UInt8] = []

    /// All segments, in their order.
    var finished: [BodySegment] {
        stretch.isEmpty ? segments : segments + [.bytes(Data(stretch))]
    }

    mutating func append(_ data: Data) {
        guard data.count <= Self.longestCopy else { return append(.bytes(data)) }
        data.withUnsafeBytes { stretch.append(contentsOf: $0) }
        if stretch.count >= Self.longestStretch { endStretch() }
    }

    /// Appends a text's UTF-8.
    mutating func append(_ text: String) {
        guard text.utf8.count <= Self.longestCopy else { return append(.bytes(Data(text.utf8))) }
        text.withUTF8Bytes { stretch.append(contentsOf: $0) }
        if stretch.count >= Self.longestStretch { endStretch() }
    }

    mutating func append(_ segment: BodySegment) {
        endStretch()
        segments.append(segment)
    }

    private mutating func endStretch() {
        guard !stretch.isEmpty else { return }
        segments.append(.bytes(Data(stretch)))
        stretch.removeAll(keepingCapacity: true)
    }
}
