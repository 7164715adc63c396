import Foundation
import Testing

@testable import SerializerVerification

@Suite struct URLEncodingOperationTests {
    private static let form = #""headers":{"Content-Type":"application/x-www-form-urlencoded; charset=utf-8"}"#

    private static func get(
        _ url: String, _ parameters: String, _ members: String = "", answer: String
    ) -> String {
        #"{"id":"u","op":"alamofire-urlencoding","method":"GET","url":"http://e.com\#(url)","#
            + #""parameters":\#(parameters),\#(members)"#
            + #""expect":{"url":"http://e.com\#(answer)","headers":{},"body":null}}"#
    }

    private static func post(_ parameters: String, _ members: String = "", answer: String) -> String {
        let body = Data(answer.utf8).base64EncodedString()
        return #"{"id":"u","op":"alamofire-urlencoding","method":"POST","url":"http://e.com","#
            + #""parameters":\#(parameters),\#(members)"expect":{"url":"http://e.com",\#(form),"body":"\#(body)"}}"#
    }

    private static func unordered(_ place: String, _ url: String, _ pairs: String, _ members: String = "") -> String {
        let headers = place == "body" ? form : #""headers":{}"#
        return #"{"id":"u","op":"alamofire-urlencoding","method":"\#(place == "body" ? "POST" : "GET")","#
            + #""url":"http://e.com/p?x=1#f","parameters":{"a":{"b":1,"c":2.0}},"unordered":true,\#(members)"#
            + #""expect":{"urlBefore":"\#(url)","in":"\#(place)","pairs":[\#(pairs)],\#(headers)}}"#
    }

    private static let pairs = #""a%5Bc%5D=2","a%5Bb%5D=1""#
    private static let url = "http://e.com/p?x=1#f"

    /// Each vector is right, or wrong in the ways that the subjects name.
    @Test(
        arguments: [
            (get("/p", #"{"a":1}"#, answer: "/p?a=1"), []),
            (get("/p", #"{"a":1}"#, answer: "/p?a=2"), ["url"]),
            (get("/p", "null", answer: "/p"), []), (get("/p?", #"{"a":1}"#, answer: "/p?&a=1"), []),
            (get("/p?z#f", #"{"a":1}"#, answer: "/p?z&a=1#f"), []), (get("/p", #"{"a":1}"#, answer: "/q?a=1"), ["url"]),
            (get("/p", #"{"a":[true]}"#, #""array":"noBrackets","bool":"literal","#, answer: "/p?a=true"), []),
            (get("/p", #"{"a":[true]}"#, #""array":"indexInBrackets","#, answer: "/p?a%5B0%5D=1"), []),
            (get("/p", #"{"a":1}"#, #""destination":"httpBody","#, answer: "/p"), ["body", "header content-type"]),
            (get("/p", #"{"a":1}"#, #""headers":{"X":"y"},"#, answer: "/p?a=1"), ["header x"]),
            (post(#"{"a":1}"#, answer: "a=1"), []), (post(#"{"a":1}"#, answer: "a=2"), ["body"]),
            (
                post(#"{"a":1}"#, #""destination":"queryString","#, answer: "a=1"),
                ["url", "body", "header content-type"]
            ),
            (post(#"{"a":true}"#, #""numbers":"nsnumber","#, answer: "a=1"), []),
            (post(#"{"a":{"$optional":"x"}}"#, answer: "a=Optional%28%22x%22%29"), []),
            // Apple's numbers: those of the parameters, and no text that looks like one.
            (post(#"{"a":1.0,"b":-0.0}"#, #""appleDiffers":true,"#, answer: "a=1.0&b=-0.0"), []),
            (post(#"{"a":[{"$float":2}]}"#, #""appleDiffers":true,"#, answer: "a%5B%5D=2.0"), []),
            (post(#"{"a":1.0}"#, answer: "a=1.0"), ["body"]),
            (post(#"{"a":1.0}"#, #""appleDiffers":true,"#, answer: "a=2.0"), ["body"]),
            (post(#"{"a":1.0,"b":"2.0"}"#, #""appleDiffers":true,"#, answer: "a=1.0&b=2.0"), []),
            (post(#"{"a":1.0,"b":"2.0"}"#, #""appleDiffers":true,"#, answer: "a=1.0&b=2"), ["body"]),
            (post(#"{"a":1.0,"b":"1.0"}"#, #""appleDiffers":true,"#, answer: "a=1.0&b=1.0"), []),
            (get("/p?v=1.0", #"{"a":1.0}"#, #""appleDiffers":true,"#, answer: "/p?v=1.0&a=1.0"), []),
            (get("/p?v=1.0", #"{"a":1.0}"#, #""appleDiffers":true,"#, answer: "/p?v=1&a=1.0"), ["url"]),
            // Any order.
            (unordered("body", url, pairs), []), (unordered("url", url, pairs), []),
            (unordered("url", url, #""a%5Bc%5D=2.0","a%5Bb%5D=1""#, #""appleDiffers":true,"#), []),
            (unordered("url", url, #""a%5Bc%5D=2.0","a%5Bb%5D=1""#), ["pairs"]),
            (unordered("url", "http://e.com/p?x=2#f", pairs), ["url without the pairs", "pairs"]),
            (unordered("url", "http://e.com/p?x=1", pairs), ["url without the pairs", "pairs"]),
            (unordered("body", "http://e.com/p", pairs), ["url"]),
            (unordered("body", url, #""a%5Bb%5D=1""#), ["pairs"]),
            (
                unordered("body", url, pairs, #""destination":"queryString","#),
                ["url", "body", "pairs", "header content-type"]
            ),
            (
                unordered("url", url, pairs, #""destination":"httpBody","#),
                ["body", "pairs", "header content-type"]
            ),
        ] as [(String, [String])])
    func eachPartIsCompared(_ line: String, _ subjects: [String]) throws {
        let report = try RecordedVectors.report(on: line)
        #expect(report.failures.flatMap(\.mismatches).map(\.subject).sorted() == subjects.sorted(), "\(report)")
        #expect(report.failures.allSatisfy { $0.reason == nil }, "\(report)")
        #expect(report.passed == (subjects.isEmpty ? 1 : 0))
        #expect(report.skipped.isEmpty)
    }

    @Test(
        arguments: [
            (get("/", "[1]", answer: "/"), "'parameters' is not an object"),
            (get("/", "{}", #""array":"custom","#, answer: "/"), "'array' names 'custom', which is not a known choice"),
            (get("/", "{}", #""bool":"yes","#, answer: "/"), "'bool' names 'yes', which is not a known choice"),
            (
                get("/", "{}", #""destination":"x","#, answer: "/"),
                "'destination' names 'x', which is not a known choice"
            ),
            (get("/", "{}", #""numbers":"x","#, answer: "/"), "'numbers' names 'x', which is not a known choice"),
            (unordered("head", url, pairs), "'in' names 'head', which is not a known place"),
            (
                #"{"id":"u","op":"alamofire-urlencoding","url":"http://e.com","#
                    + #""expect":{"url":"http://e.com","body":null}}"#,
                "'headers' is missing"
            ),
            (#"{"id":"u","op":"alamofire-urlencoding","url":"","expect":{}}"#, "'url' is not a URL"),
        ] as [(String, String)])
    func malformedLinesAreFailures(_ line: String, _ reason: String) throws {
        #expect(try RecordedVectors.report(on: line).failures.map(\.reason) == ["not a vector: \(reason)"])
    }

    @Test func anUnpairedSurrogateIsSkipped() throws {
        let report = try RecordedVectors.report(on: Self.get("/", #"{"a":"\ud800"}"#, answer: "/"))
        #expect(report.skipped == ["unpaired surrogate, which a Swift string cannot hold": 1])
    }

    @Test func anErrorThatWasNotExpectedIsAMismatch() throws {
        let deep = String(repeating: "[", count: 600) + "1" + String(repeating: "]", count: 600)
        let report = try RecordedVectors.report(on: Self.get("/", #"{"a":\#(deep)}"#, answer: "/"))
        let mismatch = try #require(report.failures.first?.mismatches.first)
        #expect(mismatch.expected == "no error")
        #expect(mismatch.actual.hasPrefix("error parameterEncodingFailed.customEncodingFailed: "))
    }
}
