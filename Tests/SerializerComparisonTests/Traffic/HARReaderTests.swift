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
