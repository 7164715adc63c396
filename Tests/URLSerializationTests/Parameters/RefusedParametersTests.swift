import Testing
import URLSerialization

/// Parameters without a query: each is an error naming its place, never a trap.
@Suite struct RefusedParametersTests {
    private enum Color { case red }
    private enum Wrapped { case number(Int) }
    private struct Point {
        var x = 1
    }
    private final class Thing {}

    private static let strangers = [
        RefusedSample("a struct", .unsupportedValue, at: nil) { Point() },
        RefusedSample("a tuple", .unsupportedValue, at: nil) { (1, "a") },
        RefusedSample("nothing at all", .unsupportedValue, at: nil) { () },
        RefusedSample("a closure", .unsupportedValue, at: nil) { { 1 } as () -> Int },
        RefusedSample("an enum without a raw value", .unsupportedValue, at: nil) { Color.red },
        RefusedSample("an enum with a payload", .unsupportedValue, at: nil) { Wrapped.number(1) },
        RefusedSample("a class that is no NSObject", .unsupportedValue, at: nil) { Thing() },
        RefusedSample("a type", .unsupportedValue, at: nil) { Int.self },
        RefusedSample("a key path", .unsupportedValue, at: nil) { \String.count },
        RefusedSample("a stride", .unsupportedValue, at: nil) { stride(from: 1, to: 2, by: 1) },
        RefusedSample("a lazy sequence", .unsupportedValue, at: nil) { [1].lazy.map { $0 } },
        RefusedSample("a generator", .unsupportedValue, at: nil) { SystemRandomNumberGenerator() },
        RefusedSample("a result", .unsupportedValue, at: nil) { Result<Int, any Error>.success(1) },
        RefusedSample("an optional struct", .unsupportedValue, at: nil) { Optional(Optional(Point())) as Any },
        RefusedSample("a struct in AnyHashable", .unsupportedValue, at: nil) { AnyHashable(Color.red) },
        RefusedSample("bytes", .dataWithoutStrategy, at: nil) { Data([1]) },
        RefusedSample("NSData", .dataWithoutStrategy, at: nil) { NSMutableData(data: Data([1])) },
        RefusedSample("a date that is not a number", .dateWithoutText, at: nil) { Date(timeIntervalSince1970: .nan) },
        RefusedSample("a date after the year 9999", .dateWithoutText, at: nil) { NSDate(timeIntervalSince1970: 1e12) },
    ]

    #if arch(x86_64)
        @Test func extendedPrecisionIsRefused() {
            Self.expectRefusal(.unsupportedValue, at: "a") { ["a": Float80(1.5)] }
        }
    #endif

    private static func expectRefusal(
        _ code: RequestSerializationError.Code, at keyPath: String?, _ serializer: QueryStringSerializer = .init(),
        sourceLocation: SourceLocation = #_sourceLocation, _ make: () throws -> Any
    ) {
        for isPairs in [false, true] {
            let error = #expect(throws: RequestSerializationError.self, sourceLocation: sourceLocation) {
                _ =
                    isPairs
                    ? try serializer.pairs(sample: make())
                    : [try serializer.string(sample: make()), ""].map {
                        ParameterPair(key: $0, value: nil)
                    }
            }
            #expect(error?.code == code, sourceLocation: sourceLocation)
            #expect(error?.keyPath == keyPath, sourceLocation: sourceLocation)
            #expect(error?.field == nil, sourceLocation: sourceLocation)
            #expect(error?.reason.isEmpty == false, sourceLocation: sourceLocation)
        }
    }

    // MARK: - Places

    @Test(arguments: strangers)
    func valueWithoutTextIsAnErrorWhereverItStands(sample: RefusedSample) {
        Self.expectRefusal(sample.code, at: "k") { ["k": try sample.make()] }
        Self.expectRefusal(sample.code, at: "user[tags][3]") {
            ["user": ["tags": [1, [2], ["x": 3], try sample.make()] as [Any]], "z": 1] as [String: Any]
        }
        Self.expectRefusal(sample.code, at: "a[b][c]") {
            ["a": ["b": ["a": [Any](), "c": try sample.make()] as [String: Any]]]
        }
        Self.expectRefusal(sample.code, at: "a[0][1]") { ["a": [[1, try sample.make()] as [Any]]] }
        Self.expectRefusal(sample.code, at: "7[b]") { [7: ["b": try sample.make()]] }
        Self.expectRefusal(sample.code, at: "") { ["": try sample.make()] }
    }

    /// Foundation's collections store Swift values in boxes.
    @Test(arguments: strangers)
    func valueWithoutTextInAFoundationCollectionIsTheSameError(sample: RefusedSample) {
        Self.expectRefusal(sample.code, at: "k[0]") { ["k": NSArray(array: [try sample.make()])] }
        Self.expectRefusal(sample.code, at: "k[a]") { NSDictionary(dictionary: ["k": ["a": try sample.make()]]) }
    }

    @Test(arguments: strangers)
    func valueWithoutTextHasNoParameterValueEither(sample: RefusedSample) throws {
        // A ParameterValue may hold bytes and any date.
        guard sample.code == .unsupportedValue else { return }
        let error = #expect(throws: RequestSerializationError.self) {
            try ParameterValue(bridging: ["user": ["tags": [1, try sample.make()] as [Any]]])
        }
        #expect(error?.code == sample.code)
        #expect(error?.keyPath == "user[tags][1]")
    }

    @Test(arguments: [
        RefusedSample("after siblings", .dataWithoutStrategy, at: "b[c]") {
            ["a": [[1]], "b": ["a": [1, 2], "b": ["x": 1], "c": Data()] as [String: Any]] as [String: Any]
        },
        RefusedSample("in a typed array", .dataWithoutStrategy, at: "a[0]") { ["a": [Data()]] },
        RefusedSample("in an array of dictionaries", .dataWithoutStrategy, at: "a[1][x]") {
            ["a": [["x": 1], ["x": Data()]] as [[String: Any]]]
        },
        RefusedSample("in an ordered set", .dataWithoutStrategy, at: "a[1]") {
            ["a": NSOrderedSet(array: [1, NSData()])]
        },
        RefusedSample("in a ParameterValue", .dataWithoutStrategy, at: "a[b][0]") {
            ["a": ["b": [.data(Data())]]] as ParameterValue
        },
        RefusedSample("in a model", .dataWithoutStrategy, at: "a[b][1]") {
            ModelSample(["a": ["b": [Data?.none, Data()]]])
        },
        RefusedSample("after the elements of a model", .dataWithoutStrategy, at: "a[1][0]") {
            ModelSample(["a": [[], [Data()]]])
        },
        RefusedSample("under a key of brackets", .dataWithoutStrategy, at: "a[][b]]") { ["a[]": ["b]": Data()]] },
    ])
    func keyPathIsThatOfTheValue(sample: RefusedSample) {
        Self.expectRefusal(sample.code, at: sample.keyPath) { try sample.make() }
    }

    /// An element of a set has no key; values below it have.
    @Test func keyPathLeadsThroughSets() {
        Self.expectRefusal(.dataWithoutStrategy, at: "k[a]") { ["k": NSSet(object: ["a": Data()])] }
        Self.expectRefusal(.unsupportedValue, at: "k[a][1]") { ["k": NSSet(object: ["a": [1, Point()] as [Any]])] }
    }

    // MARK: - Keys

    @Test(arguments: [
        RefusedSample("an array", .unsupportedKey, at: nil) { [[1]: 1] },
        RefusedSample("a set", .unsupportedKey, at: nil) { [Set([1]): 1] },
        RefusedSample("a dictionary", .unsupportedKey, at: nil) { [["a": 1]: 1] },
        RefusedSample("bytes", .unsupportedKey, at: nil) { [Data([1]): 1] },
        RefusedSample("NSData", .unsupportedKey, at: nil) { NSDictionary(object: 1, forKey: NSData()) },
        RefusedSample("NSArray", .unsupportedKey, at: nil) { NSDictionary(object: 1, forKey: NSArray()) },
        RefusedSample("an enum without a raw value", .unsupportedKey, at: nil) { [Color.red: 1] },
        RefusedSample("a date without text", .unsupportedKey, at: nil) { [Date(timeIntervalSince1970: .infinity): 1] },
        // Its description ends the process on Linux.
        RefusedSample("a date that is not a number", .unsupportedKey, at: nil) {
            [Date(timeIntervalSince1970: .nan): 1]
        },
        RefusedSample("an array beside a text", .unsupportedKey, at: nil) { ["a": 1, [1]: 1] as [AnyHashable: Int] },
    ])
    func keyWithoutTextIsAnErrorAtItsDictionary(sample: RefusedSample) {
        Self.expectRefusal(.unsupportedKey, at: nil) { try sample.make() }
        Self.expectRefusal(.unsupportedKey, at: "a[1]") { ["a": [0, try sample.make()] as [Any]] }
        let error = #expect(throws: RequestSerializationError.self) {
            try ParameterValue(bridging: ["a": [0, try sample.make()] as [Any]])
        }
        #expect(error?.code == .unsupportedKey)
        #expect(error?.keyPath == "a[1]")
    }

    // MARK: - The top

    @Test(arguments: [
        QuerySample("an array", "") { [1] }, QuerySample("NSArray", "") { NSArray(object: 1) },
        QuerySample("a set", "") { Set([1]) }, QuerySample("a text", "") { "a=1" },
        QuerySample("a number", "") { 1 }, QuerySample("NSNumber", "") { NSNumber(value: true) },
        QuerySample("null", "") { NSNull() }, QuerySample("nil", "") { [String: Any]?.none as Any },
        QuerySample("nil in optionals", "") { Int???.some(.some(.none)) as Any },
        QuerySample("a ParameterValue", "") { ParameterValue.array([1]) },
        QuerySample("a null ParameterValue", "") { ParameterValue.null },
        QuerySample("bytes", "") { Data() },
        QuerySample("an array in an optional", "") { Optional([1]) as Any },
        QuerySample("a model of an array", "") { ModelSample([1]) },
        QuerySample("a model of a text", "") { ModelSample("a") },
        QuerySample("a model of nil", "") { ModelSample(Int?.none) },
    ])
    func anythingButADictionaryOrAnEmptyArrayOrSetAtTheTopIsAnError(sample: QuerySample) {
        Self.expectRefusal(.parametersNotDictionary, at: nil) { try sample.make() }
    }

    @Test(arguments: [
        QuerySample("an array", "") { [Any]() }, QuerySample("texts", "") { [String]() },
        QuerySample("NSArray", "") { NSArray() }, QuerySample("NSOrderedSet", "") { NSOrderedSet() },
        QuerySample("a set", "") { Set<Int>() }, QuerySample("NSSet", "") { NSSet() },
        QuerySample("a ParameterValue", "") { ParameterValue.array([]) },
        QuerySample("a set of ParameterValue", "") { ParameterValue.set([]) },
        QuerySample("in an optional", "") { Optional([Int]()) as Any },
    ])
    func emptyArrayOrSetAtTheTopIsAnEmptyQuery(sample: QuerySample) throws {
        for style in [QueryStyle.afNetworking, .php, .rack, .qs, .flat] {
            let serializer = QueryStringSerializer(style: style)
            #expect(try serializer.string(from: sample.make()) == "")
            #expect(try serializer.pairs(from: sample.make()).isEmpty)
        }
        let request = try URLRequest("POST")
        #expect(try HTTPRequestSerializer().serialize(request, with: sample.make()).httpBody == Data())
        var form = MultipartForm()
        try form.append(parameters: sample.make())
        #expect(try form.makeBody() == nil)
    }

    @Test func emptyArrayAsAModelIsAnEmptyQuery() throws {
        #expect(try QueryStringSerializer().string(encoding: [Int]()) == "")
        #expect(try QueryStringSerializer().pairs(encoding: Set<Int>()).isEmpty)
    }

    @Test func strangerAtTheTopIsAnErrorWithoutKeyPath() {
        Self.expectRefusal(.unsupportedValue, at: nil) { Point() }
    }

    @Test func dictionaryInOptionalsAtTheTopIsADictionary() throws {
        let parameters: [String: Any]?? = ["a": 1]
        #expect(try QueryStringSerializer().string(from: parameters as Any) == "a=1")
    }
}
