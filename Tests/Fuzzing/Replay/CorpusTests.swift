import Foundation
import TestSupport
import Testing

/// The inputs that the fuzzer has found worth keeping, and every input that once disproved a claim.
@Suite(.tags(.random)) struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    @Test func eachFileIsOfADoor() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).filter { !$0.hasPrefix(".") }
        #expect(names.sorted() == Door.all.map(\.name).sorted())
    }

    @Test(arguments: Door.all)
    func everyClaimHolds(door: Door) throws {
        let lines = try String(contentsOf: Self.corpus.appendingPathComponent(door.name), encoding: .utf8)
            .split(separator: "\n")
        #expect(!lines.isEmpty)
        #expect(throws: Never.self, "no bytes") { try door.check([]) }
        // A remark follows an input that once disproved a claim.
        let remarked = lines.filter { $0.contains(" ") }
        for line in remarked + Effort.sample(lines.filter { !$0.contains(" ") }, every: 4) {
            let input = Data(base64Encoded: String(line.prefix { $0 != " " }))
            #expect(throws: Never.self, "\(door.name): \(line)") { try door.check([UInt8](#require(input))) }
        }
    }
}
