import Foundation
import SerializerComparison
import Testing

@testable import compare_serializers

@Suite struct ViewInputTests {
    @Test(
        arguments: [
            ("a=1&b", "a=1&b", .query), ("?a=1", "a=1", .query), ("/p?a=1#f", "a=1", .query),
            ("https://x.example/p?a=1#f", "a=1", .query), ("HTTP://X.example", "", .query), ("", "", .query),
            ("GET /p?a=1 HTTP/1.1\nHost: x", "a=1", .query), ("?hello", "hello", .query),
            (" a=x==&b=x y&c=a?b\n", "a=x==&b=x y&c=a?b", .query), ("?x == y", "x == y", .query),
            ("?{\"a\":1}", "{\"a\":1}", .query), ("localhost:8080/p?x=1", "x=1", .query),
            ("x.example?x=1#f", "x=1", .query), ("/p/a=b?x=1", "x=1", .query), ("GET /p?x=1\n", "x=1", .query),
            ("GET https://a.b/p?x=1", "x=1", .query),
            (
                #"::1 - - [1/Jan/2026:00:00:00 +0000] "POST /p?a[]=1&b=%22 HTTP/2.0" 200 5 "-" "curl""#, "a[]=1&b=%22",
                .query
            ),
            ("curl https://x.example/?a=1", "a=1", .query),
            ("curl -X POST -H 'A: b' -d a=1 --data 'b=x y' https://x.example/?q=1", "a=1&b=x y", .form),
            ("curl --data-urlencode 'a=x&y é' https://x.example", "a=x%26y%20%C3%A9", .form),
            ("curl -G --url='https://x.example/?q=1' \\\n  -da=1", "q=1&a=1", .query),
            ("curl 'https://x.example/?a=1", "a=1", .query), ("curl -d", "", .form), ("curl ", "", .query),
            (" curl -d a=1 x", "a=1", .form), ("$ curl -d a=1 x", "a=1", .form),
            ("curl 'https://a.b/?x=1' --connect-timeout 5", "x=1", .query),
            ("curl --referer 'https://c.d/?y' 'https://a.b/?x=1' --cacert f", "x=1", .query),
            ("curl --cacert f a.b/?x=1", "x=1", .query), ("curl --compressed a.b/?x=1", "x=1", .query),
            ("curl -sd a=1 https://a.b/", "a=1", .form), ("curl -sXPUT -kda=1 a.b", "a=1", .form),
            ("curl -sGd a=1 https://a.b/?q=1 | jq .", "q=1&a=1", .query),
            ("curl --url-query 'b=x&y' --url-query +c a.b/?q=1", "q=1&b=x%26y&c", .query),
            ("curl a.b/?q=1 -H 'Content-Type: application/json'", "q=1", .query),
            ("curl a.b -d a -H 'Content-Type: application/x-www-form-urlencoded; charset=utf-8'", "a", .form),
            ("curl --data-urlencode a=x@f x", "a=x%40f", .form), ("curl --data-raw @f x", "@f", .form),
            (
                #"curl https://a.b --data-raw $'a=it\'s\u0021&b=\u00e9\xc3\xa9\n\q' --compressed"#, "a=it's!&b=éé\n\\q",
                .form
            ),
            (#"curl -d "a=1\n\"\$x" -d b\=\2 x"#, #"a=1\n"$x&b=2"#, .form),
            ("curl x \\\r\n -d 'a=1\r\nb'", "a=1\nb", .form),
        ] as [(String, String, QueryServer.Part)])
    func aQueryIsFound(_ word: String, _ query: String, _ part: QueryServer.Part) throws {
        let input = try ViewInput(word) { _ in "" }
        #expect(input.query == query)
        #expect(input.part == part)
    }

    @Test func aFileHoldsAQuery() throws {
        let input = try ViewInput("@log") { $0 == "log" ? "GET /p?a=1 HTTP/1.1" : "" }
        #expect(input.query == "a=1")
    }

    @Test(arguments: [
        ("hello", "does not look like a query"), (#filePath, "is a file: '@"), ("curl -d @f x", "from a file"),
        ("curl -F a=1 x", "sends no form"), ("curl --json {} x", "sends no form"),
        ("curl -d '{}' -H 'content-type: application/json' x", "'application/json' here"),
        ("curl --data-urlencode a@f x", "from a file"), ("curl -d a\ncurl -d b", "several lines"),
        ("/nowhere/p.json", "does not look like a query"), ("x == y", "does not look like a query"),
        ("{\"a\":1,\"b\":\"x=y\"}", "a payload, not a query"), ("[\"a=1\"]", "a payload, not a query"),
        ("<plist version=\"1\"/>", "a payload, not a query"), ("/p?a=1\n/p?a=2", "2 lines, not one"),
        ("::1 \"GET /p?a=1 HTTP/1.1\" 200\n\n::1 \"GET /p?a=2 HTTP/1.1\" 200", "2 lines, not one"),
    ])
    func aWordThatIsNoQueryIsAskedAbout(_ word: String, _ reason: String) {
        let error = #expect(throws: ToolError.self) { try ViewInput(word) { _ in "" } }
        #expect(error?.message.contains(reason) == true)
    }
}
