import AlamofireEncoders
import Testing

@Suite struct JSONEncodingTests {
    @Test(arguments: ["GET", "POST", "DELETE"])
    func bodyIsSetWhateverTheMethod(method: String) throws {
        let request = try JSONEncoding.default.encode(URLRequest(method), with: [:])
        #expect(request.bodyText == "{}")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.url?.absoluteString == "https://example.com/a")
    }

    @Test(arguments: [
        Sample("mixed", #"{"baz":["a",1,true],"foo":"bar","qux":{"a":1,"b":[2,2],"c":[3,3,3]}}"#) {
            [
                "foo": "bar", "baz": ["a", 1, true] as [Any],
                "qux": ["a": 1, "b": [2, 2], "c": [3, 3, 3]] as [String: Any],
            ]
        },
        Sample("Foundation's", #"{"a":[1,true,null,"s"]}"#) {
            NSDictionary(
                object: NSArray(array: [NSNumber(value: 1), NSNumber(value: true), NSNull(), "s"]),
                forKey: "a" as NSString)
        },
        Sample("array", #"["foo","bar"]"#) { ["foo", "bar"] },
        Sample("empty array", "[]") { [Int]() },
        Sample("doubles", #"[1,-0,0.1,1e+16,1e-07]"#) { [1.0, -0.0, 0.1, 1e16, 1e-7] },
        Sample("float", "[0.1]") { [Float(0.1)] },
        Sample("widest integers", "[18446744073709551615,-9223372036854775808]") { [UInt64.max, Int64.min] as [Any] },
        Sample("Int8", "[1,0]") { [1 as Int8, 0 as Int8] },
        Sample("decimal", "[1.1]") { [Decimal(string: "1.10") as Any] },
        Sample("optionals", #"{"a":5,"b":null}"#) { ["a": Int?.some(5) as Any, "b": Int?.none as Any] },
        Sample("slash", #"["http:\/\/x"]"#) { ["http://x"] },
        Sample("control characters", #"["\u0000\u001f\"\\\b\f\n\r\t"]"#) { ["\0\u{1F}\"\\\u{8}\u{C}\n\r\t"] },
        Sample("beyond ASCII", "[\"日é\u{2028}😃\"]") { ["日é\u{2028}😃"] },
    ])
    func bytesAreFoundations(sample: Sample) throws {
        let request = try JSONEncoding.default.encode(URLRequest("POST"), withJSONObject: sample.make())
        #expect(request.bodyText == sample.expected)
    }

    @Test func optionsAreFoundations() throws {
        let object: [String: Any] = ["b": "/", "a": [1] as [Any], "c": [Any]()]
        func text(_ encoding: JSONEncoding) throws -> String? {
            try encoding.encode(URLRequest("POST"), with: object).bodyText
        }
        #expect(try text(JSONEncoding(options: .withoutEscapingSlashes)) == #"{"a":[1],"b":"/","c":[]}"#)
        let lines = ["{", "  \"a\" : [", "    1", "  ],", "  \"b\" : \"\\/\",", "  \"c\" : [", "", "  ]", "}"]
        #expect(try text(.prettyPrinted) == lines.joined(separator: "\n"))
        #expect(JSONEncoding.prettyPrinted.options == .prettyPrinted)
        #expect(JSONEncoding.default.options == [])
    }

    // MARK: - Refused

    fileprivate struct Value: Sendable {}
    fileprivate enum Raw: String { case a }

    @Test(arguments: [
        Sample("Swift value") { ["key": Value()] }, Sample("raw value") { ["key": Raw.a] },
        Sample("bare Swift value") { Value() }, Sample("fragment") { "s" }, Sample("number") { 1 },
        Sample("null") { NSNull() }, Sample("date") { ["a": [["b": Date()]]] }, Sample("data") { ["a": Data([1])] },
        Sample("URL") { ["a": URL(fileURLWithPath: "/")] }, Sample("UUID") { ["a": UUID()] },
        Sample("set") { ["a": Set(["x"])] }, Sample("integer key") { ["a": [5: 1]] },
        Sample("bare integer key") { [5: 1] }, Sample("NaN") { ["a": Double.nan] },
        Sample("infinity") { ["a": [-Double.infinity]] }, Sample("float infinity") { [Float.infinity] },
        Sample("NaN number") { [NSNumber(value: Double.nan)] }, Sample("decimal NaN") { [Decimal.nan] },
        Sample("huge number as a key") { [NSNumber(value: 1e300): 1] }, Sample("object") { [NSObject()] },
        Sample("function") { [{ () -> Int in 1 }] as [Any] }, Sample("substring") { ["abc".dropFirst()] },
    ])
    func whatIsNotJSONIsAnError(sample: Sample) throws {
        for options in [[], .fragmentsAllowed] as [JSONSerialization.WritingOptions] {
            let error = #expect(throws: AFError.self) {
                try JSONEncoding(options: options).encode(URLRequest("POST"), withJSONObject: sample.make())
            }
            guard case .parameterEncodingFailed(.jsonEncodingFailed(JSONEncoding.Error.invalidJSONObject)) = error
            else {
                Issue.record("Not an invalid object: \(String(describing: error))")
                continue
            }
        }
    }

    @Test(arguments: Sample.bottomless)
    func whatHasNoEndIsAnError(sample: Sample) throws {
        let error = #expect(throws: AFError.self) {
            try JSONEncoding.default.encode(URLRequest("POST"), withJSONObject: sample.make())
        }
        let cause = try #require(error?.underlyingError as? RequestSerializationError)
        #expect(cause.code == .tooDeep)
        #expect(error?.isParameterEncodingError == true)
    }

    @Test func depthOf512IsTaken() throws {
        let text = try JSONEncoding.default.encode(URLRequest("POST"), withJSONObject: Sample.nested(512)).bodyText
        #expect(text == String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
    }

    @Test func errorOfTheRequestIsThrownAsItIs() {
        struct Failure: Error {}
        struct Failing: URLRequestConvertible {
            func asURLRequest() throws -> URLRequest { throw Failure() }
        }
        #expect(throws: Failure.self) { try JSONEncoding.default.encode(Failing(), with: ["a": 1]) }
        #expect(throws: Failure.self) { try PropertyListEncoding.default.encode(Failing(), with: ["a": 1]) }
    }
}
