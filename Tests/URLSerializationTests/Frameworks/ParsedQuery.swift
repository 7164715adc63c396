import Testing

/// Queries and the recorded readings of the frameworks' own parsers, which `RealParserTests` checks again.
struct ParsedQuery: Sendable, CustomTestStringConvertible {
    let query: String
    /// The readings of PHP, Rack, Rails, qs and a flat reader: a tree in the form of ``RealOutcome/text(of:)``, or an
    /// error's code.
    let php, rack, rails, qs, flat: String

    /// - Parameter rails: Rails' reading, `nil` where it is Rack's.
    init(_ query: String, php: String, rack: String, rails: String? = nil, qs: String, flat: String) {
        (self.query, self.php, self.rack, self.qs, self.flat) = (query, php, rack, qs, flat)
        self.rails = rails ?? rack
    }

    var testDescription: String { query.debugDescription }

    static let all =
        leaves + repeatedKeys + manglings + brackets + arrays + arraysOfDictionaries + conflicts + javaScriptNames

    static let leaves: [ParsedQuery] = [
        ParsedQuery("", php: #"{}"#, rack: #"{}"#, qs: #"{}"#, flat: #"{}"#),
        ParsedQuery("a", php: #"{"a": ""}"#, rack: #"{"a": null}"#, qs: #"{"a": ""}"#, flat: #"{"a": [""]}"#),
        ParsedQuery("a=", php: #"{"a": ""}"#, rack: #"{"a": ""}"#, qs: #"{"a": ""}"#, flat: #"{"a": [""]}"#),
        ParsedQuery("=1", php: #"{}"#, rack: #"{}"#, qs: #"{}"#, flat: #"{"": ["1"]}"#),
        ParsedQuery("=", php: #"{}"#, rack: #"{}"#, qs: #"{}"#, flat: #"{"": [""]}"#),
        ParsedQuery("a=1", php: #"{"a": "1"}"#, rack: #"{"a": "1"}"#, qs: #"{"a": "1"}"#, flat: #"{"a": ["1"]}"#),
        ParsedQuery("a==1", php: #"{"a": "=1"}"#, rack: #"{"a": "=1"}"#, qs: #"{"a": "=1"}"#, flat: #"{"a": ["=1"]}"#),
        ParsedQuery(
            "a=1=2", php: #"{"a": "1=2"}"#, rack: #"{"a": "1=2"}"#, qs: #"{"a": "1=2"}"#, flat: #"{"a": ["1=2"]}"#),
        ParsedQuery("&&a=1&&", php: #"{"a": "1"}"#, rack: #"{"a": "1"}"#, qs: #"{"a": "1"}"#, flat: #"{"a": ["1"]}"#),
        ParsedQuery(
            "a+b=c+d", php: #"{"a_b": "c d"}"#, rack: #"{"a b": "c d"}"#, qs: #"{"a b": "c d"}"#,
            flat: #"{"a b": ["c d"]}"#),
        ParsedQuery(
            "a%20b=c%2Bd", php: #"{"a_b": "c+d"}"#, rack: #"{"a b": "c+d"}"#, qs: #"{"a b": "c+d"}"#,
            flat: #"{"a b": ["c+d"]}"#),
        ParsedQuery(
            "a=%", php: #"{"a": "%"}"#, rack: #"invalidPercentEncoding"#, qs: #"{"a": "%"}"#, flat: #"{"a": ["%"]}"#),
        ParsedQuery(
            "a=%4", php: #"{"a": "%4"}"#, rack: #"invalidPercentEncoding"#, qs: #"{"a": "%4"}"#,
            flat: #"{"a": ["%4"]}"#),
        ParsedQuery(
            "a=%zz", php: #"{"a": "%zz"}"#, rack: #"invalidPercentEncoding"#, qs: #"{"a": "%zz"}"#,
            flat: #"{"a": ["%zz"]}"#),
        ParsedQuery(
            "a=%C3%A9", php: #"{"a": "\u{E9}"}"#, rack: #"{"a": "\u{E9}"}"#, qs: #"{"a": "\u{E9}"}"#,
            flat: #"{"a": ["\u{E9}"]}"#),
        ParsedQuery(
            "a=%c3%a9", php: #"{"a": "\u{E9}"}"#, rack: #"{"a": "\u{E9}"}"#, qs: #"{"a": "\u{E9}"}"#,
            flat: #"{"a": ["\u{E9}"]}"#),
        ParsedQuery("a=%FF", php: #"notUTF8"#, rack: #"notUTF8"#, qs: #"{"a": "%FF"}"#, flat: #"notUTF8"#),
        ParsedQuery("a=%E2%82", php: #"notUTF8"#, rack: #"notUTF8"#, qs: #"{"a": "%E2%82"}"#, flat: #"notUTF8"#),
        ParsedQuery("%FF=1", php: #"notUTF8"#, rack: #"notUTF8"#, qs: #"{"%FF": "1"}"#, flat: #"notUTF8"#),
        ParsedQuery(
            "a=%FF&a=1", php: #"{"a": "1"}"#, rack: #"{"a": "1"}"#, qs: #"{"a": ["%FF", "1"]}"#, flat: #"notUTF8"#),
        ParsedQuery(
            "é=日本", php: #"{"\u{E9}": "\u{65E5}\u{672C}"}"#, rack: #"{"\u{E9}": "\u{65E5}\u{672C}"}"#,
            qs: #"{"\u{E9}": "\u{65E5}\u{672C}"}"#, flat: #"{"\u{E9}": ["\u{65E5}\u{672C}"]}"#),
        ParsedQuery(
            "a=1;b=2", php: #"{"a": "1;b=2"}"#, rack: #"{"a": "1", "b": "2"}"#, qs: #"{"a": "1;b=2"}"#,
            flat: #"{"a": ["1;b=2"]}"#),
        ParsedQuery(
            "a=1; b=2&  c=3", php: #"{"a": "1; b=2", "c": "3"}"#, rack: #"{"a": "1", "b": "2", "c": "3"}"#,
            qs: #"{"a": "1; b=2", "  c": "3"}"#, flat: #"{"a": ["1; b=2"], "  c": ["3"]}"#),
        ParsedQuery(
            "a=%00b", php: #"{"a": "\0b"}"#, rack: #"{"a": "\0b"}"#, qs: #"{"a": "\0b"}"#, flat: #"{"a": ["\0b"]}"#),
        ParsedQuery(
            "a%00b=1", php: #"{"a": "1"}"#, rack: #"{"a\0b": "1"}"#, qs: #"{"a\0b": "1"}"#, flat: #"{"a\0b": ["1"]}"#),
        ParsedQuery(
            "a%0Ab=1", php: #"{"a\nb": "1"}"#, rack: #"{"a\nb": "1"}"#, qs: #"{"a\nb": "1"}"#,
            flat: #"{"a\nb": ["1"]}"#),
        ParsedQuery("%26=%3D", php: #"{"&": "="}"#, rack: #"{"&": "="}"#, qs: #"{"&": "="}"#, flat: #"{"&": ["="]}"#),
        ParsedQuery("?a=1", php: #"{"?a": "1"}"#, rack: #"{"?a": "1"}"#, qs: #"{"?a": "1"}"#, flat: #"{"?a": ["1"]}"#),
        ParsedQuery(
            "a=1#b", php: #"{"a": "1#b"}"#, rack: #"{"a": "1#b"}"#, qs: #"{"a": "1#b"}"#, flat: #"{"a": ["1#b"]}"#),
    ]

    static let repeatedKeys: [ParsedQuery] = [
        ParsedQuery(
            "a=1&a=2", php: #"{"a": "2"}"#, rack: #"{"a": "2"}"#, qs: #"{"a": ["1", "2"]}"#,
            flat: #"{"a": ["1", "2"]}"#),
        ParsedQuery(
            "a&a=2", php: #"{"a": "2"}"#, rack: #"{"a": "2"}"#, qs: #"{"a": ["", "2"]}"#, flat: #"{"a": ["", "2"]}"#),
        ParsedQuery(
            "a=1&a", php: #"{"a": ""}"#, rack: #"{"a": null}"#, qs: #"{"a": ["1", ""]}"#, flat: #"{"a": ["1", ""]}"#),
        ParsedQuery(
            "a=1&b=2&a=3", php: #"{"a": "3", "b": "2"}"#, rack: #"{"a": "3", "b": "2"}"#,
            qs: #"{"a": ["1", "3"], "b": "2"}"#, flat: #"{"a": ["1", "3"], "b": ["2"]}"#),
        ParsedQuery(
            "2=b&1=a&x=c", php: #"{"2": "b", "1": "a", "x": "c"}"#, rack: #"{"2": "b", "1": "a", "x": "c"}"#,
            qs: #"{"1": "a", "2": "b", "x": "c"}"#, flat: #"{"2": ["b"], "1": ["a"], "x": ["c"]}"#),
        ParsedQuery(
            "e%CC%81=1&%C3%A9=2", php: #"{"e\u{301}": "1", "\u{E9}": "2"}"#, rack: #"{"e\u{301}": "1", "\u{E9}": "2"}"#,
            qs: #"{"e\u{301}": "1", "\u{E9}": "2"}"#, flat: #"{"e\u{301}": ["1"], "\u{E9}": ["2"]}"#),
    ]

    static let manglings: [ParsedQuery] = [
        ParsedQuery(
            "a.b=1", php: #"{"a_b": "1"}"#, rack: #"{"a.b": "1"}"#, qs: #"{"a.b": "1"}"#, flat: #"{"a.b": ["1"]}"#),
        ParsedQuery(
            "a b=1", php: #"{"a_b": "1"}"#, rack: #"{"a b": "1"}"#, qs: #"{"a b": "1"}"#, flat: #"{"a b": ["1"]}"#),
        ParsedQuery(" a=1", php: #"{"a": "1"}"#, rack: #"{" a": "1"}"#, qs: #"{" a": "1"}"#, flat: #"{" a": ["1"]}"#),
        ParsedQuery(".=1", php: #"{"_": "1"}"#, rack: #"{".": "1"}"#, qs: #"{".": "1"}"#, flat: #"{".": ["1"]}"#),
        ParsedQuery(
            "a[b.c]=1", php: #"{"a": {"b.c": "1"}}"#, rack: #"{"a": {"b.c": "1"}}"#, qs: #"{"a": {"b.c": "1"}}"#,
            flat: #"{"a[b.c]": ["1"]}"#),
        ParsedQuery(
            "a.[b]=1", php: #"{"a_": {"b": "1"}}"#, rack: #"{"a.": {"b": "1"}}"#, qs: #"{"a.": {"b": "1"}}"#,
            flat: #"{"a.[b]": ["1"]}"#),
        ParsedQuery("a[=1", php: #"{"a_": "1"}"#, rack: #"{"a[": "1"}"#, qs: #"{"a[": "1"}"#, flat: #"{"a[": ["1"]}"#),
        ParsedQuery(
            "a[b=1", php: #"{"a_b": "1"}"#, rack: #"{"a": {"b": "1"}}"#, qs: #"{"a[b": "1"}"#,
            flat: #"{"a[b": ["1"]}"#),
        ParsedQuery(
            "a[b.c d[e=1", php: #"{"a_b_c_d_e": "1"}"#, rack: #"{"a": {"b.c d": {"e": "1"}}}"#,
            qs: #"{"a[b.c d[e": "1"}"#, flat: #"{"a[b.c d[e": ["1"]}"#),
        ParsedQuery(
            "a[ ]=1", php: #"{"a": ["1"]}"#, rack: #"{"a": {" ": "1"}}"#, qs: #"{"a": {" ": "1"}}"#,
            flat: #"{"a[ ]": ["1"]}"#),
        ParsedQuery(
            "a[ x]=1", php: #"{"a": {" x": "1"}}"#, rack: #"{"a": {" x": "1"}}"#, qs: #"{"a": {" x": "1"}}"#,
            flat: #"{"a[ x]": ["1"]}"#),
        ParsedQuery(
            "a[b]c=1", php: #"{"a": {"b": "1"}}"#, rack: #"{"a": {"b": {"c": "1"}}}"#, qs: #"{"a": {"b": "1"}}"#,
            flat: #"{"a[b]c": ["1"]}"#),
        ParsedQuery(
            "a[b]c[d]=1", php: #"{"a": {"b": "1"}}"#, rack: #"{"a": {"b": {"c": {"d": "1"}}}}"#,
            qs: #"{"a": {"b": {"d": "1"}}}"#, flat: #"{"a[b]c[d]": ["1"]}"#),
        ParsedQuery(
            "..Host-a=1", php: #"{}"#, rack: #"{"..Host-a": "1"}"#, qs: #"{"..Host-a": "1"}"#,
            flat: #"{"..Host-a": ["1"]}"#),
        ParsedQuery(
            "a[__Host-b]=1", php: #"{"a": []}"#, rack: #"{"a": {"__Host-b": "1"}}"#, qs: #"{"a": {"__Host-b": "1"}}"#,
            flat: #"{"a[__Host-b]": ["1"]}"#),
    ]

    static let brackets: [ParsedQuery] = [
        ParsedQuery("[]=1", php: #"{}"#, rack: #"{}"#, qs: #"{"0": "1"}"#, flat: #"{"[]": ["1"]}"#),
        ParsedQuery("[a]=1", php: #"{}"#, rack: #"{"a": "1"}"#, qs: #"{"a": "1"}"#, flat: #"{"[a]": ["1"]}"#),
        ParsedQuery("a]=1", php: #"{"a]": "1"}"#, rack: #"{"a": "1"}"#, qs: #"{"a]": "1"}"#, flat: #"{"a]": ["1"]}"#),
        ParsedQuery("][=1", php: #"{"]_": "1"}"#, rack: #"{}"#, qs: #"{"][": "1"}"#, flat: #"{"][": ["1"]}"#),
        ParsedQuery(
            "a[[b]]=1", php: #"{"a": {"[b": "1"}}"#, rack: #"{"a": {"b": "1"}}"#, qs: #"{"a[": {"b": "1"}}"#,
            flat: #"{"a[[b]]": ["1"]}"#),
        ParsedQuery(
            "a[]]=1", php: #"{"a": ["1"]}"#, rack: #"{"a": [null]}"#, rails: #"{"a": []}"#, qs: #"{"a": ["1"]}"#,
            flat: #"{"a[]]": ["1"]}"#),
        ParsedQuery(
            "a[[]]=1", php: #"{"a": {"[": "1"}}"#, rack: #"{"a": null}"#, qs: #"{"a[": ["1"]}"#,
            flat: #"{"a[[]]": ["1"]}"#),
        ParsedQuery(
            "a[b[c]]=1", php: #"{"a": {"b[c": "1"}}"#, rack: #"{"a": {"b": {"c": "1"}}}"#, qs: #"{"a[b": {"c": "1"}}"#,
            flat: #"{"a[b[c]]": ["1"]}"#),
        ParsedQuery(
            "a%5Bb%5D=1", php: #"{"a": {"b": "1"}}"#, rack: #"{"a": {"b": "1"}}"#, qs: #"{"a": {"b": "1"}}"#,
            flat: #"{"a[b]": ["1"]}"#),
        ParsedQuery(
            "a[b]=1&a[c]=2", php: #"{"a": {"b": "1", "c": "2"}}"#, rack: #"{"a": {"b": "1", "c": "2"}}"#,
            qs: #"{"a": {"b": "1", "c": "2"}}"#, flat: #"{"a[b]": ["1"], "a[c]": ["2"]}"#),
        ParsedQuery(
            "a[b][c]=1&a[b][d]=2", php: #"{"a": {"b": {"c": "1", "d": "2"}}}"#,
            rack: #"{"a": {"b": {"c": "1", "d": "2"}}}"#, qs: #"{"a": {"b": {"c": "1", "d": "2"}}}"#,
            flat: #"{"a[b][c]": ["1"], "a[b][d]": ["2"]}"#),
        ParsedQuery(
            "a[b=]=1", php: #"{"a_b": "]=1"}"#, rack: #"{"a": {"b": "]=1"}}"#, qs: #"{"a": {"b=": "1"}}"#,
            flat: #"{"a[b": ["]=1"]}"#),
        ParsedQuery(
            "a=b]=1", php: #"{"a": "b]=1"}"#, rack: #"{"a": "b]=1"}"#, qs: #"{"a=b]": "1"}"#,
            flat: #"{"a": ["b]=1"]}"#),
        ParsedQuery(
            "a[]=[]=1", php: #"{"a": ["[]=1"]}"#, rack: #"{"a": ["[]=1"]}"#, qs: #"{"a": ["[]=1"]}"#,
            flat: #"{"a[]": ["[]=1"]}"#),
    ]
}
