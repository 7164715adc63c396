import Testing

@testable import SerializerVerification

/// The effect of a vector's marks on its comparison. The inputs' true answers are plain from the input.
@Suite struct VectorMarkTests {
    private static func query(_ parameters: String, _ query: String, _ marks: String) -> String {
        #"{"id":"q","op":"query","parameters":\#(parameters),"expect":{"query":"\#(query)"},\#(marks)}"#
    }

    private static func suspect(_ reasons: String...) -> String {
        #""foundation":"suspect","why":[\#(reasons.map { "\"\($0)\"" }.joined(separator: ","))]"#
    }

    private static func request(
        _ method: String, _ url: String, _ parameters: String, _ expectedMethod: String, _ expectedURL: String,
        _ marks: String = #""foundation":"sound""#
    ) -> String {
        #"{"id":"r","op":"request","serializer":"http","method":"\#(method)","url":"\#(url)","#
            + #""parameters":\#(parameters),"expect":{"body":null,"headers":{},"method":"\#(expectedMethod)","#
            + #""url":"\#(expectedURL)"},\#(marks)}"#
    }

    // MARK: - Deliberate differences

    @Test(
        arguments: [
            (query("[1]", "(null)[]=1", #""differs":"top-level""#), true),
            (query("null", "", #""differs":"top-level""#), true),
            (query(#"{"a":1}"#, "a=1", #""differs":"top-level""#), false),
            (query(#"{"a":{"$data":"AA=="}}"#, "a=x", #""differs":"data""#), true),
            (query(#"{"a":[{"$set":[{"$data":"AA=="}]}]}"#, "a=x", #""differs":"data""#), true),
            (query(#"{"$dict":[[{"$data":"AA=="},1]]}"#, "a=x", #""differs":"data""#), true),
            (query(#"{"$dict":[[[1],1]]}"#, "a=x", #""differs":"collection-key""#), true),
            (query(#"{"$dict":[[{"$optional":[1]},1]]}"#, "a=x", #""differs":"collection-key""#), true),
            (query(#"{"$dict":[[{"a":1},1]]}"#, "a=x", #""differs":"collection-key""#), true),
            (query(#"{"$dict":[[[1],{"$data":"AA=="}]]}"#, "a=x", #""differs":"top-level""#), false),
            (query(#"{"a":1}"#, "whatever", #""differs":"raises""#), true),
            (query(#"[1]"#, "whatever", #""differs":"raises""#), true),
            (
                request(
                    "GET", "http://e.com/p#f", #"{"a":1}"#,
                    "GET", "http://e.com/p#f?a=1", #""differs":"fragment""#), true
            ),
            (
                request(
                    "GET", "http://e.com/p?#f", #"{"a":1}"#,
                    "GET", "http://e.com/p?#f&a=1", #""differs":"fragment""#), true
            ),
            (request("GET", "http://e.com/p#f", "{}", "GET", "http://e.com/p#f", #""differs":"fragment""#), true),
            (
                request(
                    "GET", "http://e.com/p#f", #"{"a":1}"#,
                    "GET", "http://e.com/p#f?a=2", #""differs":"fragment""#), false
            ),
            (request("GET", "http://e.com/p#f", #"{"a":1}"#, "GET", "http://e.com/p#f?a=1"), false),
            (
                request(
                    "GET", "http://e.com/p", #"{"a":1}"#, "GET", "http://e.com/p?a=1", #""differs":"fragment""#),
                false
            ),
            (request("POST", "http://e.com/p", "[1]", "POST", "http://e.com/p", #""differs":"top-level""#), true),
            (request("GET", "http://e.com/p", "[]", "GET", "http://e.com/p", #""differs":"top-level""#), true),
            (request("GET", "http://e.com/p", "[]", "GET", "http://e.com/p?=1", #""differs":"top-level""#), false),
            (request("GET", "http://e.com/p", "1", "GET", "http://e.com/p?=1", #""differs":"top-level""#), true),
            (request("GET", "http://e.com/p", "1", "GET", "http://e.com/p?=2", #""differs":"top-level""#), false),
            (
                request(
                    "GET", "http://e.com/p", #"{"$set":[1]}"#, "GET", "http://e.com/p?=1", #""differs":"top-level""#),
                true
            ),
        ] as [(String, Bool)])
    func deliberateDifferencesAreCheckedInsteadOfTheVector(_ line: String, _ passes: Bool) throws {
        let report = try RecordedVectors.report(on: line)
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
        #expect(report.skipped.isEmpty)
    }

    @Test func missingRefusalIsReported() throws {
        let report = try RecordedVectors.report(on: Self.query(#"{"a":1}"#, "", #""differs":"top-level""#))
        let mismatch = report.failures.first?.mismatches.first
        #expect(mismatch?.expected == "error parametersNotDictionary")
        #expect(mismatch?.actual == "query a=1")
    }

    private static func null(_ status: Int, _ object: String, _ marks: String = "") -> String {
        #"{"id":"n","op":"response","serializer":"json","status":\#(status),"contentType":"application/json","#
            + #""url":"http://e.com","data":"eyJhIjoxfQ==","passError":false,"differs":"error-pointer",\#(marks)"#
            + #""expect":{"object":\#(object),"objectIsNil":\#(object == "null"),"error":null}}"#
    }

    /// Without an error pointer an unacceptable response is not decoded.
    @Test(arguments: [
        (null(200, #"{"a":1}"#), true), (null(404, "null"), true), (null(404, #"{"a":1}"#), false),
        (null(200, "null"), false), (null(200, #"{"a":2}"#), false),
    ])
    func nullErrorPointersAreVerifiedThroughAFNetworkingCompat(_ line: String, _ passes: Bool) throws {
        let report = try RecordedVectors.report(on: line)
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
        #expect(report.skipped.isEmpty)
        let reason = "the behaviour of a NULL error pointer, which only AFNetworking's API has"
        #expect(report.passedThrough == (passes ? ["AFNetworkingCompat alone: \(reason)": 1] : [:]))
        #expect(report.failures.flatMap(\.mismatches).allSatisfy { $0.answeredBy == ["AFNetworkingCompat"] })
    }

    @Test func suspectNullErrorPointersAreSkippedWithTheirReason() throws {
        let report = try RecordedVectors.report(on: Self.null(200, "null", Self.suspect("moon phase") + ","))
        #expect(report.skipped == ["suspect: moon phase": 1])
    }

    // MARK: - Suspect answers

    private static let double = "double description (%0.16g, as Apple to about iOS 11)"
    private static let order = "set: two members with one description, order is hash order"
    private static let collapse = "set: equal NSNumbers collapse"
    private static let compare = "dictionary keys: compare: differs between GNUstep and CoreFoundation"

    @Test(
        arguments: [
            (query(#"{"a":1e+17}"#, "a=1e%2B17", suspect(double)), true),
            (query(#"{"a":1e+17}"#, "a=1e%2B18", suspect(double)), false),
            (query(#"{"a":{"$float":16777216}}"#, "a=1.677722e%2B07", suspect("float description")), true),
            (
                query(
                    #"{"a":{"$date":-0.5}}"#, "a=1969-12-31%2023%3A59%3A59%20%2B0000",
                    suspect("NSDate description with a fraction of a second")), true
            ),
            (
                query(
                    #"{"a":{"$date":-0.5}}"#, "a=1970-01-01%2000%3A00%3A00%20%2B0000",
                    suspect("NSDate description with a fraction of a second")), false
            ),
            (query(#"{"a":1,"b":2}"#, "b=2&a=1", suspect(order)), true),
            (query(#"{"a":1,"b":2}"#, "b=2&a=1", suspect(compare)), true),
            (query(#"{"a":1,"b":2}"#, "b=2&a=1", suspect(double)), false),
            (query(#"{"a":1,"b":2}"#, "b=2&a=2", suspect(order)), false),
            (query(#"{"a":[1,1]}"#, "a%5B%5D=1", suspect(order)), false),
            (query(#"{"a":[1,1]}"#, "a%5B%5D=1", suspect(collapse, order)), true),
            (query(#"{"a":[1,2]}"#, "a%5B%5D=1", suspect(collapse)), false),
            (
                query(
                    #"{"a":"x\ufeff"}"#, "a=x",
                    suspect("escape: CoreFoundation and GNUstep differ; CoreFoundation gives %EF%BB%BF")), true
            ),
            (
                request(
                    "get", "http://e.com/p", "{}", "GeT", "http://e.com/p", suspect("method case: known")),
                true
            ),
            (request("GET", "http://e.com/p", "{}", "GeT", "http://e.com/p"), false),
            (
                request("get", "http://e.com/p", "{}", "GETZ", "http://e.com/p", suspect("method case: known")),
                false
            ),
            (
                request(
                    "GET", "http://[::1]/p", #"{"a":1}"#,
                    "GET", "http://[::1]/p?a=1", suspect("URL with square brackets: NSURL parsing")), true
            ),
            (
                request(
                    "GET", "http://[::1]/p", #"{"a":1}"#,
                    "GET", "http://[::1]/p?a=2", suspect("URL with square brackets: NSURL parsing")), false
            ),
            (
                request(
                    "GET", "http://e.com/p?z#f", #"{"a":1,"b":2}"#,
                    "GET", "http://e.com/p?b=2&z&a=1#f", suspect(order)), true
            ),
        ] as [(String, Bool)])
    func suspectAnswersAreComparedByTheirReasons(_ line: String, _ passes: Bool) throws {
        let report = try RecordedVectors.report(on: line)
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
        #expect(report.skipped.isEmpty)
    }

    @Test(
        arguments: [
            (#""foundation":"suspect""#, "suspect without a reason"),
            (suspect("moon phase"), "suspect: moon phase"),
            (suspect(double, "moon phase"), "suspect: moon phase"),
            (suspect("NSData description (Apple differs)"), "suspect: NSData description (Apple differs)"),
        ] as [(String, String)])
    func otherSuspectsAreSkippedWithTheirReason(_ marks: String, _ reason: String) throws {
        #expect(try RecordedVectors.report(on: Self.query("{}", "x", marks)).skipped == [reason: 1])
    }

    @Test(
        arguments: [
            (#"{"a":1,"b":[true,null]}"#, #"{"b":[true,null],"a":1}"#, true),
            (#"{"a":1,"b":[true,null]}"#, #"{"b":[1,null],"a":1}"#, false),
            (#"{"a":1.0}"#, #"{"a":1}"#, true),
            (#"{"a":{"$float":0.1}}"#, #"{"a":0.10000000149011612}"#, true),
            (#"{"a":0.1}"#, #"{"a":0.10000000149011612}"#, false),
            (#"{"a":9007199254740993}"#, #"{"a":9007199254740993}"#, true),
            (#"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#, false),
            (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#, false),
        ] as [(String, String, Bool)])
    func bodiesOfOpenSpellingAreComparedByWhatTheySay(_ parameters: String, _ object: String, _ passes: Bool) throws {
        let report = try RecordedVectors.report(
            on:
                #"{"id":"j","op":"request","serializer":"json","method":"POST","url":"http://e.com","#
                + #""writingOptions":1,"parameters":\#(parameters),"expect":{"body":"e30=","#
                + #""bodyObject":\#(object),"method":"POST","#
                + #""headers":{"Content-Type":"application/json"},"url":"http://e.com"},"#
                + Self.suspect("json bytes: pretty printing; compare bodyObject") + "}")
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
    }

    @Test(arguments: [("\\ufeff", "", true), ("a\\ufeffb", "ab", true), ("a", "a", true), ("\\ufeff", "x", false)])
    func byteOrderMarksThatFoundationLostAreEscaped(_ text: String, _ escaped: String, _ passes: Bool) throws {
        let report = try RecordedVectors.report(
            on: #"{"id":"e","op":"escape","string":"\#(text)","expect":{"escaped":"\#(escaped)"},"#
                + Self.suspect("escape: CoreFoundation and GNUstep differ; CoreFoundation gives %EF%BB%BF") + "}")
        #expect((report.passed, report.failed) == (passes ? (1, 0) : (0, 1)), "\(report)")
    }
}
