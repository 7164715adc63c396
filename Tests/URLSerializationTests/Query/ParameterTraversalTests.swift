import TestSupport
import Testing

@testable import URLSerialization

/// AFNetworking's rules, a row for each.
@Suite(.takingTurns) struct ParameterTraversalTests {
    private static let rules = [
        QuerySample("nothing", "") { [String: Any]() },
        QuerySample("keys are sorted", "a=1&b=2&c=3") { ["c": 3, "a": 1, "b": 2] },
        QuerySample("keys are sorted at every level", "a%5Bx%5D=1&a%5By%5D%5Bp%5D=2&a%5By%5D%5Bq%5D=3&b=4") {
            ["b": 4, "a": ["y": ["q": 3, "p": 2], "x": 1] as [String: Any]] as [String: Any]
        },
        QuerySample("upper case comes before lower case", "A=1&B=1&_=1&a=1&b=1") {
            ["b": 1, "_": 1, "B": 1, "a": 1, "A": 1]
        },
        QuerySample("digits are characters", "1=1&10=1&2=1") { ["10": 1, "2": 1, "1": 1] },
        QuerySample("accented letters sort beside their base", "e=1&%C3%A9=1&f=1") { ["é": 1, "f": 1, "e": 1] },
        QuerySample("nested keys stand in brackets", "a%5Bb%5D%5Bc%5D%5Bd%5D=1") { ["a": ["b": ["c": ["d": 1]]]] },
        QuerySample("brackets in a key are escaped like others", "a%5B%5D=1&b%5Bc%5Dd%5D=2") {
            ["a[]": 1, "b": ["c]d": 2]] as [String: Any]
        },
        QuerySample("an array keeps its order", "a%5B%5D=3&a%5B%5D=1&a%5B%5D=2") { ["a": [3, 1, 2]] },
        QuerySample("arrays nest without telling rows apart", "a%5B%5D%5B%5D=1&a%5B%5D%5B%5D=2&a%5B%5D%5B%5D=3") {
            ["a": [[1, 2], [3]]]
        },
        QuerySample("dictionaries in an array", "a%5B%5D%5Bx%5D=1&a%5B%5D%5By%5D=2&a%5B%5D%5Bx%5D=3") {
            ["a": [["y": 2, "x": 1], ["x": 3]]]
        },
        QuerySample("a key after a collection is where it was", "a%5Bb%5D%5B%5D=1&a%5Bc%5D=2&d=3") {
            ["a": ["b": [1], "c": 2] as [String: Any], "d": 3] as [String: Any]
        },
        QuerySample("an array in a dictionary in an array", "a%5B%5D%5Bb%5D%5B%5D=1&a%5B%5D=2") {
            ["a": [["b": [1]], 2] as [Any]]
        },
        QuerySample("a set stands under the bare key, sorted by text", "s=1&s=10&s=2") { ["s": Set([10, 2, 1])] },
        QuerySample("a set in a dictionary", "a%5Bs%5D=x&a%5Bs%5D=y") { ["a": ["s": Set(["y", "x"])]] },
        QuerySample("a set in an array", "a%5B%5D=x&a%5B%5D=y&a%5B%5D=z") { ["a": [Set(["y", "x"]), ["z"]]] },
        QuerySample("an array in a set", "s%5B%5D=1&s%5B%5D=2") { ["s": Set([[1, 2]])] },
        QuerySample("a dictionary in a set", "s%5Ba%5D=1&s%5Bb%5D=2") { ["s": Set([["b": 2, "a": 1]])] },
        QuerySample("a set in a set", "s=1&s=2") { ["s": Set([Set([2, 1])])] },
        QuerySample("an ordered set walks as an array", "o%5B%5D=b&o%5B%5D=a") {
            ["o": NSOrderedSet(array: ["b", "a"])]
        },
        QuerySample("null is a bare key", "a&b%5Bc%5D&d%5B%5D") {
            ["a": NSNull(), "b": ["c": NSNull()], "d": [NSNull()]] as [String: Any]
        },
        QuerySample("null sorts among a set's elements as <null>", "s=1&s=%3B&s&s=%3D") {
            ["s": NSSet(array: ["=", NSNull(), 1, ";"])]
        },
        QuerySample("null prints as a key", "%3Cnull%3E=1") { [NSNull(): 1] },
        QuerySample("numbers print as keys", "-0.5=c&1=a&1e%2B21=d&2=b") {
            [1: "a", 2.0: "b", -0.5: "c", 1e21: "d"] as [AnyHashable: Any]
        },
        QuerySample("Booleans print as keys", "0=b&1=a") { [true: "a", false: "b"] },
        QuerySample("dates and URLs print as keys", "1970-01-01%2000%3A00%3A00%20%2B0000=1&http%3A//a/?b%3Dc=2") {
            [Date(timeIntervalSince1970: 0.5): 1, try "http://a/?b=c".asURL(): 2] as [AnyHashable: Any]
        },
        QuerySample("keys that are not strings sort by their text", "10=1&9=1&a=1") {
            [9: 1, "a": 1, 10: 1] as [AnyHashable: Int]
        },
        QuerySample("keys of one text both stay", "1=a&1=b") { OrderedEntries([(1, "a"), ("1", "b")]) },
        QuerySample("canonically equal keys both stay, by their bytes", "e%CC%81=b&%C3%A9=a") {
            OrderedEntries([("é", "a"), ("e\u{301}", "b")])
        },
        QuerySample("empty collections yield no pair", "z=1") {
            ["a": [Any](), "b": [String: Any](), "c": Set<Int>(), "d": [[Any](), ["e": NSSet()]], "z": 1]
                as [String: Any]
        },
        QuerySample("empty keys are written", "=1&%5B%5D=2") { ["": 1, "[]": 2] },
        QuerySample("an empty key below", "a%5B%5D=1") { ["a": ["": 1]] },
        QuerySample("empty text is written", "a=&b%5B%5D=") { ["a": "", "b": [""]] as [String: Any] },
        QuerySample("NUL does not end a text", "a%00b=c%00d") { ["a\0b": "c\0d"] },
        QuerySample("equal numbers of a set are not merged further", "s=1&s=1&s=1") {
            ["s": ParameterValue.set([1, 1.0, .float(1)])] as [String: Any]
        },
        QuerySample("a Boolean is 1 or 0", "f=0&t=1") { ["t": true, "f": false] },
        QuerySample("other objects print their description", "v=%7B1%2C%202%7D") {
            ["v": NSValue(range: NSRange(location: 1, length: 2))]
        },
    ]

    @Test(arguments: rules)
    func parametersAreWrittenAsAFNetworkingDoes(sample: QuerySample) throws {
        let serializer = QueryStringSerializer()
        #expect(try serializer.string(from: sample.make()) == sample.query)
        #expect(try serializer.pairs(from: sample.make()).query == sample.query)
        #expect(try serializer.data(of: .object(sample.make())) == Data(sample.query.utf8))
        // Two keys of one text are one key of a ParameterValue.
        let isMerged = sample.testDescription == "keys of one text both stay"
        let value = try ParameterValue(bridging: sample.make())
        #expect(try serializer.string(from: value) == (isMerged ? "1=b" : sample.query))
    }

    @Test func largeDictionaryIsSortedWhole() throws {
        var generator = SeededGenerator(seed: 16)
        let numbers = Array(Set((0..<5_000).map { _ in generator.int(0...1_000_000_000) }))
        let values = Dictionary(uniqueKeysWithValues: numbers.map { ("k\($0)", $0) })
        let expected = numbers.map { "k\($0)=\($0)" }.sorted().joined(separator: "&")
        #expect(try QueryStringSerializer().string(from: values) == expected)
    }

    @Test func longArrayKeepsItsOrder() throws {
        let expected = (0..<50_000).map { "a%5B%5D=\($0)" }.joined(separator: "&")
        #expect(try QueryStringSerializer().string(from: ["a": Array(0..<50_000)]) == expected)
        #expect(try QueryStringSerializer().string(from: ["a": NSArray(array: Array(0..<50_000))]) == expected)
    }

    @Test func mebibyteIsWrittenWhole() throws {
        let text = String(repeating: "x", count: 1 << 20)
        #expect(try QueryStringSerializer().string(from: [text: text]) == "\(text)=\(text)")
    }
}
