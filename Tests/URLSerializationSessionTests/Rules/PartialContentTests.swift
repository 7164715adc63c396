import Testing

@testable import URLSerializationSession

@Suite struct PartialContentTests {
    private static let whole = "bytes 40000-99999/100000"

    private func response(_ status: Int, _ fields: [String: String]) throws -> ResponseHead {
        let url = try #require(URL(string: "http://a/b"))
        return ResponseHead(
            try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)))
    }

    private func place(
        _ status: Int, _ fields: [String: String],
        of version: FileVersion = FileVersion(validator: "\"a\"", length: 100_000)
    ) throws -> PartialContent.Place {
        try PartialContent.place(of: response(status, fields), after: 40_000, of: version)
    }

    @Test(
        arguments: [
            (206, ["ETag": "\"a\"", "Content-Range": whole], .rest(count: 60_000, total: 100_000)),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 40000-40009/*"], .rest(count: 10, total: 100_000)),
            (
                206, ["ETag": "\"a\"", "Content-Range": whole, "Content-Length": "60000"],
                .rest(count: 60_000, total: 100_000)
            ),
            (206, ["ETag": "\"b\"", "Content-Range": whole], .none),
            (206, ["Content-Range": whole], .none),
            (206, ["ETag": "\"a\""], .none),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 40000-99999/99999"], .none),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 40000-99999/200000"], .none),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 40000-100000/*"], .none),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 0-99999/100000"], .none),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 40001-99999/100000"], .none),
            (206, ["ETag": "\"a\"", "Content-Range": "bytes 40000-9223372036854775807/*"], .none),
            (206, ["ETag": "\"a\"", "Content-Range": whole, "Content-Encoding": "gzip"], .none),
            (
                206, ["ETag": "\"a\"", "Content-Range": whole, "Content-Type": "multipart/byteranges; boundary=x"],
                .none
            ),
            (416, ["Content-Range": "bytes */7"], .none),
            (200, [:], .whole), (200, ["ETag": "\"a\""], .whole),
            (503, [:], .aside), (404, [:], .aside), (302, [:], .aside), (204, [:], .aside),
        ] as [(Int, [String: String], PartialContent.Place)])
    func anAnswersPlaceFollowsFromItsHead(status: Int, fields: [String: String], expected: PartialContent.Place) throws
    {
        #expect(try place(status, fields) == expected)
    }

    @Test(arguments: ["10", "59999", "60001", "9223372036854775000"])
    func lengthsThatContradictEachOtherAreAnError(length: String) throws {
        let error = #expect(throws: RequestError.self) {
            try place(206, ["ETag": "\"a\"", "Content-Range": Self.whole, "Content-Length": length])
        }
        #expect(error?.kind == .partialContent)
    }

    @Test func withoutATotalInEitherResponseThePartBeginsAnew() throws {
        let fields = ["ETag": "\"a\"", "Content-Range": "bytes 40000-49999/*"]
        #expect(try place(206, fields, of: FileVersion(validator: "\"a\"")) == .none)
    }

    @Test func aTotalThatIsNotKnownIsLearned() throws {
        let version = FileVersion(validator: "\"a\"")
        let fields = ["ETag": "\"a\"", "Content-Range": "bytes 40000-9223372036854775806/9223372036854775807"]
        #expect(
            try place(206, fields, of: version)
                == .rest(count: 9_223_372_036_854_735_807, total: 9_223_372_036_854_775_807))
    }

    @Test(
        arguments: [
            (200, ["Content-Length": "5"], true, nil), (200, ["Content-Range": whole], true, nil),
            (206, ["Content-Range": "bytes 0-9/10"], true, 10), (206, ["Content-Range": "bytes 5-9/10"], false, 5),
            (206, ["Content-Range": "bytes 5-9/*", "Content-Length": "5"], false, 5), (206, [:], false, nil),
            (206, ["Content-Range": "bytes 5-9/10", "Content-Type": "Multipart/byteranges"], false, nil),
            (206, ["Content-Range": "bytes 5-9/10", "Content-Encoding": "gzip", "Content-Length": "3"], false, nil),
        ] as [(Int, [String: String], Bool, Int64?)])
    func withoutARangeOfOursTheAnswerSaysItsLength(
        status: Int, fields: [String: String], isWholeWanted: Bool, expected: Int64?
    ) throws {
        #expect(try PartialContent.count(of: response(status, fields), isWholeWanted: isWholeWanted) == expected)
    }

    @Test(
        arguments: [
            (["Content-Range": "bytes 0-8/10"], true), (["Content-Range": "bytes 1-9/10"], true), ([:], true),
            (["Content-Range": "bytes 0-9/*"], true), (["Content-Range": "bytes 0-9223372036854775807/*"], true),
            (["Content-Range": "bytes 5-9/10", "Content-Length": "6"], false),
        ] as [([String: String], Bool)])
    func anUnrequestedPartIsAnError(fields: [String: String], isWholeWanted: Bool) throws {
        let response = try response(206, fields)
        let error = #expect(throws: RequestError.self) {
            try PartialContent.count(of: response, isWholeWanted: isWholeWanted)
        }
        #expect(error?.kind == .partialContent)
        #expect(error?.description.contains("http://a/b") == true)
    }
}
