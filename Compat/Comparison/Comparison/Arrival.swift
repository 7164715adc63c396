/// A value of the payload as it arrives at the server.
public struct Arrival: Sendable, Codable, Equatable {
    /// The state of a value on arrival.
    public enum State: String, Sendable, Codable {
        /// The value can be got back, its type aside.
        case kept
        /// A value arrives, but not the one that was sent, or not in its place.
        case changed
        /// Nothing arrives.
        case lost
    }

    /// The state.
    public let state: State
    /// The key under which it arrives, `nil` where it is the reference's key or nothing arrives.
    public let key: String?
    /// The text that arrives, decoded; `nil` for a bare key and where nothing arrives.
    public let text: String?
    /// The position among the array's elements, counted from 1, where it is not the element's own.
    public let position: Int?
    /// Whether the reference's value arrives, under the same key and in the same place.
    public let isSame: Bool
    /// The form of the value that arrives.
    let form: Form

    /// The form of the value that arrives.
    enum Form: String, Sendable, Codable {
        /// A text, or a value whose text says all.
        case text
        /// A key without `=`, or the null of a body.
        case null
        /// An empty array or dictionary.
        case emptyCollection
        /// A part of a text that describes a whole collection.
        case described
        /// Several values that carry one together.
        case parts
        /// Nothing.
        case nothing
    }
}

/// Finds the state of each leaf of a payload on arrival.
struct ArrivalFinder {
    let leaves: [PayloadLeaf]
    let transmission: Transmission
    let reference: PairAlignment?
    let losses: [Int: Loss]
    /// The leaves at which the pairs differ.
    let differences: [Int: [Reason]]
    /// The positions of elements that stand elsewhere.
    let positions: [Int: Int]

    func arrivals() -> [Arrival] { leaves.indices.map(arrival(ofLeaf:)) }

    private func arrival(ofLeaf leaf: Int) -> Arrival {
        let alignment = transmission.alignment
        let expected = reference.flatMap { reference in reference.pairOfLeaf[leaf].map { reference.pairs[$0] } }
        if alignment.leavesTakenApart.contains(leaf) {
            return Arrival(state: .changed, key: nil, text: nil, position: nil, isSame: false, form: .parts)
        }
        guard let pair = alignment.pairOfLeaf[leaf].map({ alignment.pairs[$0] }) else {
            return Arrival(
                state: .lost, key: nil, text: nil, position: nil,
                isSame: reference != nil && expected == nil && differences[leaf] == nil, form: .nothing)
        }
        if alignment.describedLeaves.contains(leaf) {
            return Arrival(
                state: .changed, key: nil, text: pair.received, position: nil, isSame: differences[leaf] == nil,
                form: .described)
        }
        let reasons = differences[leaf] ?? []
        let isRenamed = !Self.renamings.isDisjoint(with: reasons)
        let isKept = losses[leaf] == nil && positions[leaf] == nil && !isRenamed
        let state: Arrival.State = losses[leaf]?.kind == .bytes ? .lost : isKept ? .kept : .changed
        return Arrival(
            state: state, key: Self.spellings.isDisjoint(with: reasons) ? nil : pair.key, text: pair.received,
            position: positions[leaf], isSame: reference != nil && isSame(reasons, pair, expected),
            form: pair.kind == .null ? .null : pair.kind == .emptyCollection ? .emptyCollection : .text)
    }

    private func isSame(_ reasons: [Reason], _ pair: SentPair, _ expected: SentPair?) -> Bool {
        if pair.kind == .null, expected?.kind == .null { return Set(reasons).isSubset(of: [.nullAsWord, .escaping]) }
        return Set(reasons).isSubset(of: [.escaping, .spaceAsPlus])
    }

    /// The reasons for which a value arrives under another name.
    private static let renamings: Set<Reason> = [.keyConverted, .integerKeyLost, .keySpelling]
    /// The reasons for which its key is spelled in another way.
    private static let spellings = renamings.union([.bracketsMissing, .arrayIndexed, .setAsArray, .keyDotted])
}
