import Testing
import URLSerialization

@Suite(.takingTurns) struct UTF8ValidationTests {
    @Test(
        arguments: [
            ([], nil),
            ([0x00, 0x7F], nil),
            ([0xC2, 0x80, 0xDF, 0xBF], nil),
            ([0xE0, 0xA0, 0x80, 0xED, 0x9F, 0xBF, 0xEE, 0x80, 0x80, 0xEF, 0xBF, 0xBF], nil),
            ([0xF0, 0x90, 0x80, 0x80, 0xF4, 0x8F, 0xBF, 0xBF], nil),
            ([0x61, 0x80], 1),
            ([0xC1, 0x80], 0),
            ([0xC2], 0),
            ([0xC2, 0x41], 0),
            ([0xE0, 0x9F, 0x80], 0),
            ([0xED, 0xA0, 0x80], 0),
            ([0xE3, 0x81], 0),
            ([0xE3, 0x81, 0x41], 0),
            ([0xF0, 0x8F, 0x80, 0x80], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0),
            ([0xF5, 0x80, 0x80, 0x80], 0),
            ([0x61, 0xFF], 1),
        ] as [([UInt8], Int?)])
    func firstInvalidByteIsFound(_ bytes: [UInt8], _ position: Int?) {
        #expect(Data(bytes).firstInvalidUTF8 == position)
    }

    @Test func everyScalarIsValid() {
        let scalars = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
        let text = String(String.UnicodeScalarView(scalars))
        #expect(Data(text.utf8).firstInvalidUTF8 == nil)
    }
}
