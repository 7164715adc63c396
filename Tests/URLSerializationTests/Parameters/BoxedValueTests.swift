import Testing
import URLSerialization

/// Swift values that Foundation's collections store in boxes.
@Suite struct BoxedValueTests {
    private struct Point { var x = 1 }
    private enum Suit: String { case hearts }

    @Test func structureInAFoundationArrayIsRefused() {
        let error = #expect(throws: RequestSerializationError.self) {
            try QueryStringSerializer().string(from: ["a": NSArray(array: [Point()])])
        }
        #expect(error?.code == .unsupportedValue)
        #expect(error?.keyPath == "a[0]")
    }

    @Test func rawValueIsReadThroughTheBox() throws {
        #expect(try QueryStringSerializer().string(from: ["a": NSArray(array: [Suit.hearts])]) == "a%5B%5D=hearts")
    }

    @Test func optionalsWithoutEndAreRefused() {
        var value: Any = 1
        for _ in 0..<20_000 { value = Any?.some(value) as Any }
        let error = #expect(throws: RequestSerializationError.self) {
            try QueryStringSerializer().string(from: ["a": value])
        }
        #expect(error?.code == .tooDeep)
    }
}
