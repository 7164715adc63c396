import Foundation
import TestSupport
import Testing
import URLSerialization

@testable import SerializerVerification

/// The replay of forms, by vectors whose true answers are plain from the input.
@Suite(.takingTurns) struct MultipartOperationTests {
    private typealias Form = FormVector

    private static let bothKinds = FormVector(
        name: "all kinds",
        parts: [
            Form.file("f", "PHOTO.PNG", "file"), Form.stream("s", ""), Form.field("n", "v"),
            #"{"kind":"filedata","name":"d","fileName":"ü.bin","mimeType":"a/b; c=d","data":"DQo="}"#,
            #"{"kind":"file","name":"g","file":"x.txt","fileName":"y","mimeType":"c/d","data":""}"#,
            #"{"kind":"headers","headers":{"X":"  z","A":"b"},"data":"DQo="}"#,
            #"{"kind":"headers","headers":{},"data":""}"#,
        ],
        parameters: #"{"b":{"$float":0.1},"a":[{"$date":0},null,1.0],"d":{"$data":"/w0K"}}"#.replacingOccurrences(
            of: "/w0K", with: "eA0K"),
        members: Form.order,
        body: Form.fieldText("a[]", "1970-01-01 00:00:00 +0000") + Form.fieldText("a[]", "")
            + Form.fieldText("a[]", "1")
            + Form.fieldText("b", "0.1") + Form.fieldText("d", "x\n")
            + Form.fileText("f", "PHOTO.PNG", "image/png", "file")
            + Form.fileText("s", "s", "a/b", "") + Form.fieldText("n", "v")
            + Form.fileText("d", "ü.bin", "a/b; c=d", "\n") + Form.fileText("g", "y", "c/d", "")
            + "--BOUNDARY\nX:   z\nA: b\n\n\n\n--BOUNDARY\n\n\n" + Form.end)

    private static let refusedParts = FormVector(
        name: "parts that cannot be appended",
        parts: [
            #"{"kind":"file","name":"f","file":"gone.txt"}"#, Form.field("a", "b"),
            #"{"kind":"file","name":"f","url":"http://e.com/x.txt"}"#,
            #"{"kind":"file","name":"f","file":"gone.txt","fileName":"x","mimeType":"a/b"}"#, Form.stream("s", "t"),
        ],
        members: Form.order, body: Form.fieldText("a", "b") + Form.fileText("s", "s", "a/b", "t") + Form.end,
        results: "[\(refused),true,\(refused),\(refused),true]")

    private static let error = #"{"code":-1000,"domain":"com.alamofire.error.serialization.request"}"#
    private static let refused = #"{"error":\#(error),"errorInfo":{"localizedFailureReason":"No."}}"#

    private static let sets = FormVector(
        name: "fields of a set in another order", parts: [Form.field("t", "u")],
        parameters: #"{"a":{"$set":[1,2,{"$data":"eHk="}]}}"#,
        members: Form.suspect(
            "set: sorts on a Foundation-specific description", "NSData description (Apple: {length})"),
        body: Form.fieldText("a", "xy") + Form.fieldText("a", "2") + Form.fieldText("a", "1") + Form.fieldText("t", "u")
            + Form.end)

    private static let merged = FormVector(
        name: "equal numbers that a set kept once", parts: [Form.file("f", "x.weird", "y")],
        parameters: #"{"a":{"$set":[1.5,{"$float":1.5},"b"]}}"#,
        members: Form.suspect(
            "set: equal NSNumbers collapse", "set: two members with one description, order is hash order",
            "MIME type for the extension comes from a stub table", "part header order is allKeys order; compare parts"),
        body: Form.fieldText("a", "b") + Form.fieldText("a", "1.5") + Form.fileText("f", "x.weird", "stub/type", "y")
            + Form.end)

    private static let noPart = FormVector(
        name: "no part", parts: [#"{"kind":"file","name":"f","url":"http://e.com/x"}"#], parameters: #"{"a":[]}"#,
        results: "[\(refused)]")

    private static let field = FormVector(
        name: "a field", parts: [Form.field("n", "v")], body: Form.fieldText("n", "v") + Form.end)

    private static let file = FormVector(
        name: "a file", parts: [Form.file("f", "x.txt", "v")], members: Form.order,
        body: Form.fileText("f", "x.txt", "text/plain", "v") + Form.end)

    static let vectors = [
        bothKinds, refusedParts, sets, merged, noPart, field, file,
        FormVector(
            name: "no body where the method has none", method: "DELETE", expectation: #""headers":{},"body":null"#),
        FormVector(
            name: "a method in another case", method: "get", parts: field.parts,
            members: Form.suspect("method case: CFNetwork may upper-case it"), body: field.body),
        FormVector(
            name: "a value with the word for the boundary", parts: [Form.field("n", "--BOUNDARX\r\n--BOUNDAR")],
            body: Form.fieldText("n", "--BOUNDARX\n--BOUNDAR") + Form.end),
        FormVector(
            name: "a double", parameters: #"{"a":19.99}"#, members: Form.suspect("double description (%0.16g)"),
            body: Form.fieldText("a", "19.99") + Form.end),
        FormVector(
            name: "a file under another extension than known", parts: [Form.file("f", "日.x y", "")],
            members: Form.order,
            body: Form.fileText("f", "日.x y", "application/octet-stream", "") + Form.end),
        FormVector(
            name: "a decomposed file name", parts: [Form.file("f", "e\u{301}.txt", "")], members: Form.order,
            body: Form.fileText("f", "e\u{301}.txt", "text/plain", "") + Form.end),
        FormVector(
            name: "a name of 10 kB", parts: [Form.field(String(repeating: "😀", count: 2560), "")],
            body: Form.fieldText(String(repeating: "😀", count: 2560), "") + Form.end),
    ]

    @Test(arguments: vectors, [nil, 1, 2, 7, 64, 8192])
    func formsAreReplayed(_ vector: FormVector, _ readSize: Int?) throws {
        var vector = vector
        if let readSize {
            vector.members = [vector.members, #""readSize":\#(readSize)"#].filter { !$0.isEmpty }.joined(separator: ",")
        }
        let report = try RecordedVectors.report(on: vector.line)
        #expect(report.passed == 1, "\(report)\n\(vector.line)")
    }

    // MARK: - Falsified vectors

    /// Each vector is wrong in one way, which the subjects name.
    @Test(
        arguments: [
            (field, #""method":"PUT""#, ["method"]), (field, #""url":"http://e.com/""#, ["url"]),
            (field, #""headers":{"Content-Length":"107"}"#, ["header content-type"]),
            (
                field, #""headers":{"Content-Type":"multipart/form-data; boundary=BOUNDARY"}"#,
                ["header content-length"]
            ),
            (
                field,
                #""headers":{"Content-Length":"107","Content-Type":"multipart/form-data; boundary=BOUNDARY","X":"y"}"#,
                ["header x"]
            ),
            (field, #""contentLength":108"#, ["content length"]),
            (field, #""realBodyLength":106"#, ["real body length"]),
            (field, #""boundaryLength":24"#, ["boundary length"]),
            (field, #""partResults":[\#(refused)]"#, ["result of part 1"]),
            (field, #""body":"\#(Form.base64("--BOUNDARY\r\n\r\n\r\n--BOUNDARY--\r\n"))""#, ["body"]),
            (field, #""parts":[]"#, ["parts"]),
            (
                field, #""parts":[{"headers":{"Content-Disposition":"form-data; name=\"m\""},"body":"dg=="}]"#,
                ["headers of part 1"]
            ),
            (
                field, #""parts":[{"headers":{"Content-Disposition":"form-data; name=\"n\""},"body":"dw=="}]"#,
                ["body of part 1"]
            ),
            (file, #""contentLength":1"#, ["content length"]), (merged, #""contentLength":1"#, ["content length"]),
            (merged, #""realBodyLength":1"#, ["real body length"]),
            (merged, #""parts":[]"#, ["parts"]),
            (sets, #""parts":[]"#, ["parts"]),
            (
                refusedParts, #""partResults":[\#(refused),true,\#(refused),true,true]"#,
                ["result of part 4"]
            ),
            (
                refusedParts, #""partResults":[{"error":\#(error),"errorInfo":{}},true,\#(refused),\#(refused),true]"#,
                ["result of part 1"]
            ),
            (
                noPart,
                #""partResults":[{"error":{"domain":"com.alamofire.error.serialization.request","code":-1001}}]"#,
                ["result of part 1"]
            ),
            (noPart, #""body":"eA==""#, ["body"]), (noPart, #""headers":{}"#, ["header content-type"]),
        ] as [(FormVector, String, [String])])
    func eachPartOfAnAnswerIsCompared(_ vector: FormVector, _ expectation: String, _ subjects: [String]) throws {
        var vector = vector
        vector.expectation = expectation
        let report = try RecordedVectors.report(on: vector.line)
        let mismatches = report.failures.flatMap(\.mismatches)
        for module in ["URLSerialization", "AFNetworkingCompat"] {
            #expect(mismatches.filter { $0.answeredBy.contains(module) }.map(\.subject) == subjects, "\(report)")
        }
    }

    @Test func recordedBodyOfFoundationsOrderIsComparedToo() throws {
        for (body, subject) in [
            (Form.fileText("f", "x.txt", "text/html", "v"), "headers of part 1"),
            (Form.fileText("f", "x.txt", "text/plain", "w"), "body of part 1"),
            (Form.fileText("f", "x.txt", "text/plain", "v") + Form.fieldText("a", ""), "parts"),
        ] {
            var vector = Self.file
            let bytes = (body + Form.end).replacingOccurrences(of: "\n", with: "\r\n")
            vector.expectation = #""body":"\#(Form.base64(bytes))""#
            let report = try RecordedVectors.report(on: vector.line)
            #expect(report.failures.flatMap(\.mismatches).map(\.subject) == [subject], "\(report)")
        }
    }

    /// A mark leaves one property open, and no other.
    @Test(
        arguments: [
            // Foundation's order of headers without its mark.
            (file, "", ["body"]),
            // Another media type without the mark, or where the caller gave it.
            (merged, Form.suspect("set: equal NSNumbers collapse", "part header order"), ["headers of part 3"]),
            (
                FormVector(
                    name: "a given media type",
                    parts: [#"{"kind":"file","name":"f","file":"a","fileName":"a","mimeType":"a/b","data":""}"#],
                    body: Form.fileText("f", "a", "c/d", "") + Form.end),
                Form.suspect("MIME type for the extension comes from a stub table", "part header order"),
                ["headers of part 1"]
            ),
            (
                FormVector(
                    name: "parts of the caller in another order", parts: [Form.field("a", ""), Form.field("b", "")],
                    body: Form.fieldText("b", "") + Form.fieldText("a", "") + Form.end),
                Form.suspect("set: two members with one description"), ["headers of part 1"]
            ),
            (sets, Form.suspect("double description"), ["body"]),
        ] as [(FormVector, String, [String])])
    func marksOpenNoMoreThanTheySay(_ vector: FormVector, _ members: String, _ subjects: [String]) throws {
        var vector = vector
        vector.members = members
        let report = try RecordedVectors.report(on: vector.line)
        let found = report.failures.flatMap(\.mismatches).map(\.subject).filter { !$0.contains("ength") }
        #expect(found == subjects, "\(report)")
    }

    @Test func unknownReasonsAreSkipped() throws {
        var vector = Self.field
        vector.members = Form.suspect("part header order is allKeys order; compare parts", "moon phase")
        #expect(try RecordedVectors.report(on: vector.line).skipped == ["suspect: moon phase": 1])
    }

    // MARK: - Malformed vectors

    @Test(
        arguments: [
            (#""parts":null"#, "'parts' is not an array"), (#""parts":[1]"#, "'parts' is not an array of objects"),
            (#""parts":[{"kind":"fax","name":"n"}]"#, "'kind' names 'fax', which is not a known one"),
            (#""parts":[{"kind":"formdata","data":""}]"#, "'name' is missing"),
            (#""parts":[{"kind":"formdata","name":"n"}]"#, "'data' is missing"),
            (#""parts":[{"kind":"formdata","name":"n","data":null}]"#, "'data' is null"),
            (#""parts":[{"kind":"filedata","name":"n","data":"","mimeType":"a/b"}]"#, "'fileName' is missing"),
            (#""parts":[{"kind":"stream","name":"n","data":"","fileName":"f"}]"#, "'mimeType' is missing"),
            (
                #""parts":[{"kind":"file","name":"n","file":"f","data":"","fileName":"f"}]"#,
                "'mimeType' is missing"
            ),
            (
                #""parts":[{"kind":"file","name":"n","file":"../f","data":""}]"#, "'file' is not the name of a file"
            ),
            (#""parts":[{"kind":"file","name":"n","file":"..","data":""}]"#, "'file' is not the name of a file"),
            (#""parts":[],"readSize":0"#, "'readSize' is not from 1 to 16777216"),
            (#""parts":[],"readSize":9223372036854775807"#, "'readSize' is not from 1 to 16777216"),
            (
                #""parts":[{"kind":"formdata","name":"n","data":""}]"#,
                "'partResults' are not one for each part"
            ),
            (
                #""parts":[],"expect":{"method":"POST","url":"http://e.com/u"}"#,
                "'partResults' is not an array"
            ),
            (
                #""parts":[],"expect":{"partResults":[1]}"#,
                "'partResults' has something other than true and errors"
            ),
            (
                #""parts":[],"expect":{"partResults":[],"contentLength":1,"body":"eA=="}"#,
                "'body' is not a multipart body"
            ),
            (#""parts":[],"expect":{"partResults":[],"contentLength":1,"body":null}"#, "'body' is null"),
        ] as [(String, String)])
    func malformedVectorsAreFailures(_ members: String, _ reason: String) throws {
        let report = try RecordedVectors.report(
            on: #"{"id":"m","op":"multipart","method":"POST","url":"http://e.com/u","#
                // The last of two members with one name counts.
                + #""expect":{"method":"POST","url":"http://e.com/u","partResults":[],"headers":{}},\#(members)}"#)
        #expect(report.failures.map(\.reason) == ["not a vector: \(reason)"], "\(report)")
    }

    @Test func lengthsThatOverflowAreReported() throws {
        var vector = Self.merged
        vector.expectation = #""contentLength":9223372036854775807,"realBodyLength":-9223372036854775808"#
        #expect(try RecordedVectors.report(on: vector.line).failed == 1)
    }
}
