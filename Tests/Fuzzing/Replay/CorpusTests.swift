import Foundation
import Testing

/// The inputs that the fuzzer has found worth keeping, and every input that once disproved a claim.
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    @Test(arguments: Door.all)
    func everyClaimHolds(door: Door) throws {
        let lines = try String(contentsOf: Self.corpus.appendingPathComponent(door.name), encoding: .utf8)
            .split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            // What follows the input says what it once showed.
            let input = try #require(Data(base64Encoded: String(line.prefix { $0 != " " })), "\(line)")
            #expect(throws: Never.self, "\(door.name): \(line)") { try door.check([UInt8](input)) }
        }
    }
}
