import Foundation
import Testing

@testable import SerializerComparison

@Suite struct TrafficReaderTests {
    private static func read(_ text: String, as form: TrafficForm? = nil) throws -> RecordedTraffic {
        try TrafficReader(as: form).read(Data(text.utf8))
    }

    /// A request as a text: `POST /p?a=1 [a=1]`.
    private static func summary(_ request: RecordedRequest) -> String {
        let body = request.body.map { " [\(String(decoding: $0, as: UTF8.self))]" } ?? ""
        return "\(request.method) \(request.path)\(request.query.isEmpty ? "" : "?\(request.query)")\(body)"
    }

    @Test(arguments: [
        ("a=1&b", "GET /?a=1&b"), ("?a=1", "GET /?a=1"), ("/p?a=1#f", "GET /p?a=1"), ("?hello", "GET /?hello"),
        ("https://x.example/p?a=1#f", "GET /p?a=1"), ("HTTP://X.example", "GET /"), ("", "GET /"),
        ("?{\"a\":1}", "GET /?{\"a\":1}"), ("localhost:8080/p?x=1", "GET /p?x=1"), ("x.example?x=1#f", "GET /?x=1"),
        ("/p/a=b?x=1", "GET /p/a=b?x=1"), (" a=1\n", "GET /?a=1"),
    ])
    func aQueryIsFound(_ text: String, _ request: String) throws {
        #expect(try Self.read(text).requests.map(Self.summary) == [request])
    }

    @Test(
        arguments: [
            (
                #"::1 - - [1/Jan/2026:00:00:00 +0000] "POST /p?a[]=1&b=%22 HTTP/2.0" 200 5 "-" "curl""#,
                "POST /p?a[]=1&b=%22", "an access log"
            ),
            (
                #"127.0.0.1 - bob [28/Nov/2026:22:00:00 +0000] "GET /p?q=\"x\"&r=\x22 HTTP/1.1" 200 2"#,
                "GET /p?q=\"x\"&r=\"", "an access log"
            ),
            ("GET /p?x=1", "GET /p?x=1", "a method and a URL"),
            ("GET https://a.b/p?x=1", "GET /p?x=1", "a method and a URL"),
            (#"Started PATCH "/p?a[b]=1" for 127.0.0.1 at 2026-11-28 22:00:00 +0000"#, "PATCH /p?a[b]=1", "Rails"),
            (#"I, [2026-11-28T22:00:00 #1]  INFO -- : [5f] Started GET "/p" for ::1 at 2026"#, "GET /p", "Rails"),
            (
                "[Sat Nov 28 22:00:00 2026] 127.0.0.1:5555 [200]: GET /p?x[]=1&x[]=2", "GET /p?x[]=1&x[]=2",
                "PHP's server"
            ),
            (
                #"[GIN] 2026/11/28 - 22:00:00 | 200 |      13.1µs |       127.0.0.1 | POST     "/p?x=1""#,
                "POST /p?x=1", "Gin"
            ),
            ("\u{1B}[0mGET /p?a=1 \u{1B}[32m200\u{1B}[0m 5.123 ms - 12\u{1B}[0m", "GET /p?a=1", "morgan"),
            ("GET /p?a=1 200 12 - 5.1 ms", "GET /p?a=1", "morgan"),
            ("::1 - GET /p?a=1 HTTP/1.1 200 2 - 1.2 ms", "GET /p?a=1", "an access log"),
            (
                #"2026-11-28T22:00:00+00:00 heroku[router]: at=info method=PUT path="/p?a=1" host=x.example "#
                    + #"fwd="1.2.3.4" status=200"#,
                "PUT /p?a=1", "fields"
            ),
            ("method=GET path=/p format=html controller=P action=show status=200", "GET /p", "fields"),
            (
                #"{"level":"info","request":{"proto":"HTTP/2.0","method":"DELETE","host":"x","uri":"/p?a=\u0"#
                    + #"0e9"},"status":200}"#,
                "DELETE /p?a=é", "JSON"
            ),
            (#"{"time":"1","request_method":"GET","request_uri":"/p?a=1","status":"200"}"#, "GET /p?a=1", "JSON"),
            (#"{"time":"1","request":"GET /p?a=1 HTTP/1.1","status":"200"}"#, "GET /p?a=1", "JSON"),
            (
                "#Fields: date time cs-method cs-uri-stem cs-uri-query sc-status\n2026-11-28 22:00:00 GET /p a=1 200",
                "GET /p?a=1", "IIS"
            ),
            ("URL is Optional(https://x.example/p?a=1)", "GET /p?a=1", "Optional"),
            (
                "POST 'https://x.example/p': {\n    \"Content-Type\" = \"application/x-www-form-urlencode"
                    + "d\";\n} a=1&b=2",
                "POST /p [a=1&b=2]", "AFNetworking"
            ),
            ("GET 'https://x.example/p?a=1'", "GET /p?a=1", "AFNetworking"),
            (
                "POST 'https://x.example/p':\nHeaders: [\n  Content-Type : application/json\n]\nBody:\n{\"a\":1}\n",
                "POST /p [{\"a\":1}]", "AFNetworking"
            ),
            ("POST https://x.example/p (200)", "POST /p", "a method and a URL"),
        ])
    func aLineOfALogIsRead(_ line: String, _ request: String, _ kind: String) throws {
        let traffic = try Self.read(line)
        #expect(traffic.requests.map(Self.summary) == [request])
        #expect(traffic.kind.contains(kind), "\(traffic.kind)")
    }

    @Test func theLinesOfALogAreManyRequests() throws {
        let traffic = try Self.read("boot\n::1 - - [1] \"GET /a HTTP/1.1\" 200\n\n[x] [::1]:1 [200]: GET /b\n")
        #expect(traffic.requests.map(\.place) == ["line 2", "line 4"])
        #expect(traffic.notices == ["1 line without a request that is known"])
        let long = "::1 - - [1] \"GET /\(String(repeating: "x", count: 2_000_000)) HTTP/1.1\" 200\nGET /b HTTP/1.1"
        #expect(try Self.read(long, as: .log).requests.map(\.path) == ["/b"])
    }

    /// Bytes that are not UTF-8 are percent-encoded in their line, and the other lines are read as they are.
    @Test(arguments: [nil, .log] as [TrafficForm?])
    func aLogMayHaveBytesThatAreNotUTF8(_ form: TrafficForm?) throws {
        let log = Data("GET /a?x=".utf8) + [0xE9, 0x62, 0xFF] + Data(" HTTP/1.1\nGET /b?y=é HTTP/1.1\n".utf8)
        for (lines, first) in [(log, 9), (Data("GET /z HTTP/1.1\n".utf8) + log, 25)] {
            let traffic = try TrafficReader(as: form).read(lines)
            #expect(traffic.requests.suffix(2).map(Self.summary) == ["GET /a?x=%E9b%FF", "GET /b?y=é"])
            #expect(traffic.notices == ["not UTF-8 at byte \(first): such bytes are percent-encoded"])
        }
        let line = try TrafficReader(as: form).read(log.prefix { $0 != 0x0A })
        #expect(line.requests.map(Self.summary) == ["GET /a?x=%E9b%FF"])
        let command = Data("curl a.b \\\n -d ".utf8) + [0xFF]
        #expect(throws: PayloadError.self) { try TrafficReader(as: form).read(command) }
    }

    @Test(arguments: [
        ("curl https://x.example/?a=1", "GET /?a=1"), ("curl ''", "GET /"),
        ("curl -X POST -H 'A: b' -d a=1 --data 'b=x y' https://x.example/?q=1", "POST /?q=1 [a=1&b=x y]"),
        ("curl --data-urlencode 'a=x&y é' https://x.example", "POST / [a=x%26y%20%C3%A9]"),
        ("curl -G --url='https://x.example/?q=1' \\\n  -da=1", "GET /?q=1&a=1"), ("$ curl -d a=1 x", "POST / [a=1]"),
        ("sudo time curl.exe -d a=1 x", "POST / [a=1]"), ("C:\\> curl -d a=1 x", "POST / [a=1]"),
        ("curl 'https://a.b/?x=1' --connect-timeout 5", "GET /?x=1"), ("curl --cacert f a.b/?x=1", "GET /?x=1"),
        ("curl --referer 'https://c.d/?y' 'https://a.b/?x=1' --cacert f", "GET /?x=1"),
        ("curl --compressed a.b/?x=1", "GET /?x=1"), ("curl -sXPUT -kda=1 a.b", "PUT / [a=1]"),
        ("curl -sGd a=1 https://a.b/?q=1 | jq .", "GET /?q=1&a=1"),
        ("curl --url-query 'b=x&y' --url-query +c a.b/?q=1", "GET /?q=1&b=x%26y&c"),
        ("curl --data-urlencode a=x@f x", "POST / [a=x%40f]"), ("curl --data-raw @f x", "POST / [@f]"),
        (
            #"curl https://a.b --data-raw $'a=it\'s\u0021&b=\u00e9\xc3\xa9\n\q' --compressed"#,
            "POST / [a=it's!&b=éé\n\\q]"
        ),
        (#"curl -d "a=1\n\"\$x" -d b\=\2 x"#, #"POST / [a=1\n"$x&b=2]"#),
        ("curl x \\\r\n -d 'a=1\r\nb'", "POST / [a=1\nb]"), ("curl --json '{\"a\":1}' x", "POST / [{\"a\":1}]"),
        (
            "curl ^\"https://x.example/p?a=1^&b=^%^20^\" ^\n  -H ^\"A: b^\" ^\n  --data-raw ^\"c=^\\^\"1^\\^\"^&d^\"",
            "POST /p?a=1&b=%20 [c=\"1\"&d]"
        ),
        ("curl -d a=1 x\ncurl -d a=2 x", "POST / [a=1], POST / [a=2]"),
        ("wget --header='A: b' --post-data 'a=1&b=2' \"https://x.example/p\" -O - -c", "POST /p [a=1&b=2]"),
        (
            "await fetch(\"https://x.example/p?a=1\", {\n  \"headers\": {\"A\": \"b\"},\n  \"body\": \"c=(1"
                + ")\",\n  \"method\": \"POST\"\n});",
            "POST /p?a=1 [c=(1)]"
        ),
        ("fetch(\"https://x.example/a\"); fetch(\"https://x.example/b\");", "GET /a, GET /b"),
        (
            "$session = New-Object X\nInvoke-WebRequest -UseBasicParsing -Uri \"https://x.example/p?a=1\" "
                + "`\n-Method \"POST\" `\n-Headers @{\n\"A\"=\"b`\"c\"\n} `\n-ContentType \"application/x-ww"
                + "w-form-urlencoded\" `\n-Body ([System.Text.Encoding]::UTF8.GetBytes(\"a=$([char]233)&b=`$1\"))",
            "POST /p?a=1 [a=é&b=$1]"
        ),
    ])
    func aCommandIsRead(_ text: String, _ requests: String) throws {
        #expect(try Self.read(text).requests.map(Self.summary).joined(separator: ", ") == requests)
    }

    @Test func aPartKeepsRepeatedFields() throws {
        let part = "Content-Disposition: form-data; name=a\r\nX-Tag: 1\r\nX-Tag: 2\r\n\r\nx"
        let body = "preamble\n--B\r\n\(part)\r\n--B\r\n\r\nbare\r\n--B--\r\n"
        let message = "POST /a HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n\(body)"
        let parts = FormPart.parts(of: try #require(Self.read(message).requests.first))
        #expect(parts?.map(\.name) == ["a", nil] && parts?.map(\.displayText) == ["x", "bare"])
        #expect(parts?.first?.headers.map(\.value) == ["1", "2"])
    }

    @Test func aCommandHasHeadersAndParts() throws {
        let command = "curl -u bob:x -A me -b c=1 -H 'X-A: 1' -F a=1 -F 'p=@dir/f.png;type=image/png' x?a=1&b=2"
        let traffic = try Self.read(command)
        let request = try #require(traffic.requests.first)
        #expect(
            request.headers.map(\.description).dropLast() == [
                "Authorization: Basic Ym9iOng=", "User-Agent: me", "Cookie: c=1", "X-A: 1",
            ])
        #expect(request.query == "a=1&b=2")
        #expect(FormPart.parts(of: request)?.map(\.displayText) == ["1", "(f.png, image/png, 0 bytes)"])
        #expect(traffic.notices.count == 2 && traffic.notices[0].contains("'dir/f.png' is not read"))
        #expect(traffic.notices[1].contains("an & without quotation marks"))
    }

    @Test func anHTTPMessageIsRead() throws {
        let text = "POST /p?a=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n\u{0}\u{1}b=etc"
        let body = try #require(TrafficReader().read(Data(text.utf8)).requests.first?.body)
        #expect(body == Data("\u{0}\u{1}b=".utf8))
        #expect(try Self.read("GET /p?a=1 HTTP/1.1\nHost: x").requests.map(Self.summary) == ["GET /p?a=1"])
        #expect(try Self.read("POST /p HTTP/1.1\nContent-Length: 9\n\na=1").notices.first?.contains("says 9") == true)
    }

    @Test(
        arguments: [
            ("hello", nil, "does not look like a query"), ("curl -d @f x", nil, "which is not read"),
            ("curl --data-urlencode a@f x", nil, "which is not read"), ("curl -d a\n-d b", nil, "several lines"),
            ("/nowhere/p.json", nil, "does not look like a query"), ("x == y", nil, "--as query insists"),
            ("{\"a\":1,\"b\":\"x=y\"}", nil, "a payload, not a query"), ("[\"a=1\"]", nil, "a payload, not a query"),
            ("<plist version=\"1\"/>", nil, "--as query insists"), ("curl 'https://x", nil, "' opens is not closed"),
            ("curl \"$(id)\" -d x", nil, "the shell would replace $(id): write the result there"),
            ("curl `id -u` x", nil, "the shell would replace `id -u`: write the result there"),
            ("curl ‘x’", nil, "is not a quotation mark"),
            ("a=1", .log, "no line of a log"), ("a=1", .curl, "no curl command"), ("a=1", .http, "request line"),
            ("{\"log\":{}}", nil, "no log.entries"), ("a=1", .har, "not a HAR"),
        ] as [(String, TrafficForm?, String)])
    func aTextThatIsNoneIsRefused(_ text: String, _ form: TrafficForm?, _ reason: String) {
        let error = #expect(throws: PayloadError.self) { try Self.read(text, as: form) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func aKindCanBeInsistedOn() throws {
        #expect(try Self.read("x == y", as: .query).requests.first?.query == "x == y")
        #expect(try Self.read("a=1 2\n", as: .form).requests.map(Self.summary) == ["POST / [a=1 2]"])
        #expect(try Self.read("[1]", as: .json).requests.first?.mediaType == "application/json")
        let utf16 = try #require("a=1".data(using: .utf16))
        #expect(throws: PayloadError.self) { try TrafficReader().read(utf16) }
    }
}
