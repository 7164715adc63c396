import SerializerComparison
import Testing
import URLSerialization

@Suite struct OutcomeFinderLossesTests {
    private static func form(_ choose: (inout EncoderChoices) -> Void) -> Sender {
        var strategies = EncoderChoices()
        choose(&strategies)
        return Sender.urlForm(strategies)
    }

    /// A payload, a sender, the losses that no difference names, and how the leaves arrive.
    private static let examples: [(ParameterValue, Sender, [String], [Outcome.State])] = [
        (["a": []], Sender.http, ["empty-collection a"], [.lost]),
        (["a": []], Sender.jsonEncoder(), [], [.kept]),
        (["a": [["b": "c"]]], Sender.http, ["element-boundaries a"], [.kept]),
        (["a": [["b": "c"]]], Sender.jsonEncoder(), [], [.kept]),
        (["a": ["b": "c", "d": "e"]], Sender.urlComponents, [], [.lost, .lost]),
        (["a": .set(["b"])], Sender.jsonEncoder(), ["set a"], [.kept]),
        (["a": nil], Sender.propertyListEncoder, [], [.changed]),
        (["a": 0.1234567890123456789], Sender.http, ["precision a"], [.changed]),
        (["a": .decimal(Decimal(sign: .plus, exponent: 29, significand: 1) + 7)], Sender.json, [], [.kept]),
        (
            ["a": .decimal(Decimal(sign: .plus, exponent: 29, significand: 1) + 7)],
            Sender.fixed(json: "{\"a\": 1e29}"), [], [.changed]
        ),
        (["a": 7, "b": .uint(8)], Sender.fixed(json: "{\"a\": 7.0, \"b\": 80e-1}"), [], [.kept, .kept]),
        (["a": 7, "b": .uint(8)], Sender.fixed(json: "{\"a\": 8, \"b\": 80}"), [], [.changed, .changed]),
        (["a": true, "b": 1, "c": 2], Sender.http, [], [.kept, .kept, .kept]),
        (["a": true, "b": 1, "c": 2], Sender.json, [], [.kept, .kept, .kept]),
        (["a": .data(Data([1]))], Sender.urlComponents, [], [.lost]),
        (["a": .data(Data([1]))], Sender.propertyListEncoder, [], [.kept]),
        (["a": nil], Sender.urlForm(), [], [.lost]),
        (["a": ["c", "b"]], Sender.urlForm(), [], [.changed, .changed]),
        (["a": ["c", "b"]], form { $0["alphabetize"] = "no" }, [], [.kept, .kept]),
        (["a": ["c", "b"]], form { $0["array"] = "index" }, [], [.kept, .kept]),
        (["a": [["b": "c"]]], form { $0["array"] = "index" }, [], [.kept]),
        (["a": [["b": ["d", "c"]]]], Sender.urlForm(), ["element-boundaries a"], [.changed, .changed]),
        (["a": .set(["b", "c"])], Sender.urlEncoding(), [], [.changed, .changed]),
        (["a": .set(["b", "c"])], Sender.urlForm(), [], [.kept, .kept]),
        (
            ["a": [["b": "c"], nil, ["d": "e", "f": "g"]]], form { $0["array"] = "index" },
            ["element-boundaries a[2]"], [.kept, .lost, .kept, .kept]
        ),
        (["a": ["7": "b"]], Sender.fixed(query: "a%5B%5D=b"), [], [.changed]),
        (["a": ["7": "b"]], Sender.urlForm(), [], [.kept]),
        (["a": ["7": "b"]], form { $0["key-path"] = "dots" }, [], [.kept]),
        (["a": "b"], Sender.fixed(query: ""), [], [.lost]),
        (["a": nil], Sender.urlEncoding(), [], [.changed]),
        (["a": "b+c"], Sender.urlComponents, [], [.changed]),
        (["a": "b c"], Sender.fixed(query: "a=b+c"), [], [.kept]),
        (["o": nil], Sender.fixed(query: "o=nil"), [], [.changed]),
        (["a": nil], Sender.fixed(query: "a="), [], [.changed]),
        (["a": nil], Sender.fixed(query: "a"), [], [.kept]),
        (["a": nil], Sender.fixed(json: "{\"a\": null}"), [], [.kept]),
        (["a": .date(Date(timeIntervalSince1970: 0.5))], Sender.http, ["precision a"], [.changed]),
    ]

    @Test func everyArrayOfCollectionsIsNamedOnce() throws {
        let payload: ParameterValue = [
            "a": [1, [2, [3]], [[4]]], "b": ["c": [["d": 5], ["d": 6, "e": 7]], "\u{E9}": [[8]], "e\u{301}": [[9]]],
        ]
        let losses = try compare(payload, with: [Sender.http]).reports[0].losses
        #expect(
            losses.filter { $0.kind == .elementBoundaries }.map(\.place.text)
                == ["a", "a[1]", "a[2]", "b[c]", "b[\u{E9}]", "b[e\u{301}]"])
    }

    @Test func everySetIsNamedOnce() throws {
        let payload: ParameterValue = ["a": .set(["x", "y", .set(["z"])]), "b": [.set([1, 2]), .set([3])]]
        let losses = try compare(payload, with: [Sender.jsonEncoder()]).reports[0].losses
        #expect(losses.filter { $0.kind == .set }.count == 4)
        #expect(Set(losses.map(\.place.text)).isSuperset(of: ["a", "b[0]", "b[1]"]))
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let payload: ParameterValue
        let sender: Sender
        let losses: [String]
        let states: [Outcome.State]

        var testDescription: String { "\(payload) by \(sender.name): \(losses) \(states)" }
    }

    @Test(arguments: examples.map { Example(payload: $0, sender: $1, losses: $2, states: $3) })
    func saysWhatCannotBeGotBack(_ example: Example) throws {
        // The reference's losses are those that nothing else names.
        let report = try compare(example.payload, with: [example.sender]).reports[0]
        let isReference = report.name == Sender.http.name
        let losses = report.losses.filter { isReference || $0.kind != .precision }
        #expect(losses.map { "\($0.kind.name) \($0.place.text)" } == example.losses)
        #expect(report.outcomes.map(\.state) == example.states)
    }
}
