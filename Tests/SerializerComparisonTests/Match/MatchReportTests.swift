import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random, .slow), .takingTurns) struct MatchReportTests {
    private static func payload(_ value: ParameterValue) -> Payload {
        Payload(name: "p", format: .json, parameters: value)
    }

    private func report(_ value: ParameterValue, for server: String) throws -> MatchReport {
        try MatchReport([Self.payload(value)], server: QueryServer.named(server), isLikeReference: false)
    }

    private func text(_ value: ParameterValue, for server: String) throws -> String {
        TextRenderer(style: TextStyle(width: 500)).text(for: Report(try report(value, for: server)))
    }

    /// Records, one of them in the middle without a key, so that a server may merge it with the next one.
    private static func records(_ count: Int) -> ParameterValue {
        let records = (0..<count).map { number -> ParameterValue in
            number == count / 2 ? ["z": .int(number)] : ["z": .int(number), "a": .int(-number)]
        }
        return ["r": .array(records)]
    }

    @Test(arguments: Effort.sample(["qs", "rails", "flask"], every: 3))
    func theSizeOfAPayloadDoesNotChangeTheCode(_ server: String) throws {
        let many = Self.records(Effort.size(1000, quick: 800))
        let (short, long) = (try report(Self.records(40), for: server), try report(many, for: server))
        #expect(Self.payload(many).sample.leafCount < 200)
        for (one, other) in zip(short.results, long.results) {
            #expect(one.name == other.name && one.code == other.code && one.cost.isExact == other.cost.isExact)
        }
    }

    /// AFNetworking's text of 99.99 means the same number, and has other digits.
    @Test func otherDigitsAreAvoidedOrNamed() throws {
        let digits = "price arrives as 99.98999999999999."
        let style = try #require(
            try report(["price": 99.99, "n": nil], for: "laravel").results.first { $0.name == "QueryStyle" })
        #expect(style.cost.isExact && style.code.contains("style.numbers = .shortest"))
        #expect(!style.remarks.contains(digits))
        let server = try #require(QueryServer.named("php"))
        let goal = try MatchGoal(.values(server), for: [Self.payload(["price": 99.99])])
        let cost = goal.cost { _ in "price=99.98999999999999" }
        #expect(cost.isExact && cost.otherDigits == 1 && cost.digitsRemark == digits)
        #expect(goal.cost { _ in "price=99.990" }.otherDigits == 0)
    }

    /// The presets refuse by the rules of the parser. Where other code loses nothing, their reasons would mislead.
    @Test func aStricterPresetIsNamedWithoutItsReason() throws {
        let lines: ParameterValue = ["lines": [["id": "1", "at": ["x"]], ["id": "2", "at": ["y"]]]]
        let style = try #require(try report(lines, for: "rails").results.first { $0.name == "QueryStyle" })
        #expect(style.cost.isExact)
        #expect(style.remarks.last == "QueryStyle.rails is stricter and refuses this.")
        let lost = try #require(
            try report(["a": "x", "b": [:], "c": "y"], for: "php").results.first { $0.name == "QueryStyle" })
        #expect(lost.remarks.last?.hasPrefix("QueryStyle.php cannot be used: Parameter 'b'") == true)
    }

    /// The heading counts what the table below it counts.
    @Test(
        arguments: [
            (
                ["a": [1, [2, 3]], "b": "x", "c": "y"], "rails",
                "rails 6.1 moves 1 of 5 values: a[1][1] is read at a[2][0]"
            ),
            (["a": nil, "b": "x"], "php", "php changes 1 of 2 values: a arrives as \"\""),
            (
                ["a": nil, "b": [:], "c": "x"], "php",
                "php loses 1 of 3 values: b; changes 1 of 3 values: a arrives as \"\""
            ),
        ] as [(ParameterValue, String, String)])
    func theHeadingSaysWhatTheTableSays(_ value: ParameterValue, _ server: String, _ summary: String) throws {
        let text = try text(value, for: server)
        #expect(text.contains("QueryStyle: \(summary)\n"), "\(text)")
        let report = try report(value, for: server)
        let reader = try #require(report.server)
        for result in report.results {
            let comparison = Comparison(of: Self.payload(value), senders: [result.sender])
            let reading = try #require(comparison.readings(by: [reader])[0].readings[0])
            #expect(result.losses.count == reading.values.count { !$0.isSame })
        }
    }

    @Test func aLimitIsNoLossOfValues() throws {
        let pairs = (0..<1100).map { ("k\($0)", "v" as ParameterValue) }
        let text = try text(.dictionary(ParameterDictionary(pairs)), for: "php")
        #expect(text.contains("URLEncoding: php reads 1001 of 1100 values, because it has a limit\n"))
        #expect(text.contains("PHP reads 1001 pairs and ignores the other 99"))
        #expect(!text.contains("loses") && !text.contains("Remaining"))
    }

    @Test(arguments: [("express", "express 5 (querystring)"), ("flask", "flask 3.1")])
    func aServerOfFlatKeysReadsJSON(_ server: String, title: String) throws {
        let text = try text(["a": ["b": "x"], "c": "y"], for: server)
        #expect(text.contains("No form carries nested values to \(title): it reads no structure in keys.\n"))
        let parser = "    app.use(express.urlencoded({ extended: true }))\n"
        #expect(text.contains(parser) == (server == "express"))
    }

    @Test func whatLosesEverythingHasNoCode() throws {
        let text = try text(["n": nil], for: "php")
        #expect(text.contains("QueryStyle: php changes 1 of 1 value: n arrives as \"\"\n"))
        #expect(text.contains("    JSONRequestSerializer()\n"))
        #expect(
            !text.contains("HTTPRequestSerializer()") && !text.contains("URLEncoding()") && !text.contains("Remaining"))
    }
}
