import Testing

@testable import SerializerVerification

@Suite struct FormEncoderOperationTests {
    private static func line(_ value: String, _ members: String = "", query: String) -> String {
        #"{"id":"f","op":"alamofire-formencoder","value":\#(value),\#(members)"expect":{"query":"\#(query)"}}"#
    }

    private static let camel = #"{"oneTwo":1}"#

    /// Each vector is right, or wrong in the way that the subject names.
    @Test(
        arguments: [
            (line(#"{"b":[true],"a":null}"#, query: "b%5B%5D=1"), nil),
            (line(#"{"b":[true],"a":null}"#, query: "b%5B%5D=0"), "query"),
            (line(#"{"b":1,"a":2}"#, query: "a=2&b=1"), nil),
            (line(#"{"b":1,"a":2}"#, #""alphabetize":false,"#, query: "b=1&a=2"), nil),
            (line(#"{"b":1,"a":2}"#, #""alphabetize":true,"#, query: "b=1&a=2"), "query"),
            (line(#"{"a":[1]}"#, #""array":"noBrackets","#, query: "a=1"), nil),
            (line(#"{"a":[1]}"#, #""array":"indexInBrackets","#, query: "a%5B0%5D=1"), nil),
            (line(#"{"a":true}"#, #""bool":"literal","#, query: "a=true"), nil),
            (line(#"{"a":{"$data":"AQI="}}"#, query: "a=AQI%3D"), nil),
            (line(#"{"a":{"$data":"AQI="}}"#, #""data":"deferred","#, query: "a%5B%5D=1&a%5B%5D=2"), nil),
            (line(#"{"a":{"$date":978307201}}"#, query: "a=1.0"), nil),
            (line(#"{"a":{"$date":1}}"#, #""date":"secondsSince1970","#, query: "a=1.0"), nil),
            (line(#"{"a":{"$date":1}}"#, #""date":"millisecondsSince1970","#, query: "a=1000.0"), nil),
            (line(#"{"a":{"$date":0}}"#, #""date":"iso8601","#, query: "a=1970-01-01T00%3A00%3A00Z"), nil),
            (line(camel, #""key":"convertToSnakeCase","#, query: "one_two=1"), nil),
            (line(camel, #""key":"convertToKebabCase","#, query: "one-two=1"), nil),
            (line(camel, #""key":"capitalized","#, query: "OneTwo=1"), nil),
            (line(camel, #""key":"uppercased","#, query: "ONETWO=1"), nil),
            (line(camel, #""key":"lowercased","#, query: "onetwo=1"), nil),
            (line(#"{"a":{"b":1}}"#, #""keyPath":"dots","#, query: "a.b=1"), nil),
            (line(#"{"a":null}"#, #""nil":"dropValue","#, query: "a="), nil),
            (line(#"{"a":null}"#, #""nil":"null","#, query: "a=null"), nil),
            (line(#"{"a":"b c"}"#, #""space":"plusReplaced","#, query: "a=b+c"), nil),
            (line(#"{"e":{"$intdict":{"7":"x"}}}"#, query: "e%5B%5D=x"), nil),
            (line("[1]", query: ""), "error"),
            (#"{"id":"f","op":"alamofire-formencoder","value":[1],"expect":{"error":"invalidRootObject"}}"#, nil),
            (#"{"id":"f","op":"alamofire-formencoder","value":{},"expect":{"error":"invalidRootObject"}}"#, "error"),
            (#"{"id":"f","op":"alamofire-formencoder","value":[1],"expect":{"error":"other"}}"#, "error"),
        ] as [(String, String?)])
    func eachChoiceIsMade(_ line: String, _ subject: String?) throws {
        let report = try RecordedVectors.report(on: line)
        #expect(report.failures.flatMap(\.mismatches).map(\.subject) == [subject].compactMap { $0 }, "\(report)")
        #expect(report.failures.allSatisfy { $0.reason == nil }, "\(report)")
        #expect(report.passed == (subject == nil ? 1 : 0))
    }

    @Test(
        arguments: [
            ("array", "custom"), ("bool", "x"), ("data", "x"), ("date", "formatted"), ("key", "x"), ("keyPath", "x"),
            ("nil", "x"), ("space", "x"),
        ])
    func anUnknownChoiceIsAFailure(_ name: String, _ choice: String) throws {
        let report = try RecordedVectors.report(on: Self.line("{}", #""\#(name)":"\#(choice)","#, query: ""))
        let reason = "not a vector: '\(name)' names '\(choice)', which is not a known choice"
        #expect(report.failures.map(\.reason) == [reason])
    }

    @Test func aMissingValueIsAFailure() throws {
        let report = try RecordedVectors.report(on: #"{"id":"f","op":"alamofire-formencoder","expect":{"query":""}}"#)
        #expect(report.failures.map(\.reason) == ["not a vector: 'value' is missing"])
    }
}
