import AlamofireEncoders
import Testing

/// The reading of the values of `[String: Any]` by `URLEncoding`.
@Suite struct URLEncodingReadingTests {
    private enum Level: Int { case low = 1 }
    private enum Colour: String { case red = "FF0000" }
    private struct Point { let x = 1 }

    /// A value and the percent-decoded query of it under `k`.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let query: String
        let make: @Sendable () -> Any

        init(_ description: String, _ query: String, _ make: @escaping @Sendable () -> Any) {
            (testDescription, self.query, self.make) = (description, query, make)
        }
    }

    private static let rows = [
        Row("text in an optional", #"k=Optional("x")"#) { Optional("x") as Any },
        Row("text in two", #"k=Optional(Optional("x"))"#) { Optional(Optional("x")) as Any },
        Row("nothing", "k=nil") { Int?.none as Any },
        Row("null in an optional", "k=Optional(<null>)") { Optional(NSNull()) as Any },
        Row("nothing in an optional", "k=Optional(nil)") { Optional(Int?.none) as Any },
        Row("number in optionals", "k=5") { Optional(Optional(5)) as Any },
        Row("Boolean in an optional", "k=1") { Optional(true) as Any },
        Row("array in an optional", "k[]=1&k[]=2") { Optional([1, 2]) as Any },
        Row("dictionary in an optional", "k[a]=1") { Optional(["a": 1]) as Any },
        Row("date in an optional", "k=Optional(1970-01-01 00:00:00 +0000)") {
            Optional(Date(timeIntervalSince1970: 0)) as Any
        },
        Row("null", "k=<null>") { NSNull() },
        Row("nulls in an array", "k[]=<null>&k[]=1") { [NSNull(), 1] as [Any] },
        Row("null of a parameter value", "k[]=<null>") { ParameterValue.array([.null]) },
        Row("bytes", "k=3 bytes") { Data([1, 2, 3]) },
        Row("bytes of a parameter value", "k=3 bytes") { ParameterValue.data(Data([1, 2, 3])) },
        Row("text of a parameter value under a text of any type", "k[a]=x") {
            ["a": ParameterValue.string("x")] as [AnyHashable: Any]
        },
        Row("text of a parameter value in a slice of optionals", "k[]=x") { [Optional(ParameterValue.string("x"))] },
        Row("URL", "k=http://a/b?c=d") { URL(string: "http://a/b?c=d") ?? URL(fileURLWithPath: "/") },
        Row("set", #"k=["p", "q", "r"]"#) { Set(["r", "p", "q"]) },
        Row("set of a parameter value", #"k=["p", "q"]"#) { ParameterValue.set(["q", "p"]) },
        Row("dictionary by numbers", "k=[1: 2, 5: 1]") { [5: 1, 1: 2] },
        Row("dictionary by texts of any type", "k[a]=1") { ["a": 1] as [AnyHashable: Any] },
        Row("Foundation's dictionary", "k[a]=1&k[b][]=x") { ["a": 1, "b": ["x"] as NSArray] as NSDictionary },
        Row("Foundation's numbers", "k[]=1&k[]=0.5&k[]=1&k[]=0") {
            [NSNumber(value: 1), NSNumber(value: 0.5), NSNumber(value: true), NSNumber(value: false)]
        },
        Row("Foundation's text", "k=x") { "x" as NSString },
        Row("whole double as Apple's systems print it", "k=1") { 1.0 },
        Row("whole float", "k=2") { Float(2) },
        Row("double in full", "k=0.30000000000000004") { 0.1 + 0.2 },
        Row("decimal", "k=1.1") { Decimal(110) / 100 },
        Row("small integers", "k[]=5&k[]=7") { [Int8(5), UInt16(7)] as [Any] },
        Row("huge integer", "k=18446744073709551615") { UInt64.max },
        Row("case with a number", "k=low") { Level.low },
        Row("case with a text", "k=red") { Colour.red },
        Row("structure", "k=Point(x: 1)") { Point() },
        Row("character", "k=c") { Character("c") },
        Row("slice", "k=[2, 3]") { [1, 2, 3].dropFirst() },
        Row("UUID", "k=00000000-0000-0000-0000-000000000000") {
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        },
        Row("pairs of its own", #"k=["a": 1]"#) { ["a": 1] as KeyValuePairs },
        Row("empty array", "") { [Int]() },
        Row("empty dictionary by numbers, which casts", "") { [Int: Int]() },
    ]

    private func body(_ parameters: [String: Any]) throws -> String {
        let request = URLRequest(url: URL(fileURLWithPath: "/"))
        let body = try URLEncoding.httpBody.encode(request, with: parameters).httpBody
        return String(decoding: try #require(body), as: UTF8.self)
    }

    @Test func byteOrderMarkInAKeyStaysUnderACustomArrayEncoding() throws {
        let encoding = URLEncoding(arrayEncoding: .custom { "\($0)<\($1)>" })
        let request = try encoding.encode(URLRequest("GET"), with: ["\u{FEFF}a": ["list": [1], "m": [2]]])
        #expect(
            request.url?.query(percentEncoded: true) == "%EF%BB%BFa%5Blist%5D%3C0%3E=1&%EF%BB%BFa%5Bm%5D%3C0%3E=2")
    }

    @Test(arguments: rows)
    func valueIsReadByCastsAndDescriptions(row: Row) throws {
        #expect(try body(["k": row.make()]).removingPercentEncoding == row.query)
    }

    @Test(arguments: rows)
    func queryComponentsAreThePairs(row: Row) throws {
        let pairs = URLEncoding.default.queryComponents(fromKey: "k", value: row.make())
        #expect(pairs.map { "\($0)=\($1)" }.joined(separator: "&") == (try body(["k": row.make()])))
    }

    // MARK: - Bad input

    private static func nested(_ depth: Int) -> Any {
        var value: Any = 1
        for level in 0..<depth {
            if level.isMultiple(of: 2) { value = [value] } else { value = ["a": value] }
        }
        return value
    }

    private func refusal(_ value: Any) -> RequestSerializationError? {
        do {
            _ = try body(["k": value])
            return nil
        } catch AFError.parameterEncodingFailed(reason: .customEncodingFailed(let error)) {
            return error as? RequestSerializationError
        } catch {
            return nil
        }
    }

    @Test(arguments: [512, 5_000])
    func deepCollectionIsAnErrorNamingTheKeyPath(depth: Int) {
        let error = refusal(Self.nested(depth))
        #expect(error?.code == .tooDeep)
        #expect(error?.keyPath?.hasPrefix("k[a][0]") == true)
        #expect(URLEncoding.default.queryComponents(fromKey: "k", value: Self.nested(5_000)).isEmpty)
    }

    @Test func collectionThatContainsItselfIsAnError() {
        let array = NSMutableArray()
        array.add(array)
        #expect(refusal(array)?.code == .tooDeep)
        let dictionary = NSMutableDictionary()
        dictionary["a"] = dictionary
        #expect(refusal(dictionary)?.code == .tooDeep)
        array.removeAllObjects()
        dictionary.removeAllObjects()
    }

    @Test func collectionWhoseTextWouldNotEndIsAnError() {
        let set = NSMutableSet()
        let array = NSMutableArray(object: set)
        set.add(array)
        #expect(refusal(set)?.code == .tooDeep)
        var deep: Any = 1
        for _ in 0..<1_000 { deep = [1: deep] }
        #expect(refusal(deep)?.code == .tooDeep)
        set.removeAllObjects()
    }

    @Test(arguments: [TimeInterval.nan, .infinity, 1e18])
    func dateWithoutTextIsAnError(interval: TimeInterval) {
        let error = refusal([Date(timeIntervalSince1970: interval)])
        #expect(error?.code == .dateWithoutText)
        #expect(error?.keyPath == "k[0]")
    }

    @Test func fiveHundredLevelsAreWritten() throws {
        #expect(try body(["k": Self.nested(500)]).hasSuffix("=1"))
    }
}
