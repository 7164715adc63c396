import TestSupport
import Testing
import URLSerialization

/// Properties of all parameters.
@Suite(.tags(.computing), .takingTurns) struct RandomTreeTests {
    private static func trees(
        _ count: Int, seed: UInt64, _ body: (ParameterValue, inout SeededGenerator) throws -> Void
    ) rethrows {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let tree = RandomParameters.queries.dictionary(using: &generator)
            try body(tree, &generator)
        }
    }

    private static let serializer = QueryStringSerializer()

    @Test func treesAreWorthLookingAt() {
        var pairs = 0
        Self.trees(300, seed: 20) { tree, _ in pairs += tree.leaves.count }
        #expect(pairs > 1_000)
    }

    @Test func orderOfInsertionMakesNoDifference() throws {
        try Self.trees(150, seed: 20) { tree, generator in
            let queries = try (0..<3).map { _ in try Self.serializer.string(from: tree.shuffled(using: &generator)) }
            let others = try [ParameterValue.AnyForm.native, .foundation, .mixed, .mixed].map {
                try Self.serializer.string(from: tree.any($0, using: &generator))
            }
            #expect(Set(queries + others).count == 1)
        }
    }

    @Test func bracketReaderFindsTheLeaves() throws {
        try Self.trees(200, seed: 21) { tree, _ in
            let query = try Self.serializer.string(from: tree.native)
            #expect(BracketQuery.leaves(of: query) == tree.leaves)
        }
    }

    @Test func anyAndItsParameterValueAreWrittenAlike() throws {
        try Self.trees(150, seed: 22) { tree, generator in
            let query = try Self.serializer.string(from: tree.native)
            #expect(try Self.serializer.string(from: ParameterValue(bridging: tree.native)) == query)
            let foundation = tree.any(.foundation, using: &generator)
            #expect(try Self.serializer.string(from: ParameterValue(bridging: foundation)) == query)
            #expect(try ParameterValue(bridging: foundation) == tree.shuffled(using: &generator))
            #expect(try ParameterValue(bridging: tree.native) == tree.shuffled(using: &generator))
            #expect(try ParameterValue(bridging: tree.any(using: &generator)) == tree)
        }
    }

    @Test func modelAndDictionaryAreWrittenAlike() throws {
        try Self.trees(150, seed: 23) { tree, generator in
            let query = try Self.serializer.string(from: tree.native)
            let model = RandomModel(tree, isFaithful: true, using: &generator)
            #expect(try Self.serializer.string(encoding: model) == query)
            #expect(try Self.serializer.string(from: ParameterValue(encoding: model)) == query)
            #expect(try Self.serializer.string(encoding: tree.shuffled(using: &generator)) == query)
            #expect(try Self.serializer.pairs(encoding: model).query == query)
        }
    }

    @Test func pairsAreThoseOfTheQuery() throws {
        let styles = [
            QueryStyle.afNetworking, .afNetworking { $0.arrays = .indices }, .afNetworking { $0.arrays = .repeated },
            .afNetworking { $0.arrays = .custom { "\($0).\($1)" } }, .afNetworking { $0.emptyCollections = .null },
            .afNetworking { $0.nulls = .omitted }, .afNetworking { $0.numbers = .shortest },
        ]
        try Self.trees(40, seed: 24) { tree, generator in
            for serializer in styles.map({ QueryStringSerializer(style: $0) }) {
                let query = try serializer.string(from: tree.native)
                #expect(try serializer.pairs(from: tree.native).query == query)
                let model = RandomModel(tree, isFaithful: true, using: &generator)
                #expect(try serializer.string(encoding: model) == query)
                #expect(try serializer.string(from: tree.any(using: &generator)) == query)
            }
        }
    }

    @Test func oneUnreadableLeafIsFoundAnywhere() throws {
        Self.trees(100, seed: 25) { tree, generator in
            guard case .dictionary(var entries) = tree else { return }
            entries["z"] = .array([.dictionary(entries), .data(Data())])
            let value = ParameterValue.dictionary(entries).shuffled(using: &generator)
            expectRefusal(at: "z[1]") { try Self.serializer.string(from: value) }
        }
    }
}
