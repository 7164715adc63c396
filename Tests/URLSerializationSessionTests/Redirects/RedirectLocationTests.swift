import Testing
import URLSerializationSession

@Suite struct RedirectLocationTests {
    private func target(_ location: String, from url: String = "http://a/b/c/d;p?q") throws -> String? {
        try RedirectionTests.target(location, from: url)
    }

    /// RFC 3986, sections 5.4.1 and 5.4.2; references with other schemes than http's are refused, the empty one is
    /// none.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ])
    func referencesAreResolvedByRFC3986(location: String, expected: String) throws {
        #expect(try target(location) == expected)
    }

    @Test(arguments: [
        ("/x%2Fy%2f..", "http://a/x%2Fy%2f.."),
        ("x%2Fy z", "http://a/b/c/x%2Fy%20z"),
        ("a%zz%4", "http://a/b/c/a%25zz%254"), ("%20%zz", "http://a/b/c/%20%25zz"),
        ("a\"<>\\^`{|}[]", "http://a/b/c/a%22%3C%3E%5C%5E%60%7B%7C%7D%5B%5D"),
        ("\u{1}a\tb\u{7F}", "http://a/b/c/a%09b%7F"),
        (" \thttp://b/x ", "http://b/x"), ("\0/x\0", "http://a/x"),
        ("/caf\u{E9}?q=%20\u{4E2D}#\u{FC}", "http://a/caf%C3%A9?q=%20%E4%B8%AD#%C3%BC"),
        // "café" in UTF-8, read as Latin-1
        ("/caf\u{C3}\u{A9}", "http://a/caf%C3%A9"),
        ("/a#b#c", "http://a/a#b%23c"),
        ("http://[::1]:8080/%2f[x]", "http://[::1]:8080/%2f%5Bx%5D"),
        ("http://b?x|y", "http://b?x%7Cy"),
        ("//m\u{FC}nchen.de/%2f \u{FC}", "http://xn--mnchen-3ya.de/%2f%20%C3%BC"),
    ])
    func charactersThatBelongInNoURLAreEncodedOnce(location: String, expected: String) throws {
        #expect(try target(location) == expected)
    }

    @Test(arguments: [
        ("/x", "http://a/b#old%20one", "http://a/x#old%20one"), ("/x#new", "http://a/b#old", "http://a/x#new"),
        ("/x#", "http://a/b#old", "http://a/x#"), ("http://c/x", "http://a/b#old", "http://c/x#old"),
        ("x", "http://a", "http://a/x"), ("?y", "http://a", "http://a?y"),
        ("g", "http://a/b%2Fc/d", "http://a/b%2Fc/g"),
    ])
    func theFragmentIsInheritedWhereThereIsNone(location: String, url: String, expected: String) throws {
        #expect(try target(location, from: url) == expected)
    }

    @Test(arguments: [
        ("g:h", "schemes"), ("file:///etc/passwd", "schemes"), ("javascript:alert(1)", "schemes"),
        ("data:,x", "schemes"), ("ftp://b/", "schemes"), ("ws://b/", "schemes"), ("http:g", "no host"),
        ("http://", "no host"), ("http:///x", "no host"), ("//", "no host"), ("http://b:65536/", "port"),
        ("http://b c/", "not a URL"), ("http://b:x/", "not a URL"), ("http://[::1", "not a URL"), ("1:y", "not a URL"),
    ])
    func whatIsNoURLOfHTTPIsRefusedByName(location: String, reason: String) throws {
        let error = try #require(throws: RequestError.self) { try RedirectionTests.following(302, location) }
        #expect(error.kind == .redirection)
        #expect(error.reason.contains(location.debugDescription))
        #expect(error.reason.contains(reason))
        #expect(error.url?.absoluteString == "http://a/b/c/d;p?q")
    }
}
