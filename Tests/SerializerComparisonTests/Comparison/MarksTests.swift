import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct MarksTests {
    private func marks(_ value: ParameterValue) -> Marks {
        let payload = Payload(name: "p", format: .json, parameters: value)
        return Marks(payload)
    }

    /// The leaves of a marked payload say which they are.
    @Test(
        arguments: [
            ["a": [true, nil, 1.5], "b": ["c": "x"]], ["m0k1": "m0k", "m1k": ["m2km3k"]], ["a\0[]": "[", "": ""],
            ["u": .url(URL(fileURLWithPath: "/m0k")), "d": .date(Date(timeIntervalSince1970: 0))],
        ] as [ParameterValue])
    func aMarkIsItsLeafs(_ value: ParameterValue) throws {
        let marks = marks(value)
        let extent = try #require(Marks.Extent.allCases.last { marks.payloads[$0] != nil })
        let marked = try #require(marks.payloads[extent]).leaves
        let texts = marked.map { leaf in
            switch leaf.value {
            case .string(let text): text
            case .url(let url): url.absoluteString
            default: ""
            }
        }
        for (number, text) in texts.enumerated() {
            #expect(marks.leaves(in: text, extent).leaves == [number] && marks.leaves(in: text, extent).isWhole)
            #expect(marks.leaves(in: "x\(text),\(text)", extent).leaves == [number, number])
            #expect(text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
            #expect(!texts.enumerated().contains { $0.offset != number && $0.element.hasPrefix(text) })
            for leaf in PayloadLeaf.all(in: value) { #expect("\(leaf)".contains(text) == false) }
        }
    }

    /// A prefix that a text or a key contains is not used, although the generator yields it first.
    @Test func noMarkBeginsLikeAPartOfThePayload() throws {
        func mark(_ value: ParameterValue) throws -> (marks: Marks, text: String) {
            let payload = Payload(name: "p", format: .json, parameters: value)
            let marks = Marks(payload, using: SeededGenerator(seed: 7))
            let marked = try #require(marks.payloads[.scalars]?.leaves.first?.value)
            return (marks, try #require(marked.string ?? marked.url?.absoluteString))
        }
        let first = try mark(["a": "x"]).text
        let prefix = String(first.dropLast())
        #expect(prefix.count == 9 && first.last == "1")
        let payloads: [ParameterValue] = [
            ["a": .string("\(prefix.prefix(3))\(first)")], [first: "x"], ["b": .array([.dictionary([prefix: 1])])],
            ["a": .url(try "https://x.example/\(first)".asURL())],
        ]
        for value in payloads {
            let (marks, text) = try mark(value)
            #expect(!text.contains(prefix))
            #expect(marks.leaves(in: text, .scalars) == ([0], true))
            #expect(marks.leaves(in: first, .scalars).leaves == [])
        }
    }

    @Test func bytesNullsAndSetsStay() throws {
        let value: ParameterValue = ["b": .data(Data([1])), "n": nil, "s": .set(["x"]), "e": [], "t": "y"]
        #expect(
            try #require(marks(value).payloads[.scalars]).leaves.map(\.value).filter {
                if case .string(let text) = $0 { text.count > 1 } else { false }
            }.count == 1)
        #expect(try #require(marks(value).payloads[.values]).leaves.count { $0.value == .null } == 1)
    }

    /// A sender whose keys depend on the values, or whose order does, is not compared.
    @Test func whatDependsOnValuesIsNotAligned() throws {
        func sender(_ query: @escaping @Sendable ([PayloadLeaf]) -> String) -> Sender {
            Sender("Own") { parameters, request in
                var request = request
                let leaves = PayloadLeaf.all(in: parameters as? ParameterValue ?? .null)
                request.httpBody = Data(query(leaves).utf8)
                return request
            }
        }
        @Sendable func text(_ leaf: PayloadLeaf) -> String {
            if case .string(let text) = leaf.value { text } else { "" }
        }
        let payload: ParameterValue = ["a": ["y", "x", "z"]]
        let keyed = sender { $0.map { "\(text($0))=1" }.joined(separator: "&") }
        let sorted = sender { $0.map { "a=\(text($0))" }.sorted().joined(separator: "&") }
        let merged = sender { "a=" + $0.map(text).joined(separator: "%7C") }
        let dropped = sender { $0.dropFirst().map { "a=\(text($0))" }.joined(separator: "&") }
        for (sender, isKnown) in [(keyed, false), (sorted, false), (merged, true), (dropped, true)] {
            let comparison = try compare(payload, with: [.http, sender])
            #expect(comparison.reports[1].alignment.isKnown == isKnown)
            let text = TextRenderer(style: TextStyle(width: 200)).text(for: Report(comparison))
            #expect(text.contains("not aligned") != isKnown)
        }
        let report = try compare(payload, with: [dropped]).reports[0]
        #expect(report.outcomes.map(\.state) == [.lost, .changed, .changed] || report.outcomes[0].state == .lost)
        #expect(try compare(payload, with: [merged]).reports[0].outcomes.allSatisfy { $0.form == .described })
    }
}
