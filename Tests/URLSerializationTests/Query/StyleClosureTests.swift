import Testing
import URLSerialization

/// The arguments of a style's closures, and the handling of their errors.
@Suite struct StyleClosureTests {
    private struct Refusal: Error, Equatable {
        let number: Int
    }

    private static let places = [
        QuerySample("under a key", "") { ["a": leaves[0]] },
        QuerySample("below", "") { ["a": ["b": [1, leaves[0]] as [Any]]] },
        QuerySample("in a set", "") { ["a": NSSet(array: leaves)] },
        QuerySample("in a collection in a set", "") { ["a": NSSet(array: [["b": leaves[0]]])] },
        QuerySample("in a ParameterValue", "") { ["a": ["b": .data(Data([1]))]] as ParameterValue },
        QuerySample("in a model", "") { ModelSample(["a": ["b": Data([1])]]) },
    ]

    private static var leaves: [Any] { [Data([1]), Data([2])] }

    @Test(arguments: places)
    func errorOfADataClosureIsTheCallsError(sample: QuerySample) {
        let style = QueryStyle.afNetworking { $0.data = .custom { throw Refusal(number: $0.count) } }
        #expect(throws: Refusal(number: 1)) { try QueryStringSerializer(style: style).string(sample: sample.make()) }
        #expect(throws: Refusal(number: 1)) { try QueryStringSerializer(style: style).pairs(sample: sample.make()) }
    }

    @Test func errorOfADateClosureIsTheCallsError() {
        let style = QueryStyle.afNetworking { $0.dates = .custom { _ in throw Refusal(number: 2) } }
        #expect(throws: Refusal(number: 2)) {
            try QueryStringSerializer(style: style).string(from: ["a": [Date.now]])
        }
    }

    /// The closure may know the place of the problem better than the walk.
    @Test func serializationErrorOfAClosureKeepsItsOwnKeyPath() {
        let style = QueryStyle.afNetworking {
            $0.data = .custom { _ in
                throw RequestSerializationError(.unsupportedValue, keyPath: "elsewhere", reason: "No bytes today.")
            }
        }
        expectRefusal(at: "elsewhere") { try QueryStringSerializer(style: style).string(from: ["a": Data([1])]) }
    }

    @Test func dateAsAKeyIsNotTheClosuresBusiness() throws {
        let style = QueryStyle.afNetworking { $0.dates = .custom { _ in throw Refusal(number: 3) } }
        let query = try QueryStringSerializer(style: style).string(from: [Date(timeIntervalSince1970: 0): 1])
        #expect(query == "1970-01-01%2000%3A00%3A00%20%2B0000=1")
    }

    @Test func arrayClosureIsGivenTheKeyPathAsItIsSpelt() throws {
        let style = QueryStyle.afNetworking {
            $0.spaces = .plus
            $0.arrays = .custom { key, index in "<\(key)|\(index)>" }
        }
        let pairs = try QueryStringSerializer(style: style).pairs(from: ["a+ %20": ["é": [7, [8]] as [Any]]])
        #expect(pairs.map(\.key) == ["<a+ %20[é]|0>", "<<a+ %20[é]|1>|0>"])
        let query = try QueryStringSerializer(style: style).string(from: ["a+ %20": ["é": [7, [8]] as [Any]]])
        #expect(query.replacingOccurrences(of: "+", with: " ").removingPercentEncoding == pairs.text)
    }

    /// Foundation's decoder of percent-encoding drops U+FEFF at the beginning of a text.
    @Test(arguments: ["l", "list", "a long key of many words, %41 and \u{FEFF}"])
    func byteOrderMarkInAKeyPathStays(key: String) throws {
        let style = QueryStyle.afNetworking {
            $0.arrays = .custom { "\($0)<\($1)>" }
            $0.emptyCollections = .custom { key, _ in ParameterPair(key: key + "!", value: nil) }
        }
        let parameters = ["\u{FEFF}a": [key: [1, []] as [Any], "m": 2, "n": [Int]()] as [String: Any]]
        let path = "\u{FEFF}a[\(key)]"
        let pairs = [("\(path)<0>", "=1"), ("\(path)<1>!", ""), ("\u{FEFF}a[m]", "=2"), ("\u{FEFF}a[n]!", "")]
        #expect(
            try QueryStringSerializer(style: style).string(from: parameters)
                == pairs.map { PercentEscaper.afNetworking.escape($0.0) + $0.1 }.joined(separator: "&"))
        #expect(try QueryStringSerializer(style: style).pairs(from: parameters).map(\.key) == pairs.map(\.0))
    }

    @Test func emptyTextOfAClosureIsAnEmptyValue() throws {
        let style = QueryStyle.afNetworking {
            $0.data = .custom { _ in "" }
            $0.dates = .custom { _ in "\0&" }
        }
        let query = try QueryStringSerializer(style: style).string(from: ["a": Data(), "b": Date.now] as [String: Any])
        #expect(query == "a=&b=%00%26")
    }
}

extension [ParameterPair] {
    /// The pairs as a query that needs no escaping.
    fileprivate var text: String { map { "\($0.key)=\($0.value ?? "")" }.joined(separator: "&") }
}
