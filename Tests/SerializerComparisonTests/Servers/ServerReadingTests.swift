import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.takingTurns) struct ServerReadingTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let server: String
        let query: String
        let payload: ParameterValue
        /// The state, the place and the text of each leaf.
        let values: [String]

        var testDescription: String { "\(server): \(query)" }
    }

    private static let rows: ParameterValue = ["r": [["x": "1"], ["y": "2"]]]
    private static let pair: ParameterValue = ["a": ["1", "2"]]

    static let examples: [Example] = [
        Example(server: "php", query: "a=1&b=x", payload: ["a": 1, "b": "x"], values: ["became text  1", "same  x"]),
        Example(server: "php", query: "r[][x]=1&r[][y]=2", payload: rows, values: ["same  1", "same  2"]),
        Example(server: "rails", query: "r[][x]=1&r[][y]=2", payload: rows, values: ["same  1", "merged r[0][y] 2"]),
        Example(
            server: "express4", query: "r[][x]=1&r[][x]=2", payload: ["r": [["x": "1"], ["x": "2"]]],
            values: ["merged r[0][x][0] 1", "merged r[0][x][1] 2"]),
        Example(
            server: "php", query: "r[][x]=1&r[][y]=2", payload: ["r": [["x": "1", "y": "2"]]],
            values: ["same  1", "moved r[1][y] 2"]),
        Example(server: "php", query: "a=1&a=2", payload: pair, values: ["dropped  ", "moved a 2"]),
        Example(server: "php", query: "a.b=1", payload: ["a.b": "1"], values: ["renamed a_b 1"]),
        Example(
            server: "flask", query: "a[]=1&a[]=2", payload: pair,
            values: [#"renamed "a[]"[0] 1"#, #"renamed "a[]"[1] 2"#]),
        Example(
            server: "django", query: "a=1&a=2&b=x", payload: ["a": ["1", "2"], "b": "x"],
            values: ["same  1", "same  2", "same  x"]),
        Example(server: "go", query: "a=1&a=2", payload: pair, values: ["same  1", "same  2"]),
        Example(
            server: "go", query: "a[]=1&a[]", payload: ["a": ["1", nil]],
            values: [#"renamed "a[]"[0] 1"#, #"renamed "a[]"[1] "#]),
        Example(server: "express", query: "a[b]=1", payload: ["a": ["b": "1"]], values: [#"renamed "a[b]" 1"#]),
        Example(server: "rails", query: "n&m=", payload: ["n": nil, "m": nil], values: ["same  ", "changed  "]),
        Example(server: "rails", query: "c[]&a=1", payload: ["c": [], "a": "1"], values: ["same  ", "same  1"]),
        Example(
            server: "rails", query: "h[c][]&h[s][]", payload: ["h": ["c": [], "s": .set([])]],
            values: ["same  ", "same  "]),
        Example(server: "php", query: "n", payload: ["n": nil], values: ["changed  "]),
        Example(
            server: "laravel", query: "r[0][x]=1&r[1][x]", payload: ["r": [["x": "1"], ["x": nil]]],
            values: ["same  1", "same  "]),
        Example(server: "php", query: "f=0.3", payload: ["f": 0.30000000000000004], values: ["changed  0.3"]),
        Example(server: "php", query: "b=true", payload: ["b": true], values: ["became text  true"]),
        Example(server: "php", query: "s=a+b", payload: ["s": "a+b"], values: ["changed  a b"]),
        Example(server: "qs", query: "a=1&a[b]=2", payload: ["a": ["b": "2"]], values: ["moved a[1][b] 2"]),
    ]

    @Test(arguments: examples)
    func followsEachValue(_ example: Example) throws {
        let server = try #require(QueryServer.named(example.server))
        let comparison = try compare(example.payload, with: [Sender.fixed(query: example.query)])
        let reading = try #require(comparison.readings(by: [server])[0].readings[0])
        #expect(reading.values.map { "\($0.state.rawValue) \($0.key ?? "") \($0.text ?? "")" } == example.values)
    }

    /// A list of a bean takes its elements from one text with commas, which may be that of a single element.
    @Test(
        arguments: [
            ("spring", "comma", ["s": ["a", " b"], "t": "x,y"], ["same a", "changed b", "same x,y"]),
            ("spring", "comma", ["n": ["s": ["a", "b"], "t": "c"]], ["same a", "same b", "same c"]),
            ("spring", "repeated", ["s": ["a"], "e": []], ["same a", "same "]),
            ("spring6", "repeated", ["s": ["a,b"], "e": [""]], ["changed a", "dropped "]),
            ("spring", "repeated", ["s": ["a,b", "c"]], ["same a,b", "same c"]),
            ("php", "comma", ["s": ["a", "b"]], ["moved a,b", "moved a,b"]),
        ] as [(String, String, ParameterValue, [String])])
    func springMakesAListOfOneTextWithCommas(
        _ name: String, _ arrays: String, _ payload: ParameterValue, _ values: [String]
    ) throws {
        var choices = EncoderChoices()
        choices["style-array"] = arrays
        choices["style-empty"] = "empty-value"
        let comparison = try compare(payload, with: [Sender.styled("style", choices)])
        let server = try #require(QueryServer.named(name))
        let reading = try #require(comparison.readings(by: [server])[0].readings[0])
        #expect(reading.values.map { "\($0.state.rawValue) \($0.text ?? "")" } == values)
        // A search counts by the same rule.
        let goal = try MatchGoal(.values(server), for: [comparison.payload])
        let query = comparison.reports[0].request?.query
        #expect(goal.cost { _ in query ?? "" }.differing == reading.values.count { !$0.isSame })
    }

    /// A server reads its style back with no loss except of types.
    @Test(arguments: [(Sender.php, "laravel"), (.rack, "sinatra"), (.qs, "express4")])
    func aServersOwnStyleArrivesWhole(_ sender: Sender, _ name: String) throws {
        let payload: ParameterValue = [
            "rows": [["x": 1, "y": true], ["x": 2]], "tags": ["b", "a b"], "d": .date(Date(timeIntervalSince1970: 0)),
            "u": 0.1, "z": .data(Data([1, 255])),
        ]
        let comparison = try compare(payload, with: [sender])
        let server = try #require(QueryServer.named(name))
        let reading = try #require(comparison.readings(by: [server])[0].readings[0])
        #expect(Set(reading.values.map(\.state)) == [.same, .becameText])
    }

    @Test func aRefusalIsTheServers() throws {
        let comparison = try compare(
            ["a": "1;2"] as ParameterValue, with: [Sender.fixed(query: "a=1;2"), Sender.jsonEncoder()])
        let server = try #require(QueryServer.named("go"))
        let readings = comparison.readings(by: [server])[0].readings
        #expect(readings[0]?.counts(of: 1) == [.refused: 1])
        #expect(readings[1] == nil)
        let text = TextRenderer(style: TextStyle(width: 200)).text(
            for: Report(comparison, servers: comparison.readings(by: [server])))
        #expect(text.contains("refused: At byte 0: A semicolon is refused by Go."))
    }

    /// A payload with a value more than a server reads of a form, and one deeper than it reads.
    private static let large: ParameterValue = .dictionary(
        ParameterDictionary((0...1001).map { ("k\($0)", .string("v")) }))
    private static let deep: ParameterValue = [
        "a": ["b": ["c": ["d": ["e": ["f": ["g": ["h": "1"]]]]]], "x": "2"], "z": "3",
    ]
    private static let abyss: ParameterValue = [
        "a": ["x": "1", "y": (0..<65).reduce("2") { value, _ in ["k": value] }], "z": "3",
    ]

    @Test(
        arguments: [
            ("php", large, [.same: 1001, .dropped: 1], "PHP reads 1001 pairs and ignores the other 1, from \"k999\""),
            ("qs", large, [.same: 1000, .dropped: 2], "qs reads 1000 pairs and ignores the other 2"),
            ("querystring", large, [.same: 1000, .dropped: 2], "querystring reads 1000 pairs and ignores the other 2"),
            ("express4", large, [.refused: 1002], "The server answers with status 413."),
            ("express", large, [.refused: 1002], "The server answers with status 413."),
            ("django", large, [.refused: 1002], "The query has more than 1000 pairs."),
            ("fastapi", large, [.refused: 1002], "The server answers with status 400."),
            ("flask", large, [.same: 1002], nil), ("rails", large, [.same: 1002], nil),
            ("go", large, [.same: 1002], nil), ("php", deep, [.same: 3], nil), ("express4", deep, [.same: 3], nil),
            ("qs", deep, [.same: 2, .renamed: 1], "qs reads 5 levels and keeps the rest of a deeper key"),
            ("php", abyss, [.dropped: 2, .same: 1], "PHP reads 64 levels and removes the whole variable"),
            ("rails", abyss, [.same: 3], nil),
            ("express-extended", abyss, [.refused: 3], "The key is nested deeper than 32 levels."),
        ] as [(String, ParameterValue, [Outcome.State: Int], String?)])
    func beyondItsLimitsAServerRefusesOrPassesOver(
        _ name: String, _ payload: ParameterValue, _ counts: [Outcome.State: Int], _ text: String?
    ) throws {
        let comparison = try compare(payload, with: [Sender.http])
        let server = try #require(QueryServer.named(name))
        let readings = try comparison.readings(by: [server, #require(QueryServer.named("qs"))])
        let reading = try #require(readings[0].readings[0])
        #expect(reading.counts(of: comparison.leaves.count) == counts)
        for servers in [[readings[0]], readings] {
            let screen = TextRenderer(style: TextStyle(width: 1000)).text(for: Report(comparison, servers: servers))
            if let text { #expect(screen.contains(text) || servers.count > 1 && counts[.refused] != nil) }
            if text == nil { #expect(reading.notices.isEmpty) }
        }
    }

    @Test func aRemainderOfAKeyIsToldFromAPath() throws {
        let server = try #require(QueryServer.named("qs"))
        let reading = try #require(
            try compare(Self.deep, with: [Sender.http]).readings(by: [server])[0].readings[0])
        #expect(reading.values.map(\.key) == [#"a[b][c][d][e][f]["[g][h]"]"#, nil, nil])
    }

    /// Values are followed by marks that are longer than they are.
    @Test func marksDoNotCountAsBytes() throws {
        let query = "a=1&b=x"
        let server = QueryServer("go", .go, evidence: "") { $1.limits.bytes = query.utf8.count }
        let comparison = try compare(["a": 1, "b": "x"] as ParameterValue, with: [Sender.fixed(query: query)])
        let reading = try #require(comparison.readings(by: [server])[0].readings[0])
        #expect(reading.values.map(\.state) == [.becameText, .same])
    }

    @Test(arguments: [
        ("php", "%FF=1&a=J%E4", #"a: "J\xE4""#), ("qs", "a=%FF", "\"%FF\""),
        ("rack", "%FF=1", "refused: "),
        ("rack", "a=%FF", #""\xFF""#), ("rails", "a=%FF", "refused: "), ("go", "a=%FF", #""\xFF""#),
        ("django", "a=1&b=%FFc", "\u{FFFD}c"), ("node", "a=%FF", "\u{FFFD}"), ("flask", "a=%FF", "\"%FF\""),
    ])
    func bytesThatAreNotTextAreShownAsTheServerHasThem(_ name: String, _ query: String, _ text: String) throws {
        let server = try #require(QueryServer.named(name))
        #expect(
            TextRenderer(style: TextStyle()).text(for: Report([Self.request(query)], readBy: [server])).contains(text))
    }

    private static func request(_ query: String) -> RecordedRequest { RecordedRequest("GET", "?\(query)") }

    @Test func everyNameIsAServers() {
        #expect(QueryServer.names.allSatisfy { QueryServer.named($0.uppercased()) != nil })
        #expect(Set(QueryServer.names.compactMap { QueryServer.named($0)?.dialect }) == Set(QueryDialect.allCases))
        #expect(QueryServer.all.count == 7 && QueryServer.frameworks.count == 10)
        #expect(QueryServer.named("iis") == nil)
    }

    @Test func aMatrixHasAColumnForEachServer() throws {
        let payload: ParameterValue = ["r": [["x": "1"], ["x": "2"]]]
        let comparison = try compare(payload, with: [Sender.http])
        let servers = try ["php", "rails", "flask"].map { try #require(QueryServer.named($0)) }
        let text = TextRenderer(style: TextStyle(width: 100)).text(
            for: Report(comparison, servers: comparison.readings(by: servers)))
        #expect(text.contains("Server reads  php     rails 6.1  flask 3.1"))
        #expect(text.contains("http          2 same  2 same     2 merged"))
        #expect(!text.contains("reads from"))
    }

    /// Values below one key that fare alike for every sender are one row; a change is named for each.
    @Test func valuesThatFareAlikeAreOneRow() throws {
        let payload: ParameterValue = [
            "c": ["a": "x", "b": 1, "n": nil, "d": true], "l": [["k": "x"], ["k": "y"]], "n": nil, "p": nil,
        ]
        let comparison = try compare(payload, with: [Sender.http, Sender.urlComponents])
        let servers = comparison.readings(by: [try #require(QueryServer.named("express"))])
        func table(_ view: ComparisonView) -> String {
            TextRenderer(style: TextStyle(width: 100)).text(for: Report(comparison, servers: servers, view: view))
        }
        #expect(table(ComparisonView()).contains("\n\nServer reads   express 5 (querystring)"))
        let rows = table(ComparisonView()).split(separator: "\n").drop { !$0.hasPrefix("c (") }.prefix(5)
        #expect(
            rows.map { $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } } == [
                ["c (4 values)", "renamed: \"c[a]\", …", "dropped"],
                ["l (2 values)", "merged: \"l[][k]\"[0], …", "dropped"],
                ["n", "changed: \"\"", "changed: \"\""], ["p", "changed: \"\"", "changed: \"\""],
                ["express 5 (querystring) reads from http"],
            ])
        let quoted = try compare(["x[y]": 1] as ParameterValue, with: [Sender.http])
        let php = quoted.readings(by: [try #require(QueryServer.named("php"))])
        let lines = TextRenderer(style: TextStyle(width: 100)).text(for: Report(quoted, servers: php))
        #expect(lines.contains("\n\"x[y]\"  renamed: x[y]\n"))
        var all = ComparisonView()
        all.showsAll = true
        #expect(table(all).contains("\nc[d] ") && !table(all).contains(" values)"))
    }

    @Test func nothingOfAQueryReachesTheTerminalAsControl() throws {
        let query = "a%1B]0;x%07=%C2%9B31m%E2%80%AE&%00=%0A%0D&%E2%80%AE[%1B]=1&<b>=%F0%9F%98%80"
        for width in [20, 60, 200] {
            let report = Report([Self.request(query)], readBy: QueryServer.all, width: width)
            let text = TextRenderer(style: TextStyle(width: width)).text(for: report)
            #expect(text.unicodeScalars.filter { !$0.isPrintable && $0 != "\n" } == [])
            #expect(text.split(separator: "\n").filter { DisplayWidth.of($0) > width } == [])
            let json = JSONRenderer.text(for: Report([Self.request(query)], readBy: QueryServer.all, for: .data))
            #expect(json.unicodeScalars.filter { !$0.isPrintable && $0 != "\n" } == [])
        }
    }

    @Test func serversThatReadAlikeAreShownTogether() {
        func text(_ width: Int) -> String {
            let report = Report([Self.request("a=1")], readBy: QueryServer.all, width: width)
            return TextRenderer(style: TextStyle(width: width)).text(for: report)
        }
        #expect(
            text(45).hasPrefix(
                "Read by php, rack, rails 6.1, qs, querystring\n  a: \"1\"\n\nRead by go, flat\n  a: [1]\n"))
        #expect(text(100).hasPrefix("php, rack, rails 6.1, qs, querystring              go, flat\n"))
        let rows = text(100).split(separator: "\n").dropFirst(2)
        #expect(rows.map { $0.split(separator: " ").joined(separator: " ") } == ["a: \"1\" a: [1]", "0: \"1\""])
    }

    @Test func anExcessIsNamedWithTheLimitAndTheFirstPair() throws {
        func texts(_ dialect: QueryDialect, _ limits: QueryLimits, _ query: String) throws -> [String] {
            try QueryParser(style: dialect, limits: limits).reading(of: query).excesses.map {
                $0.description(by: dialect)
            }
        }
        #expect(
            try texts(.php, QueryLimits(depth: 5, pairs: 2), "a=1&b=2&c\u{1B}=3&d&&") == [
                #"PHP reads 2 pairs and ignores the other 2, from "c\u{1B}" at byte 8 on."#
            ])
        #expect(
            try texts(.php, QueryLimits(depth: 1, pairs: 100), "a[b][c]=1&a[b][d]&e[][]") == [
                #"PHP reads 1 level and removes the whole variable of a deeper key: "a[b][c]" at byte 0, and 2 more."#
            ])
        #expect(
            try texts(.qs, QueryDialect.qs.limits, "q=0&a[b][c][d][e][f][g]=1") == [
                #"qs reads 5 levels and keeps the rest of a deeper key as one key: "a[b][c][d][e][f][g]" at byte 4."#
            ])
    }
}
