import Testing
import URLSerialization

@Suite struct QueryStyleTests {
    /// A style, its parameters, and its query.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let style: QueryStyle
        let sample: QuerySample

        init(
            _ description: String, _ query: String, _ change: @Sendable (inout QueryStyle) -> Void,
            _ make: @escaping @Sendable () throws -> Any
        ) {
            testDescription = description
            style = .afNetworking(change)
            sample = QuerySample(description, query, make)
        }
    }

    private static let arrays = [
        Row("indices", "a%5B0%5D=x&a%5B1%5D=y", { $0.arrays = .indices }) { ["a": ["x", "y"]] },
        Row("indices below indices", "a%5B0%5D%5B0%5D=1&a%5B1%5D%5B0%5D=2&a%5B1%5D%5B1%5D=3", { $0.arrays = .indices })
        {
            ["a": [[1], [2, 3]]]
        },
        Row("indices of dictionaries", "a%5B0%5D%5Bx%5D=1&a%5B1%5D%5Bx%5D=2", { $0.arrays = .indices }) {
            ["a": [["x": 1], ["x": 2]]]
        },
        Row("indices after an empty element", "a%5B1%5D=2", { $0.arrays = .indices }) { ["a": [[Int](), 2] as [Any]] },
        Row(
            "indices count past ten", (0..<12).map { "a%5B\($0)%5D=7" }.joined(separator: "&"), { $0.arrays = .indices }
        ) {
            ["a": [Int](repeating: 7, count: 12)]
        },
        Row("a set has none", "s=1&s=2", { $0.arrays = .indices }) { ["s": Set([2, 1])] },
        Row("repeated", "a=x&a=y", { $0.arrays = .repeated }) { ["a": ["x", "y"]] },
        Row("repeated below", "a%5Bb%5D=1&a%5Bb%5D=2&a%5Bb%5D=3", { $0.arrays = .repeated }) {
            ["a": ["b": [[1, 2], [3]]]]
        },
        Row("commas", "a=1%2Cx%20y%2C%2C1", { $0.arrays = .commaSeparated }) {
            ["a": [1, "x y", NSNull(), true] as [Any]]
        },
        Row("commas of one element", "a=1", { $0.arrays = .commaSeparated }) { ["a": [1]] },
        Row("commas of nothing", "b=1", { $0.arrays = .commaSeparated }) { ["a": [Int](), "b": [1]] },
        Row("commas of a null", "a=", { $0.arrays = .commaSeparated }) { ["a": [NSNull()]] },
        Row("commas below", "a%5Bb%5D=1%2C2&c=3", { $0.arrays = .commaSeparated }) {
            ["a": ["b": [1, 2]], "c": 3] as [String: Any]
        },
        Row("commas in text look like separators", "a=1%2C2%2C3", { $0.arrays = .commaSeparated }) {
            ["a": ["1,2", "3"]]
        },
        Row("own keys", "a/0=x&a/1=y&b=z", { $0.arrays = .custom { "\($0)/\($1)" } }) {
            ["a": ["x", "y"], "b": "z"] as [String: Any]
        },
        Row("own keys below own keys", "a.0.0=1&a.0.1=2&a.1=3&b=4&c.0=5", { $0.arrays = .custom { "\($0).\($1)" } }) {
            ["a": [[1, 2], 3] as [Any], "b": 4, "c": [5]] as [String: Any]
        },
        Row(
            "own keys and their siblings", "p%5Ba%5D.0%5Bx%5D.0=1&p%5Ba%5D.0%5By%5D=2&p%5Ba%5D.1=3&p%5Bb%5D=4&q=5",
            { $0.arrays = .custom { "\($0).\($1)" } }
        ) {
            ["p": ["a": [["x": [1], "y": 2] as [String: Any], 3] as [Any], "b": 4] as [String: Any], "q": 5]
                as [String: Any]
        },
        Row("own keys over sets", "a.0=1&a.0=2&a.1=3&b=4", { $0.arrays = .custom { "\($0).\($1)" } }) {
            ["a": [Set([2, 1]), Set([3])], "b": 4] as [String: Any]
        },
        Row("own keys of nasty texts", "%2B%25%00%C3%A9%20%2B0=1&z=2", { $0.arrays = .custom { "\($0) +\($1)" } }) {
            ["+%\0é": [1], "z": 2] as [String: Any]
        },
        Row("own keys without the key", "=1&=2&b=3", { $0.arrays = .custom { _, _ in "" } }) {
            ["a": [1, 2], "b": 3] as [String: Any]
        },
    ]

    private static let leaves = [
        Row("Booleans in words", "a=true&b%5B%5D=false&c=1", { $0.booleans = .literal }) {
            ["a": true, "b": [NSNumber(value: false)], "c": 1] as [String: Any]
        },
        Row("null as empty value", "a=&b%5B%5D=&c=", { $0.nulls = .emptyValue }) {
            ["a": NSNull(), "b": [NSNull()], "c": ""] as [String: Any]
        },
        Row("null in a word", "a=null&b%5B%5D=null", { $0.nulls = .literal }) {
            ["a": NSNull(), "b": [NSNull()]] as [String: Any]
        },
        Row("no null", "b%5B%5D=1&d=2", { $0.nulls = .omitted }) {
            ["a": NSNull(), "b": [NSNull(), 1] as [Any], "c": [NSNull()], "d": 2] as [String: Any]
        },
        Row(
            "indices count omitted nulls", "a%5B1%5D=1",
            {
                $0.nulls = .omitted
                $0.arrays = .indices
            }
        ) { ["a": [NSNull(), 1] as [Any]] },
        Row(
            "shortest numbers", "a=99.99&b=0.30000000000000004&c=1&d=0.1&e=1e-05&f=-0&g=1e%2B16",
            { $0.numbers = .shortest }
        ) {
            ["a": 99.99, "b": 0.1 + 0.2, "c": 1.0, "d": Float(0.1), "e": 1e-5, "f": -0.0, "g": 1e16] as [String: Any]
        },
        Row("dates in seconds", "a=0&b=1.5&c=-2.25", { $0.dates = .secondsSince1970 }) { dates },
        Row("dates in milliseconds", "a=0&b=1500&c=-2250", { $0.dates = .millisecondsSince1970 }) { dates },
        Row(
            "dates as RFC 3339", "a=1970-01-01T00%3A00%3A00Z&b=1970-01-01T00%3A00%3A01Z&c=1969-12-31T23%3A59%3A57Z",
            { $0.dates = .iso8601 }
        ) { dates },
        Row("dates in seconds have no bounds", "a=1e%2B20&b=-1e%2B20", { $0.dates = .secondsSince1970 }) {
            ["a": Date(timeIntervalSince1970: 1e20), "b": Date(timeIntervalSince1970: -1e20)]
        },
        Row(
            "own dates", "a=t0&b=t6&c=t-9",
            { $0.dates = .custom { "t\(Int($0.timeIntervalSince1970 * 4))" } }
        ) { dates },
        Row("bytes in base 64", "a=AP9%2B&b=", { $0.data = .base64 }) {
            ["a": Data([0x00, 0xFF, 0x7E]), "b": NSData()]
        },
        Row("own bytes", "a=3", { $0.data = .custom { "\($0.count)" } }) { ["a": Data([1, 2, 3])] },
        Row(
            "spaces as plus", "a+b%5Bc+d%5D=e+f%2Bg%20".replacingOccurrences(of: "%20", with: "+"),
            { $0.spaces = .plus }
        ) {
            ["a b": ["c d": "e f+g "]]
        },
        Row("order as given", "b%5By%5D=1&b%5Bx%5D=2&a=3&s=1&s=2", { $0.order = .asGiven }) {
            ["b": ["y": 1, "x": 2], "a": 3, "s": .set([2, 1])] as ParameterValue
        },
        Row("order of pairs as given", "b=1&a=2&b=3", { $0.order = .asGiven }) {
            ["b": 1, "a": 2, "b": 3] as KeyValuePairs
        },
    ]

    private static var dates: [String: Date] {
        [
            "a": Date(timeIntervalSince1970: 0), "b": Date(timeIntervalSince1970: 1.5),
            "c": Date(timeIntervalSince1970: -2.25),
        ]
    }

    private static let empties =
        ([
            ("brackets", "a%5B%5D&b&c&d%5B%5D%5B%5D&d%5B%5D", { _ in }),
            ("indices", "a&b&c&d%5B0%5D&d%5B1%5D", { $0.arrays = .indices }),
            ("repeated", "a&b&c&d&d", { $0.arrays = .repeated }),
            (
                "as nulls are written", "a%5B%5D=null&b=null&c=null&d%5B%5D%5B%5D=null&d%5B%5D=null",
                { $0.nulls = .literal }
            ),
            ("as nulls are omitted", "", { $0.nulls = .omitted }),
        ] as [(String, String, (inout QueryStyle) -> Void)]).map { description, query, change in
            var style = QueryStyle.afNetworking
            style.emptyCollections = .null
            change(&style)
            return Row(description, query, { [style] in $0 = style }) { nothings }
        } + [Row("but not at the top", "", { $0.emptyCollections = .null }) { [String: Any]() }]

    private static var nothings: [String: Any] {
        ["a": [Any](), "b": [String: Any](), "c": Set<Int>(), "d": [[Any](), [String: Any]()] as [Any]]
    }

    @Test(arguments: arrays + leaves + empties)
    func queryIsWrittenInTheStyle(row: Row) throws {
        let serializer = QueryStringSerializer(style: row.style)
        #expect(try serializer.string(from: row.sample.make()) == row.sample.query)
        var query = try serializer.pairs(from: row.sample.make()).query
        if row.style.spaces == .plus { query = query.replacingOccurrences(of: "%20", with: "+") }
        #expect(query == row.sample.query)
        // A ParameterValue cannot have two values under one key.
        guard row.testDescription != "order of pairs as given" else { return }
        #expect(try serializer.string(from: ParameterValue(bridging: row.sample.make())) == row.sample.query)
    }

    @Test(arguments: [
        RefusedSample("a collection between commas", .unsupportedValue, at: "k[a]") {
            ["k": ["a": [1, [2]] as [Any]]]
        },
        RefusedSample("a dictionary between commas", .unsupportedValue, at: "k") { ["k": [["a": 1]]] },
        RefusedSample("bytes between commas", .dataWithoutStrategy, at: "k") { ["k": [Data([1])]] },
    ])
    func whatCannotStandBetweenCommasIsRefused(sample: RefusedSample) throws {
        let style = QueryStyle.afNetworking { $0.arrays = .commaSeparated }
        expectRefusal(sample.code, at: sample.keyPath) {
            try QueryStringSerializer(style: style).string(from: sample.make())
        }
    }

    @Test(arguments: [DateStrategy.refused, .description, .secondsSince1970, .millisecondsSince1970, .iso8601])
    func dateWithoutTextIsRefused(dates: DateStrategy) {
        let style = QueryStyle.afNetworking { $0.dates = dates }
        for date in [Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity)] {
            expectRefusal(.dateWithoutText, at: "a[1][b]") {
                try QueryStringSerializer(style: style).string(from: ["a": [1, ["b": date]] as [Any]])
            }
        }
    }
}
