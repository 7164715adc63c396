import Testing
import URLSerialization

/// Queries as the binders of Spring, ASP.NET Core and Phoenix read them, and text that is not UTF-8.
@Suite struct BeanReaderTests {
    @Test(
        arguments: [
            (.spring, .query, "a.b=1&a[c]=2", #"{"a": {"b": "1", "c": "2"}}"#),
            (.spring, .query, "a[0]=1&a[2]=3", #"{"a": ["1", null, "3"]}"#),
            (.spring, .query, "a=1&a=2&_a=x&!b=3&!a=4", #"{"a": ["1", "2"], "b": "3"}"#),
            (.spring, .query, "l[1].t=1&m['x.y'].t=2&c=%", #"{"l": [{}, {"t": "1"}], "m": {"x.y": {"t": "2"}}}"#),
            (.spring, .form, "a[]=1", "invalidIndex"), (.spring, .form, "a[256]=1", "invalidIndex"),
            (.spring, .form, "a=1&a.b=2", "conflictingTypes"),
            (.aspNetCore, .query, "a.b=1&A[c]=2", #"{"a": {"b": "1", "c": "2"}}"#),
            (.aspNetCore, .query, "unitPrice=1&UNITPRICE=2", #"{"unitPrice": ["1", "2"]}"#),
            (.aspNetCore, .query, "É=3&é=4", #"{"\u{C9}": ["3", "4"]}"#),
            (.aspNetCore, .query, "a[0]=1&a[2]=3", #"{"a": ["1"]}"#),
            (.aspNetCore, .query, "a=1&a=2&a[b]=3", #"{"a": {"b": "3"}}"#),
            (.aspNetCore, .query, "a[]=1", #"{"a[]": "1"}"#),
            (.aspNetCore, .form, "a[]=1&a[]=2", #"{"a": ["1", "2"]}"#),
            (.phoenix, .query, "a[]=1&a[]=2&b", #"{"a": ["1", "2"], "b": ""}"#),
            (.phoenix, .query, "a[][x]=1&a[][y]=2", #"{"a": [{"x": "1", "y": "2"}]}"#),
            (.phoenix, .query, "a[0]=1&a[b]c]=2", #"{"a": {"0": "1", "b]c": "2"}}"#),
            (.phoenix, .query, "a=%", #"{"a": "%"}"#),
            (.phoenix, .query, "a[x]=1&a[]=2&a[y]=3", #"{"a": {"x": "1", "y": "3"}}"#),
            (.phoenix, .query, "a[x]=1&a[]=2", #"{"a": ["2"]}"#),
            (.phoenix, .query, "a[x]=1&a=2&a[y]=3", #"{"a": "2"}"#),
            (.phoenix, .query, "a=1&a[x]=2", #"{"a": {"x": "2"}}"#),
        ] as [(QueryDialect, QueryPart, String, String)])
    func keysAreReadAsTheFrameworkDoes(
        _ dialect: QueryDialect, _ part: QueryPart, _ query: String, _ expected: String
    ) throws {
        let read = Result { try QueryParser(style: dialect, in: part).parse(query) }
        switch read {
        case .success(let value): #expect(RealOutcome.text(of: value) == expected)
        case .failure(let error): #expect((error as? QueryParsingError)?.code.description == expected)
        }
    }

    @Test(arguments: [QueryDialect.php, .rack, .flat, .go, .querystring, .spring])
    func textThatIsNotUTF8IsRefusedOrReplaced(_ dialect: QueryDialect) throws {
        var parser = QueryParser(style: dialect)
        #expect(throws: QueryParsingError.self) { try parser.parse("a=1&b=J%E4%FFr") }
        parser.invalidText = .replaced
        let read = try parser.parse("a=1&b=J%E4%FFr")
        #expect((read["b"]?[0] ?? read["b"]) == "J\u{FFFD}\u{FFFD}r")
    }
}
