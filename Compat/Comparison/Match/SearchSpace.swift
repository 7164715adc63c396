import AlamofireCompat
import URLSerialization

/// An encoder and the combinations of its finite strategies.
struct SearchSpace: Sendable {
    /// A strategy of the encoder.
    struct Strategy: Sendable {
        let name: String
        let choiceCount: Int
        /// Whether no other strategy spells the same parts of a query, so that its best choice is found by itself.
        let isIndependent: Bool
    }

    /// The encoder's type.
    let name: String
    let strategies: [Strategy]
    /// Returns the query of a payload.
    let encode: @Sendable (_ choices: [Int], _ payload: Payload) throws -> String
    /// Returns the Swift code that makes the encoder.
    let code: @Sendable (_ choices: [Int]) -> String
    /// Returns the conditions under which the code has its effect.
    let remarks: @Sendable (_ choices: [Int]) -> [String]
    /// A caveat on the order of the pairs of nested dictionaries; `nil` for an encoder that settles it.
    var nestedOrder: String?
    /// Returns a sender with the choices.
    let sender: @Sendable (_ choices: [Int]) -> Sender

    /// The URL of requests that are made for their query alone.
    static let url = URL(fileURLWithPath: "/")

    /// The encoders whose strategies are searched.
    static let all = [urlEncoding, formEncoder, queryStyle]

    /// The encoder that a sender uses; `nil` for a sender that makes no form.
    static func named(_ sender: String) -> SearchSpace? {
        let isStyle = sender == Sender.http.name || sender.hasPrefix(queryStyle.name)
        return isStyle ? queryStyle : all.first { $0.name == sender }
    }

    /// The strategies that spell keys, or spaces in them, together. Those of nulls are among them: a null that is left
    /// out changes the indices after it.
    private static let dependent: Set = ["array", "empty", "null", "nil", "space"]

    private static let urlEncoding = of(
        EncoderSettings.self, named: "URLEncoding",
        without: Set(EncoderSettings.options.map(\.name)).subtracting(
            ["array", "bool"]),
        encode: { choices, payload in
            let request = try Sender.urlEncoding(choices).request(for: payload, startingFrom: URLRequest(url: url))
            return request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.percentEncodedQuery }
                ?? ""
        },
        code: { $0.urlEncoding.code },
        nestedOrder: "Alamofire itself leaves the order within nested dictionaries open; AlamofireCompat sorts them.",
        sender: { Sender.urlEncoding($0) })

    private static let formEncoder = of(
        EncoderSettings.self, named: "URLEncodedFormParameterEncoder", without: ["destination"],
        encode: { choices, payload in
            let encoder = choices.formParameterEncoder.encoder.encoder
            if payload.format == .typedJSON { return try encoder.encode(EncodableParameters(payload.parameters)) }
            return try encoder.encode(payload.value.get())
        },
        code: { $0.formParameterEncoder.code }, sender: { Sender.urlForm($0) })

    static let queryStyle = of(
        QueryStyle.self, named: "QueryStyle", without: [],
        encode: { choices, payload in
            try QueryStringSerializer(style: choices.applied(to: .afNetworking)).string(from: payload.parameters)
        },
        code: { choices in
            var shown = choices
            shown.positions = choices.positions.map { $0 == 0 ? nil : $0 }
            let isDefault = shown.isDefault
            return isDefault
                ? "HTTPRequestSerializer()"
                : shown.code(preset: "afNetworking") + "\nlet serializer = HTTPRequestSerializer(queryStyle: style)"
        },
        sender: { Sender.styled("style", $0) })

    private static func of<Settings>(
        _ settings: Settings.Type, named name: String, without fixed: Set<String>,
        encode: @escaping @Sendable (StrategyChoices<Settings>, Payload) throws -> String,
        code: @escaping @Sendable (StrategyChoices<Settings>) -> String, nestedOrder: String? = nil,
        sender: @escaping @Sendable (StrategyChoices<Settings>) -> Sender
    ) -> SearchSpace {
        let chosen: @Sendable ([Int]) -> StrategyChoices<Settings> = { positions in
            var choices = StrategyChoices<Settings>()
            choices.positions = positions
            return choices
        }
        return SearchSpace(
            name: name,
            strategies: Settings.options.map {
                Strategy(
                    name: $0.name, choiceCount: fixed.contains($0.name) ? 1 : $0.choices.count,
                    isIndependent: !dependent.contains($0.name))
            },
            encode: { try encode(chosen($0), $1) }, code: { code(chosen($0)) },
            remarks: { chosen($0).changes.compactMap(\.choice.remark) }, nestedOrder: nestedOrder,
            sender: { sender(chosen($0)) })
    }

    /// The same encoder with one choice for each strategy that no value of the payloads exercises.
    func reduced(to features: PayloadFeatures) -> SearchSpace {
        func isExercised(_ name: String) -> Bool {
            EncoderSettings.options.first { $0.name == name }?.isExercised(features)
                ?? QueryStyle.options.first { $0.name == name }?.isExercised(features) ?? true
        }
        return SearchSpace(
            name: name,
            strategies: strategies.map {
                isExercised($0.name)
                    ? $0 : Strategy(name: $0.name, choiceCount: 1, isIndependent: $0.isIndependent)
            }, encode: encode, code: code, remarks: remarks, nestedOrder: nestedOrder, sender: sender)
    }
}
