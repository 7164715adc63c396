import Testing

import URLSerialization

/// The parameters of a field's value.
struct HeaderParametersTests {
    @Test(arguments: [
        ("form-data; name=a; filename=\"b;c\"", ["name": "a", "filename": "b;c"]),
        ("text/html ; CharSet = utf-8 ;x", ["charset": "utf-8"]), ("filename=a", ["filename": "a"]),
        (#"a; b="\"c\\d\e""#, ["b": #""c\d\e"#]), ("a; b=1; B=2; c=", ["b": "1", "c": ""]),
        (#"a; b="open; c=1"#, ["b": "open", "c": "1"]), (#"a; b="C:\"; c=1"#, ["b": #"C:\""#, "c": "1"]),
        (#"a; b="c"d"; e="f;g""#, ["b": "c", "e": "f;g"]),
        ("a; b=\" c \"; e= f ;\n g=h", ["b": " c ", "e": "f", "g": "h"]),
        ("a; b=\"c\"d; e=f", ["b": "c", "e": "f"]), ("", [:]),
    ])
    func parametersAreRead(_ field: String, _ parameters: [String: String]) {
        #expect(HTTPSyntax.parameters(of: field) == parameters)
    }
}
