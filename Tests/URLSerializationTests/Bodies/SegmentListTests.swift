import Testing

@testable import URLSerialization

@Suite struct SegmentListTests {
    /// The addresses of the segments' bytes.
    private func addresses(_ segments: [BodySegment]) -> [UnsafeRawPointer?] {
        segments.map { ($0.source as? Data)?.withUnsafeBytes(\.baseAddress) }
    }

    @Test func smallContentIsOneStretch() {
        var list = SegmentList()
        #expect(list.finished.isEmpty)
        for _ in 0..<1000 { list.append(.bytes(Data(repeating: 1, count: 100))) }
        #expect(list.finished.map(\.source.length) == [100_000])
    }

    @Test func stretchEndsBeforeItIsLong() {
        var list = SegmentList()
        for _ in 0..<1000 { list.append(.bytes(Data(repeating: 1, count: 16 << 10))) }
        let lengths = list.finished.map(\.source.length)
        #expect(lengths.reduce(0, +) == 1000 * 16_384)
        #expect(lengths.allSatisfy { $0 <= 1 << 20 })
        #expect(lengths.count < 20)
    }

    @Test(arguments: [0, 1, 16 << 10, (16 << 10) + 2, 3 << 20])
    func textIsItsBytes(count: Int) throws {
        let text = String(repeating: "é", count: count / 2)
        let list = [Data(text.utf8), nil].map { data in
            var list = SegmentList()
            list.append(.bytes(Data([1])))
            if let data { list.append(.bytes(data)) } else { list.append(text) }
            list.append(.bytes(Data([2])))
            return list.finished.map { $0.source as? Data ?? Data() }
        }
        #expect(list[0] == list[1])
        #expect(list[1].reduce(Data(), +) == Data([1]) + Data(text.utf8) + Data([2]))
    }

    @Test func longContentIsNotCopied() {
        let long = Data(repeating: 2, count: (16 << 10) + 1)
        var list = SegmentList()
        list.append(.bytes(Data([1])))
        list.append(.bytes(long))
        list.append(.bytes(Data([3])))
        #expect(list.finished.map(\.source.length) == [1, Int64(long.count), 1])
        #expect(addresses(list.finished)[1] == long.withUnsafeBytes(\.baseAddress))
    }

    @Test func finishedSegmentsAreNotChangedByWhatFollows() {
        var list = SegmentList()
        list.append(.bytes(Data([1])))
        let finished = list.finished
        list.append(.bytes(Data([2])))
        #expect(finished.map(\.source.length) == [1])
        #expect(list.finished.map(\.source.length) == [2])
    }
}
