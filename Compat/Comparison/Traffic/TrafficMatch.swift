import AlamofireEncoders
import URLSerialization

/// The search for the encoders, with their configurations, that send what was recorded.
package struct TrafficMatch {
    /// The outcome of sending a recorded request by an encoder, the best first.
    fileprivate enum Outcome: Comparable {
        case exact, reordered, equivalent
        case other(String)
    }

    /// The outcome of one encoder's best configuration.
    package struct Result {
        /// The encoder's type.
        package let name: String
        /// The code that makes it, with remarks on the types that a model needs.
        package let code: String
        package fileprivate(set) var remarks: [String] = []
        /// The requests with parameters of its kind.
        fileprivate let sent: [(request: RecordedRequest, outcome: Outcome)]

        /// The number of requests with parameters of its kind.
        package var count: Int { sent.count }
        /// The requests that it sends byte for byte.
        package var exact: [RecordedRequest] { requests(.exact) }
        /// The requests that it sends in another order, or so that the server reads the same.
        package var reordered: [RecordedRequest] { requests(.reordered) }
        package var equivalent: [RecordedRequest] { requests(.equivalent) }
        /// The requests that it sends differently, with the reason.
        package var others: [(request: RecordedRequest, reason: String)] {
            sent.compactMap { if case .other(let reason) = $0.outcome { ($0.request, reason) } else { nil } }
        }

        /// The numbers by which results are compared, the most important first.
        fileprivate var rank: [Int] { [exact.count, reordered.count + equivalent.count, -others.count] }

        private func requests(_ outcome: Outcome) -> [RecordedRequest] {
            sent.filter { $0.outcome == outcome }.map(\.request)
        }
    }

    package let count: Int
    package let server: QueryServer?
    /// The results for forms and queries, for JSON and for property lists, the best of each first.
    package private(set) var results: [Result] = []
    /// The requests without parameters, and those with other bodies, such as files and parts.
    package private(set) var (bare, unmatched): ([RecordedRequest], [RecordedRequest]) = ([], [])
    /// The number of requests that some encoder sends byte for byte.
    package private(set) var exactCount = 0

    /// - Parameters:
    ///   - server: A server for which different bytes may have the same meaning; `nil` for none.
    ///   - only: The senders whose encoders are searched; `nil` for all.
    package init(_ requests: [RecordedRequest], server: QueryServer? = nil, only: [String]? = nil) {
        (count, self.server) = (requests.count, server)
        var parameters: [RequestDifference.Part: [Parameters]] = [:]
        for (number, request) in requests.enumerated() {
            let content = RecordedContent(of: request)
            let texts = [content.form ?? "", request.query].filter { !$0.isEmpty }
            switch content {
            case .none where texts.isEmpty: bare.append(request)
            case .form, .none:
                let forms = texts.map { text -> Parameters in (number, request, .form(text), Data(text.utf8)) }
                parameters[.form, default: []] += forms
            case .document: parameters[content.part, default: []].append((number, request, content, request.body))
            case .parts, .bytes: unmatched.append(request)
            }
        }
        var groups: [[Result]] = []
        if let forms = parameters[.form] {
            let spaces = SearchSpace.all(for: only)
            groups.append(spaces.map { best(of: Self.candidates(for: forms, in: $0), for: forms, $0.name) })
        }
        let encoders: KeyValuePairs<RequestDifference.Part, [Sender]> = [.json: Sender.ofJSON, .list: Sender.ofLists]
        for (part, senders) in encoders where only == nil {
            guard let own = parameters[part] else { continue }
            groups.append(senders.grouped(by: \.name).map { best(of: $0.map { ($0, [], []) }, for: own, $0[0].name) })
        }
        results = groups.flatMap { $0.sorted { $0.exact.count > $1.exact.count } }
        exactCount = groups.reduce(bare.count) { $0 + ($1.map(\.exact.count).max() ?? 0) }
    }

    // MARK: - Outcomes

    /// The query, the form or the document of a request with its bytes, and the position of the request.
    private typealias Parameters = (number: Int, request: RecordedRequest, content: RecordedContent, bytes: Data?)

    private static func payload(_ parameters: Parameters, _ spelling: FormTree.Spelling) -> Payload? {
        let value = FormTree.value(of: parameters.content, spelling)
        return value.map { Payload(name: parameters.request.place, format: .json, parameters: $0) }
    }

    /// Returns the outcome of sending parameters by an encoder.
    private func outcome(_ parameters: Parameters, _ spelling: FormTree.Spelling, by sender: Sender) -> Outcome {
        let content = parameters.content
        guard let payload = Self.payload(parameters, spelling) else { return .other("its keys nest too deep") }
        do {
            let sent = RecordedRequest(try SearchSpace.send(payload, by: sender))
            if sent.body == parameters.bytes { return .exact }
            let items = PairDifferences(content, RecordedContent(of: sent), content.part, server).items
            let orders: Set<Reason> = [.pairOrder, .elementsAlphabetized]
            if !items.isEmpty, items.allSatisfy({ orders.isSuperset(of: $0.reasons) }) { return .reordered }
            let isEquivalent = server == nil ? items.isEmpty : !items.contains(where: \.matters)
            return isEquivalent ? .equivalent : .other(Report.list(items.map(\.text), maximum: 2))
        } catch {
            return .other(Refusal(error).message)
        }
    }

    /// An encoder with its configuration, the spelling of the forms for which it was found, and remarks.
    private typealias Candidate = (sender: Sender, spelling: FormTree.Spelling, remarks: [String])

    /// Returns the result of the candidate that sends most.
    private func best(of candidates: [Candidate], for parameters: [Parameters], _ name: String) -> Result {
        let results = candidates.map { sender, spelling, remarks in
            // A request with a query and a form is sent byte for byte only if both are.
            let sent = parameters.grouped(by: \.number).map { group in
                (group[0].request, group.map { outcome($0, spelling, by: sender) }.max() ?? .exact)
            }
            return Result(name: name, code: sender.code, remarks: remarks, sent: sent)
        }
        return results.max { $0.rank.lexicographicallyPrecedes($1.rank) } ?? Result(name: name, code: "", sent: [])
    }

    // MARK: - Forms

    /// The largest number of forms that a search tries configurations on.
    private static let mostSamples = 24

    /// Returns the best configuration of an encoder for each spelling that the forms may have.
    private static func candidates(for forms: [Parameters], in space: SearchSpace) -> [Candidate] {
        var shapes: Set<Set<Int>?> = []
        let samples = forms.filter { shapes.insert(try? payload($0, [])?.value.get().shape()).inserted }
        return spellings(of: forms).compactMap { spelling in
            let targets = samples.prefix(mostSamples).compactMap { form in
                payload(form, spelling).map { ($0, form.content.form ?? "") }
            }
            guard !targets.isEmpty else { return nil }
            let search = ConfigurationSearch(recorded: targets)
            let choices = search.best(in: space.reduced(to: targets.map(\.0))).choices
            let remarks = remarks(on: forms, in: space) + choices.chosen(space.options).compactMap(\.choice.remark)
            return (space.sender(choices), spelling, remarks)
        }
    }

    /// Returns the spellings that some form may have, the likeliest first.
    private static func spellings(of forms: [Parameters]) -> [FormTree.Spelling] {
        let keys = forms.map { $0.content.pairs.map(\.key).filter { !$0.hasSuffix("[]") } }
        var open: FormTree.Spelling = []
        if keys.contains(where: { Set($0).count < $0.count }) { open.insert(.sets) }
        let texts = forms.lazy.flatMap(\.content.pairs).compactMap(\.received)
        if texts.contains(where: { $0.contains(",") }) { open.insert(.commas) }
        if keys.joined().contains(where: { $0.contains(".") }) { open.insert(.dotsInNames) }
        return (0..<8).map(FormTree.Spelling.init(rawValue:)).filter(open.isSuperset(of:))
    }

    /// Returns remarks on the types in Swift that would be sent as the texts of forms are.
    private static func remarks(on forms: [Parameters], in space: SearchSpace) -> [String] {
        func first(_ isFound: (String) -> Bool) -> String? {
            forms.lazy.flatMap(\.content.pairs).first { $0.received.map(isFound) == true }?.key.printable
        }
        let word = first { ["true", "false"].contains($0) }
        let date = first { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)/) != nil }
        let description = first { $0.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000/) != nil }
        let digits = first { $0.wholeMatch(of: /-?(?=[\d.]{17})\d+\.\d+/) != nil && "\(Double($0) ?? 0)" != $0 }
        let remarks = [
            (word, "a Bool needs style.booleans = .literal", "a Bool needs boolEncoding: .literal"),
            (date, "a Date needs style.dates = .iso8601", "a Date needs dateEncoding: .iso8601"),
            (description, "a Date is sent so", "pass the text of a Date"),
            (digits, "a Double needs style.numbers = .foundation", "pass the text of a Double"),
        ]
        let isStyle = space.name == SearchSpace.queryStyle.name
        return remarks.compactMap { key, style, other in key.map { "\($0): \(isStyle ? style : other)." } }
    }
}

extension Sender {
    /// The encoders of JSON with the settings that change their bytes.
    fileprivate static var ofJSON: [Sender] {
        let settings: [(code: String, options: JSONSerialization.WritingOptions)] = [
            ("", []), (".sortedKeys", .sortedKeys), (".withoutEscapingSlashes", .withoutEscapingSlashes),
            ("[.sortedKeys, .withoutEscapingSlashes]", [.sortedKeys, .withoutEscapingSlashes]),
        ]
        return settings.flatMap { code, options -> [Sender] in
            let arguments = code.isEmpty ? ["", ""] : ["writingOptions: \(code)", "options: \(code)"]
            let encoder = JSONEncoder()
            // Both options have the same bits in both types.
            encoder.outputFormatting = JSONEncoder.OutputFormatting(rawValue: options.rawValue)
            let parameters = JSONParameterEncoder(encoder: encoder)
            let setting = code.isEmpty ? "" : "encoder.outputFormatting = \(code)\n"
            return [
                library(
                    "JSONRequestSerializer", "json", "", JSONRequestSerializer(writingOptions: options),
                    code: "JSONRequestSerializer(\(arguments[0]))"),
                Sender(name: "JSONEncoding", shortName: "json", code: "JSONEncoding(\(arguments[1]))") {
                    try JSONEncoding(options: options).encode($1, withJSONObject: $0.untyped)
                },
                Sender(
                    name: "JSONParameterEncoder", shortName: "json",
                    code: "let encoder = JSONEncoder()\n\(setting)JSONParameterEncoder(encoder: encoder)"
                ) { try parameters.encode($0.value.get(), into: $1) },
            ]
        }
    }

    /// The encoders of property lists.
    fileprivate static var ofLists: [Sender] {
        let formats: [(String, PropertyListSerialization.PropertyListFormat)] = [("xml", .xml), ("binary", .binary)]
        return formats.map { name, format in
            library(
                "PropertyListRequestSerializer", "plist", "", PropertyListRequestSerializer(format: format),
                code: "PropertyListRequestSerializer(format: .\(name))")
        }
    }
}
