import Testing
import URLSerialization

@Suite struct ByteCursorTests {
    private final class Memory {
        private let bytes: UnsafeMutableBufferPointer<UInt8>

        init(_ content: [UInt8]) {
            bytes = .allocate(capacity: content.count)
            _ = bytes.initialize(from: content)
        }

        deinit { bytes.deallocate() }

        func cursor(from position: Int = 0) -> ByteCursor { ByteCursor(UnsafeBufferPointer(bytes), from: position) }
    }

    /// A call, its result as text, and the cursor's position after it.
    private static let calls:
        [(from: Int, call: @Sendable (inout ByteCursor) -> String, answer: String, position: Int)] = [
            (0, { "\($0.take("<a"))" }, "true", 2), (0, { "\($0.take("<b"))" }, "false", 0),
            (8, { "\($0.take(">>"))" }, "false", 8), (2, { "\($0.skipSpace())" }, "true", 3),
            (3, { "\($0.skipSpace())" }, "false", 3), (3, { "\($0.seek(UInt8(ascii: "=")))" }, "true", 4),
            (5, { "\(String(describing: $0.literal()))" }, "Optional(Range(6..<7))", 8),
            (7, { "\(String(describing: $0.literal()))" }, "nil", 9), (8, { "\($0.seek(past: "-->"))" }, "false", 9),
            (0, { "\($0.seek(past: "c\""))" }, "true", 8), (0, { "\($0.skip { $0 != 0x20 })" }, "2", 2),
            (
                7,
                {
                    $0.advance(5) as Void; return "\($0.isAtEnd) \($0.byte) \($0.next) \($0.left)"
                }, "true 0 0 0", 9
            ),
            (-3, { "\($0.byte)" }, "60", 0), (99, { "\($0.byte)" }, "0", 9),
        ]

    @Test(arguments: calls.indices)
    func aCallMovesTheCursorAsFarAsItSays(index: Int) {
        let (from, call, answer, position) = Self.calls[index]
        let memory = Memory(Array(#"<a b="c">"#.utf8))
        var cursor = memory.cursor(from: from)
        let result = call(&cursor)
        #expect(result == answer)
        #expect(cursor.position == position)
        withExtendedLifetime(memory) {}
    }

    @Test(arguments: [Int.min, -1, 0, 1, 7, 8, 9, .max - 1, .max])
    func nothingBeyondTheBytesIsRead(offset: Int) {
        let memory = Memory([1, 2, 3, 4, 5, 6, 7, 8])
        let cursor = memory.cursor()
        let isWithin = (0..<8).contains(offset)
        #expect(cursor.byte(at: offset) == (isWithin ? UInt8(offset + 1) : 0))
        #expect(cursor.holds(1, at: offset) == isWithin)
        for count in [Int.min, -1, 9, .max] { #expect(!cursor.holds(count, at: offset)) }
        #expect(!cursor.holds(.max, of: 8, at: offset))
        #expect(cursor.holds(0, at: offset) == (0...8).contains(offset))
        for size in [1, 2, 3, 4, 5, 8, 9, Int.max] {
            let isThere = (0...8).contains(offset) && size <= 8 - offset
            #expect((cursor.number(at: offset, size: size) != nil) == isThere)
        }
        #expect(cursor.index(of: 8, from: offset, to: 8) == (isWithin ? 7 : nil))
        #expect(cursor.index(of: 8, from: 0, to: offset) == (offset == 8 ? 7 : nil))
        #expect(cursor.lengthOfCharacter(at: offset) == nil)
        withExtendedLifetime(memory) {}
    }

    @Test func aNumberHasItsBytesInEitherOrder() {
        let memory = Memory([1, 2, 3, 4, 5, 6, 7, 8, 9])
        let cursor = memory.cursor()
        for size in 1...9 {
            var expected: UInt64 = 0
            for byte in (1...UInt64(size)).suffix(8) { expected = expected << 8 | byte }
            #expect(cursor.number(at: 0, size: size) == expected)
            guard size <= 8 else { continue }
            let little = cursor.number(at: 0, size: size, isBigEndian: false)
            #expect(little == expected.byteSwapped >> UInt64(64 - 8 * size))
        }
        withExtendedLifetime(memory) {}
    }

    @Test(
        arguments: [
            ([0xC3, 0xA9], 2), ([0xE6, 0xBC, 0xA2], 3), ([0xF0, 0x9F, 0x98, 0x80], 4), ([0xC3], nil),
            ([0xE6, 0xBC], nil),
            ([0xF0, 0x9F, 0x98], nil), ([0xC0, 0x80], nil), ([0xE0, 0x80, 0x80], nil), ([0xED, 0xA0, 0x80], nil),
            ([0xF4, 0x90, 0x80, 0x80], nil), ([0x80], nil), ([0x41], nil), ([0xC3, 0x41], nil),
        ] as [([UInt8], Int?)])
    func aCharacterIsAWholeSequenceOfUTF8(bytes: [UInt8], length: Int?) {
        let memory = Memory(bytes)
        #expect(memory.cursor().lengthOfCharacter(at: 0) == length)
        withExtendedLifetime(memory) {}
    }
}
