import AlamofireEncoders
import URLSerialization

/// An encoder and the combinations of its finite strategies.
struct SearchSpace: Sendable {
    /// A strategy of the encoder.
    struct Strategy: Sendable {
        let name: String
        fileprivate(set) var choiceCount: Int
        /// Whether no other strategy spells the same parts of a query, so that its best choice can be found separately.
        let isIndependent: Bool
    }

    /// The encoder's type.
    let name: String
    private(set) var strategies: [Strategy]
    /// A caveat about the order of the pairs of nested dictionaries; `nil` for an encoder with a fixed order.
    let nestedOrder: String?
    /// Returns a sender with the choices.
    let sender: @Sendable (_ choices: [Int]) -> Sender
    /// Returns the Swift code that makes the encoder.
    let code: @Sendable (_ choices: [Int]) -> String
    /// Returns the conditions under which the code works.
    let remarks: @Sendable (_ choices: [Int]) -> [String]

    /// The URL of requests that are made only for their query.
    static let url = URL(fileURLWithPath: "/")

    /// The encoders whose strategies are searched.
    static let all = [urlEncoding, formEncoder, queryStyle]

    /// Returns the encoder that a sender uses, or `nil` for a sender that does not make forms.
    static func named(_ sender: String) -> SearchSpace? {
        let isStyle = sender == Sender.http.name || sender.hasPrefix(queryStyle.name)
        return isStyle ? queryStyle : all.first { $0.name == sender }
    }

    /// The strategies that together spell keys, or spaces in keys. The strategies of nulls are among them, because an
    /// omitted null changes the indices after it.
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
                isIndependent: !Self.dependent.contains($0.name))
        }
        self.sender = { sender(chosen($0)) }
        self.code = { code(chosen($0)) }
        remarks = { chosen($0).changes.compactMap(\.choice.remark) }
    }

    /// Returns the query of a payload.
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

    /// Returns the encoder with a single choice for each strategy whose choices all make the same queries.
    func reduced(to payloads: [Payload]) -> SearchSpace {
        func queries(_ choices: [Int]) -> [String?] { payloads.map { try? encode(choices, $0) } }
        func alternatives(_ position: Int, _ choices: [Int]) -> [[Int]] {
            (0..<strategies[position].choiceCount).map { choices.replacing(at: position, with: $0) }
        }
        // A refusal would hide the effect of the other strategies, so the search starts from the choices that refuse
        // least.
        var choices = strategies.map { _ in 0 }
        var sent = queries(choices)
        for position in strategies.indices where sent.contains(nil) {
            for other in alternatives(position, choices) {
                let queries = queries(other)
                if queries.count(where: { $0 == nil }) < sent.count(where: { $0 == nil }) {
                    (choices, sent) = (other, queries)
                }
            }
        }
        var space = self
        for position in strategies.indices where alternatives(position, choices).allSatisfy({ queries($0) == sent }) {
            space.strategies[position].choiceCount = 1
        }
        return space
    }
}
