import Testing
import URLSerialization

@testable import SerializerComparison

@Suite struct ConfigurationSearchTests {
    private static func payload(_ value: ParameterValue) -> Payload {
        Payload(name: "p", format: .json, parameters: value)
    }

    private func brute(_ search: ConfigurationSearch, in space: SearchSpace) -> MatchCost {
        ConfigurationSearch.combinations(of: Array(space.strategies.indices), in: space)
            .map { search.cost(of: $0, in: space) }.min() ?? .refused
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

    @Test(arguments: 0..<200 as Range<UInt64>)
    func theReductionFindsWhatBruteForceFinds(_ seed: UInt64) throws {
        let payload = Self.payload(Self.small(seed))
        let server = QueryServer.all[Int(seed) % QueryServer.all.count]
        let goals: [MatchGoal.Kind] = [.bytes, seed % 2 == 0 ? .meaning(server) : .values(server)]
        let features = PayloadFeatures(of: [payload])
        for goal in goals {
            guard let search = try? ConfigurationSearch(goal, payloads: [payload]) else { continue }
            for space in SearchSpace.all.map({ $0.reduced(to: features) }) {
                let size = space.strategies.reduce(1) { $0 * $1.choiceCount }
                guard size <= 2000 else { continue }
                let (_, cost) = search.best(in: space)
                let expected = brute(search, in: space)
                #expect(!(expected < cost) && !(cost < expected), "\(space.name) \(goal) \(cost) \(expected)")
            }
        }
    }

    /// A strategy that is not exercised changes nothing, whatever its choice.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func whatIsNotExercisedHasNoEffect(_ seed: UInt64) throws {
        let payload = Self.payload(Self.small(seed))
        let features = PayloadFeatures(of: [payload])
        for space in SearchSpace.all {
            let reduced = space.reduced(to: features)
            let defaults = space.strategies.map { _ in 0 }
            let query = try? space.encode(defaults, payload)
            for strategy in space.strategies.indices where reduced.strategies[strategy].choiceCount == 1 {
                for choice in 0..<space.strategies[strategy].choiceCount {
                    var choices = defaults
                    choices[strategy] = choice
                    #expect((try? space.encode(choices, payload)) == query, "\(space.strategies[strategy].name)")
                }
            }
        }
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
    func whatEveryConfigurationRefusesHasNone(_ value: ParameterValue, _ reason: String) throws {
        let error = try #require(throws: PayloadError.self) {
            try MatchReport([Self.payload(value)], server: QueryServer.named("rails"), isLikeReference: false)
        }
        #expect(error.reason.hasPrefix("every configuration is refused: "))
        for space in SearchSpace.all { #expect(error.reason.contains("\(space.name): ")) }
        #expect(error.reason.contains(reason))
    }

    @Test func aRefusedConfigurationHasNoCode() throws {
        let payload = Payload(name: "p", format: .typedJSON, parameters: [1: "a"] as [AnyHashable: Any])
        let report = try MatchReport([payload], server: nil)
        let renderer = MatchRenderer(style: TextStyle(width: 100))
        let refusal = "URLEncoding takes a dictionary with keys that are strings."
        #expect(renderer.text(for: report).contains("\nURLEncoding: refused for a payload\n  \(refusal)\n"))
        #expect(!renderer.text(for: report).contains("URLEncoding()"))
        #expect(try !renderer.json(for: report).contains("URLEncoding()"))
        #expect(try renderer.json(for: report).contains(refusal))
    }

    @Test func whatStillDiffersIsShown() throws {
        let report = try MatchReport([Self.payload(["a": 99.99, "b\u{1B}": nil])], server: nil)
        let text = MatchRenderer(style: TextStyle(width: 100)).text(for: report)
        #expect(text.contains("QueryStyle: AFNetworking's bytes\n    var style = QueryStyle.afNetworking\n"))
        #expect(text.contains("Remaining differences with URLEncodedFormParameterEncoder"))
        #expect(text.contains("number-text (urlform): a → pass its text"))
        #expect(!text.contains("\u{1B}"))
        #expect(try MatchRenderer(style: TextStyle()).json(for: report).contains("\"encoder\" : \"QueryStyle\""))
    }
}
