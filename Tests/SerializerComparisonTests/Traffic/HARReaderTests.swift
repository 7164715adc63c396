import Foundation
import Testing

@testable import SerializerComparison

@Suite struct HARReaderTests {
    private static func har(_ entries: String) -> String { #"{"log":{"version":"1.2","entries":[\#(entries)]}}"# }

    private static func entry(_ postData: String, size: Int = -1, headers: String = "") -> String {
        #"{"request":{"method":"POST","url":"https://x.example/p?a=1","headers":[\#(headers)],"bodySize":\#(size)"#
            + (postData.isEmpty ? "" : ",\"postData\":\(postData)")
            + #"},"response":{"content":{"text":"}]\"\\"}}}"#
    }

    @Test(
        arguments: [
            ("", -1, nil), (#"{"mimeType":"text/plain","text":"é\u0000"}"#, -1, Data("é\u{0}".utf8)),
            (#"{"mimeType":"image/png","text":"é\u0000"}"#, 2, Data([0xE9, 0])),
            (#"{"mimeType":"a/b","text":"AP8=","encoding":"base64"}"#, 2, Data([0, 0xFF])),
            (
                #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a b","value":"&"},{"name":"c"}]}"#,
                -1,
                Data("a%20b=%26&c".utf8)
            ),
            (
                #"{"mimeType":"multipart/form-data; boundary=B","params":[{"name":"p","fileName":"f","conten"#
                    + #"tType":"a/b","value":"x"}]}"#,
                -1,
                Data(
                    ("--B\r\nContent-Disposition: form-data; name=\"p\"; filename=\"f\"\r\n"
                        + "Content-Type: a/b\r\n\r\nx\r\n--B--\r\n").utf8)
            ),
        ] as [(String, Int, Data?)])
    func bodiesAreRead(_ postData: String, size: Int, body: Data?) throws {
        let text = Self.har(
            Self.entry(postData, size: size, headers: #"{"name":":path","value":"/p"},{"name":"A","value":"1"}"#))
        let request = try #require(TrafficReader().read(Data(text.utf8)).requests.first)
        #expect(request.body == body)
        #expect(request.headers.first?.description == "A: 1" && request.place == "entry 1")
        #expect(request.endpoint == "POST /p" && request.query == "a=1")
    }

    /// Entries in the shapes that tools write.
    private static let tools: [(String, String, String, Data?, [String])] = [
        (
            "Charles",
            #"""
            "creator":{"name":"Charles Proxy","version":"4.6.2"},"entries":[{"startedDateTime":"2026-11-28T22:00:00",
            "request":{"method":"POST","url":"https://x.example/p","httpVersion":"HTTP/2.0","cookies":[],"headers":[
            {"name":":method","value":"POST"},{"name":"content-type","value":"application/x-www-form-urlencoded"}],
            "queryString":[],"postData":{"mimeType":"application/x-www-form-urlencoded","params":[
            {"name":"a[]","value":"1"},{"name":"v","value":"x y"}]},"headersSize":14,"bodySize":16},
            "response":{"_charlesStatus":"COMPLETE","status":200,"statusText":null}}]
            """#,
            "POST /p? application/x-www-form-urlencoded", Data("a%5B%5D=1&v=x%20y".utf8),
            ["entry 1: its body has 17 bytes, its size says 16"]
        ),
        (
            "Proxyman",
            #"""
            "creator":{"name":"Proxyman","version":"5.2.0"},"entries":[{"_isHTTPS":true,"_clientName":"App","_id":"7",
            "_clientBundlePath":null,"_webSocketMessages":null,"comment":"a {\"request\":{}} in a comment","time":0.25,
            "request":{"method":"POST","url":"https://x.example/p?b=2","httpVersion":"HTTP/1.1","headers":[
            {"name":"Content-Type","value":"application/json"},{"name":"Content-Length","value":"7"}],"bodySize":7,
            "postData":{"mimeType":"application/json","params":[],"text":"{\"a\":1}","comment":""}},"_serverPort":443}]
            """#,
            "POST /p?b=2 application/json", Data(#"{"a":1}"#.utf8), []
        ),
        (
            "Firefox, whose sizes of bodies are those in UTF-16",
            #"""
            "creator":{"name":"Firefox","version":"128.0"},"browser":{"name":"Firefox","version":"128.0"},
            "pages":[{"id":"page_1","pageTimings":{"onLoad":1}}],"entries":[{"pageref":"page_1","request":{"bodySize":9,
            "method":"POST","url":"https://x.example/p","httpVersion":"HTTP/2","headers":[
            {"name":"Content-Type","value":"application/json"},{"name":"Content-Length","value":"10"}],"cookies":[],
            "queryString":[],"headersSize":300,"postData":{"mimeType":"application/json","params":[],
            "text":"{\"n\":\"é\"}"}},"response":{"content":{"size":-1}},"cache":{},"timings":{"send":0}}]
            """#,
            "POST /p? application/json", Data(#"{"n":"é"}"#.utf8), []
        ),
        (
            "Chucker, which observes OkHttp",
            #"""
            "browser":{"name":"com.example.app","version":"1"},"creator":{"name":"com.example.app","version":"1"},
            "comment":"","entries":[{"startedDateTime":"2026-11-28T22:00:00.000Z","time":9,"request":{"method":"GET",
            "url":"https://x.example/p?a=1","httpVersion":"h2","cookies":[],"headers":[{"name":"accept","value":"*/*"}],
            "queryString":[{"name":"a","value":"1"}],"postData":{"mimeType":"application/octet-stream"},
            "headersSize":30,"bodySize":0,"totalSize":30}}]
            """#,
            "GET /p?a=1 no type", nil, []
        ),
        (
            "HttpCanary",
            #"""
            "creator":{"name":"HttpCanary HAR Exporter","version":"1.0.0"},"pages":[{"id":"session-1"}],"entries":[
            {"pageref":"session-1","time":9,"request":{"method":"PUT","url":"https://x.example/p","headers":[
            {"name":"content-type","value":"image/png"}],"queryString":[],"headersSize":-1,"bodySize":2,
            "postData":{"mimeType":"image/png","text":"AP8=","encoding":"base64"}},"serverIPAddress":"192.0.2.1"}]
            """#,
            "PUT /p? image/png", Data([0, 0xFF]), []
        ),
    ]

    @Test(arguments: tools)
    func theRecordingsOfToolsAreRead(
        _ tool: String, _ log: String, _ request: String, _ body: Data?, _ notices: [String]
    ) throws {
        let traffic = try TrafficReader().read(Data("{\"log\":{\"version\":\"1.2\",\(log)}}".utf8))
        let requests = traffic.requests.map { found in
            "\(found.endpoint)?\(found.query) \(found[header: "Content-Type"] ?? "no type")"
        }
        #expect(requests == [request] && traffic.requests.map(\.body) == [body] && traffic.notices == notices)
    }

    /// A size that is missing or negative, or that counts the bytes of an encoded body, is not compared.
    @Test(
        arguments: [
            (3, "", nil), (-1, "", nil), (-1, #"{"name":"content-length","value":"3"}"#, nil),
            (9, #"{"name":"Content-Encoding","value":"gzip"}"#, nil),
            (2, "", "entry 1: its body has 3 bytes, its size says 2"),
            (-1, #"{"name":"Content-Length","value":"12"}"#, "entry 1: its body has 3 bytes, its size says 12"),
            (3, #"{"name":"Content-Length","value":"12"}"#, "entry 1: its body has 3 bytes, its size says 12"),
        ] as [(Int, String, String?)])
    func aSizeThatDiffersIsNamed(_ size: Int, headers: String, notice: String?) throws {
        let entry = Self.entry(#"{"mimeType":"text/plain","text":"a=1"}"#, size: size, headers: headers)
        let traffic = try TrafficReader().read(Data(Self.har(entry).utf8))
        #expect(traffic.requests.first?.body == Data("a=1".utf8))
        #expect(traffic.notices == [notice].compactMap { $0 })
        let empty = try TrafficReader().read(Data(Self.har(Self.entry("", size: 5)).utf8))
        #expect(empty.notices == ["entry 1: its body is not recorded"])
    }

    /// The bytes may arrive in any pieces.
    @Test func itIsReadInPieces() throws {
        let text = Data(
            Self.har((0..<3).map { _ in Self.entry(#"{"mimeType":"a/b","text":"\"é\\"}"#) }.joined(separator: " ,\n"))
                .utf8)
        let whole = try TrafficReader().read(text).requests
        #expect(whole.count == 3 && whole[2].body == Data("\"é\\".utf8))
        for size in [1, 2, 7] {
            var rest = text[...]
            let traffic = try HARReader.read(Data(rest.prefix(size))) {
                rest = rest.dropFirst(size)
                return Data(rest.prefix(size))
            }
            #expect(traffic.requests == whole)
        }
    }

    /// An entry that cannot be read is named, and the others are read.
    @Test(arguments: [
        (#"{"response":{}}"#, "entry 1: no request"), (#"{"request":null}"#, "entry 1: no request"),
        (#"{"request":{"method":"GET"}}"#, "entry 1: a request without a method and a URL"),
        (#"{"request":{"method":"GET","url":nix}}"#, "entry 1: “null” is misspelt"),
        (
            #"{"request":{"method":"POST","url":"/","postData":{"text":"*","encoding":"base64"}}}"#,
            "entry 1: a body in base64 that is none"
        ),
        ("deep", "entry 1: "),
    ])
    func badEntriesAreNamed(_ entry: String, notice: String) throws {
        // Too long for a test's name.
        let deep =
            #"{"request":"# + String(repeating: #"{"a":"#, count: 100_000) + String(repeating: "}", count: 100_001)
        let entry = entry == "deep" ? deep : entry
        let traffic = try TrafficReader().read(Data(Self.har("\(entry),\(Self.entry(""))").utf8))
        #expect(traffic.requests.map(\.place) == ["entry 2"])
        #expect(traffic.notices.count == 1 && traffic.notices[0].hasPrefix(notice), "\(traffic.notices)")
        let cut = try TrafficReader().read(Data(Self.har("\(Self.entry("")),\(Self.entry(""))").utf8.dropLast(20)))
        #expect(cut.requests.count == 1 && cut.notices == ["entry 2: the file is cut off"])
    }
}
