import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random, .slow), .takingTurns) struct ConfigurationSearchTests {
    private static func payload(_ value: ParameterValue) -> Payload {
        Payload(name: "p", format: .json, parameters: value)
    }

    private func brute(_ search: ConfigurationSearch, in space: SearchSpace) -> MatchCost {
        let queries = SampleQueries(space, search.samples)
        return SearchSpace.combinations(of: space.options).map { search.cost(of: $0, queries) }.min() ?? .refused
    }

    /// Small payloads with a few kinds of value each, so that all combinations can be tried.
    private static func small(_ seed: UInt64) -> ParameterValue {
        let kinds: [ParameterValue] = [
            true, nil, 99.99, .date(Date(timeIntervalSince1970: 1.5e9)), ["b", "a"], [["x": 1], ["y": nil]],
            [[1], [2, 3]],
            [], "a b", ["oneTwo": "c"], .set(["q", "p"]), ["n": [:]], 7, "+&=",
        ]
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        return .dictionary(ParameterDictionary((0...next(2)).map { ("\($0)", kinds[next(kinds.count)]) }))
    }

    @Test(arguments: 0..<UInt64(Effort.times(50, quick: 6)))
    func theReductionFindsWhatBruteForceFinds(_ seed: UInt64) throws {
        let payload = Self.payload(Self.small(seed))
        let server = QueryServer.all[Int(seed) % QueryServer.all.count]
        let goals: [MatchGoal.Kind] = [.bytes, seed % 2 == 0 ? .meaning(server) : .values(server)]
        let spaces = SearchSpace.all.map { $0.reduced(to: [payload]) }
        for goal in goals {
            guard let search = try? ConfigurationSearch(goal, payloads: [payload]) else { continue }
            for space in spaces {
                let size = space.options.reduce(1) { $0 * $1.choices.count }
                guard size <= 2000 else { continue }
                let (_, cost) = search.best(in: space)
                let expected = brute(search, in: space)
                #expect(!(expected < cost) && !(cost < expected), "\(space.name) \(goal) \(cost) \(expected)")
            }
        }
    }

    /// A strategy that is not exercised changes nothing, whatever its choice.
    @Test(arguments: 0..<UInt64(Effort.times(10, quick: 2)))
    func whatIsNotExercisedHasNoEffect(_ seed: UInt64) throws {
        let payload = Self.payload(Self.small(seed))
        for space in SearchSpace.all {
            let reduced = space.reduced(to: [payload])
            let query = try? space.encode(EncoderChoices(), payload)
            for (option, other) in zip(space.options, reduced.options) where other.choices.count == 1 {
                for choices in EncoderChoices().alternatives(for: option) {
                    #expect((try? space.encode(choices, payload)) == query, "\(option.name)")
                }
            }
        }
    }

    /// The form encoder that fits a server, and what it does with arrays of other lengths.
    @Test(
        arguments: [
            ("php", ["t": ["x", "y"]], 30), ("php", ["t": [["x": 1, "y": 2], ["x": 2, "y": 1]]], 30),
            ("flask", ["t": ["x", "y"]], 30), ("rails", ["t": ["x"]], 30), ("qs", ["t": [["x": 1], ["x": 2]]], 21),
        ] as [(String, ParameterValue, Int)])
    func theCodeHoldsForLongerArrays(_ name: String, _ value: ParameterValue, _ limit: Int) throws {
        let server = try #require(QueryServer.named(name))
        let report = try MatchReport([Self.payload(value)], server: server, isLikeReference: false)
        let form = try #require(report.results.first { $0.name == "URLEncodedFormParameterEncoder" })
        #expect(form.cost.isExact)
        let limits = form.remarks.filter { $0.hasPrefix("An array ") }
        let text = "An array of more than \(limit) dictionaries reaches \(name) in another order or form."
        #expect(limits == (limit < 30 ? [text] : []))
        for count in [2, 11, limit, limit + 1] {
            guard case .dictionary(let entries) = value, case .array(let elements)? = entries["t"] else { continue }
            let longer = (0..<count).map { number -> ParameterValue in
                if case .dictionary = elements[0] { return ["x": .int(-number), "y": .int(number)] }
                return .int(99 - number)
            }
            let payload = Self.payload(["t": .array(longer)])
            let comparison = Comparison(of: payload, method: "POST", senders: [form.sender])
            let values = comparison.readings(by: [server])[0].readings[0]?.values ?? []
            #expect(!values.isEmpty)
            #expect(values.allSatisfy { $0.isSame } == (count <= limit || limit == 30), "\(count) \(form.code)")
        }
    }

    @Test func aLimitOfAllArraysIsNamedOnce() throws {
        let payload = Self.payload(["t": ["x"], "r": [["x": 1], ["x": 2]]])
        let report = try MatchReport([payload], server: QueryServer.named("qs"), isLikeReference: false)
        #expect(
            report.results.first { $0.name == "URLEncoding" }?.remarks
                == ["An array of more than 21 elements reaches qs in another order or form."])
    }

    /// The keys' order leaves no other choice than to sort pairs by their text.
    @Test func arraysThatDifferAreNamed() throws {
        let report = try MatchReport([Self.payload(["z": 1, "a": ["c": 2, "b": 1], "t": ["x"]])], server: nil)
        let text = TextRenderer(style: TextStyle(width: 200)).text(for: Report(report))
        #expect(
            text.contains(
                "URLEncodedFormParameterEncoder: AFNetworking's bytes\n"
                    + "    // An array such as [2, 1] differs from AFNetworking's.\n"
                    + "    URLEncodedFormParameterEncoder()\n"))
        #expect(
            text.contains(
                "URLEncoding: AFNetworking's bytes\n    // Alamofire itself leaves the order within nested "
                    + "dictionaries\n    // open; AlamofireCompat sorts them.\n    URLEncoding()\n"))
        #expect(!text.contains("afNetworking\n    //") && !text.contains("//\n    var"))
        let flat = try MatchReport([Self.payload(["z": 1, "a": "b"])], server: nil)
        #expect(flat.results.allSatisfy { $0.remarks.isEmpty })
    }

    @Test func theOrderOfDictionariesIsRemarkedWhereItCounts() throws {
        let payload = Self.payload(["r": [["z": 1], ["z": 2, "a": 3]], "t": ["b", "a"]])
        let report = try MatchReport([payload], server: QueryServer.named("rails"), isLikeReference: false)
        let style = try #require(report.results.first { $0.name == "QueryStyle" })
        #expect(style.code.contains("style.order = .asGiven"))
        #expect(
            style.remarks.first
                == "Keeps the order of a model or a ParameterValue; a [String: Any] is sorted by key.")
        var asGiven = QueryStyle()
        asGiven.order = .asGiven
        let dictionary: [String: Any] = ["c": 1, "b": 2, "a": 3]
        #expect(try QueryStringSerializer(style: asGiven).string(from: dictionary) == "a=3&b=2&c=1")
        #expect(
            try QueryStringSerializer(style: asGiven).string(from: ["b": 2, "a": 3] as ParameterValue) == "b=2&a=3")
        let form = try #require(report.results.first { $0.name == "URLEncodedFormParameterEncoder" })
        #expect(form.code.contains("alphabetizeKeyValuePairs: false"))
        #expect(form.remarks == ["A model's pairs come in its order, a Swift dictionary's in any order."])
        #expect(JSONRenderer.text(for: Report(report, for: .data)).contains(form.remarks[0]))
    }

    /// The preset is for payloads that it accepts; other payloads it refuses, where the style loses values.
    @Test(
        arguments: [
            ("rails", ["a": nil], "rails"), ("laravel", ["t": [["x": 1], ["y": 2]]], "laravel"), ("go", ["a": 1], "go"),
        ]
            as [(String, ParameterValue, String)])
    func thePresetForAServerIsRemarked(_ name: String, _ value: ParameterValue, _ preset: String) throws {
        func remarks(_ value: ParameterValue) throws -> [String] {
            let server = QueryServer.named(name)
            let report = try MatchReport([Self.payload(value)], server: server, isLikeReference: false)
            return report.results.first { $0.name == "QueryStyle" }?.remarks ?? []
        }
        let remark = "QueryStyle.\(preset) serves as well, and throws for values that \(name) cannot read."
        let report = try MatchReport([Self.payload(value)], server: QueryServer.named(name), isLikeReference: false)
        let json = JSONRenderer.text(for: Report(report, for: .data))
        #expect(json.contains(remark) && json.contains("HTTPRequestSerializer(style: .\(preset))"))
        #expect(try remarks(value).last == remark)
        #expect(try remarks(["a": ["b": [:]]]).contains(remark) == false)
        #expect(try MatchReport([Self.payload(value)], server: nil).results.allSatisfy { !$0.remarks.contains(remark) })
    }

    /// A null that is sent as `<null>` or `null` is lost like one that is sent as nothing, and misleads besides.
    @Test(arguments: ["php", "qs", "go", "flask"])
    func aNullAsATextRanksBelowNone(_ name: String) throws {
        let payload = Self.payload(["a": "x", "l": [1, nil], "note": nil])
        let report = try MatchReport([payload], server: QueryServer.named(name), isLikeReference: false)
        #expect(report.results.last?.name == "URLEncoding")
        #expect(Set(report.results.map(\.cost.differing)).count == 1)
        for result in report.results.dropLast() {
            #expect(!result.code.contains("nilEncoding: .null") && !result.code.contains(".literal"), "\(result.code)")
        }
    }

    @Test(
        arguments: [
            (["o": ["a": nil], "e": []], "php", true), (["a": "x"], "php", false), ([["a": 1], 2], "go", true),
            (["a": nil, "d": .data(Data([1]))], "php", false), (["a": nil], "rails", false),
            // Rails removes nulls from arrays, and Laravel trims texts, in JSON as well.
            (["a": [1, nil]], "rails", false), (["a": [" x", nil]], "laravel", false),
        ] as [(ParameterValue, String, Bool)])
    func aJSONBodyIsNamedWhereItKeepsMore(_ value: ParameterValue, _ server: String, _ isNamed: Bool) throws {
        let payload = Self.payload(value)
        let report = try MatchReport([payload], server: QueryServer.named(server), isLikeReference: false)
        let text = TextRenderer(style: TextStyle(width: 100)).text(for: Report(report))
        let line = "JSONRequestSerializer: every value arrives if the server reads a JSON body\n"
        #expect(text.contains("\n\n\(line)    JSONRequestSerializer()\n") == isNamed)
        #expect(
            JSONRenderer.text(for: Report(report, for: .data)).contains("\"JSONRequestSerializer()\"") == isNamed)
    }

    @Test func onlyTheChosenEncodersAreSearched() throws {
        let payload = Self.payload(["a": nil])
        for (only, names) in [
            (["URLEncoding"], ["URLEncoding"]), (["QueryStyle.rack", "HTTPRequestSerializer"], ["QueryStyle"]),
            (["QueryStyle.afNetworking", "URLEncoding"], ["QueryStyle", "URLEncoding"]),
        ] {
            #expect(try MatchReport([payload], server: nil, only: only).results.map(\.name) == names)
        }
        #expect(["JSONEncoder", "URLComponents"].allSatisfy { !MatchReport.searches($0) })
    }

    @Test(
        arguments: [
            (["b": [2, 1], "a": true], "URLEncoding", "URLEncoding()"),
            (
                ["a": [2, 1], "b": nil], "URLEncodedFormParameterEncoder",
                "URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(alphabetizeKeyValuePairs: false))"
            ),
        ] as [(ParameterValue, String, String)])
    func theCodeIsThatOfTheConfiguration(_ value: ParameterValue, _ name: String, _ code: String) throws {
        let report = try MatchReport([Self.payload(value)], server: nil)
        let result = try #require(report.results.first { $0.name == name })
        #expect(result.code == code)
        #expect(report.results.first { $0.name == "QueryStyle" }?.cost.isExact == true)
    }

    @Test func whatMeansTheSameToAServerIsFound() throws {
        let payload = Self.payload(["b": nil, "a": "x"])
        let bytes = try MatchReport([payload], server: nil).results
        #expect(bytes.first { $0.name == "URLEncodedFormParameterEncoder" }?.cost.isExact == false)
        let report = try MatchReport([payload], server: QueryServer.named("php"))
        let form = try #require(report.results.first { $0.name == "URLEncodedFormParameterEncoder" })
        #expect(form.cost.isExact && form.meansTheSame)
        #expect(form.code.contains("nilEncoding: .dropValue"))
        #expect(!form.code.contains("space"))
        let rack = try MatchReport([payload], server: QueryServer.named("rack"))
        #expect(rack.results.first { $0.name == "URLEncodedFormParameterEncoder" }?.cost.isExact == false)
    }

    @Test func oneConfigurationFitsAllPayloads() throws {
        let first = Self.payload(["a": [2, 1]])
        let second = Self.payload(["b": true])
        let report = try MatchReport([first, second], server: nil)
        let form = try #require(report.results.first { $0.name == "URLEncodedFormParameterEncoder" })
        #expect(form.cost.isExact)
        #expect(form.code.contains("alphabetizeKeyValuePairs: false"))
        #expect(try MatchReport([second], server: nil).results.allSatisfy { !$0.code.contains("alphabetize") })
    }

    @Test(arguments: [("php", ".indices"), ("flask", ".repeated"), ("express4", ".indices")])
    func theLeastLossIsTheServersOwnForm(_ name: String, _ arrays: String) throws {
        let value: ParameterValue =
            name == "flask" ? ["t": ["a", "b"]] : ["r": [["x": 1, "z": 3], ["y": 2]], "u": 0.30000000000000004]
        let report = try MatchReport([Self.payload(value)], server: QueryServer.named(name), isLikeReference: false)
        let style = try #require(report.results.first { $0.name == "QueryStyle" })
        #expect(style.cost.isExact)
        #expect(style.code.contains("style.arrays = \(arrays)"))
        if name != "flask" { #expect(style.code.contains("style.numbers = .shortest")) }
    }

    @Test func bytesHaveNoReference() throws {
        let payload = Self.payload(["x": .data(Data([1]))])
        let error = try #require(throws: PayloadError.self) {
            try MatchReport([Self.payload(["a": 1]), payload], server: nil)
        }
        #expect(error.reason.contains("so that none can be like it: p: Parameter 'x': "))
        let report = try MatchReport([payload], server: QueryServer.named("php"), isLikeReference: false)
        #expect(report.results.first { $0.name == "QueryStyle" }?.code.contains("style.data = .base64") == true)
    }

    /// Rack reads 4,096 pairs, whatever the spelling.
    private static let large: ParameterValue = .dictionary(
        ParameterDictionary((0...4096).map { ("k\($0)", .string("v")) }))

    @Test(arguments: [([1, 2], "takes a dictionary"), (large, "more than 4096 pairs")] as [(ParameterValue, String)])
    func whatEveryConfigurationRefusesIsSaidOfEach(_ value: ParameterValue, _ reason: String) throws {
        let report = try MatchReport(
            [Self.payload(value)], server: QueryServer.named("rails"), isLikeReference: false)
        #expect(report.results.allSatisfy { !$0.refusals.isEmpty })
        let text = TextRenderer(style: TextStyle(width: 200)).text(for: Report(report))
        for space in SearchSpace.all { #expect(text.contains("\n\(space.name): refused for a payload\n  ")) }
        #expect(text.contains(reason))
        #expect(text.contains("\nJSONRequestSerializer: every value arrives if the server reads a JSON body\n"))
    }

    @Test func aRefusedConfigurationHasNoCode() throws {
        let payload = Payload(name: "p", format: .typedJSON, parameters: [1: "a"] as [AnyHashable: Any])
        let report = try MatchReport([payload], server: nil)
        let text = TextRenderer(style: TextStyle(width: 100)).text(for: Report(report))
        let json = JSONRenderer.text(for: Report(report, for: .data))
        let refusal = "URLEncoding takes a dictionary with keys that are strings."
        #expect(text.contains("\nURLEncoding: refused for a payload\n  \(refusal)\n"))
        #expect(!text.contains("URLEncoding()"))
        #expect(!json.contains("URLEncoding()"))
        #expect(json.contains(refusal))
    }

    @Test func whatStillDiffersIsShown() throws {
        let report = try MatchReport([Self.payload(["a": 99.99, "b\u{1B}": nil])], server: nil)
        let text = TextRenderer(style: TextStyle(width: 100)).text(for: Report(report))
        #expect(text.contains("QueryStyle: AFNetworking's bytes\n    HTTPRequestSerializer()\n"))
        #expect(text.contains("Remaining differences with URLEncodedFormParameterEncoder"))
        #expect(text.contains("The number has other digits (urlform): a → pass its text"))
        #expect(!text.contains("\u{1B}"))
        #expect(JSONRenderer.text(for: Report(report, for: .data)).contains("\"encoder\":\"QueryStyle\""))
    }
}
