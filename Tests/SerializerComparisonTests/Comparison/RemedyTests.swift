import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

@Suite(.tags(.random), .takingTurns) struct RemedyTests {
    /// Every sender with its defaults, and with each choice of each option.
    private static let configurations: [EncoderChoices] =
        [EncoderChoices()]
        + (EncoderOption.encoders + EncoderOption.styles).flatMap { option in
            option.choices.dropFirst().map { choice in
                var choices = EncoderChoices()
                choices[option.name] = choice.name
                return choices
            }
        }

    /// The payloads of all reasons, and some of several values.
    private static let payloads: [ParameterValue] =
        ReasonTests.examples.map(\.payload) + [
            ["r": [["x": 1, "y": nil], ["x": 2.5]], "oneTwo": ["b", "a"], "e": [], "t": "a b"],
            ["d": .decimal(2.5), "f": .float(0.1), "s": .set([1.5, 2]), "5": ["6": true]],
        ]

    /// The options of a remedy that a sender has, tried on whatever payload it is printed for.
    @Test func anOptionRemovesItsDifference() throws {
        var tried: Set<String> = []
        for (number, choices) in Self.configurations.enumerated() {
            let senders = Sender.every(choices).filter { sender in
                sender.options.contains { $0.hasPrefix("style-") != choices.hasDefaultStyle }
            }
            for payload in Effort.sample(Self.payloads, every: 8, from: number) {
                let reports = try compare(payload, with: [Sender.http] + senders).reports
                for (sender, report) in zip(senders, reports.dropFirst()) {
                    for reason in Set(report.differences.flatMap(\.reasons)) {
                        guard case .option(let option, let choice)? = report.remedy(for: reason) else { continue }
                        try expect(
                            reason, isRemovedBy: option, choice, for: sender.name, payload, choices, &tried)
                    }
                }
            }
        }
        #expect(tried.count > 30, "\(tried.sorted())")
    }

    private func expect(
        _ reason: Reason, isRemovedBy option: String, _ choice: String, for name: String, _ payload: ParameterValue,
        _ choices: EncoderChoices, _ tried: inout Set<String>
    ) throws {
        tried.insert("\(reason.name) \(name)")
        var choices = choices
        choices[option] = choice
        let sender = try #require(Sender.every(choices).first { $0.name == name })
        let mended = try compare(payload, with: [Sender.http, sender]).reports[1]
        #expect(mended.request != nil, "\(name) refuses \(payload) with \(option) \(choice)")
        #expect(
            !mended.differences.contains { $0.reasons.contains(reason) },
            "\(reason.name) of \(name) for \(payload) with \(option) \(choice)")
    }

    /// The payload as it is after a piece of advice.
    private func following(_ advice: String, _ value: ParameterValue, isTop: Bool = true) throws -> ParameterValue? {
        switch (advice, value) {
        case ("pass 1 or 0", .bool(let flag)): return .int(flag ? 1 : 0)
        case ("remove nulls", .null): return nil
        case ("pass its text", .double), ("pass its text", .float), ("pass its text", .decimal),
            ("pass its text", .int), ("pass its text", .uint), ("pass its text", .date), ("pass its text", .url):
            return .string(try #require(PayloadLeaf(path: PayloadPath(), value: value).queryText))
        case ("pass base 64", .data(let data)): return .string(data.base64EncodedString())
        case ("pass an array", .set(let elements)), ("pass an array, and keys that are strings", .set(let elements)):
            return .array(elements.inQueryOrder)
        case ("flatten it", .dictionary) where isTop:
            return .dictionary(
                ParameterDictionary(PayloadLeaf.all(in: value).map { ($0.path.text, $0.value) }))
        case ("rename one of the keys", .dictionary(let entries)):
            return .dictionary(ParameterDictionary(entries.enumerated().map { ("\($0)", $1.value) }))
        case (_, .dictionary(let entries)):
            return .dictionary(
                ParameterDictionary(
                    try entries.compactMap { key, value in
                        try following(advice, value, isTop: false).map { (key, $0) }
                    }))
        case (_, .array(let elements)):
            return .array(try elements.compactMap { try following(advice, $0, isTop: false) })
        case (_, .set(let elements)):
            return .set(Set(try elements.compactMap { try following(advice, $0, isTop: false) }))
        default: return value
        }
    }

    /// Advice that is about the use of a sender, with what comes of following it.
    private static let uses = ["write %2B into percentEncodedQuery": "a=b%2Bc", "unwrap it": "a=b"]

    @Test func adviceRemovesItsDifference() throws {
        var tried: Set<String> = []
        for example in ReasonTests.examples {
            for sender in Sender.every() + [example.sender] {
                let report = try compare(example.payload, with: [Sender.http, sender]).reports[1]
                for reason in Set(report.differences.flatMap(\.reasons)) {
                    guard case .advice(let advice)? = report.remedy(for: reason) else { continue }
                    tried.insert(advice)
                    let changed = try #require(try following(advice, example.payload))
                    let isUse = Self.uses[advice] != nil
                    // A body written by hand does not follow its payload.
                    guard isUse || !(sender.name == "FixedSender") else { continue }
                    let sender = Self.uses[advice].map { Sender.fixed(query: $0) } ?? sender
                    let mended = try compare(changed, with: [Sender.http, sender]).reports[1]
                    #expect(
                        !mended.differences.contains { $0.reasons.contains(reason) },
                        "\(reason.name) of \(sender.name) for \(example.payload): \(advice)")
                }
            }
        }
        let all = Reason.allCases.filter { !ReasonTests.losses.contains($0) }.flatMap(\.remedies).compactMap {
            if case .advice(let text) = $0 { text } else { nil }
        }
        #expect(tried == Set(all))
    }

    @Test(
        arguments: [
            (.elementBoundaries, ["r": [["x": 1], ["x": 2]]]), (.emptyCollection, ["e": []]),
        ] as [(Reason, ParameterValue)])
    func anOptionRemovesItsLoss(_ kind: Reason, _ payload: ParameterValue) throws {
        var styled = EncoderChoices()
        styled["style-null"] = "literal"
        var tried = 0
        for sender in Sender.every(styled) {
            let report = try compare(payload, with: [sender]).reports[0]
            guard report.losses.contains(where: { $0.kind == kind }),
                case .option(let option, let choice)? = report.remedy(for: kind)
            else { continue }
            tried += 1
            var choices = styled
            choices[option] = choice
            let mended = try #require(Sender.every(choices).first { $0.name == sender.name })
            let losses = try compare(payload, with: [mended]).reports[0].losses
            #expect(!losses.contains { $0.kind == kind }, "\(sender.name) with \(option) \(choice)")
        }
        #expect(tried > 0)
    }

    /// Each option that is advised has its Swift, which the table of options has as well.
    @Test func anOptionIsAdvisedInSwift() {
        let remedies =
            Reason.allCases.flatMap(\.remedies)
        for case .option(let name, let choice) in remedies {
            let code = Remedy.option(name, choice).code(for: ["array", name])
            #expect(code.contains(/^(style\.\w+ = |\w+: )(\.\w+|true|false)$/), "\(name) \(choice): \(code)")
        }
        #expect(Remedy.option("style-null", "bare-key").code(for: ["style-null"]) == "style.nulls = .bareKey")
        let key = Remedy.option("key", "default")
        #expect(key.code(for: ["array", "key"]) == "keyEncoding: .useDefaultKeys")
        #expect(key.code(for: Sender.jsonEncoder().options) == "keyEncodingStrategy = .useDefaultKeys")
        #expect(Remedy.advice("unwrap it").code(for: []) == "unwrap it")
    }

    @Test func anOptionIsAdvisedToTheSendersThatHaveIt() throws {
        let payload: ParameterValue = ["flag": true, "none": nil, "list": [], "number": 99.99]
        var strategies = EncoderChoices()
        strategies["bool"] = "literal"
        let comparison = try compare(payload, with: Sender.all(strategies))
        let text = TextRenderer(style: TextStyle(width: 400)).text(for: Report(comparison))
        #expect(
            text.contains(
                "(urlencoding, urlform, urlcomponents): flag → set boolEncoding to .numeric (urlencoding, urlform; "
                    + "try --bool numeric); pass 1 or 0 (urlcomponents)\n"))
        #expect(!text.contains("A null is a word"))
        #expect(text.contains("(urlform): none → set nilEncoding to .dropValue (try --nil drop-value)\n"))
        #expect(!text.contains("--style"))
        let page = HTMLRenderer.text(for: Report(comparison, for: .page))
        #expect(page.contains("<td>nilEncoding: .dropValue (try --nil drop-value)</td>"))
        #expect(
            page.contains(
                "<td>boolEncoding: .numeric (urlencoding, urlform; try --bool numeric); "
                    + "pass 1 or 0 (urlcomponents, json, "
            ))
    }
}

extension SenderReport {
    /// The remedy for a kind of difference or loss; `nil` where only another sender helps.
    fileprivate func remedy(for finding: Reason) -> Remedy? { finding.remedy(for: sender.options) }
}
