import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct JSONRendererTests {
    @Test func theDocumentHoldsAllOfTheComparison() throws {
        let payload: ParameterValue = ["a": true, "s": .set(["x"]), "empty": [], "n": [["p": 99.99]], "t": "é\u{1B}"]
        let comparison = try compare(payload)
        let document = try ReportDocument(comparison)
        #expect(document.facts["hasDifferences"] as? Bool == true)
        #expect(document.facts["method"] as? String == "POST")
        #expect(document.facts["url"] as? String == "https://api.example.com/orders")
        #expect(document.rows("summary").map { $0[0] as? String } == comparison.reports.map(\.name))
        let sent = comparison.reports.filter { $0.request != nil }
        #expect(document.requests.map(\.name) == sent.map(\.name))
        #expect(document.requests.map(\.line) == sent.map { $0.request?.line })
        #expect(document.requests[0].body == sent[0].request?.body.map { String(decoding: $0, as: UTF8.self) })
        let rows = document.rows("values")
        #expect(rows.map { $0[0] as? String } == comparison.leaves.map(\.path.text))
        for (row, outcome) in zip(rows, comparison.reference.outcomes) {
            #expect((row[1] as? [String: Any])?["state"] as? String == outcome.state.rawValue)
            #expect((row[1] as? [String: Any])?["text"] as? String == (outcome.form == .text ? outcome.text : nil))
        }
        for (column, name) in document.columns("values").enumerated().dropFirst(2) {
            let report = try #require(sent.first { name.components(separatedBy: ", ").contains($0.sender.shortName) })
            for (row, outcome) in zip(rows, report.outcomes) {
                guard let cell = row[column] as? [String: Any] else {
                    #expect(outcome.isSame && row[column] as? String == "=")
                    continue
                }
                #expect(cell["state"] as? String == outcome.state.rawValue)
                #expect(cell["text"] as? String == (outcome.form == .text ? outcome.text : nil))
                #expect(cell["key"] as? String == outcome.key)
                #expect(cell["position"] as? Int == outcome.position.map { $0 - 1 })
                #expect(cell["reasons"] as? [String] ?? [] == outcome.reasons.map(\.name))
            }
        }
        let reasons = Set(sent.flatMap { $0.differences.flatMap(\.reasons) })
        #expect(Set(document.rows("differences").map { $0[0] as? String }) == Set(reasons.map(\.name)))
        #expect(document.rows("losses").map { $0[0] as? String }.contains("empty-collection"))
        let notes = document["differences"]?["notes"] as? [String] ?? []
        #expect(notes.contains { $0.contains("json refuses: ") && $0.contains("-1016") })
    }

    /// Keys that Swift considers equal are different texts, and servers with equal readings share a column.
    @Test func theDocumentHoldsWhatServersRead() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let list: ParameterValue = [["x": 1, "y": nil], ["x": true]]
        let payload = ParameterValue.dictionary([composed: list, "t": .string(decomposed)])
        let comparison = try compare(payload)
        let servers = comparison.readings(by: QueryServer.all)
        let document = try ReportDocument(comparison, servers: servers)
        #expect(document.texts.contains { $0.utf8.elementsEqual(decomposed.utf8) })
        for server in servers {
            let id = "server-\(server.server.name)-values"
            let columns = document.columns(id).map { $0.components(separatedBy: ", ") }
            #expect(columns.joined().sorted() == server.known.filter { !$0.values.isEmpty }.map(\.name).sorted())
            for (column, names) in columns.enumerated() {
                for reading in server.known where names.contains(reading.name) {
                    let cells = document.rows(id).map { $0[column] as? [String: Any] }
                    #expect(cells.map { $0?["state"] as? String } == reading.values.map(\.state.rawValue))
                    #expect(cells.map { $0?["key"] as? String } == reading.values.map(\.key))
                }
            }
        }
    }

    @Test func nothingIsATerminalsOrUnseen() throws {
        let text = "a\u{1B}\u{7F}\u{9B}2J\u{85}\u{202E}\u{2066}\u{2028}\u{200B}\u{FEFF}\u{E0041}b é 東京 🙂"
        let json = JSONRenderer.text(
            for: Report(try compare(["t": text, text: 1] as [String: any Sendable]), for: .data))
        #expect(json.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" })
        #expect(json.contains("\\u009B2J\\u0085\\u202E\\u2066\\u2028\\u200B\\uFEFF\\uDB40\\uDC41b é 東京 🙂"))
        #expect(try ReportDocument(json).requests.contains { $0.body?.contains("\u{9B}") == true })
    }

    @Test func twoRunsGiveTheSameText() throws {
        let payload: ParameterValue = ["b": 1, "a": ["d": 2, "c": nil], "s": .set(["y", "x", "z"])]
        let texts = try (0..<5).map { _ in JSONRenderer.text(for: Report(try compare(payload), for: .data)) }
        #expect(Set(texts).count == 1)
    }
}
