import Foundation
import Testing

@testable import SerializerComparison

@Suite struct AlignmentTests {
    /// The rows of the table of examples: the first code in each cell.
    private static func examples() throws -> [[String]] {
        let path = "../../../../Compat/Comparison/Comparison/Alignment.swift"
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent(path).standardizedFileURL
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        return lines.filter { $0.hasPrefix("/// | `") }.map { line in
            line.dropFirst("/// | ".count).components(separatedBy: " | ").map { cell in
                String(cell.split(separator: "`", omittingEmptySubsequences: false)[1])
            }
        }
    }

    /// Returns the sender with a short name, and with values for its options: `urlform data=deferred`.
    private static func sender(_ text: String) throws -> Sender {
        let words = text.split(separator: " ").map(String.init)
        var choices = EncoderChoices()
        for word in words.dropFirst() {
            let sides = word.split(separator: "=").map(String.init)
            choices.choose(sides[1], for: sides[0])
        }
        return try #require(Sender.every(choices).first { $0.shortName == words[0] })
    }

    @Test func theExamplesAreTrue() throws {
        let examples = try Self.examples()
        #expect(examples.count >= 5)
        for example in examples {
            let payload = try PayloadReader(isTyped: true).read(Data(example[0].utf8), name: "example")
            let alignment = Comparison(of: payload, senders: [try Self.sender(example[1])]).reports[0].alignment
            #expect(alignment.isKnown)
            let carriers = zip(alignment.leaves, alignment.carriers).map { leaf, carrier in
                "\(leaf.path.text): \(carrier.kind)\(carrier.pair.map { " \($0)" } ?? "")"
            }
            #expect(carriers.joined(separator: ", ") == example[2], "\(example)")
            let pairs = alignment.pairs.map { "\($0.key)\($0.value.map { "=\($0)" } ?? "")" }
            #expect(pairs.joined(separator: "&") == example[3], "\(example)")
        }
    }
}
