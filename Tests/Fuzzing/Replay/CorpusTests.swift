import Foundation
import Testing

/// The inputs that the fuzzer has found worth keeping, and every input that once disproved a claim.
struct CorpusTests {
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
        for line in lines {
            // A remark may follow the input.
            let input = Data(base64Encoded: String(line.prefix { $0 != " " }))
            #expect(throws: Never.self, "\(door.name): \(line)") { try door.check([UInt8](#require(input))) }
        }
    }
}
