import Testing

@testable import URLSerialization

@Suite struct PartHeadTests {
    // MARK: - Names

    static let names: [(name: String, written: String)] = [
        ("plain", "plain"), ("", ""), ("a[b][]", "a[b][]"), ("two words", "two words"), ("a;b=c", "a;b=c"),
        ("\"", "%22"), ("a\"; filename=\"b", "a%22; filename=%22b"), ("'", "'"), ("\\\\", "\\\\"), ("a\\b", "a\\b"),
        ("\\\"", "\\%22"),
        ("%22", "%22"), ("100%", "100%"), ("\r", "%0D"), ("\n", "%0A"), ("\r\n", "%0D%0A"), ("\n\r", "%0A%0D"),
        ("a\r\nX-Injected: 1\r\n\r\nb", "a%0D%0AX-Injected: 1%0D%0A%0D%0Ab"), ("\"\u{301}", "%22\u{301}"),
        ("\r\n\u{301}", "%0D%0A\u{301}"), ("\u{2028}\u{85}\u{B}\t", "\u{2028}\u{85}\u{B}\t"),
        ("größe", "größe"), ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧‍👦🇨🇭", "👩‍👩‍👧‍👦🇨🇭"), ("\u{FEFF}", "\u{FEFF}"),
        (String(repeating: "n", count: 10_240), String(repeating: "n", count: 10_240)),
        (String(repeating: "\"", count: 10_240), String(repeating: "%22", count: 10_240)),
    ]

    @Test(arguments: names)
    func nameIsWrittenAsBrowsersDo(name: String, written: String) throws {
        let body = try MultipartBody.making { try $0.append("v", name: name) }
        #expect(try body.text == MultipartBody.text(ofFields: [(written, "v")]))
        #expect(try body.contentLength == Int64(body.data().count))
    }

    @Test(arguments: names)
    func fileNameIsWrittenAsBrowsersDo(name: String, written: String) throws {
        let head = try PartHead(name: "a", fileName: name, mediaType: "m/t").text
        let expected =
            "Content-Disposition: form-data; name=\"a\"; filename=\"\(written)\"\r\nContent-Type: m/t\r\n\r\n"
        #expect(Array(head.utf8) == Array(expected.utf8))
    }

    @Test(arguments: ["\0", "a\0", "\0a", "a\0b\"\r\n"])
    func nulInANameIsAnErrorNamingThePart(name: String) throws {
        let error = expectRefusal(.invalidPartName, part: name) {
            try MultipartBody.making { try $0.append("v", name: name) }
        }
        #expect(error?.description.contains("\0") == false)
        let fileError = expectRefusal(.invalidPartName, part: "part") {
            try MultipartBody.making { try $0.append(Data(), name: "part", fileName: name, mediaType: "m/t") }
        }
        #expect(fileError?.reason.contains(name.debugDescription) == true)
    }

    /// Names read as `a"`, or as a field instead of a file: see ``PartHead``.
    @Test(arguments: [
        ("a\\", String?.none), ("a\\\\\\", nil), ("\\", nil), ("a\\", "b.txt"), ("a\\\\", "b.txt"), ("a", "b\\"),
        ("a", "\\"), ("a", "\\\\\\"),
    ])
    func aBackslashBeforeTheClosingQuotationMarkIsAnError(name: String, fileName: String?) throws {
        let error = #expect(throws: RequestSerializationError.self) {
            try MultipartBody.making { form in
                guard let fileName else { return try form.append("v", name: name) }
                try form.append(Data(), name: name, fileName: fileName, mediaType: "m/t")
            }
        }
        #expect(error?.code == .invalidPartName && error?.part == name)
        #expect(error?.reason.contains("backslash") == true)
    }

    @Test func aFilesNameMayEndWithTwoBackslashes() throws {
        let head = try PartHead(name: "a", fileName: "b\\\\", mediaType: "m/t").text
        #expect(head.contains("filename=\"b\\\\\"\r\n"))
    }

    // MARK: - Media types

    @Test(arguments: ["image/png", "text/plain; charset=\"utf-8\"", "", " ", "no type", "größe/x"])
    func mediaTypeIsWrittenAsItIsGiven(type: String) throws {
        let head = try PartHead(name: "a", fileName: "b", mediaType: type).text
        #expect(head.hasSuffix("\r\nContent-Type: \(type)\r\n\r\n"))
    }

    @Test(arguments: [
        "a\rb", "a\nb", "a/b\r\nX-Injected: 1", "a\0", "\r\n\u{301}", "a\u{1B}[2J", "a\u{7F}", "a\u{9B}2J",
    ])
    func mediaTypeWithControlsIsRefused(type: String) {
        expectRefusal(.invalidHeader, field: "Content-Type", part: "part") {
            try MultipartBody.making { try $0.append(Data(), name: "part", fileName: "b", mediaType: type) }
        }
    }

    // MARK: - Custom headers

    static let ownHeaders: [(headers: HTTPHeaders, head: String)] = [
        ([:], "\r\n"),
        (["X-B": "2", "X-A": "1"], "X-A: 1\r\nX-B: 2\r\n\r\n"),
        (
            ["A": "1", "Content-Type": "t", "Z": "2", "Content-Disposition": "d", "M": "3"],
            "Content-Disposition: d\r\nContent-Type: t\r\nA: 1\r\nM: 3\r\nZ: 2\r\n\r\n"
        ),
        (
            ["content-type": "t", "A": "", "CONTENT-DISPOSITION": "form-data; name=\"a\"b\""],
            "CONTENT-DISPOSITION: form-data; name=\"a\"b\"\r\ncontent-type: t\r\nA: \r\n\r\n"
        ),
        (["Content-Type": "t", "A": "1"], "Content-Type: t\r\nA: 1\r\n\r\n"),
        (["X": " größe\t"], "X:  größe\t\r\n\r\n"),
    ]

    @Test(arguments: ownHeaders)
    func ownHeadersAreWrittenDispositionAndTypeFirst(headers: HTTPHeaders, head: String) throws {
        let body = try MultipartBody.making { try $0.append(headers: headers, body: Data("v".utf8)) }
        #expect(try body.text == "--B\r\n\(head)v\r\n--B--\r\n")
    }

    @Test(arguments: [
        HTTPHeader(name: "X-A", value: "1\r\nX-B: 2"), HTTPHeader(name: "X-A", value: "1\n"),
        HTTPHeader(name: "X-A", value: "\r"), HTTPHeader(name: "X-A", value: "\0"),
        HTTPHeader(name: "X-A", value: "\u{1B}[2J"), HTTPHeader(name: "X-A", value: "\u{7F}"),
        HTTPHeader(name: "X-A", value: "\u{85}"), HTTPHeader(name: "X-A", value: "\u{B}"),
        HTTPHeader(name: "X-A: 1\r\nX-B", value: "2"), HTTPHeader(name: "X A", value: "1"),
        HTTPHeader(name: "X:", value: "1"), HTTPHeader(name: "", value: "1"), HTTPHeader(name: "Größe", value: "1"),
    ])
    func ownHeaderThatIsNoneIsRefused(header: HTTPHeader) throws {
        var form = try MultipartForm.fixed
        expectRefusal(.invalidHeader, field: header.name) { try form.append(headers: [header], body: Data()) }
        #expect(form.partCount == 0)
    }
}
