import Testing
@testable import URLSerialization

@Suite struct ParameterTreeSinkTests {
    private static func tree(_ text: String) throws -> ParameterTree {
        try JSONDocument(Data(text.utf8)).tree()
    }

    @Test(
        "a tree has the document's values, keys and number texts in order",
        arguments: [
            #"{"b":[1.10,true,null,"x"],"a":{"c":-0e5},"d":{}}"#, "[[],[[]],{}]", "1", #""é""#,
            #"["\#(String(repeating: "long", count: 200))",12345678901234567890123]"#,
        ])
    func writtenBack(text: String) throws {
        let tree = try Self.tree("[\(text)]")
        let json = try JSONWriter(tree, options: [], strategies: JSONWriter.Strategies()).data()
        #expect(String(decoding: json, as: UTF8.self) == "[\(text)]")
    }

    @Test(
        "what lax rules allow is kept as its text",
        arguments: [
            (#"["\q"]"#, #""\q""#), ("[01]", "01"), (#"["\ud800"]"#, #""\ud800""#), ("[-+e]", "-+e"),
        ])
    func malformed(text: String, kept: String) throws {
        let tree = try Self.tree(text)
        withExtendedLifetime(tree) {
            guard case .malformed(let text, _) = tree.nodes.other(of: 1) else {
                Issue.record("The leaf is not malformed.")
                return
            }
            #expect(tree.nodes.run(of: text).string == kept)
        }
    }

    @Test("a malformed key is kept as its text")
    func malformedKey() throws {
        let tree = try Self.tree(#"{"\q":1,"b":2}"#)
        withExtendedLifetime(tree) {
            #expect(tree.nodes[1].flags.contains(.hasMalformedKey))
            #expect(tree.nodes.keyText(of: 1) == #""\q""#)
            #expect(!tree.nodes[2].flags.contains(.hasMalformedKey))
        }
    }
}
