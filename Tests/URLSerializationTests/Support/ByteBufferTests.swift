import TestSupport
import Testing

@testable import URLSerialization

@Suite struct ByteBufferTests {
    @Test(arguments: [0, 1, 2, 7, 64, 4096])
    func growsFromAnyCapacity(capacity: Int) {
        var buffer = ByteBuffer(capacity: capacity)
        for value in 0..<10_000 { buffer.append(UInt8(truncatingIfNeeded: value)) }
        #expect(buffer.count == 10_000)
        #expect(buffer.data() == Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) }))
    }

    @Test func bytesOfEveryLengthAreCopiedAndNoneBeyond() {
        let source = (1...40).map(UInt8.init)
        for count in 0...source.count {
            var target = [UInt8](repeating: 0, count: 48)
            source.withUnsafeBufferPointer { source in
                target.withUnsafeMutableBufferPointer { target in
                    if let source = source.baseAddress { target.baseAddress?.copyShort(source, count) }
                }
            }
            #expect(target == Array(source.prefix(count)) + Array(repeating: 0, count: 48 - count))
        }
    }

    @Test func holdsWhatAnArrayWouldAfterAnyOperations() {
        var generator = SeededGenerator(seed: 4)
        for capacity in [0, 1, 16] {
            var buffer = ByteBuffer(capacity: capacity)
            var expected: [UInt8] = []
            for _ in 0..<300 {
                Self.change(&buffer, &expected, using: &generator)
                #expect(buffer.count == expected.count)
                #expect(buffer.withBytes { $0.elementsEqual(expected) })
            }
        }
    }

    private static func change(
        _ buffer: inout ByteBuffer, _ expected: inout [UInt8], using generator: inout SeededGenerator
    ) {
        switch generator.int(0...5) {
        case 0:
            buffer.append(UInt8(ascii: "x"))
            expected.append(UInt8(ascii: "x"))
        case 1:
            let text = generator.text(scalars: generator.int(0...40), of: Script.allCases)
            buffer.append(text)
            expected += text.utf8
        case 2:
            buffer.append(literal: "literal")
            expected += "literal".utf8
        case 3:
            let bytes = [UInt8](repeating: 0xFF, count: generator.int(0...300))
            bytes.withUnsafeBufferPointer { buffer.append($0) }
            expected += bytes
        case 4:
            let count = generator.int(0...expected.count)
            buffer.truncate(to: count)
            expected.removeSubrange(count...)
        default:
            buffer.append(maximum: 100) { target in
                target.update(repeating: 7, count: 3)
                return 3
            }
            expected += [7, 7, 7]
        }
    }

    @Test func appendsAnotherBuffer() {
        var first = ByteBuffer(capacity: 1)
        var second = ByteBuffer(capacity: 0)
        second.run().append(to: &first)
        #expect(first.count == 0)
        second.append("漢字")
        first.append("a")
        second.run().append(to: &first)
        #expect(first.string() == "a漢字")
        #expect(second.string() == "漢字")
    }

    @Test func bytesThatAreNoTextBecomeReplacementCharacters() {
        var buffer = ByteBuffer(capacity: 4)
        buffer.append(0xFF)
        buffer.append(literal: "a")
        #expect(buffer.string() == "\u{FFFD}a")
        #expect(buffer.data() == Data([0xFF, 0x61]))
    }

    @Test func emptyBufferIsEmptyTextAndData() {
        let buffer = ByteBuffer(capacity: 0)
        #expect(buffer.string().isEmpty)
        #expect(buffer.data().isEmpty)
        #expect(buffer.withBytes { $0.isEmpty })
    }

    @Test func reservingKeepsTheContent() {
        var buffer = ByteBuffer(capacity: 3)
        buffer.append("abc")
        buffer.reserve(1_000_000)
        #expect(buffer.string() == "abc")
    }
}
