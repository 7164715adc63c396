import Testing
import URLSerialization

@testable import SerializerComparison

extension Sender {
    static let php = styled("php")
    static let rack = styled("rack")
    static let qs = styled("qs")
    static let flat = styled("flat")
}

@Suite struct StyleSenderTests {
    private static let payload: ParameterValue = ["rows": [["x": 1, "y": true], ["x": 2]], "tags": ["b", "a b"]]

    @Test func eachSpellsAnArrayOfDictionariesAsItsReaderNeedsIt() throws {
        let reports = try compare(Self.payload, with: [Sender.php, Sender.rack, Sender.qs]).reports
        #expect(
            reports.map { $0.pairs.map(\.key) } == [
                ["rows[0][x]", "rows[0][y]", "rows[1][x]", "tags[]", "tags[]"],
                ["rows[][x]", "rows[][y]", "rows[][x]", "tags[]", "tags[]"],
                ["rows[0][x]", "rows[0][y]", "rows[1][x]", "tags[0]", "tags[1]"],
            ])
        for report in reports {
            #expect(
                report.places
                    == ["rows[0][x]", "rows[0][y]", "rows[1][x]", "tags[0]", "tags[1]"])
        }
    }

    @Test func theReasonsAreTheFormsOfKeysAndValues() throws {
        let reports = try compare(
            Self.payload, with: [Sender.php, Sender.rack, Sender.qs]
        ).reports.map { Dictionary(uniqueKeysWithValues: $0.differences().map { ($0.key, $0.reasons) }) }
        #expect(
            reports[0] == [
                "rows[0][x]": [.arrayIndexed], "rows[0][y]": [.arrayIndexed], "rows[1][x]": [.arrayIndexed],
            ])
        #expect(reports[1] == ["rows[0][y]": [.booleanAsWord]])
        #expect(reports[2]["rows[0][y]"] == [.booleanAsWord, .arrayIndexed])
        #expect(reports[2]["tags[1]"] == [.arrayIndexed])
    }

    @Test(arguments: [Sender.php, .rack, .qs])
    func nothingButTypesIsLost(_ sender: Sender) throws {
        let report = try compare(Self.payload, with: [sender]).reports[0]
        #expect(report.losses.isEmpty && report.outcomes.allSatisfy { $0.state == .kept })
    }

    @Test(
        arguments: [
            (Sender.php, ["a": ["b": nil]], "a[b]"), (.rack, ["a": [["b": nil], [:]]], "a[1]"),
            (.qs, ["a": []], "a"), (.flat, ["a": [["b": 1]]], "a[0]"),
        ] as [(Sender, ParameterValue, String)])
    func aRefusalNamesTheKeyPath(_ sender: Sender, _ payload: ParameterValue, _ path: String) throws {
        guard case .failure(let refusal) = try compare(payload, with: [sender]).reports[0].result else {
            Issue.record("\(sender.name) sent it")
            return
        }
        #expect(refusal.message.contains("'\(path)'"))
        #expect(refusal.code == -1016)
    }

    @Test(
        arguments: [
            (
                Sender.php,
                ["a": nil, "b": ["c": [], "d.": 1], "e.f": nil, "g": ["ok", nil], "h": ["0": nil]],
                ["a", "b[c]", "e.f", "e.f", "g[1]", "h", "h[0]"]
            ),
            (
                .rack, ["a": [["x": 1], ["y": 2], [[3]]], "b[": ["c]": []]], ["a[1]", "a[2]", "b[", "b[[c]]", "b[[c]]"]
            ),
            (.flat, ["a": ["b": nil], "c": [["d"]], "e": .set(["f"]), "g": nil], ["a", "a[b]", "c[0]", "e", "g"]),
            (
                .flat, ["a": ["v0": nil, "c": [["d"], [nil, ["e": nil]]]], "v0": nil, "r": .set([["s": nil]])],
                [
                    "a", "v0", "a[v0]", "a[c][0]", "a[c][1]", "a[c][1][0]", "a[c][1][1]", "a[c][1][1][e]", "r", "r[0]",
                    "r[0][s]",
                ]
            ),
            (.propertyList, ["a": nil, "b": [nil, 1]], ["a", "b[0]"]),
            (.http, ["a": .data(Data([1])), "b": .data(Data([2]))], ["a", "b"]),
        ] as [(Sender, ParameterValue, [String])])
    func aRefusalListsEveryProblem(_ sender: Sender, _ payload: ParameterValue, _ paths: [String]) throws {
        let report = try compare(payload, with: [sender]).reports[0]
        guard case .failure(let refusal) = report.result else {
            Issue.record("\(sender.name) sent it")
            return
        }
        let found = refusal.problems.map { $0.split(separator: "'").dropFirst().first.map(String.init) ?? $0 }
        #expect(found.sorted() == paths.sorted())
        #expect(refusal.problems.allSatisfy { !$0.contains("renamed") })
        let text = TextRenderer(style: TextStyle(width: 400)).text(for: Report(try compare(payload, with: [sender])))
        for path in paths where sender.name != Sender.propertyList.name { #expect(text.contains("'\(path)'")) }
    }

    @Test func theSearchForProblemsEnds() throws {
        let nulls = ParameterValue.array(Array(repeating: .null, count: 200))
        guard
            case .failure(let refusal) = try compare(["a": nulls] as ParameterValue, with: [Sender.php])
                .reports[0].result
        else {
            Issue.record("php sent it")
            return
        }
        #expect(refusal.problems.count == PayloadProblems.maximumCount + 1)
        #expect(refusal.problems.last == "There may be more: the search ends after 50.")
    }

    @Test func flatQueriesRepeatTheKey() throws {
        let report = try compare(["a": ["y", "x"], "b": false] as ParameterValue, with: [Sender.flat]).reports[0]
        #expect(report.pairs.map(\.spelling) == ["a=y", "a=x", "b=false"])
        #expect(report.differences.map(\.reasons) == [[.bracketsMissing], [.bracketsMissing], [.booleanAsWord]])
    }

    /// Every name of a server, and every preset that is named for one, chooses the style of its reader.
    @Test func aServersNameIsThatOfAStyle() throws {
        for name in QueryServer.names {
            let server = try #require(QueryServer.named(name))
            let sender = try #require(Sender.named(".\(name)"))
            let dialects = Sender.presets.compactMap(\.dialect)
            let dialect = dialects.first { "QueryStyle.\($0.rawValue)" == sender.name }
            #expect(dialect == server.dialect, "\(name)")
        }
        for name in ["Alamofire.rails", "rails.", "QueryStyle", ".", "..rails"] { #expect(Sender.named(name) == nil) }
    }
}
