import Foundation
import Testing

@testable import SerializerVerification

@Suite struct VectorVerifierTests {
    @Test func tamperedQueryIsReportedWithItsFirstDifferenceMarked() throws {
        let report = try RecordedVectors.report(
            on: #"{"id":"right","op":"query","parameters":{"a":[1]},"expect":{"query":"a%5B%5D=1"}}"#, "",
            #"{"id":"wrong","op":"query","parameters":{"a":[1]},"expect":{"query":"a%5B%5D=2"}}"#)
        #expect(
            report.description == """
                test.jsonl:3: wrong (query)
                  query (URLSerialization, AFNetworkingCompat)
                    expected  a%5B%5D=2
                    actual    a%5B%5D=1
                                      ^ byte 8
                1 passed through URLSerialization and AFNetworkingCompat
                1 passed, 1 failed, 0 skipped
                """)
    }

    @Test func tamperedEscapeIsReportedInPrintableBytes() throws {
        let report = try RecordedVectors.report(
            on: #"{"id":"e","op":"escape","string":"\u00e9 ","expect":{"escaped":"%C3%A9\u00e9\n"}}"#)
        #expect(
            report.description == """
                test.jsonl:1: e (escape)
                  escaped (URLSerialization, AFNetworkingCompat)
                    expected  %C3%A9\\u{E9}\\n
                    actual    %C3%A9%20
                                    ^ byte 6
                0 passed, 1 failed, 0 skipped
                """)
    }

    private static let request = #"{"id":"r","op":"request","serializer":"json","method":"POST","url":"http://e.com","#
    private static let answer = #""headers":{"Content-Type":"application/json"},"method":"POST","url":"http://e.com"}"#

    /// Each vector is wrong in one way, which the subject names.
    @Test(
        arguments: [
            (#""parameters":{"a":1},"expect":{"body":"eyJhIjoxfQ==",\#(answer)"#, nil),
            (#""parameters":{"a":1},"expect":{"body":"eyJhIjoyfQ==",\#(answer)"#, "body"),
            (#""parameters":{"a":1},"expect":{"body":null,\#(answer)"#, "body"),
            (#""expect":{"body":"","headers":{},"method":"POST","url":"http://e.com"}"#, "body"),
            (#""expect":{"body":null,"headers":{},"method":"POST","url":"http://e.com"}"#, nil),
            (#""expect":{"body":null,"headers":{},"method":"PUT","url":"http://e.com"}"#, "method"),
            (#""expect":{"body":null,"headers":{},"method":"POST","url":"http://e.com/"}"#, "url"),
            (#""expect":{"body":null,"headers":{"X":"y"},"method":"POST","url":"http://e.com"}"#, "header x"),
            (
                #""headers":{"X":"y"},"expect":{"body":null,"headers":{},"method":"POST","url":"http://e.com"}"#,
                "header x"
            ),
            (
                #""headers":{"X":"y"},"expect":{"body":null,"headers":{"x":"Y"},"method":"POST","url":"http://e.com"}"#,
                "header x"
            ),
            (
                #""headers":{"X":"y"},"expect":{"body":null,"headers":{"x":"y"},"method":"POST","url":"http://e.com"}"#,
                nil
            ),
            (#""parameters":{"a":1},"expect":{"error":{"domain":"d","code":-1}}"#, "error"),
            (#""parameters":{"a":{"$date":0}},"expect":{"body":null,\#(answer)"#, "error"),
            (#""parameters":{"a":{"$date":0}},"expect":{"error":{"domain":"d","code":-1016}}"#, "error"),
            (#""parameters":{"a":{"$date":0}},\#(requestError(-1000))"#, "error"),
            (#""parameters":{"a":{"$date":0}},\#(requestError(-1016))"#, nil),
            (
                #""parameters":{"a":1,"b":2},"expect":{"body":"eyJiIjoyLCJhIjoxfQ==","#
                    + #""bodyObject":{"a":1,"b":2},\#(answer)"#,
                nil
            ),
            (
                #""parameters":{"b":1,"a":2},"writingOptions":2,"expect":{"body":"eyJhIjoyLCJiIjoxfQ==",\#(answer)"#,
                nil
            ),
            (
                #""parameters":{"b":1,"a":2},"writingOptions":2,"expect":{"body":"eyJhIjoyLCJiIjoxfSA=",\#(answer)"#,
                "body"
            ),
            (
                #""parameters":{"b":1,"a":2},"writingOptions":10,"expect":{"body":"eyJiIjoxLCJhIjoyfQ==",\#(answer)"#,
                "body"
            ),
            (
                #""via":"requestWithMethod","headers":{"X":"y"},"#
                    + #""expect":{"body":null,"headers":{"x":"y"},"method":"POST","url":"http://e.com"}"#, nil
            ),
            (
                #""via":"requestWithMethod","headers":{"X":"y"},"#
                    + #""expect":{"body":null,"headers":{},"method":"POST","url":"http://e.com"}"#, "header x"
            ),
            (
                #""parameters":{"a":1},"expect":{"body":"eyJhIjoxfQ==","bodyObject":{"a":2},\#(answer)"#,
                "body object[a]"
            ),
            (
                #""parameters":{"a":1},"expect":{"body":"eyJhIjoxfQ==","bodyObject":{"a":true},\#(answer)"#,
                "body object[a]"
            ),
        ] as [(String, String?)])
    func eachPartOfARequestIsCompared(_ members: String, _ subject: String?) throws {
        let report = try RecordedVectors.report(on: Self.request + members + "}")
        #expect(report.failures.flatMap(\.mismatches).map(\.subject) == [subject].compactMap { $0 }, "\(report)")
        #expect(report.failures.allSatisfy { $0.reason == nil }, "\(report)")
        #expect(report.passed == (subject == nil ? 1 : 0))
    }

    private static func requestError(_ code: Int) -> String {
        #""expect":{"error":{"domain":"com.alamofire.error.serialization.request","code":\#(code)}}"#
    }

    @Test(arguments: [
        ("xml", #"{"a":1}"#, true), ("xml", #"{"a":true}"#, false), ("xml", #"{"a":1,"b":2}"#, false),
        ("xml", #"{}"#, false), ("binary", #"{"a":1}"#, true), ("binary", #"[1]"#, false),
    ])
    func propertyListsAreComparedByWhatTheySay(_ format: String, _ object: String, _ passes: Bool) throws {
        let report = try RecordedVectors.report(
            on:
                #"{"id":"p","op":"request","serializer":"plist","method":"POST","url":"http://e.com","#
                + #""format":"\#(format)","parameters":{"a":1},"expect":{"body":"","#
                + #""bodyObject":\#(object),"method":"POST","#
                + #""headers":{"Content-Type":"application/x-plist"},"url":"http://e.com"}}"#)
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
    }

    @Test(
        arguments: [
            ("{", "not JSON: column 2: The JSON text is cut off: it ends, with 1 bracket open"),
            ("[]", "not a vector: a vector is a JSON object"),
            (#"{"op":"query","expect":{}}"#, "not a vector: 'id' is missing"),
            (#"{"id":1,"op":"query","expect":{}}"#, "not a vector: 'id' is not a string"),
            (#"{"id":"a","expect":{}}"#, "not a vector: 'op' is missing"),
            (#"{"id":"a","op":"query"}"#, "not a vector: 'expect' is missing"),
            (#"{"id":"a","op":"query","expect":[]}"#, "not a vector: 'expect' is not an object"),
            (
                #"{"id":"a","op":"quary","expect":{}}"#,
                "not a vector: 'op' names 'quary', which is not a known operation"
            ),
            (#"{"id":"a","op":"query","expect":{"query":""}}"#, "not a vector: 'parameters' is missing"),
            (#"{"id":"a","op":"query","parameters":{},"expect":{}}"#, "not a vector: 'query' is missing"),
            (
                #"{"id":"a","op":"query","parameters":{"k":{"$date":null}},"expect":{"query":""}}"#,
                #"not a vector: 'parameters' at k[$date]: a number, "NaN", "Infinity" or "-Infinity" was expected"#
            ),
            (
                #"{"id":"a","op":"query","parameters":{},"differs":"somehow","expect":{"query":""}}"#,
                "not a vector: 'differs' names 'somehow', which is not a known difference"
            ),
            (
                #"{"id":"a","op":"query","parameters":{"a":1},"differs":"data","expect":{"query":""}}"#,
                "not a vector: the parameters have nothing to refuse as 'data'"
            ),
            (
                request + #""via":"telepathy","expect":{}}"#,
                "not a vector: 'via' names 'telepathy', which is not a known way"
            ),
            (#"\#(request)"writingOptions":16,"expect":{}}"#, "not a vector: 'writingOptions' are not from 0 to 15"),
            (#"\#(request)"headers":{"a":1},"expect":{}}"#, "not a vector: 'headers' is not an object of strings"),
            (#"\#(request)"methodsInURI":"GET","expect":{}}"#, "not a vector: 'methodsInURI' is not an array"),
            (#"\#(request)"expect":{"method":"POST"}}"#, "not a vector: 'url' is missing"),
            (
                request + #""expect":{"body":"?","headers":{},"method":"POST","url":""}}"#,
                "not a vector: 'body' is not base64"
            ),
            (#"\#(request)"expect":{"error":{"domain":"d"}}}"#, "not a vector: 'code' is missing"),
        ] as [(String, String)])
    func malformedLinesAreFailures(_ line: String, _ reason: String) throws {
        let report = try RecordedVectors.report(on: line)
        #expect(report.failures.map(\.reason) == [reason])
        #expect(report.failures.map(\.line) == [1])
        #expect(report.passed == 0 && report.skipped.isEmpty)
    }

    @Test func reportsAddUp() throws {
        var report = try RecordedVectors.report(
            on: #"{"id":"a","op":"escape","string":"a","expect":{"escaped":"a"}}"#,
            #"{"id":"b","op":"escape","string":"\ud83d","expect":{"escaped":""}}"#)
        report.add(report)
        report.add(try RecordedVectors.report(on: #"{"id":"c","op":"escape","string":"a","expect":{"escaped":"b"}}"#))
        #expect(report.passed == 2)
        #expect(report.passedThrough == ["URLSerialization and AFNetworkingCompat": 2])
        #expect(report.failed == 1)
        #expect(
            report.description.hasSuffix(
                "\n2 skipped: unpaired surrogate, which a Swift string cannot hold\n2 passed, 1 failed, 2 skipped"))
    }

    @Test(arguments: [("[", "]"), (#"{"$set":["#, "]}"), (#"{"$dict":[["k","#, "]]}")])
    func deepParametersAreAFailureNotACrash(_ opening: String, _ closing: String) throws {
        let levels = 600
        let tree = String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        let report = try RecordedVectors.report(
            on: #"{"id":"d","op":"query","parameters":{"a":\#(tree)},"expect":{"query":"a"}}"#)
        let mismatch = report.failures.first?.mismatches.first
        #expect(mismatch?.expected == "no error", "\(report.failures.first?.reason ?? "")")
    }
}
