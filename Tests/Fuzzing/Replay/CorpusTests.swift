import Foundation
import Testing

/// The inputs that the fuzzer has found worth keeping, and every input that once disproved a claim.
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    @Test(arguments: Door.all)
    func everyClaimHolds(door: Door) throws {
        let folder = Self.corpus.appendingPathComponent(door.name)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let input = [UInt8](try Data(contentsOf: file))
            #expect(throws: Never.self, "\(door.name)/\(file.lastPathComponent)") { try door.check(input) }
        }
    }
}
