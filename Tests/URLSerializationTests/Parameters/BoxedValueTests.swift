import Testing
import URLSerialization

/// Swift values that Foundation's collections store in boxes.
@Suite struct BoxedValueTests {
    private struct Point { var x = 1 }
    private enum Suit: String { case hearts }

    @Test func structureInAFoundationArrayIsRefused() {
        expectRefusal(.unsupportedValue, at: "a[0]") {
            try QueryStringSerializer().string(from: ["a": NSArray(array: [Point()])])
        }
    }

    @Test func rawValueIsReadThroughTheBox() throws {
        #expect(try QueryStringSerializer().string(from: ["a": NSArray(array: [Suit.hearts])]) == "a%5B%5D=hearts")
    }

    @Test func optionalsWithoutEndAreRefused() {
        var value: Any = 1
        for _ in 0..<20_000 { value = Any?.some(value) as Any }
        expectRefusal(.tooDeep) { try QueryStringSerializer().string(from: ["a": value]) }
    }
}
