import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.computing), .takingTurns) struct ParameterTreeTests {
    // MARK: - Content

    private struct Empty: Encodable {}
    private struct Thing {}

    @Test(arguments: [
        QuerySample("a value", "{a:1}") { ["a": 1] },
        QuerySample("an array", "{a:[true,null]}") { ["a": [true, nil] as [Any?]] },
        QuerySample("a set", "{s:(2)}") { ["s": Set([2])] },
        QuerySample("keys that are no strings", "{1:x}") { [1: "x"] },
        QuerySample("what cannot be represented", "{f:!}") { ["f": { 1 } as () -> Int] },
        QuerySample("the order of a ParameterValue", "{b:1,a:{}}") { ["b": 1, "a": [:]] as ParameterValue },
        QuerySample("the order of key-value pairs", "{b:1,a:2}") { ["b": 1, "a": 2] as KeyValuePairs },
    ])
    func treeHoldsWhatItIsFilledWith(sample: QuerySample) throws {
        #expect(try ParameterFiller.tree(of: sample.make()).outline() == sample.query)
    }

    @Test func treeOfAModelKnowsThatItIsOne() throws {
        struct Model: Encodable {
            var z = 1
            var a = Set(["x"])
            var e = Empty()
        }
        let tree = try ModelEncoder.tree(of: Model())
        #expect(tree.isOfModel(ParameterTree.root))
        #expect(tree.outline() == "{z:1,a:(x),e:{}}")
        #expect(try !ParameterFiller.tree(of: ["a": 1]).isOfModel(ParameterTree.root))
    }

    @Test func nodeIsSmall() {
        #expect(MemoryLayout<ParameterTree.Node>.stride == 32)
    }

    @Test(arguments: [0, 511, 512, 100_000])
    func textOfEveryLengthIsKept(length: Int) throws {
        let text = String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "x" : "")
        let tree = try ParameterFiller.tree(of: [text])
        let node = tree.nodes.children(of: ParameterTree.root)[0]
        #expect(tree.nodes[node].kind == (length < 512 ? .text : .other))
        let isExpected = if case .string(text) = try tree.nodes.leaf(of: node) { true } else { false }
        #expect(isExpected, "The text is another.")
    }

    @Test func keysThatAreNoStringsHaveTheirKind() throws {
        let tree = try ParameterFiller.tree(of: ["a": 1, 2: 2, UUID?.none: 3] as [AnyHashable: Any])
        let keys = try #require(tree.nodes.otherKeys(of: ParameterTree.root))
        #expect(keys.refusal == nil)
        #expect(tree.nodes[ParameterTree.root].childCount == 3)
        let strings = try ParameterFiller.tree(of: ["a": 1])
        #expect(strings.nodes.otherKeys(of: ParameterTree.root) == nil)
    }

    // MARK: - Limits

    @Test(arguments: [
        QuerySample("nodes of an array", "") { [1, 2, 3, 4] },
        QuerySample("nodes of texts", "") { ["a", "b", "c", "d"] },
        QuerySample("nodes of a dictionary", "") { ["a": 1, "b": 2, "c": 3, "d": 4] as [String: Any] },
        QuerySample("nested nodes", "") { [[1], [2]] as [Any] },
        QuerySample("nodes of a ParameterValue", "") { [1, 2, [3]] as ParameterValue },
        QuerySample("bytes of text", "") { [String(repeating: "x", count: 40)] },
        QuerySample("bytes of keys", "") { [String(repeating: "k", count: 40): 1] },
    ])
    func moreThanTheIndicesHoldIsAnError(sample: QuerySample) throws {
        let limits = ParameterNodes.Limits(nodes: 4, textBytes: 39)
        expectRefusal(.tooLarge) { try ParameterFiller.tree(of: sample.make(), ParameterTree.Options(limits: limits)) }
        #expect(throws: RequestSerializationError.self) {
            try ModelEncoder.tree(
                of: ParameterValue(bridging: sample.make()), ParameterTree.Options(limits: limits))
        }
    }

    @Test func asMuchAsTheIndicesHoldIsNoError() throws {
        let limits = ParameterNodes.Limits(nodes: 4, textBytes: 3)
        let tree = try ParameterFiller.tree(of: ["a", "b", "c"], ParameterTree.Options(limits: limits))
        #expect(tree.outline() == "[a,b,c]")
        let model = try ModelEncoder.tree(of: ["a": 1, "b": 2, "c": 3], ParameterTree.Options(limits: limits))
        #expect(model.outline() == "{a:1,b:2,c:3}")
        // More than a tree has room for at first.
        let many = ParameterTree.Options(limits: ParameterNodes.Limits(nodes: 41, textBytes: 3))
        #expect(throws: Never.self) { try ParameterFiller.tree(of: Array(repeating: 1, count: 40), many) }
    }

    @Test func leavesBeyondALimitEndTheFilling() throws {
        let many = ["a": Array(repeating: 1, count: 100_000), "b": [1]] as [String: Any]
        let tree = try ParameterFiller.tree(of: many, ParameterTree.Options(maximumLeaves: 10))
        let array = tree.nodes.children(of: ParameterTree.root)[0]
        #expect(tree.nodes[array].childCount < 20)
    }

    // MARK: - Depth

    private static func nest(_ count: Int) -> Any {
        var value: Any = 1
        for _ in 0..<count { value = ["k": value] }
        return value
    }

    @Test func fiveThousandLevelsFitASmallStack() throws {
        // Releasing it takes more stack than a thread of the pool may have, so it is never released.
        let kept = Unmanaged.passRetained(Kept(value: Self.nest(5_000))).takeUnretainedValue()
        let query = try SmallStack.run {
            try QueryStringSerializer(maximumDepth: 5_000).string(from: kept.value)
        }
        #expect(query.hasSuffix("%5Bk%5D=1"))
        #expect(throws: RequestSerializationError.self) {
            try SmallStack.run { try JSONRequestSerializer().body(for: kept.value, in: URLRequest("POST")) }
        }
    }

    /// `@unchecked Sendable`: made by one thread and only read by another while the first waits.
    private final class Kept: @unchecked Sendable {
        let value: Any

        init(value: Any) {
            self.value = value
        }
    }

    /// The branches of each level are one object: 2⁵¹² paths, or 10⁵¹².
    @Test(.timeLimit(.minutes(60)), arguments: [2, 10])
    func sharedChildrenAreNotVisitedForEachPath(branches: Int) {
        var shared: Any = [Any]()
        for _ in 0..<600 { shared = Array(repeating: shared, count: branches) }
        let cycle = NSMutableArray()
        for _ in 0..<branches { cycle.add(cycle) }
        defer { cycle.removeAllObjects() }
        for value in [shared, cycle] {
            let error = expectRefusal(.tooDeep) { try QueryStringSerializer().string(from: ["a": value]) }
            #expect(error?.keyPath?.hasPrefix("a[0][0]") == true)
            #expect(throws: RequestSerializationError.self) {
                try JSONRequestSerializer().body(for: ["a": value], in: URLRequest("POST"))
            }
            #expect(throws: RequestSerializationError.self) { try ParameterValue(bridging: value) }
        }
    }

    // MARK: - Choice of the error

    /// A dictionary of another capacity has another order.
    private static func dictionary(_ capacity: Int, _ entries: [(String, Any)]) -> [String: Any] {
        var dictionary = [String: Any](minimumCapacity: capacity)
        for (key, value) in entries { dictionary[key] = value }
        return dictionary
    }

    @Test(.tags(.random)) func errorDoesNotDependOnHashOrder() throws {
        var names: [Set<String>] = [[], [], []]
        for round in 0..<Effort.times(200, quick: 40) {
            let bad: [(String, Any)] = [
                ("k", Thing()), ("f", Data([1])), ("m", [Thing.self] as [Any]), ("d", Self.nest(600)),
                ("c", [[1]: 1]), ("z", Double.nan), ("e", Set([Data([2]), Data([1])])), ("q", Self.nest(700)),
            ]
            let parameters = Self.dictionary(
                round * 3,
                [
                    ("b", Self.dictionary(round, bad)), ("y", Self.dictionary(1 + round * 2, bad)), ("a", 1),
                ])
            let attempts: [() throws -> Void] = [
                { _ = try QueryStringSerializer().string(from: parameters) },
                { _ = try JSONRequestSerializer().body(for: parameters, in: URLRequest("POST")) },
                { _ = try ParameterValue(bridging: parameters) },
            ]
            for (position, attempt) in attempts.enumerated() {
                do {
                    try attempt()
                    Issue.record("There was no error.")
                } catch {
                    names[position].insert("\(error)")
                }
            }
        }
        #expect(names.map(\.count) == [1, 1, 1])
        #expect(names[0].first?.contains("b[c]") == true)
    }

    @Test func whatIsTooDeepIsNamedThoughFillingEndedThere() {
        func deep(_ levels: Int) -> ParameterValue { levels == 0 ? 1 : [deep(levels - 1)] }
        let ordered: ParameterValue = ["b": deep(500), "a": ["x": 1]]
        let error = #expect(throws: RequestSerializationError.self) {
            try QueryStringSerializer(maximumDepth: 300).string(from: ordered)
        }
        #expect(error?.keyPath?.hasPrefix("b[0][0]") == true)
        let inSet: ParameterValue = ["s": .set([deep(500), ["k": 1], ["l": [2]], ["m": 3]])]
        let setError = #expect(throws: RequestSerializationError.self) {
            try QueryStringSerializer(maximumDepth: 300).string(from: inSet)
        }
        #expect(setError?.keyPath?.hasPrefix("s[0][0]") == true)
    }
}
