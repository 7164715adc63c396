import TestSupport
import Testing

@testable import SerializerVerification

/// The replay of vectors that are written by hand. Each names the outcome that it must have.
@Suite(.takingTurns) struct ExampleTests {
    static let files = ["alamofire", "forms", "parameters", "requests", "responses"]

    @Test(arguments: files)
    func everyExampleHasItsOutcome(_ file: String) throws {
        for (line, vector) in try RecordedVectors.examples(file) {
            let report = try RecordedVectors.report(on: line)
            #expect(try report.outcome == vector.text("outcome"), "\(line.prefix(100))\n\(report)")
        }
    }

    @Test(arguments: files)
    func examplesHaveDifferentNames(_ file: String) throws {
        let names = try RecordedVectors.examples(file).compactMap { $0.vector["id"]?.string }
        #expect(Set(names).count == names.count)
    }

    @Test(.tags(.random), arguments: Effort.sample([1, 2, 3, 7, 64, 4096, 8192], every: 3))
    func formsAreReadInAnyNumberOfSteps(_ readSize: Int) throws {
        for (line, vector) in try RecordedVectors.examples("forms") where try vector.text("outcome") == "passed" {
            let report = try RecordedVectors.report(on: line.dropLast() + ",\"readSize\":\(readSize)}")
            #expect(report.outcome == "passed", "\(report)")
        }
    }
}
