import Testing

@testable import URLSerializationSession

@Suite struct FileVersionTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Mon, 07 Nov 1994 08:49:37 GMT"

    private func response(_ fields: [String: String], status: Int = 200) throws -> ResponseHead {
        let url = try #require(URL(string: "http://a/b"))
        return ResponseHead(
            try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)))
    }

    @Test(arguments: [
        (["ETag": "\"a\""], FileVersion(validator: "\"a\"")),
        (["ETag": "\"a\"", "Content-Length": "7"], FileVersion(validator: "\"a\"", length: 7)),
        (["ETag": "\"a\"", "Content-Length": "0"], FileVersion(validator: "\"a\"", length: 0)),
        (["ETag": "\"a\"", "Last-Modified": date], FileVersion(validator: "\"a\"", lastModified: date)),
        (["Last-Modified": date, "Date": later], FileVersion(validator: date, lastModified: date)),
    ])
    func aWholeFileNamesItsVersion(fields: [String: String], expected: FileVersion) throws {
        #expect(FileVersion(try response(fields)) == expected)
    }

    @Test(arguments: [
        [:], ["ETag": "W/\"a\""], ["ETag": "a"], ["ETag": "\""], ["ETag": "\"a\"", "Accept-Ranges": "None"],
        ["ETag": "\"a\"", "Content-Encoding": "br"], ["Last-Modified": date], ["Last-Modified": date, "Date": date],
        ["Last-Modified": "soon", "Date": later], ["ETag": "W/\"a\"", "Last-Modified": date, "Date": later],
    ])
    func withoutAStrongValidatorThereIsNone(fields: [String: String]) throws {
        #expect(FileVersion(try response(fields)) == nil)
    }

    @Test func onlyAWholeFileHasOne() throws {
        #expect(FileVersion(try response(["ETag": "\"a\""], status: 206)) == nil)
    }

    @Test(
        arguments: [
            ("\"a\"", nil, ["ETag": "\"a\""], true),
            ("\"a\"", nil, ["ETag": "\"a\"", "Last-Modified": date], true),
            ("\"a\"", date, ["ETag": "\"a\"", "Last-Modified": date], true),
            ("\"a\"", date, ["ETag": "\"a\""], true),
            ("\"a\"", date, ["ETag": "\"a\"", "Last-Modified": later], false),
            ("\"a\"", nil, ["ETag": "\"A\""], false), ("\"a\"", nil, ["ETag": "W/\"a\""], false),
            ("\"a\"", date, ["Last-Modified": date], false), ("\"a\"", nil, [:], false),
            // Equal texts in Swift, but different ones to a server.
            ("\"\u{E9}\"", nil, ["ETag": "\"e\u{301}\""], false),
            (date, date, ["Last-Modified": date], true), (date, date, ["Last-Modified": date, "ETag": "\"a\""], true),
            (date, date, ["Last-Modified": later], false), (date, date, ["ETag": "\"a\""], false),
            (date, date, [:], false),
        ] as [(String, String?, [String: String], Bool)])
    func partsOfOneVersionShareItsValidator(
        validator: String, date: String?, fields: [String: String], expected: Bool
    ) throws {
        let range = try #require(ContentRange("bytes 5-9/10"))
        let version = FileVersion(validator: validator, lastModified: date)
        #expect(version.includes(try response(fields, status: 206), range) == expected)
    }

    @Test(
        arguments: [
            (nil, "bytes 5-9/10", true), (10, "bytes 5-9/10", true), (10, "bytes 5-9/*", true),
            (10, "bytes 5-8/11", false), (10, "bytes 5-10/*", false), (0, "bytes 5-9/*", false),
        ] as [(Int64?, String, Bool)])
    func partsOfOneVersionShareItsLength(length: Int64?, range: String, expected: Bool) throws {
        let range = try #require(ContentRange(range))
        let part = try response(["ETag": "\"a\""], status: 206)
        #expect(FileVersion(validator: "\"a\"", length: length).includes(part, range) == expected)
    }
}
