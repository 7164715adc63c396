import TestSupport
import Testing
import URLSerialization

@Suite(.tags(.computing), .takingTurns) struct MaximumDepthTests {
    /// A number of nested collections, the outermost a dictionary.
    struct Nesting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Int) throws -> Any

        init(_ description: String, _ make: @escaping @Sendable (Int) throws -> Any) {
            testDescription = description
            self.make = make
        }
    }

    private static func nest(_ count: Int, _ wrap: (Any) -> Any) -> Any {
        var value: Any = 1
        for _ in 0..<count { value = wrap(value) }
        return value
    }

    private struct Node: Encodable {
        var next: [Node]
    }

    private static let nestings = [
        Nesting("dictionaries") { nest($0) { ["k": $0] } },
        Nesting("arrays") { ["k": nest($0 - 1) { [$0] }] },
        Nesting("typed dictionaries") { nest($0) { [1: $0] } },
        Nesting("slices") { ["k": nest($0 - 1) { [$0, 1][...] }] },
        Nesting("NSDictionary") { nest($0) { NSDictionary(object: $0, forKey: "k" as NSString) } },
        Nesting("NSArray") { ["k": nest($0 - 1) { NSArray(object: $0) }] },
        Nesting("ordered sets") { ["k": nest($0 - 1) { NSOrderedSet(object: $0) }] },
        Nesting("optionals between") { nest($0) { ["k": Optional($0)] } },
        Nesting("ParameterValue") { count in
            var value: ParameterValue = 1
            for _ in 1..<count { value = [value] }
            return ["k": value] as ParameterValue
        },
        Nesting("a model") { count in
            // Each node is two collections deep, its array empty in the last.
            var node = Node(next: [])
            for _ in 1..<count / 2 { node = Node(next: [node]) }
            return ModelSample(node)
        },
    ]

    @Test(arguments: nestings)
    func fiveHundredAndTwelveCollectionsMayBeNested(nesting: Nesting) throws {
        let parameters = try nesting.make(512)
        let pairs = try QueryStringSerializer().pairs(sample: parameters)
        #expect(
            pairs.count == (nesting.testDescription == "slices" ? 512 : nesting.testDescription == "a model" ? 0 : 1))
        _ = try ParameterValue(sample: parameters)
    }

    @Test(arguments: nestings)
    func fiveHundredAndThirteenMayNot(nesting: Nesting) {
        let error = expectRefusal(.tooDeep) {
            try QueryStringSerializer().string(sample: nesting.make(nesting.testDescription == "a model" ? 514 : 513))
        }
        #expect(error?.keyPath?.contains("…") == true)
        guard nesting.testDescription != "a model" else { return }
        expectRefusal(.tooDeep, at: error?.keyPath) { try ParameterValue(bridging: nesting.make(513)) }
    }

    @Test func setsCountAsOthersDo() throws {
        var value: Any = 1
        for _ in 0..<99 { value = NSSet(object: value) }
        #expect(try QueryStringSerializer(maximumDepth: 100).string(from: ["k": value]) == "k=1")
        expectRefusal(.tooDeep, at: "k") { try QueryStringSerializer(maximumDepth: 99).string(from: ["k": value]) }
    }

    @Test(arguments: [(0, nil), (1, "a"), (2, "a[b]"), (3, "a[b][0]")] as [(Int, String?)])
    func errorNamesTheFirstCollectionBeyondTheLimit(limit: Int, keyPath: String?) {
        let parameters: [String: Any] = ["a": ["b": [[1], 2] as [Any]]]
        let error = expectRefusal(.tooDeep, at: keyPath) {
            try QueryStringSerializer(maximumDepth: limit).string(sample: parameters)
        }
        #expect(error?.reason.contains("\(limit)") == true)
    }

    private enum Size: String, Encodable { case small }
    private enum Level: Int, Encodable { case one = 1 }

    private struct Leaves<Leaf: Encodable>: Encodable {
        let all: [Leaf]
        let one: Leaf
    }

    /// A leaf is not a collection, even if its `encode(to:)` asks for a container.
    @Test func leavesOfAModelAreNotCounted() throws {
        func expect(_ leaf: some Encodable, _ text: String) throws {
            let model = Leaves(all: [leaf], one: leaf)
            #expect(
                try QueryStringSerializer(maximumDepth: 2).string(encoding: model) == "all%5B%5D=\(text)&one=\(text)")
            expectRefusal(.tooDeep, at: "all") { try QueryStringSerializer(maximumDepth: 1).string(encoding: model) }
        }
        try expect("a", "a")
        try expect(1, "1")
        try expect(1.5, "1.5")
        try expect(1.5 as Float, "1.5")
        try expect(7 as UInt8, "7")
        try expect(true, "1")
        try expect(Size.small, "small")
        try expect(Level.one, "1")
        try expect(2.5 as Decimal, "2.5")
        try expect("b" as ParameterValue, "b")
    }

    @Test func limitMayBeRaised() throws {
        let parameters = Self.kept(Self.nest(5_000) { ["k": $0] })
        let query = try QueryStringSerializer(maximumDepth: 5_000).string(sample: parameters)
        #expect(query == "k" + String(repeating: "%5Bk%5D", count: 4_999) + "=1")
    }

    @Test func cutKeyPathHasItsBeginningAndEnd() {
        expectRefusal(at: "root[0][0][0][0][0][0][0][0]…[0][0][0][0]") {
            try QueryStringSerializer().string(from: ["root": Self.nest(600) { [$0] }])
        }
    }

    /// Keeps a value to the end of the process, since releasing trees this deep exhausts the stack.
    private static func kept(_ value: Any) -> Any {
        _ = Unmanaged.passRetained(Box(value))
        return value
    }

    private final class Box {
        let value: Any

        init(_ value: Any) {
            self.value = value
        }
    }

    @Test func treeAMillionDeepIsAnError() {
        let arrays = Self.kept(Self.nest(1_000_000) { [$0] })
        for parameters in [["k": arrays], ["k": [1, arrays] as [Any]], ["k": ContiguousArray([arrays])]] as [Any] {
            expectRefusal(.tooDeep) { try QueryStringSerializer().string(sample: parameters) }
            expectRefusal(.tooDeep) { try ParameterValue(bridging: parameters) }
        }
    }

    @Test func optionalsInOptionalsAreTheirValueOrAnError() throws {
        let some = Self.nest(500) { Optional<Any>.some($0) as Any }
        #expect(try QueryStringSerializer().string(from: ["k": some]) == "k=1")
        #expect(try ParameterValue(bridging: some) == 1)
        let many = Self.kept(Self.nest(100_000) { Optional<Any>.some($0) as Any })
        expectRefusal(.tooDeep, at: "a[k]") { try QueryStringSerializer().string(from: ["a": ["k": many]]) }
    }

    private struct Endless: RawRepresentable {
        var rawValue: Endless { self }

        init() {}
        init(rawValue: Endless) {}
    }

    @Test func rawValueOfTheSameTypeIsAnError() {
        expectRefusal(.tooDeep, at: "k") { try QueryStringSerializer().string(from: ["k": Endless()]) }
    }

    /// Only Foundation's collections can contain themselves.
    @Test func cycleIsAnErrorWhateverItGoesThrough() {
        let dictionary = NSMutableDictionary()
        let (array, set, ordered) = (NSMutableArray(), NSMutableSet(), NSMutableOrderedSet())
        defer { dictionary.removeAllObjects() }
        array.add(["x": dictionary])
        set.add(array)
        ordered.add(set)
        for (parts, keyPath) in [(array as Any, "k[0][x]"), (set, "k"), (ordered, "k[0]"), (["y": dictionary], "k[y]")]
        {
            dictionary.setObject(parts, forKey: "k" as NSString)
            let error = expectRefusal(.tooDeep) { try QueryStringSerializer().string(from: dictionary) }
            #expect(error?.keyPath?.hasPrefix(keyPath) == true)
        }
    }
}
