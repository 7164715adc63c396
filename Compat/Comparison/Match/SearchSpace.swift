import AlamofireEncoders
import URLSerialization

/// An encoder and the combinations of its finite strategies.
struct SearchSpace: Sendable {
    /// A strategy of the encoder.
    struct Strategy: Sendable {
        let name: String
        fileprivate(set) var choiceCount: Int
        /// Whether no other strategy spells the same parts of a query, so that its best choice is found by itself.
        let isIndependent: Bool
        fileprivate let exercise: PayloadFeatures
    }

    /// The encoder's type.
    let name: String
    private(set) var strategies: [Strategy]
    /// A caveat on the order of the pairs of nested dictionaries; `nil` for an encoder that settles it.
    let nestedOrder: String?
    /// Returns a sender with the choices.
    let sender: @Sendable (_ choices: [Int]) -> Sender
    /// Returns the Swift code that makes the encoder.
    let code: @Sendable (_ choices: [Int]) -> String
    /// Returns the conditions under which the code has its effect.
    let remarks: @Sendable (_ choices: [Int]) -> [String]

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

    private static let urlEncoding = SearchSpace(
        "URLEncoding", without: Set(EncoderSettings.options.map(\.name)).subtracting(["array", "bool"]),
        nestedOrder: "Alamofire itself leaves the order within nested dictionaries open; AlamofireCompat sorts them.",
        sender: { Sender.urlEncoding($0) }, code: { $0.urlEncoding.code })

    private static let formEncoder = SearchSpace(
        "URLEncodedFormParameterEncoder", without: ["destination"],
        sender: { Sender.urlForm($0) }, code: { $0.formParameterEncoder.code })

    static let queryStyle = SearchSpace(
        "QueryStyle", sender: { Sender.styled("style", $0) },
        code: { (choices: StyleChoices) in
            var shown = choices
            shown.positions = choices.positions.map { $0 == 0 ? nil : $0 }
            if shown.isDefault { return "HTTPRequestSerializer()" }
            return shown.code(preset: "afNetworking") + "\nlet serializer = HTTPRequestSerializer(queryStyle: style)"
        })

    private init<Settings>(
        _ name: String, without fixed: Set<String> = [], nestedOrder: String? = nil,
        sender: @escaping @Sendable (StrategyChoices<Settings>) -> Sender,
        code: @escaping @Sendable (StrategyChoices<Settings>) -> String
    ) {
        let chosen: @Sendable ([Int]) -> StrategyChoices<Settings> = { positions in
            var choices = StrategyChoices<Settings>()
            choices.positions = positions
            return choices
        }
        (self.name, self.nestedOrder) = (name, nestedOrder)
        strategies = Settings.options.map {
            Strategy(
                name: $0.name, choiceCount: fixed.contains($0.name) ? 1 : $0.choices.count,
                isIndependent: !Self.dependent.contains($0.name), exercise: $0.exercise)
        }
        self.sender = { sender(chosen($0)) }
        self.code = { code(chosen($0)) }
        remarks = { chosen($0).changes.compactMap(\.choice.remark) }
    }

    /// The query of a payload.
    func encode(_ choices: [Int], _ payload: Payload) throws -> String {
        var request = URLRequest(url: Self.url)
        request.httpMethod = "POST"
        do {
            let sent = try sender(choices).send(payload, request)
            return String(decoding: sent.httpBody ?? Data(), as: UTF8.self)
        } catch AFError.parameterEncoderFailed(.encoderFailed(let error)) {
            // The encoder's own error has the remedy.
            throw error
        }
    }

    /// The same encoder with one choice for each strategy that no value of the payloads exercises.
    func reduced(to features: PayloadFeatures) -> SearchSpace {
        var space = self
        for position in strategies.indices where !strategies[position].exercise.isSubset(of: features) {
            space.strategies[position].choiceCount = 1
        }
        return space
    }
}
