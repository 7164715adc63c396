import Foundation
import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random), .takingTurns) struct ReportSchemaTests {
    private static func schema() throws -> [String: Any] {
        let page = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../Compat/Comparison/SerializerComparison.docc/SerializerComparison.md")
        let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        let block = text.components(separatedBy: "```json\n")[1].components(separatedBy: "```")[0]
        return try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
    }

    /// The parts of JSON Schema that the catalogue's schema uses.
    private func isValid(_ value: Any, _ schema: [String: Any]) -> Bool {
        if let choices = schema["anyOf"] as? [[String: Any]] { return choices.contains { isValid(value, $0) } }
        if let names = schema["enum"] as? [String] { return (value as? String).map(names.contains) ?? false }
        switch schema["type"] as? String {
        case "string": return value is String
        case "boolean": return value is Bool
        case "integer": return value is Int
        case "null": return value is NSNull
        case "array":
            let items = schema["items"] as? [String: Any] ?? [:]
            return (value as? [Any])?.allSatisfy { isValid($0, items) } ?? false
        default:
            guard let members = value as? [String: Any] else { return false }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            let required = schema["required"] as? [String] ?? []
            return required.allSatisfy { members[$0] != nil }
                && members.allSatisfy { name, member in
                    if let property = properties[name] { return isValid(member, property) }
                    guard let others = schema["additionalProperties"] as? [String: Any] else {
                        return schema["additionalProperties"] as? Bool != false
                    }
                    return isValid(member, others)
                }
        }
    }

    private static let payload: ParameterValue = [
        "a": ["y", "x"], "b": true, "n": nil, "e": [], "s": .set(["q"]), "x": .data(Data([1])), "r": [["k": 99.99]],
        "t": "a+\u{1B}", "d": .date(Date(timeIntervalSince1970: 0)),
    ]

    @Test func aReportIsAsItsSchemaSays() throws {
        let schema = try Self.schema()
        for value in [Self.payload, ["b": true], [1], [:]] as [ParameterValue] {
            let comparison = try compare(value, with: Sender.every())
            let servers = comparison.readings(by: QueryServer.all)
            let document = try ReportDocument(comparison, servers: servers)
            #expect(isValid(document.facts, schema))
            var wrong = document.facts
            wrong["sections"] = [["id": 1]]
            #expect(!isValid(wrong, schema))
            wrong = document.facts
            wrong["other"] = ""
            #expect(!isValid(wrong, schema))
        }
    }

    @Test func withoutBodiesThereAreNoRequests() throws {
        var view = ComparisonView()
        view.hasBodies = false
        let text = JSONRenderer.text(for: Report(try compare(["a": 1] as ParameterValue), view: view, for: .data))
        #expect(try ReportDocument(text)["requests"] == nil)
    }

    private static let order = (0..<Effort.size(300, quick: 60)).map { number -> ParameterValue in
        [
            "id": .int(Int64(number)), "name": .string("item \(number) of an order with words"),
            "ok": .bool(number % 2 == 0),
            "price": .double(Double(number) / 7), "note": nil, "sku": .string("SKU-\(number)"),
        ]
    }

    private static let elements: [(name: String, elements: [ParameterValue])] = [
        ("orders", order),
        ("Booleans", (0..<Effort.size(1500, quick: 300)).map { .bool($0 % 2 == 0) }),
        ("nulls", Array(repeating: .null, count: Effort.size(1500, quick: 300))),
        ("pairs", (0..<Effort.size(1000, quick: 200)).map { ["b": [.int(Int64($0)), .int(Int64($0))]] }),
        (
            "nested records",
            Array(repeating: ["p": ["q": [["s": true, "n": nil]]]], count: Effort.size(1000, quick: 200))
        ),
    ]

    /// Outcomes, texts, paths and keys stand in the report once, so its size follows the payload's. A server adds a
    /// few bytes for each value, and its own names for the places where values arrive.
    @Test(arguments: Effort.sample(elements.map(\.name), every: 2))
    func theSizeIsThatOfThePayloadAFewTimes(name: String) throws {
        let elements = try #require(Self.elements.first { $0.name == name }).elements
        let value: ParameterValue = ["r": .array(elements)]
        let size = try JSONEncoder().encode(value).count
        var view = ComparisonView()
        view.hasBodies = false
        let comparison = try compare(value)
        let servers = comparison.readings(by: ["rails", "php", "go"].compactMap(QueryServer.named))
        for servers in [[], servers] {
            let text = JSONRenderer.text(for: Report(comparison, servers: servers, view: view, for: .data))
            let places = servers.reduce(0) { sum, server in
                let keys = Set(server.known.flatMap { $0.values.compactMap(\.key) })
                return keys.reduce(sum) { $0 + $1.utf8.count }
            }
            let rest = servers.count * comparison.leaves.count * 40 + places * 3 / 2
            #expect(text.utf8.count <= 12 * size + 40_000 + rest, "\(name): \(text.utf8.count) \(size)")
            let document = try ReportDocument(text)
            #expect(Set(document.texts.map { UTF8Key($0) }).count == document.texts.count)
            let outcomes = document.facts["outcomes"] as? [[String: Any]] ?? []
            #expect(Set(outcomes.map { NSDictionary(dictionary: $0) }).count == outcomes.count)
            for section in document.sections where (section["id"] as? String)?.hasSuffix("values") == true {
                let cells = (section["rows"] as? [[Any]] ?? []).joined()
                #expect(cells.allSatisfy { $0 is Int || $0 is [Int] || $0 as? String == "=" })
            }
        }
    }
}
