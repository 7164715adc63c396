import Foundation
import Testing
import URLSerialization

@testable import SerializerVerification

/// The deliberate differences from AFNetworking in forms. The vectors have AFNetworking's behavior.
@Suite struct MultipartDifferenceTests {
    private typealias Form = FormVector

    private static let names = #""differs":"names","# + Form.order
    private static let length = #""differs":"length","# + Form.order

    private static func names(
        _ name: String, _ parts: [String] = [], parameters: String? = nil, _ body: String
    ) -> FormVector {
        FormVector(name: name, parts: parts, parameters: parameters, members: names, body: body + Form.end)
    }

    private static func length(_ name: String, _ parts: [String], _ body: String, sent: Int) -> FormVector {
        FormVector(
            name: name, parts: parts, members: length, body: body + Form.end,
            expectation: #""contentLength":\#(sent),"#
                + #""headers":{"Content-Length":"\#(sent)","Content-Type":"multipart/form-data; boundary=BOUNDARY"}"#)
    }

    // MARK: - Names

    static let escapedNames = [
        names("a quotation mark in a parameter", parameters: #"{"a\"b":"c"}"#, Form.fieldText("a\"b", "c")),
        names(
            "line ends in nested parameters", parameters: #"{"a":{"\r\n\r\n":[1,{"$data":"eA=="}]},"b":{"$set":[2]}}"#,
            Form.fieldText("a[\n\n][]", "1") + Form.fieldText("a[\n\n][]", "x") + Form.fieldText("b", "2")),
        names(
            "names that begin with others",
            [Form.field("a\"", "1"), Form.field("a\"\"", "2"), Form.field("a", "3"), Form.field("a\"", "4")],
            Form.fieldText("a\"", "1") + Form.fieldText("a\"\"", "2") + Form.fieldText("a", "3")
                + Form.fieldText("a\"", "4")),
        names(
            "a name and a file name",
            [
                #"{"kind":"filedata","name":"n\"😀","fileName":"a\r\nX: y\"","mimeType":"a/b","data":"eA=="}"#,
                Form.field("tail", "end"),
            ],
            Form.fileText("n\"😀", "a\nX: y\"", "a/b", "x") + Form.fieldText("tail", "end")),
        names(
            "a file whose own name has a quotation mark", [Form.file("f", "a\".txt", "x")],
            Form.fileText("f", "a\".txt", "text/plain", "x")),
        names(
            "a stream under the name of a header", [Form.stream("\";\r\nContent-Type: x", "y")],
            Form.fileText("\";\nContent-Type: x", "s", "a/b", "y")),
        names(
            "10 kB of quotation marks", [Form.field(String(repeating: "\"", count: 10_000), "x")],
            Form.fieldText(String(repeating: "\"", count: 10_000), "x")),
        names(
            "names beside headers of the caller's",
            [
                Form.field("\"", "x"),
                #"{"kind":"headers","headers":{"Content-Disposition":"form-data; name=\"b\"c\""},"data":""}"#,
            ],
            Form.fieldText("\"", "x") + Form.fieldText("b\"c", "")),
        names(
            "NUL in a name: the part is refused, the rest is sent",
            [Form.field("a\"", "x"), Form.field("a\0", "x"), Form.field("b", "y"), Form.stream("\0", "z")],
            parameters: #"{"p":"q"}"#,
            Form.fieldText("p", "q") + Form.fieldText("a\"", "x") + Form.fieldText("a\0", "x")
                + Form.fieldText("b", "y") + Form.fileText("\0", "s", "a/b", "z")),
        names("NUL in the only name", [Form.field("\0", "x")], Form.fieldText("\0", "x")),
        names(
            "line ends in media types and header values",
            [
                #"{"kind":"filedata","name":"n","fileName":"f","mimeType":"a/b\r\nX: y","data":"eA=="}"#,
                #"{"kind":"headers","headers":{"X":"a\r\n\r\nb"},"data":""}"#, Form.field("t", "u"),
            ],
            Form.fileText("n", "f", "a/b\nX: y", "x") + "--BOUNDARY\nX: a\n\nb\n\n\n" + Form.fieldText("t", "u")),
        names(
            "NUL in a parameter's name", parameters: #"{"a":{"b\u0000":[1]}}"#, Form.fieldText("a[b\0][]", "1")),
    ]

    @Test(arguments: escapedNames)
    func namesAreExpectedEscaped(_ vector: FormVector) throws {
        let report = try RecordedVectors.report(on: vector.line)
        #expect(report.passed == 1, "\(report)")
    }

    @Test func refusalOfTheOnlyPartLeavesARequestAsTheMethodHasIt() throws {
        var vector = Self.names("NUL in the only name", [Form.field("\0", "x")], Form.fieldText("\0", "x"))
        vector.method = "DELETE"
        #expect(try RecordedVectors.report(on: vector.line).passed == 1)
    }

    @Test func namesAreAsTheyWereWithoutTheMark() throws {
        for vector in Self.escapedNames {
            var vector = vector
            vector.members = Form.order
            let report = try RecordedVectors.report(on: vector.line)
            #expect(report.failed == 1, "\(vector.name)")
        }
    }

    @Test(
        arguments: [
            (
                "body",
                #""body":"\#(Form.base64(field("a\"b", "d").replacingOccurrences(of: "\n", with: "\r\n")))""#
            ),
            ("content length", #""contentLength":110"#), ("real body length", #""realBodyLength":110"#),
        ] as [(String, String)])
    func falsifiedNamesAreReported(_ subject: String, _ expectation: String) throws {
        var vector = Self.escapedNames[0]
        vector.members = #""differs":"names""#
        vector.expectation = expectation
        let report = try RecordedVectors.report(on: vector.line)
        #expect(report.failures.flatMap(\.mismatches).map(\.subject) == [subject], "\(report)")
    }

    private static func field(_ name: String, _ text: String) -> String { Form.fieldText(name, text) + Form.end }

    @Test func refusalOfAPartThatIsNotAppendedAnywayIsThatOfTheVector() throws {
        let vector = Self.names(
            "a name with a quotation mark for a file that is not there",
            [#"{"kind":"file","name":"a\"","file":"gone"}"#, Form.field("\"", "x")], Form.fieldText("\"", "x"))
        var refused = vector
        refused.results = #"[{"error":{"code":-1000,"domain":"com.alamofire.error.serialization.request"}},true]"#
        #expect(try RecordedVectors.report(on: refused.line).passed == 1)
        refused.results = #"[{"error":{"code":-1001,"domain":"com.alamofire.error.serialization.request"}},true]"#
        #expect(try RecordedVectors.report(on: refused.line).failed == 1)
    }

    // MARK: - Lengths

    static let contradictions = [
        length("too long", [Form.stream("s", "12345", length: 3)], Form.fileText("s", "s", "a/b", "12345"), sent: 142),
        length(
            "too short", [Form.stream("s", "12345", length: 10)], Form.fileText("s", "s", "a/b", "12345"), sent: 149),
        length(
            "declared empty, with a part behind it", [Form.stream("s", "12345", length: 0), Form.field("t", "u")],
            Form.fileText("s", "s", "a/b", "12345") + Form.fieldText("t", "u"), sent: 215),
        length(
            "empty, declared longer", [Form.stream("s", "", length: 1)], Form.fileText("s", "s", "a/b", ""), sent: 140),
        length(
            "the second of three streams",
            [Form.stream("a", "1", length: 1), Form.stream("b", "2", length: 2), Form.stream("c", "3", length: 0)],
            Form.fileText("a", "s", "a/b", "1") + Form.fileText("b", "s", "a/b", "2")
                + Form.fileText("c", "s", "a/b", "3"),
            sent: 358),
        length(
            "a negative length: the part is refused",
            [Form.stream("s", "12345", length: -1), Form.field("t", "u")],
            Form.fileText("s", "s", "a/b", "12345") + Form.fieldText("t", "u"), sent: 214),
    ]

    @Test(arguments: contradictions, [1, 3, 4096])
    func streamsThatContradictTheirLengthAreExpectedToFail(_ vector: FormVector, _ readSize: Int) throws {
        var vector = vector
        vector.members += #","readSize":\#(readSize)"#
        let report = try RecordedVectors.report(on: vector.line)
        #expect(report.passed == 1, "\(report)")
    }

    @Test(arguments: [
        ("content length", #""contentLength":143"#), ("boundary length", #""boundaryLength":26"#),
        ("header content-type", #""headers":{"Content-Length":"142"}"#),
        ("result of part 1", #""partResults":[{"error":{"domain":"d","code":1}}]"#),
    ])
    func falsifiedLengthsAreReported(_ subject: String, _ expectation: String) throws {
        var vector = Self.contradictions[0]
        vector.expectation += ",\(expectation)"
        let report = try RecordedVectors.report(on: vector.line)
        #expect(report.failures.flatMap(\.mismatches).map(\.subject) == [subject], "\(report)")
    }

    @Test func contradictionsWithoutTheMarkAreReported() throws {
        var vector = Self.contradictions[0]
        vector.members = Form.order
        let report = try RecordedVectors.report(on: vector.line)
        #expect(report.failures.flatMap(\.mismatches).map(\.subject).contains("body"), "\(report)")
    }

    // MARK: - Refusals of the whole form

    private static let exception = #"{"name":"NSInternalInconsistencyException","reason":"method"}"#

    @Test(
        arguments: [
            ("GET", #""differs":"raises""#, true), ("HEAD", #""differs":"raises""#, true), ("GET", "", false),
            ("PUT", #""differs":"raises""#, true),
        ] as [(String, String, Bool)])
    func methodsWithoutABodyAreExpectedToBeRefused(_ method: String, _ mark: String, _ passes: Bool) throws {
        let vector = FormVector(
            name: method, method: method, parts: [Form.field("a", "b")], members: mark,
            expectation: #""exception":\#(Self.exception)"#)
        let report = try RecordedVectors.report(on: vector.line)
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
    }

    @Test(
        arguments: [
            (#"{"$dict":[[{"$data":"eA=="},1]]}"#, #""differs":"data""#, true),
            (#"{"a":{"$data":"eA=="}}"#, #""differs":"data""#, true),
            (#"{"$dict":[[[1],1]]}"#, #""differs":"collection-key""#, true),
            ("[1]", #""differs":"top-level""#, true), ("null", #""differs":"top-level""#, true),
            (#"{"a":"x"}"#, #""differs":"collection-key""#, false), (#"{"a":"x"}"#, #""differs":"top-level""#, false),
        ] as [(String, String, Bool)])
    func parametersThatTheWalkRefusesAreRefusedInFormsToo(
        _ parameters: String, _ mark: String, _ passes: Bool
    ) throws {
        let vector = FormVector(
            name: parameters, parameters: parameters, members: mark, body: Form.fieldText("a", "x") + Form.end)
        let report = try RecordedVectors.report(on: vector.line)
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
    }
}
