import AlamofireEncoders
import URLSerialization

/// The search for the encoders, with their configurations, that send what was recorded.
package struct TrafficMatch {
    /// The outcome of one encoder's best configuration.
    package struct Result {
        /// The encoder's type.
        package let name: String
        /// The code that makes it, with remarks on the types that a model needs.
        package let code: String
        package fileprivate(set) var remarks: [String] = []
        fileprivate var preference = 0
        /// The requests that it sends byte for byte.
        package fileprivate(set) var exact: [RecordedRequest] = []
        /// The requests that it sends in another order, or so that the server reads the same.
        package fileprivate(set) var reordered: [RecordedRequest] = []
        package fileprivate(set) var equivalent: [RecordedRequest] = []
        /// The requests that it sends differently, with the reason.
        package fileprivate(set) var others: [(request: RecordedRequest, reason: String)] = []

        /// The number of requests with parameters of its kind.
        package var count: Int { exact.count + reordered.count + equivalent.count + others.count }
    }

    package let count: Int
    package let server: QueryServer?
    /// The results for forms and queries, for JSON and for property lists, the best of each first.
    package private(set) var results: [Result] = []
    /// The requests without parameters, and those with other bodies, such as files and parts.
    package private(set) var (bare, unmatched): ([RecordedRequest], [RecordedRequest]) = ([], [])

    /// The number of requests that some encoder sends byte for byte.
    package var exactCount: Int {
        bare.count
            + Dictionary(grouping: results) { Self.kind(of: $0.name) }.values.reduce(0) { sum, results in
                sum + (results.map(\.exact.count).max() ?? 0)
            }
    }

    private static func kind(of name: String) -> String {
        name.contains("JSON") ? "JSON" : name.contains("PropertyList") ? "list" : "form"
    }

    /// - Parameters:
    ///   - server: A server for which different bytes may have the same meaning; `nil` for none.
    ///   - only: The senders whose encoders are searched; `nil` for all.
    package init(_ requests: [RecordedRequest], server: QueryServer? = nil, only: [String]? = nil) {
        (count, self.server) = (requests.count, server)
        var (forms, documents): ([Form], [Document]) = ([], [])
        for request in requests {
            switch RecordedContent(of: request) {
            case .form(let form):
                forms.append(Form(request, form))
                if !request.query.isEmpty { forms.append(Form(request, request.query)) }
            case .none where request.query.isEmpty: bare.append(request)
            case .none: forms.append(Form(request, request.query))
            case .document(let value, let isJSON):
                let name = request.place
                let format: PayloadFormat = isJSON ? .json : .xmlPropertyList
                let payload = Payload(name: name, format: format, parameters: value)
                documents.append(Document(request: request, payload: payload, isJSON: isJSON))
            case .parts, .bytes: unmatched.append(request)
            }
        }
        let chosen = only.map { Set($0.compactMap { SearchSpace.named($0)?.name }) }
        if !forms.isEmpty {
            results += SearchSpace.all.filter { chosen?.contains($0.name) ?? true }
                .map { Self.result(of: forms, in: $0, server) }.sorted { $0.exact.count > $1.exact.count }
        }
        for isJSON in [true, false] where only == nil {
            let own = documents.filter { $0.isJSON == isJSON }
            guard !own.isEmpty else { continue }
            let all = DocumentEncoder.all.filter { $0.isJSON == isJSON }.map { Self.result(of: own, by: $0) }
            // The best configuration of each encoder.
            results += all.grouped { $0.name == $1.name }.compactMap { $0.max { $0.exact.count < $1.exact.count } }
                .sorted { $0.exact.count > $1.exact.count }
        }
    }

    // MARK: - Forms

    /// A query or a form, with its pairs.
    private struct Form {
        let request: RecordedRequest
        let text: String
        let pairs: [SentPair]

        init(_ request: RecordedRequest, _ text: String) {
            (self.request, self.text, pairs) = (request, text, SentPair.pairs(ofQuery: text))
        }

        /// The names and the kinds of texts, by which forms are alike to a search.
        var shape: Set<Int> {
            Set(
                pairs.map { pair in
                    let text = pair.received ?? "\u{0}"
                    let marks = " +&=;.,[]%/?:!*'()~".filter(text.contains)
                    return [pair.key.replacing(/\[\d+\]/, with: "[0]"), marks, text.isEmpty ? "" : "x"].hashValue
                })
        }

        func payload(_ spelling: FormTree.Spelling) -> Payload? {
            FormTree.value(of: pairs, spelling).map { Payload(name: request.place, format: .json, parameters: $0) }
        }

        func outcome(
            _ space: SearchSpace, _ choices: EncoderChoices, _ spelling: FormTree.Spelling, _ server: QueryServer?
        ) -> MatchOutcome {
            guard let payload = payload(spelling) else { return .other("its keys nest too deep") }
            let sent: String
            do {
                sent = try space.encode(choices, payload)
            } catch {
                return .other(Refusal(error).message)
            }
            if sent == text { return .exact }
            let (old, new) = (text.splitByte("&").sorted(), sent.splitByte("&").sorted())
            if old == new { return .reordered }
            if let server, let left = try? server[.form].reading(of: text).parameters,
                let right = try? server[.form].reading(of: sent).parameters, left == right
            {
                return .equivalent
            }
            let items = PairDifferences(text, sent, .form, nil).items
            return .other(Report.list(items.map(\.text), maximum: 2))
        }
    }

    /// The largest number of forms that a search tries configurations on.
    private static let mostSamples = 24

    private static func result(of forms: [Form], in space: SearchSpace, _ server: QueryServer?) -> Result {
        var shapes: Set<Set<Int>> = []
        let samples = forms.filter { shapes.insert($0.shape).inserted }.prefix(mostSamples)
        let found = spellings(of: forms).compactMap { spelling -> Result? in
            let targets = samples.compactMap { form in form.payload(spelling).map { ($0, form.text) } }
            guard !targets.isEmpty else { return nil }
            let search = ConfigurationSearch(recorded: targets)
            let choices = search.best(in: space.reduced(to: targets.map(\.0))).choices
            var result = Result(
                name: space.name, code: space.sender(choices).code, preference: spelling.hasDots ? 1 : 0)
            for form in forms { result.add(form.request, form.outcome(space, choices, spelling, server)) }
            result.remarks = remarks(on: forms, in: space) + choices.chosen(space.options).compactMap(\.choice.remark)
            return result
        }
        // Nested keys are likelier than dots in names.
        return found.max { $0.rank.lexicographicallyPrecedes($1.rank) } ?? Result(name: space.name, code: "")
    }

    /// Returns the spellings that some form may have, the plain one first.
    private static func spellings(of forms: [Form]) -> [FormTree.Spelling] {
        let pairs = forms.map(\.pairs)
        let keys = pairs.map { $0.map(\.key).filter { !$0.hasSuffix("[]") } }
        let hasRepeats = keys.contains { Set($0).count < $0.count }
        let hasDots = keys.contains { $0.contains { $0.dropFirst().contains(".") } }
        let hasCommas = pairs.contains { $0.contains { $0.received?.contains(",") == true } }
        let open: [(Bool, WritableKeyPath<FormTree.Spelling, Bool>)] = [
            (hasRepeats, \.repeatsSets), (hasDots, \.hasDots), (hasCommas, \.hasCommas),
        ]
        return open.filter(\.0).reduce(into: [FormTree.Spelling()]) { all, choice in
            all += all.map { spelling in
                var other = spelling
                other[keyPath: choice.1] = true
                return other
            }
        }
    }

    /// Returns remarks on the types in Swift that would be sent as the texts of forms are.
    private static func remarks(on forms: [Form], in space: SearchSpace) -> [String] {
        func first(_ isFound: (String) -> Bool) -> String? {
            forms.lazy.flatMap(\.pairs).first { $0.received.map(isFound) == true }?.key.printable
        }
        let isStyle = space.name == SearchSpace.queryStyle.name
        func setting(_ encoder: String, _ style: String) -> String { isStyle ? "style.\(style)" : encoder }
        let word = first { $0 == "true" || $0 == "false" }
        let date = first { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)/) != nil }
        let description = first { $0.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000/) != nil }
        let digits = first { text in
            text.utf8.count > 16 && text.contains(".") && Double(text).map { "\($0)" != text } == true
        }
        return [
            word.map { "\($0): a Bool needs \(setting("boolEncoding: .literal", "booleans = .literal"))." },
            date.map { "\($0): a Date needs \(setting("dateEncoding: .iso8601", "dates = .iso8601"))." },
            description.map { isStyle ? "\($0): a Date is sent so." : "\($0): pass the text of a Date." },
            digits.map {
                "\($0): \(isStyle ? "a Double needs style.numbers = .foundation" : "pass the text of a Double")."
            },
        ].compactMap { $0 }
    }

    // MARK: - Documents

    private struct Document {
        let request: RecordedRequest
        let payload: Payload
        let isJSON: Bool
    }

    private static func result(of documents: [Document], by encoder: DocumentEncoder) -> Result {
        var result = Result(name: encoder.name, code: encoder.code)
        for document in documents {
            do {
                let body = try encoder.encode(document.payload)
                let isSame = body == document.request.body
                result.add(document.request, isSame ? .exact : .equivalent)
            } catch {
                result.add(document.request, .other(Refusal(error).message))
            }
        }
        return result
    }
}

/// The outcome of sending a recorded request by an encoder.
private enum MatchOutcome {
    case exact, reordered, equivalent
    case other(String)
}

extension TrafficMatch.Result {
    /// The numbers by which results are compared, the most important first.
    fileprivate var rank: [Int] { [exact.count, reordered.count + equivalent.count, -others.count, preference] }

    fileprivate mutating func add(_ request: RecordedRequest, _ outcome: MatchOutcome) {
        switch outcome {
        case .exact: exact.append(request)
        case .reordered: reordered.append(request)
        case .equivalent: equivalent.append(request)
        case .other(let reason): others.append((request, reason))
        }
    }
}

/// An encoder of JSON or property lists, with its settings.
private struct DocumentEncoder {
    let name: String
    let code: String
    var isJSON = true
    let encode: (Payload) throws -> Data?

    /// Every encoder with the settings that change its bytes.
    static var all: [DocumentEncoder] {
        let settings: [(code: String, options: JSONSerialization.WritingOptions)] = [
            ("", []), (".sortedKeys", .sortedKeys), (".withoutEscapingSlashes", .withoutEscapingSlashes),
            ("[.sortedKeys, .withoutEscapingSlashes]", [.sortedKeys, .withoutEscapingSlashes]),
        ]
        return settings.flatMap { code, options -> [DocumentEncoder] in
            func call(_ type: String, _ label: String) -> String {
                "\(type)(\(code.isEmpty ? "" : "\(label): \(code)"))"
            }
            let encoder = JSONEncoder()
            if options.contains(.sortedKeys) { encoder.outputFormatting.insert(.sortedKeys) }
            if options.contains(.withoutEscapingSlashes) { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
            let setting = code.isEmpty ? "" : "encoder.outputFormatting = \(code)\n"
            return [
                DocumentEncoder(
                    name: "JSONRequestSerializer", code: call("JSONRequestSerializer", "writingOptions")
                ) {
                    let serializer = JSONRequestSerializer(writingOptions: options)
                    return try serializer.serialize(SearchSpace.request, with: $0.parameters).httpBody
                },
                DocumentEncoder(name: "JSONEncoding", code: call("JSONEncoding", "options")) {
                    try JSONEncoding(options: options).encode(SearchSpace.request, withJSONObject: $0.untyped).httpBody
                },
                DocumentEncoder(
                    name: "JSONParameterEncoder",
                    code: "let encoder = JSONEncoder()\n\(setting)JSONParameterEncoder(encoder: encoder)"
                ) {
                    try JSONParameterEncoder(encoder: encoder).encode($0.value.get(), into: SearchSpace.request)
                        .httpBody
                },
            ]
        }
            + ["xml": .xml, "binary": .binary].map {
                (name: String, format: PropertyListSerialization.PropertyListFormat) in
                let code = "PropertyListRequestSerializer(format: .\(name))"
                return DocumentEncoder(name: "PropertyListRequestSerializer", code: code, isJSON: false) {
                    let serializer = PropertyListRequestSerializer(format: format)
                    return try serializer.serialize(SearchSpace.request, with: $0.parameters).httpBody
                }
            }
    }
}
