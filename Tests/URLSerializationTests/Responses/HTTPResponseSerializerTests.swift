import Testing
import URLSerialization

@Suite struct HTTPResponseSerializerTests {
    @Test(arguments: [
        (199, "x | response -1011"), (200, "x"), (299, "x"), (300, "x | response -1011"), (304, "x | response -1011"),
        (404, "x | response -1011"), (500, "x | response -1011"),
    ])
    func dataIsTheObjectEvenBesideAnError(_ status: Int, _ expected: String) throws {
        let response = try URLResponse.with(status: status, contentType: "text/html")
        #expect(summary(HTTPResponseSerializer().serialize(response, data: Data("x".utf8))) == expected)
    }

    @Test func statusCodesAreConfigurable() throws {
        let serializer = HTTPResponseSerializer().accepting { $0.acceptableStatusCodes = IndexSet(400..<500) }
        #expect(serializer.serialize(try URLResponse.with(status: 404), data: nil).error == nil)
        #expect(serializer.serialize(try URLResponse.with(status: 200), data: nil).error?.chain == "response -1011")
        let any = serializer.accepting { $0.acceptableStatusCodes = nil }
        #expect(any.serialize(try URLResponse.with(status: 599), data: nil).error == nil)
        let none = serializer.accepting { $0.acceptableStatusCodes = [] }
        #expect(none.serialize(try URLResponse.with(status: 200), data: nil).error?.chain == "response -1011")
    }

    /// The response's type, the acceptable ones, whether they match.
    @Test(
        arguments: [
            ("text/html", ["text/html"], true),
            ("TEXT/HTML", ["text/html"], true),
            ("text/html; charset=utf-8", ["text/html"], true),
            ("text/html ;charset=utf-8", ["text/html"], true),
            (" text/html", ["text/html"], true),
            ("text/html", ["TEXT/HTML"], false),
            ("TEXT/HTML", ["TEXT/HTML"], false),
            ("text/html", [], false),
            ("text/html", nil, true),
            // Two equal fields, as Foundation joins them.
            ("text/html, text/html", ["text/html"], true),
            ("text/html; charset=utf-8, text/html; charset=utf-8", ["text/html"], true),
            ("TEXT/html, TEXT/html", ["text/html"], true),
            ("text/html, text/plain", ["text/html"], false),
            ("text/html,text/html", ["text/html"], false),
            (nil, nil, true),
            (nil, ["text/html"], false),
            ("", ["text/html"], false),
            ("text/htmlx", ["text/html"], false),
            ("application/hal+json", ["application/json"], false),
        ] as [(String?, Set<String>?, Bool)])
    func contentTypesAreLookedUpLowerCasedAndWithoutParameters(
        _ contentType: String?, _ acceptable: Set<String>?, _ matches: Bool
    ) throws {
        let serializer = HTTPResponseSerializer().accepting { $0.acceptableContentTypes = acceptable }
        let result = serializer.serialize(try URLResponse.with(contentType: contentType), data: Data("x".utf8))
        #expect(summary(result) == (matches ? "x" : "x | response -1016"))
    }

    @Test(
        arguments: [
            ("application/hal+json", true), ("application/vnd.api+json; charset=utf-8", true),
            ("APPLICATION/HAL+JSON", true), ("application/a+b+json", true), ("application/json", true),
            ("application/json+xml", false), ("application/jsonx", false), ("application/x+jsonx", false),
            ("application/+xml", false), ("application/x+", false),
        ] as [(String, Bool)])
    func structuredSyntaxSuffixIsAcceptedWhereAskedFor(_ contentType: String, _ matches: Bool) throws {
        for suffix in ["json", "+json", "JSON"] {
            let serializer = JSONResponseSerializer().accepting { $0.acceptableSuffixes = [suffix] }
            let result = serializer.serialize(try URLResponse.with(contentType: contentType), data: Data("{}".utf8))
            #expect(summary(result) == (matches ? "{}" : "response -1016"))
        }
    }

    @Test func emptyBodyOfAnUnacceptableTypeIsNoError() throws {
        let serializer = HTTPResponseSerializer().accepting { $0.acceptableContentTypes = ["text/html"] }
        for data in [Data(), nil] {
            #expect(serializer.serialize(try URLResponse.with(contentType: "text/plain"), data: data).error == nil)
            #expect(serializer.serialize(try URLResponse.with(contentType: nil), data: data).error == nil)
            let error = serializer.serialize(try URLResponse.with(status: 404, contentType: nil), data: data).error
            #expect(error?.chain == "response -1011")
        }
    }

    @Test func bothUnacceptableIsTheStatusOverTheType() throws {
        let serializer = HTTPResponseSerializer().accepting { $0.acceptableContentTypes = ["text/html"] }
        let data = Data("x".utf8)
        let response = try URLResponse.with(status: 404, contentType: "text/plain")
        let error = try #require(serializer.serialize(response, data: data).error)
        #expect(error.chain == "response -1011 < response -1016")
        #expect(error.kind == .unacceptableStatusCode)
        #expect(error.causes.map(\.kind) == [.unacceptableContentType])
        #expect(error.causes.first?.localizedDescription == "Request failed: unacceptable content-type: text/plain")
    }

    @Test func onlyHTTPResponsesAreValidated() throws {
        let serializer = HTTPResponseSerializer().accepting { $0.acceptableContentTypes = [] }
        let plain = URLResponse(
            url: try "file:///a".asURL(), mimeType: "text/plain", expectedContentLength: 1, textEncodingName: nil)
        #expect(serializer.serialize(plain, data: Data([1])).error == nil)
        #expect(serializer.serialize(nil, data: Data([1])).error == nil)
    }

    @Test func bodyBeyondTheMaximumIsAnErrorThatSaysSo() throws {
        let serializer = JSONResponseSerializer().accepting { $0.maximumBytes = 4 }
        #expect(summary(serializer.serialize(try URLResponse.with(), data: Data("[12]".utf8))) == "[12]")
        let result = serializer.serialize(try URLResponse.with(), data: Data("[123]".utf8))
        #expect(result.object == nil)
        #expect(result.error?.kind == .tooLarge)
        #expect(result.error?.localizedDescription.contains("5 bytes; maximumBytes allows 4") == true)
        let both = serializer.serialize(try URLResponse.with(status: 500), data: Data("[123]".utf8))
        #expect(both.object == nil)
        #expect(both.error?.chain == "response -1011 < response -1103")
        #expect(serializer.serialize(nil, data: Data("[123]".utf8)).error?.kind == .tooLarge)
    }

    @Test func validationAloneThrows() throws {
        try JSONResponseSerializer().validate(try URLResponse.with(), data: Data("{".utf8))
        #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().validate(try URLResponse.with(status: 500), data: nil)
        }
    }
}
