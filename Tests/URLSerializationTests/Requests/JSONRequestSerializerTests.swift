import Testing
import URLSerialization

@Suite struct JSONRequestSerializerTests {
    private let serializer = JSONRequestSerializer(writingOptions: .sortedKeys)

    // MARK: - Placing

    @Test func bodyIsJSONWithItsMediaType() throws {
        let request = try serializer.serialize(URLRequest("POST"), with: ["key": "value"])
        #expect(request.bodyText == #"{"key":"value"}"#)
        #expect(request.contentType == "application/json")
        #expect(request.url?.query == nil)
    }

    @Test func arrayIsAllowedAtTheRoot() throws {
        #expect(
            try serializer.serialize(URLRequest("POST"), with: [["key": "value"]]).bodyText == #"[{"key":"value"}]"#)
    }

    @Test func withoutParametersThereIsNeitherBodyNorMediaType() throws {
        let request = try serializer.serialize(URLRequest("POST"), with: nil)
        #expect(request.httpBody == nil)
        #expect(request.contentType == nil)
        #expect(try serializer.serialize(URLRequest("POST"), with: [String: Any]()).bodyText == "{}")
    }

    @Test func withoutParametersTheRequestsOwnBodyStays() throws {
        var request = try URLRequest("PUT")
        request.httpBody = Data("own".utf8)
        #expect(try serializer.serialize(request, with: nil).bodyText == "own")
    }

    @Test(arguments: ["text/plain", ""])
    func contentTypeOfTheRequestStays(contentType: String) throws {
        let request = try URLRequest("POST", headers: ["Content-Type": contentType])
        #expect(try serializer.serialize(request, with: ["a": 1]).contentType == contentType)
    }

    @Test(arguments: ["GET", "HEAD", "DELETE"])
    func queryIsUsedForMethodsInTheURL(method: String) throws {
        let request = try serializer.serialize(URLRequest(method), with: ["b": [true], "a": 1])
        #expect(request.url?.query == "a=1&b%5B%5D=1")
        #expect(request.httpBody == nil)
        #expect(request.contentType == nil)
    }

    // MARK: - Values

    @Test(arguments: [
        Sample("true") { true }, Sample("true") { NSNumber(value: true) }, Sample("true") { Bool?.some(true) as Any },
        Sample("1") { 1 }, Sample("1") { NSNumber(value: 1) }, Sample("1") { UInt8(1) }, Sample("1") { 1.0 },
        Sample("1") { NSNumber(value: Int8(1)) }, Sample("1") { CGFloat(1) }, Sample("1") { ParameterValue.int(1) },
        Sample("false") { ParameterValue.bool(false) }, Sample("0") { NSNumber(value: 0) },
        Sample("-9223372036854775808") { Int64.min }, Sample("18446744073709551615") { UInt64.max },
        Sample("1.5") { Float(1.5) }, Sample("-2.25") { -2.25 },
        Sample("12345678901234567890.125") { Decimal(string: "12345678901234567890.125") as Any },
        Sample("1.1") { NSDecimalNumber(string: "1.10") },
        Sample("null") { NSNull() }, Sample("null") { Int??.some(.none) as Any },
        Sample("null") { ParameterValue.null },
        Sample(#""é😀""#) { "é😀" }, Sample(#""text""#) { "text"[...] }, Sample(#""c""#) { Character("c") },
        Sample(#""text""#) { NSString("text") }, Sample(#""red""#) { Color.red }, Sample(#""a\/b""#) { "a/b" },
        Sample("[1,2]") { [1, 2] }, Sample("[1,2]") { NSArray(array: [1, 2]) },
        Sample("[1]") { NSOrderedSet(object: 1) },
        Sample("[1,2]") { [1, 2, 3][0..<2] }, Sample("[1]") { ParameterValue.array([1]) }, Sample("[]") { [Int]() },
        Sample("[null]") { [Int?.none] }, Sample(#"{"x":1}"#) { ["x": 1] }, Sample("{}") { NSDictionary() },
        Sample(#"{"x":{"y":[]}}"#) { ["x": ["y": [Int]()]] }, Sample(#"{"red":1}"#) { [Color.red: 1] },
        Sample(#"{"b":1,"a":2}"#) { ParameterValue.dictionary(["b": 1, "a": 2]) },
        Sample(#"{"x":true}"#) { OrderedEntries([(key: "x", value: true)]) },
        Sample(#"{"x":true}"#) { ["x": true] as KeyValuePairs },
    ])
    func valueIsWhatJSONMakesOfIt(sample: Sample) throws {
        let request = try JSONRequestSerializer().serialize(URLRequest("POST"), with: ["k": sample.make()])
        // Foundation chooses the order of two keys.
        let expected = #"{"k":\#(sample.testDescription)}"#
        let other = expected.replacing(#"{"b":1,"a":2}"#, with: #"{"a":2,"b":1}"#)
        #expect(request.bodyText == expected || request.bodyText == other)
    }

    @Test(arguments: [
        Sample("a date") { Date() }, Sample("bytes") { Data([1]) }, Sample("URL") { URL(fileURLWithPath: "/x") },
        Sample("NSURL") { NSURL(fileURLWithPath: "/x") }, Sample("UUID") { UUID() }, Sample("Set") { Set([1]) },
        Sample("NSSet") { NSSet(object: 1) }, Sample("set value") { ParameterValue.set([1]) },
        Sample("URL value") { ParameterValue.url(URL(fileURLWithPath: "/x")) },
        Sample("nan") { Double.nan }, Sample("inf") { -Double.infinity }, Sample("float nan") { Float.nan },
        Sample("NSNumber nan") { NSNumber(value: Double.nan) }, Sample("decimal nan") { Decimal.nan },
        Sample("NSDecimalNumber nan") { NSDecimalNumber.notANumber }, Sample("integer keys") { [1: "a"] },
        Sample("null key") { NSDictionary(object: 1, forKey: NSNull()) }, Sample("other object") { NSObject() },
        Sample("other value") { Refusal() }, Sample("function") { { 1 } as () -> Int },
        Sample("equal keys") { OrderedEntries([(key: "x", value: 1), (key: "x", value: 2)]) },
    ])
    func valueWithoutJSONIsRefusedAtItsKeyPath(sample: Sample) throws {
        let request = try URLRequest("POST", headers: ["X-Own": "1"])
        let before = request.snapshot
        let parameters: [String: Any] = ["a": ["b", sample.make()] as [Any]]
        let error = expectRefusal(at: "a[1]") { try serializer.serialize(request, with: parameters) }
        #expect((error as NSError?)?.domain == "com.alamofire.error.serialization.request")
        #expect((error as NSError?)?.code == -1016)
        #expect(error?.description.contains("a[1]") == true)
        #expect(request.snapshot == before)
    }

    @Test(arguments: [
        Sample("string") { "text" }, Sample("number") { 1 }, Sample("true") { true }, Sample("null") { NSNull() },
        Sample("date") { Date() }, Sample("set") { Set(["a"]) }, Sample("nil in Any") { Int?.none as Any },
    ])
    func fragmentIsRefusedWhateverTheOptions(sample: Sample) throws {
        for options in [[], .fragmentsAllowed, [.prettyPrinted, .sortedKeys]] as [JSONSerialization.WritingOptions] {
            let error = #expect(throws: RequestSerializationError.self) {
                try JSONRequestSerializer(writingOptions: options).serialize(URLRequest("POST"), with: sample.make())
            }
            #expect((error as NSError?)?.code == -1016)
        }
    }

    @Test func optionsReachTheWriter() throws {
        let parameters = ["b": "a/b", "a": ""]
        let compact = JSONRequestSerializer(writingOptions: [.sortedKeys, .withoutEscapingSlashes])
        #expect(try compact.serialize(URLRequest("POST"), with: parameters).bodyText == #"{"a":"","b":"a/b"}"#)
        let pretty = JSONRequestSerializer(writingOptions: .prettyPrinted)
        #expect(try pretty.serialize(URLRequest("POST"), with: ["a": 1]).bodyText == "{\n  \"a\" : 1\n}")
    }

    // MARK: - Strategies

    @Test(arguments: [
        (DateStrategy.secondsSince1970, "1.5"), (.millisecondsSince1970, "1500"),
        (.iso8601, #""1970-01-01T00:00:01Z""#), (.description, #""1970-01-01 00:00:01 +0000""#),
        (.custom { "\($0.timeIntervalSince1970)" }, #""1.5""#),
    ])
    func dateIsWrittenByItsStrategy(strategy: DateStrategy, expected: String) throws {
        var serializer = serializer
        serializer.dateStrategy = strategy
        let parameters = ["d": Date(timeIntervalSince1970: 1.5)]
        #expect(try serializer.serialize(URLRequest("POST"), with: parameters).bodyText == #"{"d":\#(expected)}"#)
        #expect(try serializer.serialize(URLRequest("POST"), encoding: parameters).bodyText == #"{"d":\#(expected)}"#)
    }

    @Test(arguments: [DateStrategy.secondsSince1970, .millisecondsSince1970, .iso8601, .description, .refused])
    func dateWithoutNumberIsRefused(strategy: DateStrategy) throws {
        var serializer = serializer
        serializer.dateStrategy = strategy
        expectRefusal(at: "d") {
            try serializer.serialize(URLRequest("POST"), with: ["d": Date(timeIntervalSince1970: .nan)])
        }
    }

    @Test func bytesAreWrittenByTheirStrategy() throws {
        var serializer = serializer
        serializer.dataStrategy = .base64
        #expect(try serializer.serialize(URLRequest("POST"), with: ["d": Data([1, 2])]).bodyText == #"{"d":"AQI="}"#)
        serializer.dataStrategy = .custom { "\($0.count)" }
        #expect(try serializer.serialize(URLRequest("POST"), with: ["d": Data([1, 2])]).bodyText == #"{"d":"2"}"#)
    }

    @Test func errorOfAStrategysClosureIsTheCallsError() throws {
        var serializer = serializer
        serializer.dataStrategy = .custom { _ in throw Refusal() }
        #expect(throws: Refusal.self) { try serializer.serialize(URLRequest("POST"), with: ["d": Data()]) }
    }

    // MARK: - Models

    @Test func modelsSetsBecomeSortedArraysAndURLsStrings() throws {
        let request = try serializer.serialize(URLRequest("POST"), encoding: Model())
        let expected = """
            {"amount":1.1,"flag":true,"id":"00010203-0405-0607-0809-0A0B0C0D0E0F","names":["a","b","c"],\
            "nested":[[10],[2]],"url":"https:\\/\\/example.com"}
            """
        #expect(request.bodyText == expected)
    }

    @Test func modelsDateNeedsAStrategy() throws {
        expectRefusal(.dateWithoutText, at: "a[d]") {
            try serializer.serialize(URLRequest("POST"), encoding: ["a": ["d": Date()]])
        }
    }

    @Test func modelGoesToTheQueryForMethodsInTheURL() throws {
        let request = try serializer.serialize(URLRequest("GET"), encoding: ["s": Set(["b", "a"])])
        #expect(request.url?.query == "s=a&s=b")
    }

    // MARK: - Depth

    @Test(arguments: [(512, 512, true), (513, 512, false), (513, 100_000, false), (3, 3, true), (4, 3, false)])
    func depthIsLimited(depth: Int, limit: Int, isAllowed: Bool) throws {
        let serializer = serializer.configured { $0.maximumDepth = limit }
        var tree: Any = [Any]()
        for _ in 1..<depth { tree = [tree] }
        if isAllowed {
            let expected = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect(try serializer.serialize(URLRequest("POST"), with: tree).bodyText == expected)
        } else {
            expectRefusal(.tooDeep) { try serializer.serialize(URLRequest("POST"), with: tree) }
        }
    }

    @Test func depthBeyondAllMeasureIsAnError() throws {
        // Foundation releases a tree recursively, which would overflow the stack here, so it is never released.
        final class Keeper {
            var tree: Any = [Any]()
        }
        let keeper = Unmanaged.passRetained(Keeper()).takeUnretainedValue()
        for _ in 0..<1_000_000 { keeper.tree = [keeper.tree] }
        let serializers: [any HTTPRequestSerialization] = [serializer, PropertyListRequestSerializer()]
        for serializer in serializers {
            let serializer = serializer.configured { $0.maximumDepth = .max }
            #expect(throws: (any Error).self) { try serializer.serialize(URLRequest("POST"), with: keeper.tree) }
        }
    }

    // MARK: - Presets and archives

    @Test func presetIsTheSerializer() throws {
        let preset: some HTTPRequestSerialization = .json
        #expect(try preset.serialize(URLRequest("POST"), with: ["a": 1]).bodyText == #"{"a":1}"#)
        let erased: any RequestSerialization = .json
        #expect(try erased.serialize(URLRequest("POST"), with: [1]).bodyText == "[1]")
    }

    @Test func archiveKeepsEveryField() throws {
        var serializer = serializer.configured { $0.maximumDepth = 9 }
        serializer.dateStrategy = .iso8601
        serializer.dataStrategy = .base64
        let archive = try JSONEncoder().encode(serializer)
        let restored = try JSONDecoder().decode(JSONRequestSerializer.self, from: archive)
        #expect(restored.writingOptions == .sortedKeys)
        #expect(restored.configuration.maximumDepth == 9)
        let parameters: [String: Any] = ["a": Date(timeIntervalSince1970: 0), "b": Data([0])]
        let expected = #"{"a":"1970-01-01T00:00:00Z","b":"AA=="}"#
        #expect(try restored.serialize(URLRequest("POST"), with: parameters).bodyText == expected)
    }

    @Test func archiveNamesTheClosureItCannotHold() {
        var serializer = serializer
        serializer.dataStrategy = .custom { _ in "" }
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(serializer) }
        #expect(error.map { "\($0)".contains("dataStrategy") } == true)
    }
}

private struct Refusal: Error {}

private enum Color: String {
    case red
}

private struct Model: Encodable {
    var names: Set = ["c", "a", "b"]
    var nested: Set<Set<Int>> = [[10], [2]]
    var url = URL(string: "https://example.com")
    var id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    var flag = true
    var amount = Decimal(string: "1.10")
}
