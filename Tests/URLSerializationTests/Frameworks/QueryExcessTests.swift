import TestSupport
import Testing
import URLSerialization

struct QueryExcessTests {
    private static let pairs = QueryLimits(depth: 5, pairs: 2)
    private static let levels = QueryLimits(depth: 1, pairs: 100)

    static let examples: [(dialect: QueryDialect, limits: QueryLimits, query: String, reading: String)] = [
        (.php, pairs, "&a=1&&b=2&c=3", #"{"a": "1", "b": "2"}"#),
        (.qs, pairs, "&a=1&b=2", #"{"a": "1"}"#),
        (.querystring, pairs, "a=1&a=2&a=3", #"{"a": ["1", "2"]}"#),
        (.php, levels, "a[x]=1&b=2&a[y][z]=3", #"{"b": "2"}"#),
        (.php, levels, "a.b=1&b=2&a.b[y][z]=3&a.b=4", #"{"b": "2", "a_b": "4"}"#),
        (.qs, levels, "a[b][c][d]=1", #"{"a": {"b": {"[c][d]": "1"}}}"#),
        (.qs, levels, "a[][]=1&a[][]=2", #"{"a": [{"[]": ["1", "2"]}]}"#),
        (.qs, levels, "a[0]x[y]z=1&a[0]=2", #"{"a": [{"[y]z": "1"}, "2"]}"#),
    ]

    @Test(arguments: examples.indices)
    func whatLiesBeyondALimitIsReadAsByTheFramework(_ row: Int) throws {
        let (dialect, limits, query, reading) = Self.examples[row]
        let parser = QueryParser(style: dialect, limits: limits)
        let (parameters, excesses) = try parser.reading(of: query)
        #expect(RealOutcome.text(of: parameters) == reading)
        #expect(excesses.count == 1)
        #expect(throws: QueryParsingError.self) { try parser.parse(query) }
    }

    @Test(arguments: QueryDialect.allCases)
    func withinTheLimitsNothingIsRecorded(_ dialect: QueryDialect) throws {
        let (parameters, excesses) = try QueryParser(style: dialect).reading(of: "a[b]=1&c=2&c=3")
        #expect(excesses.isEmpty)
        #expect(try QueryParser(style: dialect).parse("a[b]=1&c=2&c=3") == parameters)
    }

    @Test(arguments: [QueryDialect.rack, .flat, .go])
    func aFrameworkThatRefusesDoesSo(_ dialect: QueryDialect) {
        #expect(throws: QueryParsingError.self) {
            try QueryParser(style: dialect, limits: Self.pairs).reading(of: "a=1&b=2&c=3")
        }
    }
}
