import AlamofireEncoders
import Testing

/// The examples of `KnownFlaws.md`, in its order: the requests of Alamofire's encoders and those of the core.
@Suite struct KnownFlawsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let flaw: @Sendable () throws -> String
        let flawed: String
        let remedy: @Sendable () throws -> String
        let remedied: String

        /// Parameters that `URLEncoding` takes.
        static func encoding(
            _ name: String, _ parameters: @escaping @Sendable () -> [String: Any], _ flawed: String,
            _ remedied: String, _ change: @escaping @Sendable (inout QueryStyle) -> Void = { _ in }
        ) -> Row {
            Row(
                testDescription: name,
                flaw: {
                    let request = try URLEncoding.default.encode(URLRequest("POST"), with: parameters())
                    return request.bodyText?.removingPercentEncoding ?? ""
                },
                flawed: flawed, remedy: { try core(change) { try $0.string(from: parameters()) } }, remedied: remedied)
        }

        /// A model that `URLEncodedFormEncoder` takes.
        static func encoder(
            _ name: String, _ model: some Encodable & Sendable, _ flawed: String, _ remedied: String,
            _ encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
            _ change: @escaping @Sendable (inout QueryStyle) -> Void = { _ in }
        ) -> Row {
            Row(
                testDescription: name,
                flaw: {
                    let query: String = try encoder.encode(model)
                    return query.removingPercentEncoding ?? ""
                },
                flawed: flawed, remedy: { try core(change) { try $0.string(encoding: model) } }, remedied: remedied)
        }

        private static func core(
            _ change: (inout QueryStyle) -> Void, _ query: (QueryStringSerializer) throws -> String
        ) throws -> String {
            var style = QueryStyle.afNetworking
            change(&style)
            return try query(QueryStringSerializer(style: style)).removingPercentEncoding ?? ""
        }
    }

    fileprivate struct Point: Encodable, Sendable {
        var x = 1
        var y = 2
    }

    fileprivate struct Spot: Encodable, Sendable {
        var a: Int?
        var b: Int?
    }

    fileprivate enum Level: String, Encodable, Sendable { case high }

    fileprivate final class List: Animal, @unchecked Sendable {
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode("s")
            try super.encode(to: container.superEncoder())
            try container.encode("t")
        }
    }

    fileprivate static let indexed = URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)
    fileprivate static let capitalized = URLEncodedFormEncoder(keyEncoding: .capitalized)

    fileprivate static let snakeCase = URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase)

    private static let rows: [Row] = [
        .encoder("order of elements", ["k": [1, 2, 9, 10]], "k[]=1&k[]=10&k[]=2&k[]=9", "k[]=1&k[]=2&k[]=9&k[]=10"),
        .encoding("rows", { ["k": [[1, 2], [3]]] }, "k[][]=1&k[][]=2&k[][]=3", "k[0][]=1&k[0][]=2&k[1][]=3") {
            $0.arrays = .indicesWhereNested
        },
        .encoding(
            "objects", { ["k": [["a": 1, "b": 2], ["b": 3]]] }, "k[][a]=1&k[][b]=2&k[][b]=3",
            "k[0][a]=1&k[0][b]=2&k[1][b]=3"
        ) { $0.arrays = .indicesWhereNested },
        .encoding("empty collections", { ["k": [Int](), "l": [String: Int]()] }, "", "k[]=&l=") {
            $0.emptyCollections = .emptyValue
        },
        .encoder("empty array", ["k": [Int]()], "", "k=[]", URLEncodedFormEncoder()) { $0.emptyCollections = .literal },
        .encoder("integer keys", ["k": [5: "x"]], "k[]=x", "k[5]=x"),
        .encoder(
            "text keys of digits", ["cart": ["1042": 2, "7": 1]], "cart[]=1&cart[]=2", "cart[1042]=2&cart[7]=1"),
        .encoder("negative text key", ["cart": ["-1": 2]], "cart[]=2", "cart[-1]=2"),
        .encoder("keys of an enumeration", ["k": [Level.high: 1]], "k[]=1&k[]=high", "k[high]=1"),
        .encoder("dropped nils", ["k": [nil, 1, nil, 2]], "k[0]=1&k[1]=2", "k[0]=&k[1]=1&k[2]=&k[3]=2", indexed) {
            $0.arrays = .indices
            $0.nulls = .emptyValue
        },
        .encoder(
            "element after an empty one", ["k": [Spot(), Spot(a: 1, b: 2)]], "k[0][a]=1&k[1][b]=2",
            "k[1][a]=1&k[1][b]=2",
            indexed
        ) { $0.arrays = .indices },
        .encoder("super in an array", ["k": List()], "k[]=t", "k[]=s&k[][one]=one&k[][three]=1&k[][two]=2&k[]=t"),
        .encoding("optional", { ["a": String?.some("x") as Any] }, #"a=Optional("x")"#, "a=x"),
        .encoding("none", { ["a": String?.none as Any] }, "a=nil", "a"),
        .encoding("null", { ["a": NSNull()] }, "a=<null>", "a=") { $0.nulls = .emptyValue },
        .encoding("data", { ["a": Data([7])] }, "a=1 bytes", "a=Bw==") { $0.data = .base64 },
        .encoding(
            "date", { ["a": Date(timeIntervalSince1970: 0)] }, "a=1970-01-01 00:00:00 +0000", "a=1970-01-01T00:00:00Z"
        ) {
            $0.dates = .iso8601
        },
        .encoding("set", { ["a": Set(["x", "y"])] }, #"a=["x", "y"]"#, "a=x&a=y"),
        .encoding("slice", { ["a": [1, 2, 3].dropFirst()] }, "a=[2, 3]", "a[]=2&a[]=3"),
        .encoding("dictionary without text keys", { ["a": [5: "x"]] }, #"a=[5: "x"]"#, "a[5]=x"),
        .encoder("URL", ["u": URL(fileURLWithPath: "/a")], "u[]=file:///a", "u=file:///a"),
        .encoder("date in seconds since 2001", ["a": Date(timeIntervalSince1970: 0)], "a=-978307200.0", "a=0") {
            $0.dates = .secondsSince1970
        },
        .encoder("whole double", ["a": 1.0], "a=1.0", "a=1"),
        .encoder("key path", ["oneTwo": ["threeFour": 1]], "OneTwo[threeFour]=1", "OneTwo[ThreeFour]=1", capitalized) {
            $0.keys = .capitalized
        },
        .encoder("bracket after capitals", ["userID": ["name": 1]], "user_id_[name]=1", "user_id[name]=1", snakeCase) {
            $0.keys = .snakeCase
        },
    ]

    @Test(arguments: rows)
    func alamofiresEncodersHaveTheFlaw(row: Row) throws {
        #expect(try row.flaw() == row.flawed)
    }

    @Test(arguments: rows)
    func coreHasTheRemedy(row: Row) throws {
        #expect(try row.remedy() == row.remedied)
    }

    /// The dictionary's order decides which of the two values is gone.
    @Test func textKeyOfDigitsBesideAnotherLosesAValue() throws {
        let parameters = ["cart": ["1042": 2, "x": 1]]
        let query: String = try URLEncodedFormEncoder().encode(parameters)
        #expect(["cart%5B%5D=2", "cart%5Bx%5D=1"].contains(query))
        #expect(try QueryStringSerializer().string(encoding: parameters) == "cart%5B1042%5D=2&cart%5Bx%5D=1")
    }

    @Test func descriptionsAreSent() throws {
        let request = try URLEncoding.default.encode(URLRequest("POST"), with: ["a": Point()])
        #expect(request.bodyText?.removingPercentEncoding == "a=Point(x: 1, y: 2)")
        #expect(try QueryStringSerializer().string(from: ["a": Point()]) == "a%5Bx%5D=1&a%5By%5D=2")
    }

    @Test(arguments: [
        ("https://example.com/p", "https://example.com/p?"),
        ("https://example.com/p?x=1", "https://example.com/p?x=1&"),
    ])
    func emptyQueriesLeaveTheirMark(url: String, expected: String) throws {
        let parameters: [String: Any] = ["k": [Int]()]
        let request = try URLRequest("GET", url)
        #expect(try URLEncoding.default.encode(request, with: parameters).url?.absoluteString == expected)
        #expect(try HTTPRequestSerializer().serialize(request, with: parameters).url?.absoluteString == url)
    }

    @Test func contentTypeHasACharset() throws {
        let encoded = try URLEncoding.default.encode(URLRequest("POST"), with: ["a": 1])
        #expect(encoded.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
        let serialized = try HTTPRequestSerializer().serialize(URLRequest("POST"), with: ["a": 1])
        #expect(serialized.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }
}
