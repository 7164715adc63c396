import Synchronization
import TestSupport
import Testing
import URLSerialization

@Suite struct SetOrderTests {
    private static let samples = [
        QuerySample("texts", "s=&s=A&s=a&s=a%00&s=b&s=e&s=%C3%A9&s=f") {
            ["b", "f", "a\0", "é", "", "a", "A", "e"]
        },
        QuerySample("numbers, by their text", "s=-1&s=0.5&s=1&s=10&s=2") { [10, 2, 0.5, -1, 1] },
        QuerySample("dates, URLs and texts", "s=1970-01-01%2000%3A00%3A00%20%2B0000&s=1971&s=http%3A//a") {
            ["1971", Date(timeIntervalSince1970: 0), try "http://a".asURL()] as [Any]
        },
        QuerySample("null as <null>", "s=%3C&s=%3Cnull&s&s=%3Cnull%3E%00") {
            ["<null", NSNull(), "<", "<null>\0"] as [Any]
        },
        QuerySample("collections by what they are written as", "s=%20&s%5B%5D=2&s%5Ba%5D=1&s=%26&s=5") {
            [["a": 1], [2], 5, "&", " "] as [Any]
        },
        QuerySample("dictionaries by their pairs", "s%5Ba%5D=1&s%5Bb%5D=1&s%5Ba%5D=2") {
            [["a": 2], ["b": 1, "a": 1]]
        },
        QuerySample("empty collections write nothing", "s=1") { [[Int](), 1, NSSet(), [String: Int]()] as [Any] },
        QuerySample("sets in an array stay in the array's order", "s%5B%5D=2&s%5B%5D=1&s%5B%5D=3") {
            [[NSSet(array: [2]), NSSet(array: [3, 1])]]
        },
        QuerySample("sets by their sorted elements", "s=1&s=5&s=2&s=3") {
            [NSSet(array: [3, 2]), NSSet(array: [5, 1])]
        },
        QuerySample("sets in dictionaries", "s%5Bk%5D=1&s%5Bk%5D=9&s%5Bk%5D=2") {
            [["k": NSSet(array: [2])], ["k": NSSet(array: [9, 1])]]
        },
    ]

    /// A dictionary with a set of the sample's elements, inserted in some order.
    private static func parameters(_ sample: QuerySample, using generator: inout SeededGenerator) throws -> [String:
        Any]
    {
        guard let elements = try sample.make() as? [Any] else { return [:] }
        let set = NSMutableSet(capacity: generator.int(0...100))
        for element in elements.shuffled(using: &generator) { set.add(element) }
        return ["s": set]
    }

    @Test(arguments: samples)
    func elementsAreSortedHoweverTheyCameIn(sample: QuerySample) throws {
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<20 {
            let parameters = try Self.parameters(sample, using: &generator)
            #expect(try QueryStringSerializer().string(from: parameters) == sample.query)
            #expect(try QueryStringSerializer().pairs(from: parameters).query == sample.query)
        }
    }

    @Test func elementsAreSortedAsTheStyleWritesThem() throws {
        let style = QueryStyle.afNetworking {
            $0.booleans = .literal
            $0.dates = .secondsSince1970
            $0.data = .base64
        }
        let elements: [Any] = [true, "b", "z", NSDate(timeIntervalSince1970: 9), "8", Data([0xFF]), "/a"]
        let query = try QueryStringSerializer(style: style).string(from: ["s": NSSet(array: elements)])
        #expect(query == "s=/a&s=/w%3D%3D&s=8&s=9&s=b&s=true&s=z")
    }

    @Test(arguments: [40, 200])
    func setsInSetsAreSortedInNoTime(depth: Int) throws {
        var foundation: Any = "x"
        var value: ParameterValue = "x"
        for level in 0..<depth {
            foundation = NSSet(array: [foundation, "\(level)"])
            value = .set([value, .string("\(level)")])
        }
        let serializer = QueryStringSerializer()
        var queries: [String] = []
        let duration = try ProcessorTime.measure {
            queries = [try serializer.string(from: ["s": foundation]), try serializer.string(from: ["s": value])]
        }
        #expect(queries[0] == queries[1])
        #expect(Set(queries[0].split(separator: "&")).count == depth + 1)
        // If each level were sorted once for every level above it, even forty would never end.
        #expect(duration < ProcessorTime.limit(10))
    }

    @Test func innerSetsAreSortedOnceAndFirst() throws {
        let calls = Mutex(0)
        let style = QueryStyle.afNetworking {
            $0.data = .custom { data in
                calls.withLock { $0 += 1 }
                return "\(data.count)"
            }
        }
        let value: ParameterValue = ["s": .set([.set([.data(Data([1, 2])), .data(Data([1]))]), "0"])]
        #expect(try QueryStringSerializer(style: style).string(from: value) == "s=0&s=1&s=2")
        // Each leaf: for its place in the inner set, for that set's place in the outer, and for its pair.
        #expect(calls.withLock { $0 } == 6)
    }

    @Test(arguments: [
        RefusedSample("an element without text", .unsupportedValue, at: "a[s]") { Set([Color.red]) },
        RefusedSample("bytes", .dataWithoutStrategy, at: "a[s]") { Set([Data([1]), Data([2])]) },
        RefusedSample("a date without text", .dateWithoutText, at: "a[s]") { Set([Date(timeIntervalSince1970: 1e12)]) },
    ])
    func errorOfAnElementIsAtTheSetsKey(sample: RefusedSample) throws {
        let parameters = ["a": ["s": try sample.make()]]
        expectRefusal(sample.code, at: sample.keyPath) { try QueryStringSerializer().string(from: parameters) }
    }

    /// The elements of a set come in the order of their hashes, which differs from process to process and, for equal
    /// sets, with their history.
    @Test func errorOfElementsOfSetsInASetIsTheFirstByItsText() throws {
        var generator = SeededGenerator(seed: 28)
        var errors: Set<String> = []
        for _ in 0..<40 {
            let inner: [Any] = [Data([1]), Date(timeIntervalSince1970: .nan), Color.red]
            var sets = inner.map { NSSet(array: [NSSet(array: [$0])]) as Any }
            sets.append(NSSet(array: [Date(timeIntervalSince1970: 1e12)]))
            let set = NSMutableSet(capacity: generator.int(0...100))
            for element in sets.shuffled(using: &generator) { set.add(element) }
            let error = #expect(throws: RequestSerializationError.self) {
                try QueryStringSerializer().string(from: ["a": set])
            }
            errors.insert("\(error?.code as Any)")
        }
        #expect(errors.count == 1, "\(errors)")
    }

    private enum Color { case red }

    /// Elements with one text have an order as well: equal sets, equal bytes.
    @Test(arguments: [
        QuerySample("null and its text", "s&s=%3Cnull%3E") { [NSNull(), "<null>"] as [Any] },
        QuerySample("a dictionary and its text", "s=%255Bk%255D%3D1&s%5Bk%5D=1") {
            [["k": 1], "[k]=1", "%5Bk%5D=1"] as [Any]
        },
        QuerySample("a number and its text", "s=2&s=2") { [2, "2"] as [Any] },
    ])
    func elementsOfOneTextHaveAnOrder(sample: QuerySample) throws {
        var generator = SeededGenerator(seed: 18)
        var bodies: Set<Data> = []
        var queries: Set<String> = []
        for _ in 0..<40 {
            let parameters = try Self.parameters(sample, using: &generator)
            queries.insert(try QueryStringSerializer().string(from: parameters))
            let value = try ParameterValue(bridging: parameters)
            bodies.insert(try JSONRequestSerializer().body(of: .model(value)))
        }
        #expect(queries.count == 1)
        #expect(bodies.count == 1)
    }
}
