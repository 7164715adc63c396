import SerializerComparison
import Testing

/// A request and what a framework's application has of it, recorded from the framework. `RealServerStackTests` checks
/// it again.
struct ServerFact: Sendable, CustomTestStringConvertible {
    let server: String
    let request: RealServerStack.Request
    /// A tree in the notation of ``RealServerStack``, or the status of a refusal.
    let outcome: String

    private init(_ server: String, _ part: QueryServer.Part, _ text: String, _ outcome: String) {
        (self.server, request, self.outcome) = (server, RealServerStack.Request(part, text), outcome)
    }

    var testDescription: String { "\(server), \(request.testDescription)" }

    static let all = values + structures + limits

    static let values = [
        ServerFact("php", .query, "a=+x+&b=O'N", #"{"a": " x ", "b": "O'N"}"#),
        ServerFact("symfony", .form, "a=+x+&b", #"{"a": " x ", "b": ""}"#),
        ServerFact("laravel", .query, "a=+x+&b=&c[]=+", #"{"a": "x", "b": null, "c": [null]}"#),
        ServerFact("laravel", .form, "password=+x+&u[password]=+y", #"{"password": " x ", "u": {"password": "y"}}"#),
        ServerFact("laravel", .form, "a=%C2%A0x", "{\"a\": \"\u{A0}x\"}"),
        ServerFact(
            "wordpress", .query, "a=O'N&b[]=%22%5C%00&q'=1", #"{"a": "O\\'N", "b": ["\\\"\\\\\\0"], "q'": "1"}"#),
        ServerFact("rails", .query, "tags[]&a[][]&b[]=&c", #"{"a": [], "b": [""], "c": null, "tags": []}"#),
        ServerFact("sinatra", .query, "tags[]", #"{"tags": [null]}"#),
        ServerFact(
            "express4", .query, "toString=1&a[valueOf]=2&__proto__=3", #"{"a": {"valueOf": "2"}, "toString": "1"}"#),
    ]

    static let structures = [
        ServerFact("rails", .query, "a=1;b=2", #"{"a": "1", "b": "2"}"#),
        ServerFact("rails", .form, "a=1;b=2", #"{"a": "1;b=2"}"#),
        ServerFact("sinatra", .form, "a;b=1", #"{"a;b": "1"}"#),
        ServerFact("express4", .query, "a[21]=x", #"{"a": {"21": "x"}}"#),
        ServerFact("express4", .form, "a[21]=x&a[100]=y", #"{"a": ["x", "y"]}"#),
        ServerFact(
            "express4", .form, "a[b][c][d][e][f][g]=1", #"{"a": {"b": {"c": {"d": {"e": {"f": {"g": "1"}}}}}}}"#),
        ServerFact("express4", .query, "a[b=1&a[c]=2&a=d", #"{"a": {"c": "2", "d": true}, "a[b": "1"}"#),
        ServerFact("express", .form, "a[0]=1&b=2&b=3", #"{"a[0]": "1", "b": ["2", "3"]}"#),
        ServerFact("go", .form, "a=1&b;c=2", "error"),
        ServerFact("flask", .query, "a[]=1&a[]=2&b", #"{"a[]": ["1", "2"], "b": [""]}"#),
        ServerFact("fastapi", .query, "a=1;b=2&c=3;d", #"{"a": ["1;b=2"], "c": ["3;d"]}"#),
        ServerFact("fastapi0.92", .form, "a=1;b=2&;c=3;d=4;e", #"{"a": ["1;b=2"], "c": ["3"], "d": ["4"]}"#),
        ServerFact("fastapi", .form, "a=1;b=2&;c=3;d=4;e", #"{";c": ["3;d=4;e"], "a": ["1;b=2"]}"#),
        ServerFact("servlet", .query, "a=1&a=2&b&=x&c=%&d=+%20", #"{"a": ["1", "2"], "b": [""], "d": ["  "]}"#),
        ServerFact("servlet", .query, "a[]=1", "400"),
        ServerFact("servlet", .form, "a[]=1", #"{"a[]": ["1"]}"#),
        ServerFact("spring", .query, "t=1&n.t=2&n.n.t=3", #"{"n": {"n": {"t": "3"}, "t": "2"}, "t": "1"}"#),
        ServerFact("spring", .form, "l[2].t=x", #"{"l": [{}, {}, {"t": "x"}]}"#),
        ServerFact("spring", .form, "s[2]=x", #"{"s": [null, null, "x"]}"#),
        ServerFact("spring", .form, "s=a,b&s=c&t=d,e", #"{"s": ["a,b", "c"], "t": "d,e"}"#),
        ServerFact("spring", .form, "s[0]=a,b", #"{"s": ["a,b"]}"#),
        ServerFact("spring", .form, "m[a.b].t=1&m['c'].t=2", #"{"m": {"a.b": {"t": "1"}, "c": {"t": "2"}}}"#),
        ServerFact("spring", .form, "_t=on&!u=x", #"{"u": "x"}"#),
        ServerFact("spring", .form, "s[]=1", "500"),
        ServerFact("spring", .form, "s[256]=1", "500"),
        ServerFact("spring", .form, "n=1&n.t=2", "400"),
        ServerFact("gin", .query, "a=1;b", "400"),
        ServerFact("gin", .form, "a=1&a=2", #"{"a": ["1", "2"]}"#),
        ServerFact("echo", .query, "a=1;b&c=%&d=2", #"{"d": ["2"]}"#),
        ServerFact("echo", .form, "a=%", "400"),
    ]

    /// Frameworks count differently, and answer what they refuse differently.
    static let limits = [
        ServerFact("rails", .query, "a=1&a[b]=2", "400"),
        ServerFact("rails", .query, "a=%", "400"),
        ServerFact("rails", .form, "a=%FF", "400"),
        ServerFact("sinatra", .query, "%FF=1", "400"),
        ServerFact("rails", .form, "a" + String(repeating: "[b]", count: 100) + "=1", "500"),
        ServerFact("rails", .query, pairs(4097), "500"),
        ServerFact("sinatra", .form, pairs(4097), "500"),
        ServerFact("express4", .form, pairs(1001), "413"),
        ServerFact("express4", .form, text(100 << 10 + 1), "413"),
        ServerFact("express4", .query, text(17_000), "431"),
        ServerFact("express", .form, pairs(1001), "413"),
        ServerFact("express", .query, text(17_000), "431"),
        ServerFact("laravel", .form, text(8 << 20 + 1), "413"),
        ServerFact("go", .query, text(1_100_000), "431"),
        ServerFact("go", .form, text(10 << 20 + 1), "error"),
        ServerFact("servlet", .query, text(9000), "400"),
        ServerFact("servlet", .form, pairs(10_001), flat(10_000)),
        ServerFact("django", .query, pairs(1001), "400"),
        ServerFact("django", .form, text(2_621_441), "400"),
        ServerFact("fastapi", .form, pairs(1001), "400"),
        ServerFact("php", .query, pairs(1003), tree(1000)),
        ServerFact("php", .form, pairs(1003), tree(1001)),
        ServerFact("php", .query, "a=1&b" + String(repeating: "[c]", count: 65) + "=2", #"{"a": "1"}"#),
    ]

    private static func pairs(_ count: Int) -> String { (1...count).map { "k\($0)=1" }.joined(separator: "&") }

    private static func tree(_ count: Int) -> String {
        "{" + (1...count).map { "\"k\($0)\": \"1\"" }.sorted().joined(separator: ", ") + "}"
    }

    private static func flat(_ count: Int) -> String { tree(count).replacing("\"1\"", with: "[\"1\"]") }

    private static func text(_ byteCount: Int) -> String { "a=" + String(repeating: "x", count: byteCount - 2) }
}
