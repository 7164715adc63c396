import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite(.tags(.random)) struct CookieRulesTests {
    /// Near the system's time, at which Foundation removes cookies as well.
    private let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
    private let storage: HTTPCookieStorage

    init() throws { storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage) }

    private func store(
        _ lines: String..., from url: String = "https://www.example.com/a", mainDocument: String? = nil,
        by policy: HTTPCookie.AcceptPolicy = .always, after seconds: TimeInterval = 0
    ) throws {
        var message = URLRequest(url: try #require(URL(string: url)))
        message.mainDocumentURL = mainDocument.flatMap { URL(string: $0) }
        CookieRules.store(lines, of: message, in: storage, by: policy, now: now + seconds)
    }

    private func header(_ url: String = "https://www.example.com/", after seconds: TimeInterval = 0) throws -> String? {
        let cookies = CookieRules.cookies(for: try #require(URL(string: url)), in: storage, now: now + seconds)
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }

    private var count: Int { storage.cookies?.count ?? 0 }

    // MARK: - Lines

    @Test(
        arguments: [
            ("a=1", "a=1"), ("a=x,y=z", "a=x,y=z"), (" a = 1 ; Path=/", "a=1"), ("a=b=c", "a=b=c"), ("a=", "a="),
            ("a=\"x y\"", "a=\"x y\""), ("a=\u{E9}\u{1F600}", "a=\u{E9}\u{1F600}"), ("a=1;", "a=1"),
            ("a=1;;;=;=x", "a=1"),
            ("a=1; Unknown=x; SameSite=Lax; Partitioned", "a=1"), ("a=1; Path=", "a=1"), ("a=1; Path=x", "a=1"),
            ("a=1; Path=/b; path=/", "a=1"), ("a=1; SECURE; httponly", "a=1"), ("Path=/b", "Path=/b"),
            ("a", nil), ("=1", nil), ("", nil), (";", nil), (";a=1", nil), ("a=1\r\nb=2", nil), ("a=1\0", nil),
            ("a=1; Path=/\u{1B}", nil), ("a=1;\(String(repeating: "x", count: 8189))", nil),
            ("a=1;\(String(repeating: "x", count: 8188))", "a=1"),
        ] as [(String, String?)]) func aLineSetsOneCookieOrNone(line: String, sent: String?) throws
    {
        try store(line)
        #expect(try header() == sent)
        #expect(count == (sent == nil ? 0 : 1))
    }

    @Test func theAttributesAreTheCookies() throws {
        try store("a=1; Domain=Example.COM; Path=/a; Secure; HttpOnly; Max-Age=60", "b=2")
        let cookies = try #require(storage.cookies?.sorted { $0.name < $1.name })
        #expect(cookies.map(\.domain) == [".example.com", "www.example.com"])
        #expect(cookies.map(\.path) == ["/a", "/"])
        #expect(cookies.map(\.isSecure) == [true, false] && cookies.map(\.isHTTPOnly) == [true, false])
        #expect(cookies.map(\.expiresDate) == [now + 60, nil] && cookies.map(\.isSessionOnly) == [false, true])
    }

    @Test func aHostMayNameItselfWithTheHostsBelowIt() throws {
        try store("a=1; Domain=example.com", from: "https://example.com/")
        #expect(try header("https://www.example.com/") == "a=1")
        try store("b=2; Domain=localhost", from: "http://localhost/")
        #expect(try header("http://localhost/") == "b=2" && header("http://www.localhost/") == nil)
    }

    // MARK: - Time

    private static let past = "Expires=Sun, 06-Nov-94 08:49:37 GMT"

    @Test(
        arguments: [
            ("Max-Age=60", 59), ("Max-Age=060", 59), ("Max-Age=60; \(past)", 59), ("\(past); Max-Age=60", 59),
            ("Max-Age=x; Expires=Fri, 31 Dec 9999 23:59:59 GMT", 1e9), ("Max-Age=99999999999999999999", 1e9),
            ("Max-Age=\(String(repeating: "9", count: 400))", 1e9), ("Max-Age=+60", 1e9), ("Max-Age=6.5", 1e9),
            ("Max-Age=", 1e9), ("Expires=never", 1e9), ("Expires=Wed, 31-Dec-9999 23:59:59 GMT", 1e9),
        ] as [(String, TimeInterval)]) func aCookieIsSentUntilItExpires(attributes: String, seconds: TimeInterval)
        throws
    {
        try store("a=1; \(attributes)")
        #expect(try header(after: seconds) == "a=1")
        guard seconds < 1e9 else { return }
        #expect(try header(after: seconds + 1) == nil)
        #expect(count == 0)
    }

    @Test(arguments: ["Max-Age=0", "Max-Age=-1", "Max-Age=-99999999999999999999", past, "Expires=1 Jan 1970 0:0:0"])
    func anExpiredCookieRemovesTheStoredOne(attributes: String) throws {
        try store("a=1", "b=2", "a=3; Path=/a", "a=4; Domain=example.com; Path=/b")
        try store("a=; \(attributes)", "c=5; \(attributes)")
        #expect(try header("https://www.example.com/a") == "a=3; b=2")
        try store("a=; Path=/b; \(attributes)")
        #expect(try header("https://www.example.com/b") == "a=4; b=2")
        try store("a=; Domain=example.com; Path=/b; \(attributes)")
        #expect(try header("https://www.example.com/b") == "b=2")
        #expect(count == 2)
    }

    @Test func aCookieReplacesTheOneOfItsNameDomainAndPath() throws {
        try store("a=1", "a=2")
        #expect(try header() == "a=2")
        try store("a=3; Domain=www.example.com")
        #expect(try header() == "a=3" && count == 1)
        try store("a=4")
        #expect(try header() == "a=4" && count == 1)
        try store("a=5; Domain=example.com")
        #expect(count == 2)
    }

    // MARK: - Domains

    @Test(
        arguments: [
            ("https://www.example.com/", "www.example.com", ".www.example.com"),
            ("https://www.example.com/", "example.com", ".example.com"),
            ("https://www.example.com/", ".EXAMPLE.com", ".example.com"),
            ("https://WWW.Example.com/", "", "www.example.com"),
            ("https://www.example.com/", ".", "www.example.com"),
            ("https://www.example.com/", "example.org", nil), ("https://www.example.com/", "ample.com", nil),
            ("https://www.example.com/", "a.www.example.com", nil), ("https://www.example.com/", "com", nil),
            ("https://www.example.com/", ".com", nil), ("https://www.example.com/", "..example.com", nil),
            ("https://www.example.com./", "com.", nil),
            ("https://www.example.com/", "example.com.", nil), ("https://www.example.com/", "127.0.0.1", nil),
            ("http://localhost/", "", "localhost"), ("http://localhost/", "localhost", "localhost"),
            ("http://a.localhost/", "localhost", nil), ("http://127.0.0.1/", "127.0.0.1", "127.0.0.1"),
            ("http://127.0.0.1/", "0.0.1", nil), ("http://[::1]/", "", "::1"), ("file:///a", "", nil),
        ] as [(String, String, String?)]) func aHostSetsCookiesForItsDomainsOnly(
            url: String, domain: String, stored: String?
        ) throws
    {
        try store("a=1; Domain=\(domain)", from: url)
        #expect(storage.cookies?.first?.domain == stored)
        if stored != nil { #expect(try header(url) == "a=1") }
    }

    @Test(arguments: [
        ("https://www.example.com/", "host; domain"), ("https://example.com/", "domain"),
        ("https://a.example.com/", "domain"), ("https://a.www.example.com/", "domain"),
        ("https://badexample.com/", ""), ("https://example.com.evil.org/", ""), ("https://com/", ""),
    ]) func cookiesStayWithTheirHosts(url: String, names: String) throws {
        try store("host=", "domain=; Domain=example.com")
        let sent = try header(url)?.split(separator: ";").map { $0.filter { $0.isLetter } }.sorted(by: >) ?? []
        #expect(sent.joined(separator: "; ") == names)
    }

    #if os(Linux)
        @Test(arguments: [("www.example.co.uk", "example.co.uk", ".example.co.uk"), ("a.co.uk", "co.uk", nil)])
        func noCookieIsForAPublicSuffix(host: String, domain: String, stored: String?) throws {
            let message = URLRequest(url: try #require(URL(string: "https://\(host)/")))
            let configuration = URLSessionConfiguration.ephemeral
            (configuration.httpCookieStorage, configuration.httpCookieAcceptPolicy) = (storage, .always)
            let engine = try #require(LibcurlEngine(configuration, policy: nil, reportingOn: .main))
            engine.keepCookies(["a=1; Domain=\(domain)"], of: message)
            #expect(storage.cookies?.first?.domain == stored)
        }

        @Test func aHostThatIsAPublicSuffixKeepsItsOwnCookies() throws {
            let message = URLRequest(url: try #require(URL(string: "https://co.uk/")))
            CookieRules.store(["a=1; Domain=co.uk"], of: message, in: storage, by: .always) { $0 == "co.uk" }
            #expect(storage.cookies?.first?.domain == "co.uk")
        }
    #endif

    // MARK: - Paths and schemes

    @Test(arguments: [
        ("/", "r=0"), ("", "r=0"), ("/a", "a=1; r=0"), ("/a/", "a=1; r=0"), ("/a/b", "b=2; a=1; r=0"), ("/ab", "r=0"),
        ("/a/b/?x", "b=2; a=1; r=0"), ("/a%2Fb", "r=0"), ("/A", "r=0"),
    ]) func cookiesAreSentBelowTheirPathsLongestFirst(path: String, sent: String) throws {
        try store("r=0", "a=1; Path=/a", "b=2; Path=/a/b")
        #expect(try header("https://www.example.com\(path)") == sent)
    }

    @Test func aSecureCookieIsSentOverHTTPSAlone() throws {
        try store("a=1; Secure", "b=2")
        #expect(try header("HTTPS://www.example.com/") == "a=1; b=2")
        #expect(try header("http://www.example.com/") == "b=2")
    }

    @Test func aStoredCookieWithControlsIsNotSent() throws {
        for value in ["x\r\nHost: y", "x\0"] {
            let properties: [HTTPCookiePropertyKey: Any] = [
                .name: "a", .value: value, .domain: "www.example.com", .path: "/",
            ]
            storage.setCookie(try #require(HTTPCookie(properties: properties)))
            #expect(try header() == nil)
        }
    }

    @Test func overHTTPNoSecureCookieIsReplacedOrHidden() throws {
        let clear = "http://www.example.com/a/b"
        try store("a=1; Secure; Path=/a", "b=1; Secure; Domain=example.com; Path=/", "c=1; Path=/")
        try store("a=2; Path=/a", "a=3; Path=/a/b", "b=2; Path=/", "b=3; Domain=example.com; Path=/", from: clear)
        #expect(try header(clear) == "c=1")
        try store("a=; Max-Age=0; Path=/a", "b=; Max-Age=0; Domain=example.com; Path=/", from: clear)
        #expect(try header("https://www.example.com/a/b") == "a=1; b=1; c=1")
        // With another path or name, and over https, they are set.
        try store("a=4; Path=/", "c=2; Path=/", "d=1; Secure", from: clear)
        #expect(try header(clear) == "c=2; a=4")
        try store("a=5; Path=/a")
        #expect(try header("https://www.example.com/a/b") == "a=5; b=1; c=2; a=4")
    }

    @Test(
        arguments: [
            ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__SECURE-a=1", false),
            ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure", false),
            ("__Host-a=1; Secure; Path=/a", false), ("__host-a=1; Secure; Path=/; Domain=example.com", false),
            ("__Host-a=1; Secure; Path=/; Domain=www.example.com", false), ("__Hosta=1", true), ("a__Host-=1", true),
        ]) func aPrefixIsAPromise(line: String, isKept: Bool) throws
    {
        try store(line)
        #expect(count == (isKept ? 1 : 0))
        try store(line, from: "http://other.example.org/")
        #expect(count == (isKept ? 1 : 0) + (line.contains("Secure") || !isKept ? 0 : 1))
    }

    @Test(arguments: [
        ("", "/"), ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/", "/a/b"), ("/a//", "/a/"),
        ("/a%2Fb/c", "/a%2Fb"), ("/a?b/c", "/"),
    ]) func withoutAPathACookieIsForTheFolder(path: String, folder: String) throws {
        for line in ["a=1", "a=1; Path=", "a=1; Path=x"] {
            try store(line, from: "https://www.example.com\(path)")
            #expect(storage.cookies?.map(\.path) == [folder])
        }
    }

    @Test func olderCookiesComeFirst() throws {
        try store("z=1", "m=1", "a=1; Path=/a", "b=1")
        #expect(try header("https://www.example.com/a") == "a=1; z=1; m=1; b=1")
        // A cookie is as old as the one that it replaces.
        for number in 2..<5 { try store("m=\(number)", "z=\(number)", "y=\(number); Path=/a") }
        #expect(try header("https://www.example.com/a") == "a=1; y=4; z=4; m=4; b=1")
        try store("z=; Max-Age=0")
        try store("z=5")
        #expect(try header() == "m=4; b=1; z=5")
    }

    // MARK: - Limits and policies

    @Test(arguments: [(4095, true), (4096, false)]) func aPairHasALimit(length: Int, isKept: Bool) throws {
        try store("a=\(String(repeating: "x", count: length))")
        #expect(count == (isKept ? 1 : 0))
    }

    @Test func aResponseSetsItsLastCookies() throws {
        let lines = (0..<200).flatMap { ["c\($0)=", "a=\($0)"] }
        var message = URLRequest(url: try #require(URL(string: "https://www.example.com/")))
        message.httpMethod = "GET"
        CookieRules.store(lines, of: message, in: storage, by: .always, now: now)
        #expect(count == 180)
        let names = Set(storage.cookies?.map(\.name) ?? [])
        #expect(names == Set((20..<200).map { "c\($0)" }))
        CookieRules.store(["a=1", "a=2"], of: message, in: storage, by: .always, now: now)
        #expect(storage.cookies?.contains { $0.name == "a" } == false)
    }

    /// Each of the redirections sets more cookies than a host may have.
    @Test func aChainOfRedirectionsTakesLinearTime() throws {
        let lines = (0..<1_000).map { "c\($0 % 500)=\(String(repeating: "x", count: 100))" }
        let messages = try (0..<20).map { URLRequest(url: try #require(URL(string: "https://www.example.com/\($0)"))) }
        let time = ProcessorTime.measure {
            for message in messages { CookieRules.store(lines, of: message, in: storage, by: .always, now: now) }
        }
        #expect(count == 180 && time < ProcessorTime.limit(4), "\(time)")
    }

    @Test func allHostsTogetherHaveALimit() throws {
        let lines = (0..<170).map { "c\($0)=" }
        for host in 0..<20 {
            let message = URLRequest(url: try #require(URL(string: "https://h\(host).example.com/")))
            CookieRules.store(lines, of: message, in: storage, by: .always, now: now)
        }
        #expect(count == 3000)
        // The oldest are gone.
        #expect(try header("https://h0.example.com/") == nil)
        #expect(try header("https://h19.example.com/")?.split(separator: ";").count == 170)
    }

    @Test func eightThreadsKeepAndFindTheirCookies() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let (storage, url) = (storage, URL(string: "https://\(thread).example.com/"))
            for number in 0..<50 {
                let message = url.map { URLRequest(url: $0) } ?? URLRequest(url: URL(fileURLWithPath: "/"))
                CookieRules.store(["a\(number)=\(thread)"], of: message, in: storage, by: .always, now: now)
            }
            let found = url.map { CookieRules.cookies(for: $0, in: storage, now: now) } ?? []
            #expect(found.count == 50 && found.allSatisfy { $0.value == "\(thread)" })
        }
        #expect(count == 400)
    }

    @Test func aFieldHasALimit() throws {
        let value = String(repeating: "x", count: 4000)
        for number in 0..<6 { try store("c\(number)=\(value)") }
        try store("c0=\(value)", "d=1")
        #expect(try header()?.split(separator: ";").map { $0.prefix(3) } == ["c2=", " c3", " c4", " c5", " d="])
        #expect(try #require(try header()).utf8.count <= 1 << 14)
    }

    @Test func aHostHasALimitedNumberOfCookies() throws {
        for number in 0..<300 { try store("c\(number)=") }
        #expect(count == 180)
        try store("c0=1", "c1=; Max-Age=0", "d=", "e=")
        #expect(count == 180 && storage.cookies?.contains { $0.name == "d" } == true)
        try store("a=", from: "https://other.example.org/")
        #expect(count == 181)
    }

    @Test(
        arguments: [
            (.always, "https://example.org/", true), (.always, nil, true), (.never, nil, false),
            (.never, "https://www.example.com/", false), (.onlyFromMainDocumentDomain, nil, true),
            (.onlyFromMainDocumentDomain, "https://WWW.example.com/x", true),
            (.onlyFromMainDocumentDomain, "https://a.www.example.com/", true),
            (.onlyFromMainDocumentDomain, "https://example.org/", false),
            (.onlyFromMainDocumentDomain, "https://badwww.example.com/", false),
            (.onlyFromMainDocumentDomain, "file:///a", false),
        ] as [(HTTPCookie.AcceptPolicy, String?, Bool)]) func thePolicyDecides(
            policy: HTTPCookie.AcceptPolicy, mainDocument: String?, isAccepted: Bool
        ) throws
    {
        try store("a=1")
        for own in [HTTPCookie.AcceptPolicy.never, .onlyFromMainDocumentDomain] {
            storage.cookieAcceptPolicy = own
            try store("a=; Max-Age=0", "b=2", mainDocument: mainDocument, by: policy)
            #expect(try header() == (isAccepted && own != .never ? "b=2" : "a=1"))
        }
    }

    @Test func hostileLinesEndNothing() throws {
        var random = SystemRandomNumberGenerator()
        let segments = [
            "a", "=", ";", " ", "Max-Age", "Expires", "Domain", "Path", "Secure", "-", "9", ".", "/", ",", "\u{E9}",
            "\u{301}", "\u{1F600}", "\0", "\r", "\n", "\t", "\"", "%", "06 Nov", "1994", "08:49:37", "example.com",
        ]
        for _ in 0..<Effort.times(5_000) {
            let count = Int.random(in: 0...12, using: &random)
            try store((0..<count).map { _ in segments.randomElement(using: &random) ?? "" }.joined())
        }
        #expect(count <= 180)
        _ = try header()
    }
}
