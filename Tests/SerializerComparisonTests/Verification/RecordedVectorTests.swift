import Foundation
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct RecordedVectorTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let file: String
        let passed: Int
        var skipped: [String: Int] = [:]
        /// What stands before the part of the expectation to be falsified, and what is put after it.
        let falsified: [(mark: String, insertion: String)]
        /// How many lines hold whatever the expectation says, because an error is the deliberate behaviour.
        var refused = 0

        /// The file and how many of its vectors are replayed: `af-query: 993 vectors`.
        var testDescription: String {
            let skips = skipped.values.reduce(0, +)
            return "\(file): \(passed) vectors" + (skips > 0 ? ", \(skips) skipped" : "")
        }
    }

    static let expectations = [
        Expectation(
            file: "af-escape", passed: 327, skipped: ["unpaired surrogate, which a Swift string cannot hold": 5],
            falsified: [("\"escaped\":\"", "x")]),
        Expectation(file: "af-query", passed: 993, falsified: [("\"query\":\"", "x")], refused: 33),
        Expectation(
            file: "af-request", passed: 495, falsified: [("\"url\":\"", "x"), ("\"code\":-", "1"), ("\"code\":", "1")],
            refused: 15),
    ]

    @Test(arguments: expectations)
    func recordedBehaviourIsReproduced(_ expectation: Expectation) throws {
        let report = VectorVerifier().verify(try RecordedVectors.file(expectation.file))
        #expect(report.failures.isEmpty, "\(report)")
        #expect(report.passed == expectation.passed)
        #expect(report.skipped == expectation.skipped)
    }

    @Test(arguments: expectations)
    func everyFalsifiedExpectationIsReported(_ expectation: Expectation) throws {
        let lines = try RecordedVectors.file(expectation.file).lines.map { line in
            Self.falsified(String(decoding: line.text, as: UTF8.self), by: expectation)
        }
        let file = try VectorFile(name: "test.jsonl", data: Data(lines.joined(separator: "\n").utf8))
        let report = VectorVerifier().verify(file)
        #expect(report.passed == expectation.refused)
        #expect(report.failed == expectation.passed - expectation.refused)
        #expect(report.skipped == expectation.skipped)
    }

    private static func falsified(_ line: String, by expectation: Expectation) -> String {
        guard let answer = line.range(of: "\"expect\":") else { return line }
        for (mark, insertion) in expectation.falsified {
            guard let place = line.range(of: mark, options: .backwards, range: answer.upperBound..<line.endIndex)
            else { continue }
            return line.replacingCharacters(in: place, with: mark + insertion)
        }
        return line
    }

    /// GNUstep put the emoji first, by UTF-16; the order here is that of the decomposed forms' scalars.
    @Test func theOrderThatFoundationsDisagreeOnIsOurs() throws {
        let json = try JSONReader.read(Data(#"{"\ud83d\ude00":1,"\uffe5":2,"\ud7a3":3}"#.utf8))
        let query = try QueryStringSerializer().string(from: TypedValueReader.read(json))
        #expect(query == "%ED%9E%A3=3&%EF%BF%A5=2&%F0%9F%98%80=1")
    }
}
