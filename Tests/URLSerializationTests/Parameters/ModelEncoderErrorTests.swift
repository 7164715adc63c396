import TestSupport
import Testing

@testable import URLSerialization

@Suite(.takingTurns) struct ModelEncoderErrorTests {
    private typealias Model = ClosureModel
    private typealias Key = ClosureModel.Key

    private struct Failure: Error, Equatable {
        var number = 1
    }

    @Test func errorOfAModelIsTheCallsError() {
        let failing = Model { _ in throw Failure(number: 5) }
        #expect(throws: Failure(number: 5)) { try QueryStringSerializer().string(encoding: failing) }
        #expect(throws: Failure(number: 5)) { try QueryStringSerializer().string(encoding: ["a": [failing]]) }
        #expect(throws: Failure(number: 5)) { try ParameterValue(encoding: ["a": failing]) }
    }

    // MARK: - Containers of two kinds

    private static let contradictions: [@Sendable (any Encoder) throws -> Void] = [
        { encoder in
            _ = encoder.container(keyedBy: Key.self)
            _ = encoder.unkeyedContainer()
        },
        { encoder in
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: Key.self)
        },
        { encoder in
            var value = encoder.singleValueContainer()
            try value.encode(1)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: "a")
        },
        { encoder in
            var value = encoder.singleValueContainer()
            try value.encode("x")
            var container = encoder.unkeyedContainer()
            try container.encode(1)
        },
    ]

    @Test(arguments: contradictions.indices)
    func containersOfTwoKindsAreAnEncodingErrorAtTheirPath(position: Int) {
        let model = Model(Self.contradictions[position])
        let error = #expect(throws: EncodingError.self) { try QueryStringSerializer().string(encoding: ["a": [model]]) }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "0"])
        #expect(context.codingPath.map(\.intValue) == [nil, 0])
    }

    @Test func singleValueInThePlaceOfAContainerIsAnEncodingErrorToo() {
        let model = Model { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: "a")
            var value = encoder.singleValueContainer()
            try value.encode("x")
        }
        #expect(throws: EncodingError.self) { try ParameterValue(encoding: ["a": model]) }
    }

    @Test func aContainerAfterADictionaryWithKeysOfItsOwnAddsToIt() throws {
        enum Color: String, Codable { case red }
        let model = Model { encoder in
            var value = encoder.singleValueContainer()
            try value.encode([Color.red: 1])
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: "a")
        }
        #expect(try QueryStringSerializer().string(encoding: model) == "a=2&red=1")
    }

    // MARK: - Depth

    private final class Node: Encodable {
        var next: Node?
        var others: [Node] = []
    }

    @Test func cyclicGraphIsTooDeep() {
        let node = Node()
        node.next = Node()
        node.next?.next = node
        defer { node.next = nil }
        let error = expectRefusal(.tooDeep) { try QueryStringSerializer().string(encoding: node) }
        #expect(error?.keyPath?.hasPrefix("next[next][next]") == true)
        #expect(throws: RequestSerializationError.self) { try ParameterValue(encoding: ["a": node]) }
    }

    @Test func cycleThroughAnArrayIsTooDeep() {
        let node = Node()
        node.others = [Node(), node]
        defer { node.others = [] }
        let error = expectRefusal(.tooDeep) { try QueryStringSerializer().string(encoding: node) }
        #expect(error?.keyPath?.hasPrefix("others[1][others][1]") == true)
    }

    @Test func fiveHundredAndTwelveModelsMayBeNested() throws {
        func chain(_ count: Int) -> Node {
            let first = Node()
            var last = first
            for _ in 1..<count {
                let node = Node()
                last.next = node
                last = node
            }
            return first
        }
        // The last node's array is a collection as well.
        #expect(try QueryStringSerializer().string(encoding: chain(511)).isEmpty)
        #expect(throws: RequestSerializationError.self) { try QueryStringSerializer().string(encoding: chain(512)) }
        #expect(throws: RequestSerializationError.self) {
            try QueryStringSerializer(maximumDepth: 2000).string(encoding: chain(600))
        }
        #expect(throws: RequestSerializationError.self) {
            try QueryStringSerializer(maximumDepth: 3).string(encoding: chain(3))
        }
        #expect(try QueryStringSerializer(maximumDepth: 4).string(encoding: chain(3)).isEmpty)
    }

    @Test func nestedContainersCountAsModelsDo() throws {
        func model(_ count: Int) -> Model {
            Model { encoder in
                var container = encoder.container(keyedBy: Key.self)
                for _ in 1..<count { container = container.nestedContainer(keyedBy: Key.self, forKey: "k") }
                try container.encode(1, forKey: "k")
            }
        }
        #expect(try QueryStringSerializer().pairs(encoding: model(512)).count == 1)
        expectRefusal(.tooDeep) { try QueryStringSerializer().string(encoding: model(20_000)) }
    }

    // MARK: - Coding paths

    @Test func codingPathIsThatOfTheContainer() throws {
        let model = Model { encoder in
            #expect(encoder.codingPath.map(\.stringValue) == ["a", "1"])
            var container = encoder.container(keyedBy: Key.self)
            #expect(container.codingPath.map(\.stringValue) == ["a", "1"])
            var nested = container.nestedUnkeyedContainer(forKey: "b")
            #expect(nested.codingPath.map(\.stringValue) == ["a", "1", "b"])
            try nested.encode(0)
            let below = nested.nestedContainer(keyedBy: Key.self)
            #expect(below.codingPath.map(\.stringValue) == ["a", "1", "b", "1"])
            #expect(below.codingPath.last?.intValue == 1)
            #expect(nested.superEncoder().codingPath.map(\.stringValue) == ["a", "1", "b", "2"])
            #expect(container.superEncoder().codingPath.map(\.stringValue) == ["a", "1", "super"])
            #expect(container.superEncoder(forKey: "c").codingPath.map(\.stringValue) == ["a", "1", "c"])
            try container.encode(
                Model { inner in
                    #expect(inner.codingPath.map(\.stringValue) == ["a", "1", "d"])
                    #expect(inner.singleValueContainer().codingPath.map(\.stringValue) == ["a", "1", "d"])
                }, forKey: "d")
        }
        struct Root: Encodable {
            let a: [Model]
        }
        _ = try ParameterValue(encoding: Root(a: [Model { _ in }, model]))
        let root = Model { #expect($0.codingPath.isEmpty) }
        _ = try ParameterValue(encoding: root)
    }

    // MARK: - Size

    @Test func largeModelsAreLinear() throws {
        func duration(_ count: Int) throws -> Duration {
            let model = Model { encoder in
                var container = encoder.container(keyedBy: Key.self)
                for _ in 0..<2 {
                    for key in 0..<count { try container.encode(key, forKey: Key(stringValue: "key\(key)")) }
                }
            }
            return try ProcessorTime.leastOf3 { _ = try ModelEncoder.tree(of: model) }
        }
        // Eight times the keys take about eight times as long; a search among all others would take sixty-four times.
        let isLinear = try (0..<5).contains { _ in try duration(10_000) < duration(1_250) * 30 }
        #expect(isLinear)
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key\($0)", $0) })
        #expect(
            try QueryStringSerializer().string(encoding: dictionary) == QueryStringSerializer().string(from: dictionary)
        )
    }
}
