import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct JSONRendererTests {
    private func document(_ comparison: Comparison) throws -> ComparisonDocument {
        let text = try JSONRenderer().text(for: comparison)
        #expect(text.hasSuffix("}\n"))
        return try JSONDecoder().decode(ComparisonDocument.self, from: Data(text.utf8))
    }

    @Test func theDocumentHoldsAllOfTheComparison() throws {
        let payload: ParameterValue = ["a": true, "s": .set(["x"]), "empty": [], "n": [["p": 99.99]], "t": "é\u{1B}"]
        let comparison = try compare(payload)
        let document = try document(comparison)
        #expect(document.hasDifferences)
        #expect(document.method == "POST")
        #expect(document.url == "https://api.example.com/orders")
        for (sender, report) in zip(document.senders, comparison.reports) {
            #expect(sender.name == report.name)
            #expect(sender.request?.line == report.request?.line)
            #expect(sender.request?.bodyBase64 == report.request?.body?.base64EncodedString())
            #expect(sender.request?.bodyLength == report.request?.body?.count)
            #expect(sender.request?.headers == report.request?.headers)
            #expect(sender.pairs.map(\.spelling) == report.pairs.map(\.spelling))
            #expect(sender.differences == report.differences)
            for reason in report.differences.flatMap(\.reasons) {
                #expect(document.reasons[reason.rawValue] == reason.explanation)
            }
            #expect(sender.losses == report.losses)
            #expect(sender.headDifferences == report.headDifferences)
            #expect((sender.error == nil) == (sender.request != nil))
        }
        #expect(document.senders[4].error?.code == -1016)
    }

    @Test func nothingIsATerminalsOrUnseen() throws {
        let text = "a\u{1B}\u{7F}\u{9B}2J\u{85}\u{202E}\u{2066}\u{2028}\u{200B}\u{FEFF}\u{E0041}b é 東京 🙂"
        let json = try JSONRenderer().text(for: compare(["t": text, text: 1] as [String: any Sendable]))
        #expect(json.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" })
        #expect(json.contains("\\u009B2J\\u0085\\u202E\\u2066\\u2028\\u200B\\uFEFF\\uDB40\\uDC41b é 東京 🙂"))
        let document = try JSONDecoder().decode(ComparisonDocument.self, from: Data(json.utf8))
        #expect(document.senders.contains { $0.pairs.contains { "\($0)".contains("\u{9B}") } })
    }

    @Test func twoRunsGiveTheSameText() throws {
        let payload: ParameterValue = ["b": 1, "a": ["d": 2, "c": nil], "s": .set(["y", "x", "z"])]
        let texts = try (0..<5).map { _ in try JSONRenderer().text(for: compare(payload)) }
        #expect(Set(texts).count == 1)
    }
}
