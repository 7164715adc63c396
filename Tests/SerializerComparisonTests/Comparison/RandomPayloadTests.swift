import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random), .takingTurns) struct RandomPayloadTests {
    /// Payloads of every kind of value that a query can represent.
    private static let payloads: RandomParameters = {
        var random = RandomParameters(
            leaves: RandomParameters.Leaf.allCases.filter { $0 != .data && $0 != .url },
            collections: [.texts, .array, .dictionary, .dictionary])
        random.dates = 0...2_000_000_000
        random.areSecondsWhole = true
        random.keys = { generator in
            let parts = [
                "a", "b", "Z", " ", "+", "&", "=", "/", "é", "日", "🙂", "\n", "%41", "<", "\"", "\\", "'", ":",
            ]
            return (0...generator.int(0...4)).map { _ in generator.element(of: parts) }.joined()
        }
        random.strings = random.keys
        return random
    }()

    /// Returns any of the encoders' choices, but half of the time the defaults.
    private static func choices(using generator: inout SeededGenerator) -> EncoderChoices {
        var choices = EncoderChoices()
        guard generator.oneIn(2) else { return choices }
        for option in EncoderOption.encoders where option.name != "data" {
            choices[option.name] = generator.element(of: option.choices).name
        }
        return choices
    }

    @Test(arguments: 0..<UInt64(Effort.times(50, quick: 25)))
    func anyPayloadIsCompared(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let payload = Self.payloads.dictionary(using: &generator)
        let comparison = try compare(
            payload, method: seed % 2 == 0 ? "POST" : "GET", with: Sender.every(Self.choices(using: &generator)))
        let reference = comparison.reports[0]
        #expect(reference.request != nil)
        #expect(!reference.places.contains(nil))
        for report in comparison.reports where report.request != nil {
            // These reasons are the last resort; no sender here needs them.
            let unnamed = report.differences.filter {
                !Set($0.reasons).isDisjoint(with: [.pairAdded, .pairLost, .textChanged, .keySpelling])
            }
            #expect(unnamed == [], "\(report.name)")
        }
        let width = Int(seed) + 20
        let lines = TextRenderer(style: TextStyle(width: width)).text(for: Report(comparison)).split(separator: "\n")
        #expect(lines.filter { DisplayWidth.of($0) > width } == [])
        #expect(throws: Never.self) {
            try ReportDocument(comparison)
        }
    }
}
