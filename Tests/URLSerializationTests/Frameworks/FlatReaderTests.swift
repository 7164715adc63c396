import TestSupport
import Testing
import URLSerialization

/// The recorded readings of Go's `net/url` and Node's `querystring`, which `RealParserTests` checks again.
@Suite(.tags(.computing), .takingTurns) struct FlatReaderTests {
    /// A query, and the trees or the error's code.
    private static let examples: [(query: String, go: String, querystring: String)] = [
        ("", #"{}"#, #"{}"#),
        ("a", #"{"a": [""]}"#, #"{"a": ""}"#),
        ("=1&a=1&&a=2", #"{"": ["1"], "a": ["1", "2"]}"#, #"{"": "1", "a": ["1", "2"]}"#),
        ("a[]=1&a[b]=2", #"{"a[]": ["1"], "a[b]": ["2"]}"#, #"{"a[]": "1", "a[b]": "2"}"#),
        (
            "b=1&1=2&a+b=c%2Bd+e", #"{"b": ["1"], "1": ["2"], "a b": ["c+d e"]}"#,
            #"{"1": "2", "b": "1", "a b": "c+d e"}"#
        ),
        ("a=1;b=2", "semicolon", #"{"a": "1;b=2"}"#),
        ("a=%3B", #"{"a": [";"]}"#, #"{"a": ";"}"#),
        ("a=%", "invalidPercentEncoding", #"{"a": "%"}"#),
        ("a=%zz%41", "invalidPercentEncoding", #"{"a": "%zzA"}"#),
        ("%4=1", "invalidPercentEncoding", #"{"%4": "1"}"#),
        ("a=%FF", "notUTF8", "notUTF8"),
        ("a=%FF;", "semicolon", "notUTF8"),
        ("a=é%20%", "invalidPercentEncoding", "notUTF8"),
        (
            "toString=1&__proto__=2", #"{"toString": ["1"], "__proto__": ["2"]}"#,
            #"{"toString": "1", "__proto__": "2"}"#
        ),
    ]

    @Test(arguments: examples.map(\.query), [QueryDialect.go, .querystring])
    func readsWhatTheProgramReads(query: String, dialect: QueryDialect) throws {
        let example = try #require(Self.examples.first { $0.query == query })
        let read: String
        do {
            read = RealOutcome.text(of: try QueryParser(style: dialect).parse(query))
        } catch let error as QueryParsingError {
            read = error.code.description
        }
        #expect(read == (dialect == .go ? example.go : example.querystring))
    }

    @Test(.tags(.random)) func goReadsFormsUpTo10MiB() throws {
        let parser = QueryParser(style: .go, in: .form)
        #expect(parser.limits.bytes == 10 << 20)
        let value = String(repeating: "v", count: (10 << 20) - 2)
        if Effort.factor > 1 { #expect(try parser.parse("k=" + value) == ["k": [.string(value)]]) }
        #expect(throws: QueryParsingError.self) { try parser.parse("k=v" + value) }
    }

    @Test func anArrayOfOneIsItsElementToQuerystring() throws {
        let two = try QueryStringSerializer(style: .querystring).string(from: ["a": ["1", "2"], "b": "3"])
        #expect(try QueryParser(style: .querystring).parse(two) == ["a": ["1", "2"], "b": "3"])
        expectRefusal(.misread, at: "a") { try QueryStringSerializer(style: .querystring).string(from: ["a": ["1"]]) }
        #expect(try QueryStringSerializer(style: .go).string(from: ["a": ["1"]]) == "a=1")
    }
}
