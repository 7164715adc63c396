import AFNetworkingCompat
import Testing
import URLSerialization

@Suite struct AFJSONRequestSerializerTests {
    private let serializer = AFJSONRequestSerializer()

    private func body(_ parameters: Any?) throws -> String? {
        try serializer.request(withMethod: "POST", urlString: "https://example.com", parameters: parameters).value
            .bodyText
    }

    private static let bodies = [
        (ParametersSample("dictionary") { ["key": "value"] }, #"{"key":"value"}"#),
        (ParametersSample("array") { [["key": "value"]] }, #"[{"key":"value"}]"#),
        (
            ParametersSample("Foundation's dictionary") { NSDictionary(object: NSNull(), forKey: "k" as NSString) },
            #"{"k":null}"#
        ),
        (
            ParametersSample("Foundation's array") {
                NSMutableArray(array: [NSNumber(value: true), NSNumber(value: 1)])
            },
            "[true,1]"
        ),
        (ParametersSample("numbers") { [1, 1.5, true, 1e21] as [Any] }, "[1,1.5,true,1e+21]"),
        (ParametersSample("none in Any") { ["k": Optional<Int>.none as Any] }, #"{"k":null}"#),
        (ParametersSample("slash") { ["/"] }, #"["\/"]"#),
        (ParametersSample("empty dictionary") { [String: Any]() }, "{}"),
        (ParametersSample("empty array") { [Any]() }, "[]"),
    ]

    @Test(arguments: bodies)
    func parametersAreTheBody(sample: ParametersSample, expected: String) throws {
        #expect(try body(sample.make()) == expected)
        let request = try serializer.serialized(URLRequest("PUT"), sample.make())
        #expect(request.bodyText == expected)
        #expect(request.contentType == "application/json")
    }

    @Test func withoutParametersThereIsNeitherBodyNorType() throws {
        var request = try URLRequest("POST")
        #expect(try serializer.serialized(request, nil).httpBody == nil)
        #expect(try serializer.serialized(request, nil).contentType == nil)
        request.httpBody = Data("own".utf8)
        #expect(try serializer.serialized(request, nil).bodyText == "own")
    }

    @Test(arguments: ["GET", "HEAD", "DELETE"])
    func methodsWithoutABodyHaveAQuery(method: String) throws {
        let request = try serializer.serialized(URLRequest(method), ["b": [1], "a": "/"])
        #expect(request.url?.query == "a=/&b%5B%5D=1")
        #expect(request.httpBody == nil)
        #expect(request.contentType == nil)
    }

    @Test func optionsAreThoseOfTheWriter() throws {
        #expect(serializer.writingOptions == [])
        #expect(AFJSONRequestSerializer(writingOptions: [.sortedKeys, .prettyPrinted]).writingOptions.rawValue == 3)
        serializer.writingOptions = .sortedKeys
        #expect(try body(["c": 1, "a": 2, "b": 3]) == #"{"a":2,"b":3,"c":1}"#)
        serializer.writingOptions = [.sortedKeys, .prettyPrinted]
        #expect(try body(["a": 1])?.contains("\n") == true)
        serializer.writingOptions = .withoutEscapingSlashes
        #expect(try body(["/"]) == #"["/"]"#)
    }

    static let refused: [(ParametersSample, keyPath: String?)] = [
        (ParametersSample("set") { ["key": NSSet(object: "value")] }, "key"),
        (ParametersSample("NaN") { ["a": ["b": [1, Double.nan]]] }, "a[b][1]"),
        (ParametersSample("infinity") { ["a": Double.infinity] }, "a"),
        (ParametersSample("data") { ["a": [Data()]] }, "a[0]"),
        (ParametersSample("date") { ["a": Date(timeIntervalSince1970: 0)] }, "a"),
        (ParametersSample("URL") { ["a": URL(fileURLWithPath: "/")] }, "a"),
        (ParametersSample("NSObject") { ["a": NSObject()] }, "a"),
        (ParametersSample("keys of numbers") { NSDictionary(object: 1, forKey: NSNumber(value: 42)) }, nil),
        (ParametersSample("text at the top") { "text" }, nil),
        (ParametersSample("number at the top") { 1 }, nil),
        (ParametersSample("null at the top") { NSNull() }, nil),
        (ParametersSample("object at the top") { NSObject() }, nil),
    ]

    @Test(arguments: refused)
    func whatJSONHasNoFormForIsAnErrorNamingTheKeyPath(sample: ParametersSample, keyPath: String?) throws {
        for options: JSONSerialization.WritingOptions in [[], .fragmentsAllowed] {
            serializer.writingOptions = options
            let error = try #require(#expect(throws: NSError.self) { try body(sample.make()) })
            #expect(error.domain == AFURLRequestSerializationErrorDomain)
            #expect(error.code == NSURLErrorCannotDecodeContentData)
            #expect(error.localizedFailureReason == "The `parameters` argument is not valid JSON.")
            let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)
            let explanation = error.userInfo[NSDebugDescriptionErrorKey] as? String
            #expect(explanation == cause.description)
            if let keyPath {
                #expect(cause.keyPath == keyPath)
                #expect(explanation?.contains("'\(keyPath)'") == true)
            }
        }
    }

    /// Half of a surrogate pair, which Swift's strings cannot hold and Foundation's can, where the system creates one.
    @Test func loneSurrogateNeverTraps() throws {
        let string = NSString(characters: [0xD800], length: 1)
        do {
            let text = try #require(try body(["key": string]))
            #expect(text == "{\"key\":\"\u{FFFD}\"}")
        } catch let error as NSError {
            #expect(error.domain == AFURLRequestSerializationErrorDomain || error.domain == NSCocoaErrorDomain)
        }
    }
}
