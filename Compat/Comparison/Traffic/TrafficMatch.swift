import AlamofireEncoders
import URLSerialization

/// The search for the encoders, with their configurations, that send what was recorded.
package struct TrafficMatch {
    /// The outcome of sending a recorded request by an encoder, the best first.
    fileprivate enum Outcome: Comparable {
        case exact, reordered, equivalent
        case other(String)

        /// Returns the outcome that a closure finds, or the reason for its error.
        static func of(_ find: () throws -> Outcome) -> Outcome {
            do { return try find() } catch { return .other(Refusal(error).message) }
        }
    }

    /// The outcome of one encoder's best configuration.
    package struct Result {
        /// The encoder's type.
        package let name: String
        /// The code that makes it, with remarks on the types that a model needs.
        package let code: String
        package fileprivate(set) var remarks: [String] = []
        /// The requests with parameters of its kind.
        fileprivate var sent: [(request: RecordedRequest, outcome: Outcome)] = []

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
        var (forms, documents): ([Form], [Bool: [Document]]) = ([], [:])
        for (number, request) in requests.enumerated() {
            let content = RecordedContent(of: request)
            switch content {
            case .form, .none:
                let texts = [content.form ?? "", request.query].filter { !$0.isEmpty }
                if texts.isEmpty { bare.append(request) }
                forms += texts.map {
                    Form(number: number, request: request, text: $0, pairs: SentPair.pairs(ofQuery: $0))
                }
            case .document(let value, let isJSON):
                let format: PayloadFormat = isJSON ? .json : .xmlPropertyList
                documents[isJSON, default: []]
                    .append((request, Payload(name: request.place, format: format, parameters: value)))
            case .parts, .bytes: unmatched.append(request)
            }
        }
        exactCount = bare.count
        let chosen = only.map { Set($0.compactMap { SearchSpace.named($0)?.name }) }
        let spaces = SearchSpace.all.filter { !forms.isEmpty && chosen?.contains($0.name) ?? true }
        add(spaces.map { Self.result(of: forms, in: $0, server) })
        for (isJSON, encoders) in [(true, Sender.ofJSON), (false, Sender.ofLists)] where only == nil {
            let all = documents[isJSON].map { own in encoders.map { Self.result(of: own, by: $0) } } ?? []
            // The best configuration of each encoder.
            add(all.grouped { $0.name == $1.name }.compactMap { $0.max { $0.exact.count < $1.exact.count } })
        }
    }

    private mutating func add(_ results: [Result]) {
        self.results += results.sorted { $0.exact.count > $1.exact.count }
        exactCount += results.map(\.exact.count).max() ?? 0
    }

    // MARK: - Forms

    /// A query or a form, with its pairs and the number of its request.
    private struct Form {
        let number: Int
        let request: RecordedRequest
        let text: String
        let pairs: [SentPair]

        func payload(_ spelling: FormTree.Spelling) -> Payload? {
            FormTree.value(of: pairs, spelling).map { Payload(name: request.place, format: .json, parameters: $0) }
        }

        /// Returns the outcome of sending the form's payload by an encoder.
        func outcome(
            of payload: Payload?, _ server: QueryServer?, _ encode: (Payload) throws -> String
        ) throws -> Outcome {
            guard let payload else { return .other("its keys nest too deep") }
            let sent = try encode(payload)
            if sent == text { return .exact }
            if text.splitByte("&").sorted() == sent.splitByte("&").sorted() { return .reordered }
            let readings = [text, sent].map { text in server.flatMap { try? $0[.form].reading(of: text).parameters } }
            if let reading = readings[0], reading == readings[1] { return .equivalent }
            let items = PairDifferences(text, sent, .form, nil).items
            return .other(Report.list(items.map(\.text), maximum: 2))
        }
    }

    /// The largest number of forms that a search tries configurations on.
    private static let mostSamples = 24

    private static func result(of forms: [Form], in space: SearchSpace, _ server: QueryServer?) -> Result {
        var shapes: Set<Set<Int>?> = []
        let payloads = forms.lazy.map { try? $0.payload(FormTree.Spelling())?.value.get() }
        let samples = zip(forms, payloads).filter { shapes.insert($1?.shape()).inserted }.map(\.0).prefix(mostSamples)
        let found = spellings(of: forms).compactMap { spelling -> Result? in
            let targets = samples.compactMap { form in form.payload(spelling).map { ($0, form.text) } }
            guard !targets.isEmpty else { return nil }
            let search = ConfigurationSearch(recorded: targets)
            let choices = search.best(in: space.reduced(to: targets.map(\.0))).choices
            var result = Result(name: space.name, code: space.sender(choices).code)
            // A request with a query and a form is sent byte for byte only if both are.
            result.sent = forms.grouped(by: \.number).map { group in
                let outcomes = group.map { form in
                    Outcome.of {
                        try form.outcome(of: form.payload(spelling), server) { try space.encode(choices, $0) }
                    }
                }
                return (group[0].request, outcomes.max() ?? .exact)
            }
            result.remarks = remarks(on: forms, in: space) + choices.chosen(space.options).compactMap(\.choice.remark)
            return result
        }
        return found.max { $0.rank.lexicographicallyPrecedes($1.rank) } ?? Result(name: space.name, code: "")
    }

    /// Returns the spellings that some form may have, the likeliest first.
    private static func spellings(of forms: [Form]) -> [FormTree.Spelling] {
        func choices(_ isOpen: Bool) -> [Bool] { isOpen ? [false, true] : [false] }
        let keys = forms.map { $0.pairs.map(\.key).filter { !$0.hasSuffix("[]") } }
        let sets = choices(keys.contains { Set($0).count < $0.count })
        let dots = choices(keys.joined().contains { $0.dropFirst().contains(".") })
        let commas = choices(forms.contains { $0.pairs.contains { $0.received?.contains(",") == true } })
        // Nested keys are likelier than dots in names.
        return dots.reversed().flatMap { hasDots in
            commas.flatMap { hasCommas in
                sets.map { FormTree.Spelling(hasDots: hasDots, hasCommas: hasCommas, repeatsSets: $0) }
            }
        }
    }

    /// Returns remarks on the types in Swift that would be sent as the texts of forms are.
    private static func remarks(on forms: [Form], in space: SearchSpace) -> [String] {
        func first(_ isFound: (String) -> Bool) -> String? {
            forms.lazy.flatMap(\.pairs).first { $0.received.map(isFound) == true }?.key.printable
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

    // MARK: - Documents

    private typealias Document = (request: RecordedRequest, payload: Payload)

    private static func result(of documents: [Document], by sender: Sender) -> Result {
        var result = Result(name: sender.name, code: sender.code)
        result.sent = documents.map { request, payload in
            let send = { try sender.send(payload, SearchSpace.request).httpBody }
            return (request, .of { try send() == request.body ? .exact : .equivalent })
        }
        return result
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
            func call(_ type: String, _ label: String) -> String {
                "\(type)(\(code.isEmpty ? "" : "\(label): \(code)"))"
            }
            let encoder = JSONEncoder()
            // Both options have the same bits in both types.
            encoder.outputFormatting = JSONEncoder.OutputFormatting(rawValue: options.rawValue)
            let parameters = JSONParameterEncoder(encoder: encoder)
            let setting = code.isEmpty ? "" : "encoder.outputFormatting = \(code)\n"
            return [
                library(
                    "JSONRequestSerializer", "json", "", JSONRequestSerializer(writingOptions: options),
                    code: call("JSONRequestSerializer", "writingOptions")),
                Sender(name: "JSONEncoding", shortName: "json", code: call("JSONEncoding", "options")) {
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
        let formats: KeyValuePairs<String, PropertyListSerialization.PropertyListFormat> = [
            "xml": .xml, "binary": .binary,
        ]
        return formats.map { name, format in
            library(
                "PropertyListRequestSerializer", "plist", "", PropertyListRequestSerializer(format: format),
                code: "PropertyListRequestSerializer(format: .\(name))")
        }
    }
}
