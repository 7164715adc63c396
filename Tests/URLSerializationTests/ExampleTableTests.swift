import Testing

@testable import URLSerialization

/// The tables of examples at the top of the engines' documentation, read from the sources and run.
@Suite struct ExampleTableTests {
    /// An engine's file and the result for the left cell of a row.
    private struct Engine: Sendable, CustomTestStringConvertible {
        let file: String
        let output: @Sendable (String) throws -> String

        var testDescription: String { file }
    }

    private static let engines = [
        Engine(file: "Query/ParameterTraversal.swift") { try pairs(of: value(of: $0)) },
        Engine(file: "Query/SetOrder.swift") { try pairs(of: ["s": NSSet(array: elements(of: $0))]) },
        Engine(file: "Escaping/PercentEscaper.swift") { PercentEscaper.afNetworking.escape($0) },
        Engine(file: "JSON/JSONText.swift") { try json([$0.unescaped]).dropFirst().dropLast().description },
        Engine(file: "JSON/JSONWriter.swift") { try json(value(of: $0)) },
        Engine(file: "Parameters/ParameterTree.swift") { try outline(of: value(of: $0)) },
    ]

    @Test(arguments: engines)
    private func exampleIsTrue(engine: Engine) throws {
        let rows = try Self.rows(of: engine.file)
        #expect(rows.count >= 3)
        for (input, expected) in rows {
            #expect(try engine.output(input) == expected, "\(engine.file): \(input)")
        }
    }

    // MARK: - Reading

    /// The rows of the first table in a file: the code in their two cells.
    private static func rows(of file: String) throws -> [(String, String)] {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        let source = try String(contentsOf: folder.appending(path: "Sources/URLSerialization/\(file)"), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("/// |") }.prefix { $0.hasPrefix("/// |") }
        return lines.dropFirst(2).map { line in
            let cells = line.dropFirst("/// | ".count).dropLast(" |".count).components(separatedBy: " | ")
            return (code(cells[0]), cells.count > 1 ? code(cells[1]) : "")
        }
    }

    private static func code(_ cell: String) -> String {
        cell.split(separator: "`", omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
    }

    // MARK: - Values

    /// The values that stand in the tables as Swift spells them.
    private static func value(of code: String) throws -> Any {
        switch code {
        case #"["b": 1, "a": 2]"#: ["b": 1, "a": 2]
        case #"["a": ["x", true]]"#: ["a": ["x", true] as [Any]]
        case #"["a": ["k": nil]]"#: ["a": ["k": nil] as [String: Int?]]
        case #"["s": Set([2, 1])]"#: ["s": Set([2, 1])]
        case #"["a": []]"#: ["a": [Any]()]
        case #"["b": [1, 2.0], "a": true]"#: ["b": [1, 2.0] as [Any], "a": true] as [String: Any]
        case #"["x": 99.99, "n": nil]"#: ["x": 99.99, "n": nil] as [String: Double?]
        case #"["u": "a/b"]"#: ["u": "a/b"]
        case #"["item10": 1, "item9": []]"#: ["item10": 1, "item9": [Any]()] as [String: Any]
        case #"["a": 1]"#: ["a": 1]
        case #"["a": [true, nil]]"#: ["a": [true, nil] as [Bool?]]
        case "Set([2])": Set([2])
        case #"[1: "x"]"#: [1: "x"]
        case #"["f": { 1 }]"#: ["f": { 1 } as () -> Int]
        default: throw UnknownExample(code: code)
        }
    }

    private static func elements(of code: String) throws -> [Any] {
        switch code {
        case "[10, 2, 1]": [10, 2, 1]
        case #"["=", nil, "<"]"#: ["=", NSNull(), "<"]
        case #"[[2], "A"]"#: [[2], "A"]
        default: throw UnknownExample(code: code)
        }
    }

    private struct UnknownExample: Error {
        let code: String
    }

    // MARK: - Engines

    private static func pairs(of parameters: Any) throws -> String {
        try QueryStringSerializer().pairs(from: parameters).map { pair in
            pair.value.map { "\(pair.key)=\($0)" } ?? pair.key
        }.joined(separator: "&")
    }

    private static func json(_ parameters: Any) throws -> String {
        let body = try JSONRequestSerializer().body(for: parameters, in: URLRequest("POST"))
        return String(decoding: try #require(body), as: UTF8.self)
    }

    private static func outline(of value: Any) throws -> String {
        let tree = try ParameterFiller.tree(of: value)
        return tree.outline()
    }
}

extension String {
    /// The text that a Swift literal with this spelling has.
    fileprivate var unescaped: String {
        replacingOccurrences(of: "\\t", with: "\t").replacingOccurrences(of: "\\u{1}", with: "\u{1}")
    }
}

extension ParameterTree {
    /// Returns the tree as text: leaves by their text, `!` for refused values, children in their order, or sorted if
    /// they have none.
    func outline(_ node: Int32 = ParameterTree.root) -> String {
        let children = nodes.children(of: node)
        let entries = children.map { "\(nodes.keyText(of: $0)):\(outline($0))" }
        switch nodes[node].kind {
        case .array: return "[" + children.map { outline($0) }.joined(separator: ",") + "]"
        case .set: return "(" + children.map { outline($0) }.sorted().joined(separator: ",") + ")"
        case .dictionary:
            let isOrdered = nodes[node].flags.contains(.isOrdered)
            return "{" + (isOrdered ? entries : entries.sorted()).joined(separator: ",") + "}"
        case .null: return "null"
        case .bool: return nodes[node].payload == 1 ? "true" : "false"
        case .other where nodes.refusal(of: node) != nil: return "!"
        default: return (try? LeafText.description(of: nodes.leaf(of: node), style: .total)) ?? "?"
        }
    }
}
