import Foundation
import SerializerComparison
import Testing

@testable import compare_serializers

@Suite struct ViewInputTests {
    @Test(
        arguments: [
            ("a=1&b", "a=1&b", .query), ("?a=1", "a=1", .query), ("/p?a=1#f", "a=1", .query),
            ("/nowhere/p", "", .query),
            ("https://x.example/p?a=1#f", "a=1", .query), ("HTTP://X.example", "", .query), ("", "", .query),
            ("GET /p?a=1 HTTP/1.1\nHost: x", "a=1", .query), ("?hello", "hello", .query),
            (
                #"::1 - - [1/Jan/2026:00:00:00 +0000] "POST /p?a[]=1&b=%22 HTTP/2.0" 200 5 "-" "curl""#, "a[]=1&b=%22",
                .query
            ),
            ("curl https://x.example/?a=1", "a=1", .query),
            ("curl -X POST -H 'A: b' -d a=1 --data 'b=x y' https://x.example/?q=1", "a=1&b=x y", .form),
            ("curl --data-urlencode 'a=x&y é' https://x.example", "a=x%26y%20%C3%A9", .form),
            ("curl -G --url='https://x.example/?q=1' \\\n  -da=1", "q=1&a=1", .query),
            ("curl 'https://x.example/?a=1", "a=1", .query), ("curl -d", "", .form), ("curl ", "", .query),
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
        ("curl -F a=1 x", "sends no form"),
    ])
    func aWordThatIsNoQueryIsAskedAbout(_ word: String, _ reason: String) {
        let error = #expect(throws: ToolError.self) { try ViewInput(word) { _ in "" } }
        #expect(error?.message.contains(reason) == true)
    }
}
