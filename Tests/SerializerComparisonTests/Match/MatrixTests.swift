import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.slow), .takingTurns) struct MatrixTests {
    private func matrix(_ value: ParameterValue, _ servers: [String], and other: [QueryServer] = []) -> Matrix {
        Matrix(
            of: Payload(name: "p", format: .json, parameters: value),
            servers: servers.compactMap(QueryServer.named) + other)
    }

    /// Returns the numbers of values that arrive, change and are lost in a JSON body, at each server.
    private func json(_ value: ParameterValue, _ servers: String...) -> [[Int]] {
        matrix(value, servers).rows.last?.entries.map { [$0.summary.kept, $0.summary.changed, $0.summary.lost] } ?? []
    }

    @Test func theRowOfJSONIsWhatTheServerReads() {
        let value: ParameterValue = ["a": " x ", "b": "", "c": [nil, 1], "d": "O'Neil"]
        #expect(
            json(value, "laravel", "rails", "go", "wordpress", "express4")
                == [[3, 2, 0], [3, 1, 1], [5, 0, 0], [5, 0, 0], [5, 0, 0]])
        #expect(json(["x": 1.5, "y": true, "z": 2], "php", "rails") == [[3, 0, 0], [3, 0, 0]])
        let small = QueryServer("small", .qs, evidence: "") { if $0 == .json { $1.limits.bytes = 8 } }
        let rows = matrix(value, ["php"], and: [small]).rows
        #expect(rows.last?.entries.map { $0.summary.effect == .refused } == [false, true])
    }

    @Test func everyEncoderHasARowAndItsBestConfigurationIfThatIsBetter() {
        let matrix = matrix(["t": ["b", "a"], "n": nil], ["flask"])
        #expect(
            matrix.rows.map(\.name) == [
                "http", "QueryStyle, best", "urlencoding", "urlencoding, best", "urlform", "urlform, best",
                "urlcomponents", "json",
            ])
        let kept = matrix.rows.map { $0.entries[0].summary.kept }
        #expect(kept[1] > kept[0] && kept[3] > kept[2])
        let text = TextRenderer(style: TextStyle(width: 200)).text(for: Report(matrix))
        #expect(text.contains("QueryStyle, best at flask\n    var style = QueryStyle.afNetworking\n"))
        let page = HTMLRenderer.text(for: Report(matrix, for: .page))
        let shares = kept.map { "h\($0 * 10 / matrix.valueCount)" }
        #expect(Set(shares).count > 1 && shares.allSatisfy { page.contains("<td class=\"\($0)\">") })
    }

    /// The encoder with which most values arrive is first. The servers are in the given order.
    @Test func rowsAreInTheOrderOfTheirValuesAndColumnsAsGiven() throws {
        let matrix = matrix(["t": ["b", "a"], "n": nil, "d": ["x": 1]], ["rails", "flask", "php"])
        let document = try ReportDocument(JSONRenderer.text(for: Report(matrix, for: .data)))
        #expect(document.columns("matrix") == ["encoder", "rails", "flask", "php"])
        let arrived = document.rows("matrix").map { row in
            row.compactMap { ($0 as? [String: Any])?["arrived"] as? Int }.reduce(0, +)
        }
        #expect(arrived == arrived.sorted(by: >) && Set(arrived).count > 2)
    }

    /// qs ignores a text that is a name of every JavaScript object, so the marks come out in other places.
    @Test(arguments: ["toString", "", "b"]) func placesThatAreNotKnownAreNotGuessed(_ text: String) throws {
        let value: ParameterValue = ["a[b]": "1", "a": .string(text), "z": "2", "y": "3"]
        let comparison = Comparison(of: Payload(name: "p", format: .json, parameters: value))
        let server = try #require(QueryServer.named("qs"))
        let reports = comparison.readings(by: [server])
        let screen = TextRenderer(style: TextStyle(width: 200)).text(for: Report(comparison, servers: reports))
        let readings = reports[0].known
        #expect(readings.contains(where: \.values.isEmpty) == screen.contains("not aligned"))
        for reading in readings where !reading.values.isEmpty {
            guard case .success(let tree) = reading.result else { continue }
            let found = Set(PayloadLeaf.all(in: tree).compactMap(\.value.string))
            for (leaf, outcome) in zip(comparison.leaves, reading.values) where outcome.state == .dropped {
                #expect(leaf.value.string.map(found.contains) != true, "\(leaf.path.text) from \(reading.name)")
            }
        }
    }
}
