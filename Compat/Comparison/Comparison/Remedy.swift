import URLSerialization

/// A change that removes or reduces a difference or a loss.
package enum Remedy: Sendable, Hashable, CustomStringConvertible {
    /// An option of the command line, which helps the senders that have it.
    case option(String, String)
    /// A phrase about a change of the payload, or of the use of the sender, which helps every sender.
    case advice(String)

    /// The remedy on the command line: `--bool numeric`.
    package var description: String {
        switch self {
        case .option("alphabetize", "no"): "--no-alphabetize"
        case .option(let name, let choice): "--\(name) \(choice)"
        case .advice(let text): text
        }
    }

    /// Returns the remedy in Swift, such as `boolEncoding: .numeric`, or the advice itself.
    ///
    /// - Parameter options: The options of the sender. The options of a `JSONEncoder` are properties.
    func code(for options: Set<String>) -> String {
        guard case .option(let name, let choice) = self else { return description }
        if name.hasPrefix("style-") {
            let (label, code) = QueryStyle.swift(choice, for: String(name.dropFirst(6)))
            return "style.\(label) = \(code)"
        }
        let (label, code) = EncoderSettings.swift(choice, for: name)
        let isProperty = options.isSubset(of: EncoderSettings.jsonOptions.keys)
        return isProperty ? "\(label)Strategy = \(code)" : "\(label): \(code)"
    }
}

extension StrategySettings {
    /// Returns the names of a setting and of its value in Swift.
    fileprivate static func swift(_ choice: String, for option: String) -> (label: String, code: String) {
        let option = options.first { $0.name == option }
        return (option?.label ?? "", option?.choices.first { $0.name == choice }?.code ?? "")
    }
}

extension [Remedy] {
    /// Returns the first remedy that helps a sender with these options.
    func first(for options: Set<String>) -> Remedy? {
        first { if case .option(let name, _) = $0 { options.contains(name) } else { true } }
    }
}

/// A kind of difference or of loss.
protocol Finding: RawRepresentable<String> {
    /// An explanation in one sentence.
    var explanation: String { get }
    /// The remedies in order of preference. The first one that a sender supports applies.
    var remedies: [Remedy] { get }
}
