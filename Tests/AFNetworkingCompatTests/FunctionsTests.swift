import AFNetworkingCompat
import TestSupport
import Testing

@Suite(.takingTurns) struct FunctionsTests {
    // MARK: - AFPercentEscapedStringFromString

    @Test(arguments: [
        (":#[]@!$&'()*+,;=?/", "%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D?/"),
        ("", ""), ("abc019-._~/?", "abc019-._~/?"), (" ", "%20"), ("%", "%25"), ("é", "%C3%A9"),
        ("e\u{301}", "e%CC%81"), ("\u{0}\r\n", "%00%0D%0A"), ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ])
    func textIsEscaped(text: String, expected: String) {
        #expect(AFPercentEscapedStringFromString(text) == expected)
    }

    @Test func longTextIsEscapedWhole() {
        let text = String(repeating: "👴🏿", count: 100_000)
        let expected = String(repeating: "%F0%9F%91%B4%F0%9F%8F%BF", count: 100_000)
        #expect(AFPercentEscapedStringFromString(text) == expected)
    }

    // MARK: - AFQueryStringFromParameters

    @Test func parametersBecomeAQueryString() {
        #expect(AFQueryStringFromParameters(["key": "value", "key1": "value&"]) == "key=value&key1=value%26")
        #expect(AFQueryStringFromParameters([:]) == "")
        #expect(
            AFQueryStringFromParameters(["b": [1, 2], "a": NSNull(), "c": Set([3])]) == "a&b%5B%5D=1&b%5B%5D=2&c=3")
    }

    @Test func keysNeedNotBeText() {
        #expect(AFQueryStringFromParameters([2: "b", 10: "a"]) == "10=a&2=b")
        #expect(AFQueryStringFromParameters([true: 1]) == "1=1")
        let swift: [String: Any] = ["k": ["n": 1]]
        #expect(AFQueryStringFromParameters(swift) == "k%5Bn%5D=1")
        let foundation = NSDictionary(dictionary: ["k": NSArray(array: ["v"])])
        #expect(AFQueryStringFromParameters(foundation as? [AnyHashable: Any] ?? [:]) == "k%5B%5D=v")
    }

    private static let refused = [
        ParametersSample("data") { Data([1]) },
        ParametersSample("Swift's own") { Order(id: 1) },
        ParametersSample("600 levels") { Nesting.arrays(600) },
        ParametersSample("cycle") { Nesting.cycle() },
    ]

    @Test(arguments: refused)
    func parametersWithoutAQueryStringHaveAnEmptyOne(sample: ParametersSample) {
        #expect(AFQueryStringFromParameters(["k": sample.make(), "a": 1]) == "")
    }

    // MARK: - AFJSONObjectByRemovingKeysWithNullValues

    /// The object and its copy without nulls, as JSON with sorted keys.
    private static let objects = [
        (ParametersSample("optional") { Optional(["a": NSNull(), "b": 1] as [String: Any]) as Any }, #"{"b":1}"#),
        (
            ParametersSample("dictionary") { ["a": NSNull(), "b": 1, "c": ["d": NSNull()]] as [String: Any] },
            #"{"b":1,"c":{}}"#
        ),
        (ParametersSample("array") { [NSNull(), 1, [NSNull()], ["a": NSNull()]] as [Any] }, "[1,[],{}]"),
        (
            ParametersSample("NSDictionary") {
                NSDictionary(dictionary: ["a": NSNull(), "b": NSArray(array: [NSNull(), 2]), "c": NSDictionary()])
            }, #"{"b":[2],"c":{}}"#
        ),
        (
            ParametersSample("NSMutableArray") {
                NSMutableArray(array: [NSNull(), NSMutableDictionary(dictionary: ["a": NSNull(), "b": "x"]), 3])
            }, #"[{"b":"x"},3]"#
        ),
        (ParametersSample("without nulls") { ["a": [1, "b", true, 1.5] as [Any]] }, #"{"a":[1,"b",true,1.5]}"#),
        (ParametersSample("empty") { [String: Any]() }, "{}"),
        (ParametersSample("nulls alone") { [NSNull(), NSNull()] }, "[]"),
    ]

    private func json(_ object: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }

    @Test(arguments: objects)
    func nullsAreRemovedAndTheInputStays(sample: ParametersSample, expected: String) throws {
        for options: JSONSerialization.ReadingOptions in [[], .mutableContainers, .mutableLeaves] {
            let object = sample.make()
            let before = try json(object)
            let result = AFJSONObjectByRemovingKeysWithNullValues(object, options)
            #expect(try json(result) == expected)
            #expect(try json(object) == before)
        }
    }

    @Test func keysNeedNotBeTextInFoundationsDictionaries() throws {
        let dictionary = NSDictionary(
            objects: [NSNull(), 1, 2], forKeys: [1 as NSNumber, 2 as NSNumber, "a" as NSString])
        let result = AFJSONObjectByRemovingKeysWithNullValues(dictionary, [])
        let kept = try #require(result as? [AnyHashable: Any])
        #expect(kept.count == 2)
        #expect(kept[2 as NSNumber] as? Int == 1)
        #expect(kept["a"] as? Int == 2)
    }

    @Test func collectionThatOccursTwiceIsCopiedTwice() throws {
        let shared = NSArray(array: [NSNull(), 1])
        let result = AFJSONObjectByRemovingKeysWithNullValues(NSArray(array: [shared, shared, [shared]]), [])
        #expect(try json(result) == "[[1],[1],[[1]]]")
    }

    @Test func resultCastsToSwiftsTypesAndToFoundations() throws {
        let object: [String: Any] = ["a": NSNull(), "d": ["n": NSNull(), "k": "v"], "l": [1, NSNull()]]
        let result = AFJSONObjectByRemovingKeysWithNullValues(object, [])
        let dictionary = try #require(result as? [String: Any])
        #expect(dictionary["d"] as? [String: String] == ["k": "v"])
        #expect(dictionary["l"] as? [Int] == [1])
        #expect((result as? NSDictionary)?.count == 2)
        #expect(AFJSONObjectByRemovingKeysWithNullValues([1, NSNull()] as [Any], []) as? [Int] == [1])
    }

    /// Foundation on Linux returns the contents of its collections as Swift's, so only the outermost can be examined.
    @Test func collectionsCanBeChangedIfAndOnlyIfThatIsAsked() throws {
        let dictionary: [String: Any] = ["d": ["k": 1], "n": NSNull()]
        let array: [Any] = [[1], NSNull()]
        let objects: [Any] = [
            dictionary, NSDictionary(dictionary: dictionary), NSMutableDictionary(dictionary: dictionary),
            array, NSArray(array: array), NSMutableArray(array: array),
        ]
        for object in objects {
            let mutableCopy = AFJSONObjectByRemovingKeysWithNullValues(object, .mutableContainers)
            if let dictionary = mutableCopy as? NSMutableDictionary {
                dictionary.setObject("new", forKey: "e" as NSString)
                #expect(try json(dictionary) == #"{"d":{"k":1},"e":"new"}"#)
            } else {
                let array = try #require(mutableCopy as? NSMutableArray)
                array.add("new")
                #expect(try json(array) == #"[[1],"new"]"#)
            }
            let fixed = AFJSONObjectByRemovingKeysWithNullValues(object, [])
            #expect(!(fixed is NSMutableDictionary) && !(fixed is NSMutableArray))
        }
    }

    @Test func whatIsNoCollectionStaysAsItIs() {
        #expect(AFJSONObjectByRemovingKeysWithNullValues("text", []) as? String == "text")
        #expect(AFJSONObjectByRemovingKeysWithNullValues(5, .mutableContainers) as? Int == 5)
        #expect(AFJSONObjectByRemovingKeysWithNullValues(NSNull(), []) is NSNull)
        let date = NSDate(timeIntervalSince1970: 0)
        #expect(AFJSONObjectByRemovingKeysWithNullValues(date, []) as? NSDate === date)
    }

    @Test(arguments: [[], .mutableContainers] as [JSONSerialization.ReadingOptions])
    func depthCostsNoMoreThanItsLevels(options: JSONSerialization.ReadingOptions) {
        // If each level bridged the whole object, either would end the process or take minutes.
        let bottomless = (0..<20_000).reduce(NSNull() as Any) { inner, _ in [inner] }
        _ = AFJSONObjectByRemovingKeysWithNullValues(bottomless, options)
        let wide: [Any] = [[Any](repeating: 1, count: 20_000)]
        let deep = (0..<500).reduce(wide as Any) { inner, _ in ["k": inner] as [String: Any] }
        _ = AFJSONObjectByRemovingKeysWithNullValues(deep, options)
    }

    @Test(.tags(.random), arguments: [JSONSerialization.ReadingOptions(), .mutableContainers])
    func deepObjectsLoseTheirNullsToTheDepthOfJSON(options: JSONSerialization.ReadingOptions) throws {
        for depth in Effort.sample([511, 500], every: 2) {
            let result = AFJSONObjectByRemovingKeysWithNullValues(Nesting.arrays(depth, around: NSNull()), options)
            #expect(Nesting.depth(of: result) == depth)
            #expect(Nesting.innermost(of: result).isEmpty)
        }
    }

    @Test(arguments: [
        ParametersSample("5,000 levels") { Nesting.arrays(5000, around: NSNull()) },
        ParametersSample("array in itself") { Nesting.cycle() },
        ParametersSample("array in itself, three times") { Nesting.cycle(times: 3) },
        ParametersSample("dictionary in itself, twice") { Nesting.dictionaryCycle() },
    ])
    func bottomlessObjectsComeToAnEnd(sample: ParametersSample) {
        for options: JSONSerialization.ReadingOptions in [[], .mutableContainers] {
            let object = sample.make()
            _ = AFJSONObjectByRemovingKeysWithNullValues(object, options)
            Nesting.untie(object)
        }
    }
}
