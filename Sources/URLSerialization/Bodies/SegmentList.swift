/// A form's segments, with small content joined to its neighbors in one run of bytes.
struct SegmentList: Sendable {
    /// The length in bytes up to which content is copied into a run; longer content is shared with the caller.
    static let longestCopy = 16 << 10
    /// The length in bytes at which a run ends, so that growing it costs no long copies.
    private static let longestStretch = 1 << 20

    private var segments: [BodySegment] = []
    private var stretch: [UInt8] = []

    /// All segments, in their order.
    var finished: [BodySegment] {
        stretch.isEmpty ? segments : segments + [.bytes(Data(stretch))]
    }

    mutating func append(_ data: Data) {
        guard data.count <= Self.longestCopy else { return append(.bytes(data)) }
        stretch.append(contentsOf: data)
        if stretch.count >= Self.longestStretch { endStretch() }
    }

    /// Appends a text's UTF-8.
    mutating func append(_ text: String) {
        guard text.utf8.count <= Self.longestCopy else { return append(.bytes(Data(text.utf8))) }
        stretch.append(contentsOf: text.utf8)
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
