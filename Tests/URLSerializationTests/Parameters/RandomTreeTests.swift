import TestSupport
import Testing

@testable import URLSerialization

/// Properties of all parameters.
@Suite(.tags(.computing), .takingTurns) struct RandomTreeTests {
    private static func trees(_ count: Int, seed: UInt64, _ body: (RandomTree, inout SeededGenerator) throws -> Void)
        rethrows
    {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let tree = RandomTree.dictionary(using: &generator)
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
            let queries = try (0..<3).map { _ in try Self.serializer.string(from: tree.value(using: &generator)) }
            let foundation = try (0..<2).map { _ in try Self.serializer.string(from: tree.foundation(using: &generator))
            }
            #expect(Set(queries + foundation).count == 1)
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
            let foundation = tree.foundation(using: &generator)
            #expect(try Self.serializer.string(from: ParameterValue(bridging: foundation)) == query)
            #expect(try ParameterValue(bridging: foundation) == tree.value(using: &generator))
            #expect(try ParameterValue(bridging: tree.native) == tree.value(using: &generator))
        }
    }

    @Test func modelAndDictionaryAreWrittenAlike() throws {
        try Self.trees(150, seed: 23) { tree, generator in
            let query = try Self.serializer.string(from: tree.native)
            #expect(try Self.serializer.string(encoding: tree) == query)
            #expect(try Self.serializer.string(from: ParameterValue(encoding: tree)) == query)
            #expect(try Self.serializer.string(encoding: tree.value(using: &generator)) == query)
            #expect(try Self.serializer.pairs(encoding: tree).query == query)
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
                #expect(try serializer.string(encoding: tree) == query)
                #expect(try serializer.string(from: tree.foundation(using: &generator)) == query)
            }
        }
    }

    @Test func oneUnreadableLeafIsFoundAnywhere() throws {
        Self.trees(100, seed: 25) { tree, generator in
            guard case .dictionary(var entries) = tree else { return }
            entries["z"] = .array([.dictionary(entries), .leaf(.init(value: .data(Data()), text: nil))])
            let value = RandomTree.dictionary(entries).value(using: &generator)
            let error = #expect(throws: RequestSerializationError.self) { try Self.serializer.string(from: value) }
            #expect(error?.keyPath == "z[1]")
        }
    }
}
