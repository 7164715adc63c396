import Testing

@testable import URLSerialization

/// Models that hold on to a container whose key they encode again.
@Suite struct HeldContainerTests {
    private struct Model: Encodable {
        let encode: @Sendable (any Encoder) throws -> Void

        func encode(to encoder: any Encoder) throws { try encode(encoder) }
    }

    private enum Key: String, CodingKey { case a, x, y }

    private static let values: [any Encodable & Sendable] = [
        5, "text", String(repeating: "l", count: 600), Decimal(1.5), true, Date(timeIntervalSince1970: 0), [1, 2],
        ["k": 1], Int?.none, ["e": 3] as ParameterValue,
    ]

    @Test(arguments: values.indices)
    func laterValueStandsWhateverTheHeldContainerEncodes(index: Int) throws {
        let value = Self.values[index]
        let models = [
            Model { encoder in
                var container = encoder.container(keyedBy: Key.self)
                var held = container.nestedContainer(keyedBy: Key.self, forKey: .a)
                try held.encode(1, forKey: .x)
                try container.encode(value, forKey: .a)
                if index < 6 { try held.encode(2, forKey: .y) }
            },
            Model { encoder in
                var container = encoder.container(keyedBy: Key.self)
                var held = container.nestedUnkeyedContainer(forKey: .a)
                try held.encode(1)
                try container.encode(value, forKey: .a)
                if index < 6 { for _ in 0..<300 { try held.encode("more") } }
            },
        ]
        let serializer = JSONRequestSerializer(dateStrategy: .iso8601)
        let expected = try serializer.body(of: .model(["a": ParameterValue(encoding: value)]))
        for model in models {
            #expect(try serializer.body(of: .model(model)) == expected)
            _ = try QueryStringSerializer().string(encoding: model)
        }
    }

    @Test(arguments: 1...12)
    func fullTreeIsAnErrorWhateverIsEncoded(nodes: Int) {
        var options = ParameterTree.Options()
        options.limits.nodes = nodes
        options.keys = .custom { $0[$0.count - 1] }
        let model = Model { encoder in
            var container = encoder.container(keyedBy: Key.self)
            for _ in 0..<3 {
                var held = container.nestedUnkeyedContainer(forKey: .a)
                for number in 0..<8 { try held.encode(number) }
                var nested = held.nestedContainer(keyedBy: Key.self)
                try nested.encode("x", forKey: .x)
                try nested.encode(["y"], forKey: .x)
            }
        }
        expectRefusal(.tooLarge) { try ModelEncoder.tree(of: model, options) }
    }
}
