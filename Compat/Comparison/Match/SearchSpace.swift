import AlamofireEncoders
import URLSerialization

/// An encoder and the combinations of its finite strategies.
struct SearchSpace: Sendable {
    /// A strategy of the encoder.
    struct Strategy: Sendable {
        let option: EncoderOption
        fileprivate(set) var choiceCount: Int

        var name: String { option.setting }
        /// Whether no other strategy spells the same parts of a query, so that its best choice can be found separately.
        /// The others spell keys, or spaces in keys, or omit nulls, which changes the indices after them.
        var isIndependent: Bool { !["array", "empty", "null", "nil", "space"].contains(name) }
    }

    /// The encoder's type.
    let name: String
    private(set) var strategies: [Strategy]
    /// A caveat about the order of the pairs of nested dictionaries; `nil` for an encoder with a fixed order.
    var nestedOrder: String?
    private let make: @Sendable (EncoderChoices) -> Sender
    private let codeOf: @Sendable (EncoderChoices) -> String

    /// The request that is made only for its query.
    static let request: URLRequest = {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.httpMethod = "POST"
        return request
    }()

    /// The encoders whose strategies are searched.
    static let all = [urlEncoding, formEncoder, queryStyle]

    private static let urlEncoding = SearchSpace(
        "URLEncoding",
        nestedOrder: "Alamofire itself leaves the order within nested dictionaries open; AlamofireCompat sorts them.",
        Sender.urlEncoding
    ) { $0.urlEncoding.code }

    private static let formEncoder = SearchSpace("URLEncodedFormParameterEncoder", Sender.urlForm) {
        $0.formParameterEncoder.code
    }

    static let queryStyle = SearchSpace("QueryStyle", { Sender.styled("style", $0) }) { choices in
        if choices.hasDefaultStyle { return "HTTPRequestSerializer()" }
        let style = choices.styleCode(preset: "afNetworking")
        return "\(style)\nlet serializer = HTTPRequestSerializer(queryStyle: style)"
    }

    private init(
        _ name: String, nestedOrder: String? = nil, _ make: @escaping @Sendable (EncoderChoices) -> Sender,
        code: @escaping @Sendable (EncoderChoices) -> String
    ) {
        (self.name, self.nestedOrder, self.make, codeOf) = (name, nestedOrder, make, code)
        let options = make(EncoderChoices()).options.subtracting(["destination"])
        strategies = EncoderOption.all.filter { options.contains($0.name) }.map {
            Strategy(option: $0, choiceCount: $0.choices.count)
        }
    }

    /// Returns the encoder that a sender uses, or `nil` for a sender that does not make forms.
    static func named(_ sender: String) -> SearchSpace? {
        let isStyle = sender == Sender.http.name || sender.hasPrefix(queryStyle.name)
        return isStyle ? queryStyle : all.first { $0.name == sender }
    }

    private func chosen(_ positions: [Int]) -> EncoderChoices {
        zip(strategies, positions).reduce(into: EncoderChoices()) { choices, chosen in
            let (option, position) = (chosen.0.option, chosen.1)
            if position > 0 { choices.choose(option.choices[position].name, for: option.name) }
        }
    }

    /// Returns a sender with the choices.
    func sender(_ choices: [Int]) -> Sender { make(chosen(choices)) }

    /// Returns the Swift code that makes the encoder.
    func code(_ choices: [Int]) -> String { codeOf(chosen(choices)) }

    /// Returns the conditions under which the code works.
    func remarks(_ choices: [Int]) -> [String] { zip(strategies, choices).compactMap { $0.option.choices[$1].remark } }

    /// Returns the query of a payload.
    func encode(_ choices: [Int], _ payload: Payload) throws -> String {
        do {
            let sent = try sender(choices).send(payload, Self.request)
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
