import Foundation
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct RequestDifferenceTests {
    private static func request(_ form: String, type: String = "application/x-www-form-urlencoded") -> RecordedRequest {
        RecordedRequest("POST", "https://x.example/p", body: Data(form.utf8), contentType: type)
    }

    private static func texts(
        _ old: String, _ new: String, type: String = "application/x-www-form-urlencoded", server: String? = nil
    ) -> [String] {
        let difference = RequestDifference(
            expected: request(old, type: type), actual: request(new, type: type), headers: nil,
            server: server.flatMap(QueryServer.named))
        return (difference?.items ?? []).map { item in
            let effect = item.effect.map { " \($0.rawValue)" } ?? ""
            let names = item.reasons.map(\.name).joined(separator: ", ")
            return "\(item.text) [\(names)]\(item.isReversed ? "r" : "")\(effect)"
        }
    }

    @Test(arguments: [
        ("a=1", "a=1", []), ("v=1", "v=true", ["form v: 1 → true [boolean-as-word]"]),
        ("v=true", "v=1", ["form v: true → 1 [boolean-as-word]r"]),
        ("a%5B%5D=1", "a%5B0%5D=1", ["form a[]: a[]=1 → a[0]=1 [array-indexed]"]),
        ("a[0][b]=1", "a[][b]=1", ["form a[0][b]: a[0][b]=1 → a[][b]=1 [array-indexed]r"]),
        ("a[b]=x", "a.b=x", ["form a[b]: a[b]=x → a.b=x [key-dotted]"]),
        ("unitPrice=1", "unit_price=1", ["form unitPrice: unitPrice=1 → unit_price=1 [key-converted]"]),
        (
            "a[]=1&a[]=2", "a=1&a=2",
            ["form a[]: a[]=1 → a=1 [brackets-missing]", "form a[]: a[]=2 → a=2 [brackets-missing]"]
        ),
        ("l=x&l=y", "l=x%2Cy", ["form l: 2 pairs → x,y [array-joined]"]),
        ("a=x%20y", "a=x+y", ["form a: x y → x y [space-as-plus]"]),
        ("a=~", "a=%7E", ["form a: a=~ → a=%7E [escaping]"]),
        ("n", "n=", ["form n: no value → \"\" [null-as-empty-text]"]),
        ("n", "n=null", ["form n: no value → null [null-as-word]"]),
        ("a=1&b=2", "b=2&a=1", ["form: a, b → b, a [pair-order]"]),
        ("a[]=2&a[]=1", "a[]=1&a[]=2", ["form a[]: 2, 1 → 1, 2 [elements-alphabetized]"]),
        ("a=1&b=2", "a=1", ["form b: 2 → none [pair-lost]"]), ("a=1", "a=1&c=", ["form c: none → \"\" [pair-added]"]),
        ("p=0.1", "p=0.10", ["form p: 0.1 → 0.10 [number-text]"]),
        (
            "d=2026-01-02%2003%3A04%3A05%20%2B0000", "d=2026-01-02T03:04:05Z",
            ["form d: 2026-01-02 03:04:05 +0000 → 2026-01-02T03:04:05Z [date-format]"]
        ),
    ])
    func formsAreExplained(_ old: String, _ new: String, _ items: [String]) {
        #expect(Self.texts(old, new) == items)
    }

    @Test(arguments: [
        ("rails", "a[]=1", "a[0]=1", "another place"), ("php", "a[]=1", "a[0]=1", "nothing"),
        ("rails", "v=1", "v=true", "another text"), ("php", "a.b=1", "a_b=1", "nothing"),
        ("php", "a=x%20y", "a=x+y", "nothing"), ("php", "a=1&b=2", "a=1", "lost"), ("php", "a=1", "a=1&b", "added"),
        ("php", "a=1&b=2", "b=2&a=1", "nothing"), ("php", "k[]=1&k[]=2", "k=1&k=2", "lost"),
    ])
    func aServerDecidesOnTheEffect(_ server: String, _ old: String, _ new: String, _ effect: String) {
        #expect(
            Self.texts(old, new, server: server).first?.hasSuffix(" \(effect)") == true,
            "\(Self.texts(old, new, server: server))")
    }

    @Test func documentsAreComparedByPath() {
        let json = Self.texts(
            #"{"a":{"b":1,"n":null},"l":[1,2]}"#, #"{"l":[1,3],"a":{"b":true},"x":""}"#, type: "application/json")
        #expect(
            json == [
                "json a[b]: 1 → true [boolean-as-word]", "json a[n]: null → none [null-dropped]",
                "json l[1]: 2 → 3 [text-changed]", "json x: none → \"\" [pair-added]",
            ])
        #expect(Self.texts(#"{"a":1,"b":2}"#, #"{ "b": 2, "a": 1 }"#, type: "application/json") == [])
        #expect(
            Self.texts(#"{"a":1"#, #"{"a":1}"#, type: "application/json").first?.contains("(no JSON: line 1") == true)
    }

    @Test func partsAreComparedOneByOne() {
        func form(_ boundary: String, _ parts: [(String, String)]) -> RecordedRequest {
            let text = parts.map { "--\(boundary)\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }.joined()
            return Self.request("\(text)--\(boundary)--\r\n", type: "multipart/form-data; boundary=\(boundary)")
        }
        let old = form(
            "A", [("name=\"v\"", "1"), ("name=\"p\"; filename=\"f.png\"\r\nContent-Type: image/png", "abc")])
        #expect(
            RequestDifference(
                expected: old,
                actual: form(
                    "B",
                    [
                        ("name=\"v\"", "1"), ("name=\"p\"; filename=\"f.png\"\r\nContent-Type: image/png", "abc"),
                    ])) == nil)
        let new = form(
            "B", [("name=\"v\"", "true"), ("name=\"p\"; filename=\"f.png\"\r\nContent-Type: image/png", "abd")])
        let difference = RequestDifference(expected: old, actual: new)
        #expect(
            difference?.items.map(\.text) == ["part v: 1 → true", "part p: (f.png, image/png, 3 bytes) → other bytes"])
    }

    /// A space in quotes belongs to the name, and a quote that its sender did not escape hides no file name.
    @Test func namesOfPartsAreReadAsTheyWereSent() {
        func form(_ parameters: String, _ content: String) -> RecordedRequest {
            let part = "--A\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n\(content)\r\n--A--\r\n"
            return Self.request(part, type: "multipart/form-data; boundary=A")
        }
        func difference(_ old: RecordedRequest, _ new: RecordedRequest) -> [String]? {
            RequestDifference(expected: old, actual: new)?.items.map(\.text)
        }
        #expect(difference(form("name=\" v\"", "1"), form("name=\"v\"", "1")) != nil)
        let parameters = "name=\"a\"b\"; filename=\"f.png\""
        #expect(difference(form(parameters, "x"), form(parameters, "y")) == ["part a: (f.png, 1 byte) → other bytes"])
    }

    /// The fields that differ from one request to the next do not count, unless they are chosen.
    @Test func headersAreCompared() {
        func request(_ headers: [HTTPHeader]) -> RecordedRequest { RecordedRequest("GET", "/p", headers: headers) }
        let old = request([.userAgent("a"), .accept("x"), HTTPHeader(name: "X-Request-ID", value: "1")])
        let new = request([.userAgent("b"), .accept("y"), HTTPHeader(name: "x-request-id", value: "2")])
        #expect(RequestDifference(expected: old, actual: new)?.items.map(\.text) == ["header accept: x → y"])
        let chosen = RequestDifference(
            expected: old, actual: new, headers: ["user-agent", "x-request-id"], server: nil)
        #expect(chosen?.items.map(\.place) == ["user-agent", "x-request-id"])
        #expect(RequestDifference(expected: old, actual: new, headers: ["none"], server: nil) == nil)
    }

    @Test func itDescribesItself() throws {
        var request = URLRequest(url: try #require(URL(string: "https://y.example/p?a=2")))
        request.httpMethod = "POST"
        request.httpBody = Data("v=true".utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let expected = Self.request("v=1").at("entry 4")
        let difference = try #require(RequestDifference(expected: expected, actual: RecordedRequest(request)))
        #expect(
            difference.description == """
                POST /p (entry 4)
                  query a: none → 2 (New: The old request sends no such pair.)
                  form v: 1 → true (New: A Boolean is true or false; the old request writes 1 or 0.)
                """)
        #expect(difference.matters)
    }
}
