import Foundation
import Testing

@testable import SerializerVerification

@Suite struct JSONEncodingOperationTests {
    private static func line(
        _ input: String, body: String?, text: String? = nil, type: String? = "application/json"
    ) -> String {
        let bytes = body.map { #""\#(Data($0.utf8).base64EncodedString())""# } ?? "null"
        let headers = type.map { #"{"Content-Type":"\#($0)"}"# } ?? "{}"
        return #"{"id":"j","op":"alamofire-jsonencoding","method":"POST","url":"http://e.com",\#(input),"#
            + #""expect":{"url":"http://e.com","headers":\#(headers),"body":\#(bytes),"text":\#(text ?? "null")}}"#
    }

    private static func error(_ input: String, _ error: String) -> String {
        #"{"id":"j","op":"alamofire-jsonencoding","method":"POST","url":"http://e.com",\#(input),"#
            + #""expect":{"error":"\#(error)"}}"#
    }

    private static let invalid = "parameterEncodingFailed.jsonEncodingFailed: invalidJSONObject"

    /// Each vector is right, or wrong in the way that the subject names.
    @Test(
        arguments: [
            (line(#""parameters":{"a":1}"#, body: #"{"a":1}"#), nil),
            (line(#""parameters":{"a":1}"#, body: #"{"a":2}"#), "body"),
            (line(#""parameters":{"a":1}"#, body: #"{"a":1}"#, text: #""{\"a\":1}""#), nil),
            (line(#""parameters":{"a":1}"#, body: #"{"a":1}"#, text: #""{\"a\":2}""#), "text"),
            (line(#""parameters":{"a":1}"#, body: nil), "body"),
            (line(#""parameters":null"#, body: nil, type: nil), nil),
            (line(#""parameters":null"#, body: "", type: nil), "body"),
            (line(#""object":null"#, body: nil, type: nil), nil),
            (line(#""object":[1,true]"#, body: "[1,true]"), nil),
            (line(#""object":[1,true],"numbers":"nsnumber""#, body: "[1,true]"), nil),
            (line(#""object":[1,true]"#, body: "[true,1]"), "body"),
            (line(#""object":["/"],"options":["withoutEscapingSlashes"]"#, body: #"["/"]"#), nil),
            (line(#""object":["/"],"options":[]"#, body: #"["\/"]"#), nil),
            (line(#""object":[1],"options":["prettyPrinted"]"#, body: "[\n  1\n]"), nil),
            (line(#""object":[1],"options":["sortedKeys","fragmentsAllowed"]"#, body: "[1]"), nil),
            (line(#""parameters":{"a":1,"b":2},"unordered":true"#, body: #"{"b":2,"a":1}"#), nil),
            (line(#""parameters":{"a":1,"b":2},"unordered":true"#, body: #"{"b":2,"a":3}"#), "body object[a]"),
            (line(#""parameters":{"a":1,"b":2},"unordered":true"#, body: #"{"b":2,"a":true}"#), "body object[a]"),
            (line(#""parameters":{"a":{"$optional":null}}"#, body: #"{"a":null}"#), nil),
            (line(#""parameters":{"a":1}"#, body: #"{"a":1}"#, type: "text/json"), "header content-type"),
            (line(#""parameters":{"a":{"$date":0}}"#, body: "{}"), "error"),
            (error(#""parameters":{"a":{"$date":0}}"#, invalid), nil),
            (error(#""parameters":{"a":{"$set":[1]}}"#, invalid), nil),
            (error(#""object":1"#, invalid), nil), (error(#""object":"s""#, invalid), nil),
            (error(#""parameters":{"a":{"$date":0}}"#, "parameterEncodingFailed.missingURL"), "error"),
            (error(#""parameters":{"a":1}"#, invalid), "error"),
        ] as [(String, String?)])
    func eachPartIsCompared(_ line: String, _ subject: String?) throws {
        let report = try RecordedVectors.report(on: line)
        #expect(report.failures.flatMap(\.mismatches).map(\.subject) == [subject].compactMap { $0 }, "\(report)")
        #expect(report.failures.allSatisfy { $0.reason == nil }, "\(report)")
        #expect(report.passed == (subject == nil ? 1 : 0))
    }

    @Test(
        arguments: [
            (
                line(#""object":[1],"options":["fast"]"#, body: "[1]"),
                "'options' names 'fast', which is not a known option"
            ),
            (line(#""object":[1],"options":"sortedKeys""#, body: "[1]"), "'options' is not an array"),
            (line(#""parameters":[1]"#, body: "[1]"), "'parameters' is not an object"),
            (
                error(#""object":[1]"#, "").replacingOccurrences(of: #""error":"""#, with: #""error":1"#),
                "'error' is not a string"
            ),
        ] as [(String, String)])
    func malformedLinesAreFailures(_ line: String, _ reason: String) throws {
        #expect(try RecordedVectors.report(on: line).failures.map(\.reason) == ["not a vector: \(reason)"])
    }
}
