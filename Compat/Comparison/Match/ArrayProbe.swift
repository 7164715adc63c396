import URLSerialization

/// Arrays of decreasing numbers, or of dictionaries, that rank configurations which serve the payloads equally well.
///
/// The arrays of a payload may be short, or sorted by chance. Alamofire's form encoder sorts pairs by their text: it
/// reverses `[2, 1]` in brackets, and writes `a[10]` before `a[2]` with indices. qs reads indices up to 20.
struct ArrayProbe {
    /// The number of elements of the longest array to try.
    static let maximumLength = 30

    /// The goal for arrays of two elements and more.
    private let goal: MatchGoal
    var payloads: [Payload] { goal.payloads }
    /// Whether the elements are dictionaries instead of numbers.
    private let isNested: Bool

    private init(_ kind: MatchGoal.Kind, isNested: Bool) throws {
        self.isNested = isNested
        let payloads = (2...Self.maximumLength).map { count in
            let elements = (1...count).reversed().map { number -> ParameterValue in
                // No strategy for keys changes these keys.
                isNested ? ["_": .int(number), "__": .int(number)] : .int(number)
            }
            return Payload(name: "array", format: .json, parameters: ["_": .array(elements)] as ParameterValue)
        }
        goal = try MatchGoal(kind, for: payloads)
    }

    /// Returns a probe for arrays and one for arrays of dictionaries, each only if some leaf is in such an array.
    static func all(for leaves: some Sequence<PayloadLeaf>, _ kind: MatchGoal.Kind) throws -> [ArrayProbe] {
        let kinds = leaves.reduce(into: Set<Bool>()) { kinds, leaf in
            let next = leaf.path.steps.dropFirst().map { $0.key != nil } + [false]
            for (step, isKey) in zip(leaf.path.steps, next) where step.isIndex { kinds.insert(isKey) }
        }
        return try [false, true].filter(kinds.contains).map { try ArrayProbe(kind, isNested: $0) }
    }

    /// Whether the array at a position, by default the longest, differs from the goal in a query; `nil` is a refusal.
    func fails(_ query: String?, at position: Int? = nil) -> Bool {
        !goal.cost(at: goal.targets[position ?? goal.targets.count - 1], query).isExact
    }

    /// Returns the position of the shortest array that differs from the goal and a sentence about it, or `nil` if none
    /// does.
    func limit(_ encode: (Payload) throws -> String) -> (position: Int, text: String)? {
        // If an array differs, all longer ones do: sorting and limits of indices affect every array from a length on.
        let differing = payloads.indices.first { fails(try? encode(payloads[$0]), at: $0) }
        guard let position = differing else { return nil }
        let shortest = isNested ? "An array of two dictionaries" : "An array such as [2, 1]"
        let longer = "An array of more than \(position + 1) \(isNested ? "dictionaries" : "elements")"
        let arrays = position == 0 ? shortest : longer
        guard let server = goal.kind.server else { return (position, "\(arrays) differs from AFNetworking's.") }
        return (position, "\(arrays) reaches \(server.name) in another order or form.")
    }
}
