/// A change that removes a difference or a loss, or makes a lesser one of it.
public enum Remedy: Sendable, Hashable, CustomStringConvertible {
    /// An option of the command line: it helps the senders that have it.
    case option(String, String)
    /// A change of the payload, or of the use of the sender, in a phrase: it helps every sender.
    case advice(String)

    /// The remedy as it is printed: `--bool numeric`.
    public var description: String {
        switch self {
        case .option("alphabetize", "no"): "--no-alphabetize"
        case .option(let name, let choice): "--\(name) \(choice)"
        case .advice(let text): text
        }
    }
}

extension [Remedy] {
    /// The first remedy that helps a sender with these options.
    func first(for options: Set<String>) -> Remedy? {
        first { if case .option(let name, _) = $0 { options.contains(name) } else { true } }
    }
}

/// The remedies for a kind of difference, each with the senders that it helps.
struct RemedyList {
    private(set) var senders: [String] = []
    private var groups: [(remedy: Remedy, senders: [String])] = []

    /// Adds a sender after the last one, with its remedy if there is one.
    mutating func add(_ sender: String, _ remedy: Remedy?) {
        guard senders.last != sender else { return }
        senders.append(sender)
        guard let remedy else { return }
        if let position = groups.firstIndex(where: { $0.remedy == remedy }) {
            groups[position].senders.append(sender)
        } else {
            groups.append((remedy, [sender]))
        }
    }

    /// The remedies; senders are named unless one remedy helps all.
    var text: String {
        groups.map { remedy, helped in
            helped == senders ? "\(remedy)" : "\(remedy) (\(helped.joined(separator: ", ")))"
        }.joined(separator: "; ")
    }
}

extension SenderReport {
    /// The remedy for a kind of difference; `nil` where only another sender helps.
    func remedy(for reason: Reason) -> Remedy? { reason.remedies.first(for: options) }

    /// The remedy for a kind of loss; `nil` where only another sender helps.
    func remedy(for loss: Loss.Kind) -> Remedy? { loss.remedies.first(for: options) }
}
