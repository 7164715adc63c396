import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random), .takingTurns) struct RandomPayloadTests {
    @Test(arguments: 0..<UInt64(Effort.times(50)))
    func anyPayloadIsCompared(_ seed: UInt64) throws {
        var random = RandomPayload(seed: seed)
        let payload = ParameterValue.dictionary(random.dictionary(depth: 4))
        let comparison = try compare(
            payload, method: seed % 2 == 0 ? "POST" : "GET", with: Sender.every(random.strategies()))
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
