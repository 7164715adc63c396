import Testing
import URLSerialization

/// The deepest nesting that is allowed, on a thread with as little stack as Apple's secondary threads have.
@Suite(.takingTurns) struct LargeStackTests {
    @Test func deepestQueryFits() throws {
        try SmallStack.run { _ = try QueryStringSerializer().string(from: Self.nested(511)) }
    }

    @Test func deepestSetElementFits() throws {
        try SmallStack.run {
            var element = NSArray(object: 1)
            for _ in 0..<508 { element = NSArray(object: element) }
            _ = try QueryStringSerializer().string(from: ["s": NSSet(array: [element, 1])])
        }
    }

    @Test func deepestBodiesFit() throws {
        for serializer in [JSONRequestSerializer(), PropertyListRequestSerializer()] as [any HTTPRequestSerialization] {
            try SmallStack.run {
                _ = try serializer.body(for: Self.nested(511), in: URLRequest(url: URL(fileURLWithPath: "/")))
            }
        }
    }

    @Test func deepestBridgingFits() throws {
        try SmallStack.run {
            var value: Any = 1
            for _ in 0..<511 { value = ["k": value] }
            _ = try ParameterValue(bridging: value)
        }
    }

    @Test func deepestModelFits() throws {
        try SmallStack.run { _ = try QueryStringSerializer().string(encoding: Chain(length: 510)) }
    }

    @Test func errorsComeBack() {
        #expect(throws: CancellationError.self) { try LargeStack.run { throw CancellationError() } }
    }

    private static func nested(_ depth: Int) -> ParameterValue {
        var value: ParameterValue = 1
        for _ in 0..<depth { value = ["k": value] }
        return value
    }

    private final class Chain: Encodable {
        let next: Chain?

        init(length: Int) {
            next = length == 0 ? nil : Chain(length: length - 1)
        }
    }
}
