import AlamofireEncoders
import URLSerialization

/// An encoder and the combinations of its finite strategies.
struct SearchSpace: Sendable {
    /// The type that the code configures, such as `URLEncoding`.
    let name: String
    let sender: @Sendable (EncoderChoices) -> Sender
    /// The strategies, with the choices to try.
    private(set) var options: [EncoderOption]

    /// The request that is made only for its query.
    static let request = URLRequest(Comparison.exampleURL, method: "POST")

    /// The encoders whose strategies are searched.
    static let all = [urlEncoding, SearchSpace("URLEncodedFormParameterEncoder", Sender.urlForm), queryStyle]

    static let urlEncoding = SearchSpace("URLEncoding", Sender.urlEncoding)
    static let queryStyle = SearchSpace("QueryStyle") { Sender.styled("style", $0) }

    private init(_ name: String, _ sender: @escaping @Sendable (EncoderChoices) -> Sender) {
        (self.name, self.sender) = (name, sender)
        // A conversion of keys never brings a value to its place, and every query is made for its form.
        let names = sender(EncoderChoices()).options.subtracting(["destination", "key", "style-key"])
        options = EncoderOption.all.filter { names.contains($0.name) }
    }

    /// Returns the preset for a server, which has no strategies.
    static func preset(for server: QueryServer) -> SearchSpace {
        // `QueryStyle` has these servers' own names, too.
        let names = ["symfony", "sinatra", "express5", "express", "django", "flask", "gin"]
        let name =
            names.contains(server.name) ? server.name : ["fastapi": "fastAPI"][server.name] ?? server.dialect.rawValue
        var sender = Sender.styled(server.dialect.rawValue)
        (sender.code, sender.options) = ("HTTPRequestSerializer(style: .\(name))", [])
        return SearchSpace("QueryStyle.\(name)") { [sender] _ in sender }
    }

    /// Returns the encoder that a sender uses, or `nil` for a sender that does not make forms.
    static func named(_ sender: String) -> SearchSpace? {
        let isStyle = sender == Sender.http.name || sender.hasPrefix(queryStyle.name)
        return isStyle ? queryStyle : all.first { $0.name == sender }
    }

    /// Returns the encoders that senders use, all for `nil`.
    static func all(for senders: [String]?) -> [SearchSpace] {
        let names = senders.map { Set($0.compactMap { named($0)?.name }) }
        return all.filter { names?.contains($0.name) ?? true }
    }

    /// Returns all combinations of the choices of some strategies, with the others at their defaults.
    static func combinations(of options: [EncoderOption]) -> [EncoderChoices] {
        options.reduce([EncoderChoices()]) { all, option in all.flatMap { $0.alternatives(for: option) } }
    }

    /// Returns the query of a payload.
    func encode(_ choices: EncoderChoices, _ payload: Payload) throws -> String {
        String(decoding: try Self.send(payload, by: sender(choices)).httpBody ?? Data(), as: UTF8.self)
    }

    /// Returns a sender's request for a payload.
    static func send(_ payload: Payload, by sender: Sender) throws -> URLRequest {
        do {
            return try sender.send(payload, request)
        } catch AFError.parameterEncoderFailed(.encoderFailed(let error)) {
            // The encoder's own error has the remedy.
            throw error
        }
    }

    /// Returns the encoder with a single choice for each strategy whose choices all make the same queries.
    func reduced(to payloads: [Payload]) -> SearchSpace {
        let queries = SampleQueries(self, payloads).of
        func refusals(_ choices: EncoderChoices) -> Int { queries(choices).count { $0 == nil } }
        // A refusal would hide the effect of the other strategies, so the search starts from the choices that refuse
        // least.
        let choices = options.reduce(EncoderChoices()) { best, option in
            best.alternatives(for: option).min { refusals($0) < refusals($1) } ?? best
        }
        let sent = queries(choices)
        var space = self
        for (number, option) in options.enumerated()
        where choices.alternatives(for: option).allSatisfy({ queries($0) == sent }) {
            space.options[number].choices = [option.choices[0]]
        }
        return space
    }
}

/// An encoder's queries of payloads, each made once.
final class SampleQueries {
    let space: SearchSpace
    private let payloads: [Payload]
    private let known = Locked<[EncoderChoices: [String?]]>([:])

    init(_ space: SearchSpace, _ payloads: [Payload]) { (self.space, self.payloads) = (space, payloads) }

    /// Returns the queries of a configuration, `nil` for each payload that it refuses.
    func of(_ choices: EncoderChoices) -> [String?] {
        if let queries = known.withLock({ $0[choices] }) { return queries }
        let queries = payloads.map { try? space.encode(choices, $0) }
        known.withLock { $0[choices] = queries }
        return queries
    }
}
