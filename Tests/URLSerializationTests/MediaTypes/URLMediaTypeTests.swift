import Testing

@testable import URLSerialization

@Suite struct URLMediaTypeTests {
    @Test(arguments: [
        ("name.txt", "text/plain"), ("name.TXT", "text/plain"), ("日.txt", "text/plain"), ("a b.txt", "text/plain"),
        ("a.tar.gz", "application/gzip"), (".tar.gz", "application/gzip"), ("a%2F.png", "image/png"),
        ("a#b?c.png", "image/png"), ("a.txt.png", "image/png"), ("e\u{301}.png", "image/png"),
        ("c.folder/name.png", "image/png"),
    ])
    func typeFollowsTheLastDot(name: String, expected: String) {
        #expect(URL(fileURLWithPath: "/folder/\(name)").mediaType == expected)
    }

    @Test(arguments: [
        ".hidden", ".txt", "noext", "x.", "x..", "a.txt.", "x.T XT", "x. txt", "x.txt ", "x.日", "x.\r\nX: y", "x.png;",
        "txt.folder/noext", "x.unknownext", "x.weird", ".", "..", "",
    ])
    func nameWithoutAKnownExtensionIsOctets(name: String) {
        #expect(URL(fileURLWithPath: "/folder/\(name)").mediaType == MediaType.octetStream)
    }

    @Test(arguments: [
        ("file:///folder/name.png", "image/png"), ("file:///folder/name.png?a=b.txt#c.html", "image/png"),
        ("file:///folder/name.p%6Eg", "image/png"), ("file:///folder/name.%70ng%0D%0A", "application/octet-stream"),
        ("file:///folder/name.%FF", "application/octet-stream"), ("file:///", "application/octet-stream"),
        ("file:name.png", "image/png"), ("http://example.com/x.txt", "text/plain"),
    ])
    func escapedNameIsDecoded(text: String, expected: String) throws {
        #expect(try #require(URL(string: text)).mediaType == expected)
    }
}
