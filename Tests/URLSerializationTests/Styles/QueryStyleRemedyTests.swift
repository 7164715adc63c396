import Testing
import URLSerialization

/// The forms of the styles that neither AFNetworking nor Alamofire has.
@Suite struct QueryStyleRemedyTests {
    typealias Row = QueryStyleTests.Row

    private static let nested = [
        Row("scalars", "a%5B%5D=x&a%5B%5D=y", { $0.arrays = .indicesWhereNested }) { ["a": ["x", "y"]] },
        Row(
            "rows", "twoDArr%5B0%5D%5B%5D=1&twoDArr%5B1%5D%5B%5D=2&twoDArr%5B1%5D%5B%5D=3",
            { $0.arrays = .indicesWhereNested }
        ) {
            ["twoDArr": [[1], [2, 3]]]
        },
        Row(
            "objects", "a%5B0%5D%5Bx%5D=1&a%5B0%5D%5By%5D%5B%5D=2&a%5B1%5D%5Bx%5D=3",
            { $0.arrays = .indicesWhereNested }
        ) {
            ["a": [["x": 1, "y": [2]] as [String: Any], ["x": 3]]]
        },
        Row("a mixture", "a%5B%5D=1&a%5B1%5D%5B%5D=2&a%5B%5D=3", { $0.arrays = .indicesWhereNested }) {
            ["a": [1, [2], 3] as [Any]]
        },
        Row("three levels", "a%5B0%5D%5B0%5D%5B%5D=1&a%5B0%5D%5B1%5D%5B%5D=2", { $0.arrays = .indicesWhereNested }) {
            ["a": [[[1], [2]]]]
        },
        Row("a null among them", "a%5B%5D&a%5B1%5D%5B%5D", { $0.arrays = .indicesWhereNested }) {
            ["a": [NSNull(), [NSNull()]] as [Any]]
        },
    ]

    private static let empties = [
        Row("with an empty value", "a%5B%5D=&b=&c=&d%5B%5D%5B%5D=&d%5B%5D=", { $0.emptyCollections = .emptyValue }) {
            nothings
        },
        Row(
            "with an empty value, whatever nulls are", "a%5B%5D=&n=null",
            {
                $0.emptyCollections = .emptyValue
                $0.nulls = .literal
            }
        ) {
            ["a": [Any](), "n": NSNull()] as [String: Any]
        },
        Row(
            "with an empty value and indices where nested", "a%5B%5D=&b=&c=&d%5B0%5D%5B%5D=&d%5B1%5D=",
            {
                $0.emptyCollections = .emptyValue
                $0.arrays = .indicesWhereNested
            }
        ) {
            nothings
        },
        Row(
            "as a literal", "a=%5B%5D&b=%7B%7D&c=%5B%5D&d%5B%5D=%5B%5D&d%5B%5D=%7B%7D",
            { $0.emptyCollections = .literal }
        ) {
            nothings
        },
        Row(
            "in a form of one's own", "a=none&b&z=1",
            {
                $0.emptyCollections = .custom { key, kind in
                    switch kind {
                    case .array: ParameterPair(key: key, value: "none")
                    case .dictionary: ParameterPair(key: key, value: nil)
                    case .set: nil
                    }
                }
            }
        ) {
            ["a": [Any](), "b": [String: Any](), "c": Set<Int>(), "z": 1] as [String: Any]
        },
        Row(
            "under another key, which the next does not see", "user%5Btags%5D%5Bempty%5D=1&user%5Bzip%5D=2",
            { $0.emptyCollections = .custom { key, _ in ParameterPair(key: key + "[empty]", value: "1") } }
        ) {
            ["user": ["tags": [Any](), "zip": 2] as [String: Any]]
        },
        Row("not at the top", "", { $0.emptyCollections = .literal }) { [String: Any]() },
    ]

    private static var nothings: [String: Any] {
        ["a": [Any](), "b": [String: Any](), "c": Set<Int>(), "d": [[Any](), [String: Any]()] as [Any]]
    }

    private static let keys = [
        Row("snake case", "my_url_path=1&one_two%5Bthree_four%5D=2&x=3", { $0.keys = .snakeCase }) { names },
        Row("kebab case", "my-url-path=1&one-two%5Bthree-four%5D=2&x=3", { $0.keys = .kebabCase }) { names },
        Row("capitalized", "MyURLPath=1&OneTwo%5BThreeFour%5D=2&X=3", { $0.keys = .capitalized }) { names },
        Row("upper-cased", "MYURLPATH=1&ONETWO%5BTHREEFOUR%5D=2&X=3", { $0.keys = .uppercased }) { names },
        Row("lower-cased", "myurlpath=1&onetwo%5Bthreefour%5D=2&x=3", { $0.keys = .lowercased }) { names },
        Row(
            "each by a closure", "myURLPath%21=1&oneTwo%21%5BthreeFour%21%5D=2&x%21=3",
            { $0.keys = .custom { $0 + "!" } }
        ) {
            names
        },
        Row("dots", "a.b.c=1&a.d%5B%5D=2&e=3", { $0.keyPaths = .dots }) { paths },
        Row(
            "dots and indices", "a.b.c=1&a.d%5B0%5D=2&e=3",
            {
                $0.keyPaths = .dots
                $0.arrays = .indices
            }
        ) {
            paths
        },
        Row("joined by a closure", "a/b/c=1&a/d%5B%5D=2&e=3", { $0.keyPaths = .custom { "/" + $0 } }) { paths },
        Row(
            "dots of changed keys", "my_url_path=1&one_two.three_four=2&x=3",
            {
                $0.keyPaths = .dots
                $0.keys = .snakeCase
            }
        ) {
            names
        },
    ]

    private static var names: [String: Any] { ["myURLPath": 1, "oneTwo": ["threeFour": 2], "x": 3] }
    private static var paths: [String: Any] { ["a": ["b": ["c": 1], "d": [2]] as [String: Any], "e": 3] }

    @Test(arguments: nested + empties + keys)
    func queryIsWrittenInTheStyle(row: Row) throws {
        let serializer = QueryStringSerializer(style: row.style)
        #expect(try serializer.string(from: row.sample.make()) == row.sample.query)
        #expect(try serializer.pairs(from: row.sample.make()).query == row.sample.query)
    }

    @Test(arguments: nested + empties + keys)
    func modelIsWrittenAlike(row: Row) throws {
        let value = try ParameterValue(bridging: row.sample.make())
        let query = try QueryStringSerializer(style: row.style).string(encoding: value)
        // A set in a model encodes itself as an array.
        guard !row.testDescription.contains("literal"), !row.sample.query.contains("c=") else { return }
        #expect(query == row.sample.query)
    }

    struct Model: Encodable {
        struct Row: Encodable { let oneTwo: [Int] }
        let twoDArr = [[1], [2, 3]]
        let nullArr: [Int] = []
        let rows = [Row(oneTwo: [4]), Row(oneTwo: [])]
    }

    @Test func modelsOwnContainersAreWrittenInTheStyle() throws {
        let style = QueryStyle.afNetworking {
            $0.arrays = .indicesWhereNested
            $0.emptyCollections = .emptyValue
            $0.keys = .snakeCase
        }
        let pairs = try QueryStringSerializer(style: style).string(encoding: Model()).removingPercentEncoding
        #expect(
            pairs == "null_arr[]=&rows[0][one_two][]=4&rows[1][one_two][]=&two_d_arr[0][]=1&two_d_arr[1][]=2"
                + "&two_d_arr[1][]=3")
    }

    @Test(
        arguments: [
            ("a[b]", ["a": ["b": [Int]()]] as [String: any Sendable], "emptyCollections"),
            ("a[1]", ["a": [1, [String: Int]()] as [any Sendable]], "emptyCollections"),
            ("s", ["s": Set<Int>()], "emptyCollections"),
            ("n", ["n": NSNull()], "nulls"),
            ("a[1]", ["a": [1, NSNull()] as [any Sendable]], "nulls"),
        ] as [(String, [String: any Sendable], String)])
    func refusedValueIsAnErrorNamingItsKeyPathAndTheChoice(
        path: String, parameters: [String: any Sendable], choice: String
    ) {
        let style = QueryStyle.afNetworking {
            $0.emptyCollections = .refused
            $0.nulls = .refused
        }
        for arrays in [ArrayStrategy.brackets, .indices, .indicesWhereNested, .repeated] {
            var style = style
            style.arrays = arrays
            let error = expectRefusal((choice == "nulls" ? .nullRefused : .emptyCollection), at: path) {
                try QueryStringSerializer(style: style).string(from: parameters)
            }
            #expect(error?.reason.contains(choice) == true)
        }
    }

    @Test func nullInCommasIsRefusedAsWell() {
        let style = QueryStyle.afNetworking {
            $0.arrays = .commaSeparated
            $0.nulls = .refused
        }
        expectRefusal(.nullRefused, at: "a") {
            try QueryStringSerializer(style: style).string(from: ["a": [1, NSNull()] as [Any]])
        }
    }

    @Test func errorsNameKeysAsTheyWereGiven() {
        let style = QueryStyle.afNetworking {
            $0.keys = .snakeCase
            $0.keyPaths = .dots
        }
        expectRefusal(at: "oneTwo[threeFour]") {
            try QueryStringSerializer(style: style).string(from: ["oneTwo": ["threeFour": Data([1])]])
        }
    }

    @Test func newChoicesAreArchivedAndOlderArchivesHaveAFNetworkings() throws {
        let style = QueryStyle.afNetworking {
            $0.arrays = .indicesWhereNested
            $0.emptyCollections = .literal
            $0.keys = .kebabCase
            $0.keyPaths = .dots
            $0.nulls = .refused
        }
        let archive = try JSONEncoder().encode(style)
        let read = try JSONDecoder().decode(QueryStyle.self, from: archive)
        let parameters: [String: Any] = ["oneTwo": ["aB": [[1], [Int]()]] as [String: Any]]
        #expect(
            try QueryStringSerializer(style: read).string(from: parameters)
                == "one-two.a-b%5B0%5D%5B%5D=1&one-two.a-b%5B1%5D=%5B%5D")
        let older = try #require(JSONSerialization.jsonObject(with: archive) as? [String: Any])
            .filter { !["keys", "keyPaths"].contains($0.key) }
        let readOlder = try JSONDecoder().decode(
            QueryStyle.self, from: JSONSerialization.data(withJSONObject: older))
        let isOlder = if case .asGiven = readOlder.keys, case .brackets = readOlder.keyPaths { true } else { false }
        #expect(isOlder && readOlder.nulls == .refused, "\(readOlder)")
    }
}
