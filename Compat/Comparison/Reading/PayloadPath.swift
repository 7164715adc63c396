import URLSerialization

/// The place of a value in a payload.
///
/// Two paths are equal if they name the same place. Keys are compared by their UTF-8, because two canonically
/// equivalent keys are two places. Elements of a set equal those of an array, because encoders write sets as arrays.
package struct PayloadPath: Sendable, Hashable {
    /// A step to a value in a collection.
    package enum Step: Sendable, Hashable {
        /// The value under a dictionary's key.
        case key(String)
        case index(Int)
        /// An element of a set, in the order in which the query writes them.
        case element(Int)

        /// The key, or the number of an element as text.
        var name: String { key ?? "\(number ?? 0)" }

        /// The key; `nil` for an element.
        var key: String? { if case .key(let name) = self { name } else { nil } }

        var isIndex: Bool { if case .index = self { true } else { false } }

        /// The step to any element of the collection.
        var general: Step { if case .key = self { self } else { .index(PayloadPath.anyIndex) } }

        private var number: Int? {
            switch self {
            case .key: nil
            case .index(let index), .element(let index): index
            }
        }

        package static func == (left: Step, right: Step) -> Bool {
            if case (.key(let left), .key(let right)) = (left, right) { return UTF8Key(left) == UTF8Key(right) }
            return left.number != nil && left.number == right.number
        }

        package func hash(into hasher: inout Hasher) {
            if case .key(let name) = self { hasher.combine(name) } else { hasher.combine(number) }
        }
    }

    /// An index that represents any index.
    static let anyIndex = -1

    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// The path in readable form: `items[0][sku]`.
    package var text: String { text { $0 } }

    /// The path with quotes around each key that would otherwise look like a path, as in `"user[name]"`.
    var quotedText: String {
        text { key in
            let isPlain = !key.isEmpty && !key.utf8.contains { [UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
            return isPlain ? key : "\"\(key)\""
        }
    }

    /// Whether all keys are ASCII, so that no other place has the same text.
    var isASCII: Bool {
        steps.allSatisfy { $0.key?.utf8.allSatisfy { $0 < 0x80 } ?? true }
    }

    /// Returns the number of steps from the top that two paths share.
    func commonStepCount(with other: PayloadPath) -> Int {
        steps.indices.first { $0 == other.steps.count || steps[$0] != other.steps[$0] } ?? steps.count
    }

    /// The path with every index replaced by ``anyIndex``.
    var general: PayloadPath { PayloadPath(steps.map(\.general)) }

    /// Whether the path leads through a set.
    var isInSet: Bool { steps.contains { if case .element = $0 { true } else { false } } }

    /// Whether the path leads through a dictionary below the top.
    var isNestedInDictionary: Bool { steps.dropFirst().contains { $0.key != nil } }

    var parent: PayloadPath { prefix(steps.count - 1) }

    func prefix(_ count: Int) -> PayloadPath { PayloadPath(Array(steps.prefix(count))) }

    private func text(of key: (String) -> String) -> String {
        guard !steps.isEmpty else { return "(top level)" }
        return steps.enumerated().reduce(into: "") { text, step in
            let name = step.element.key.map(key) ?? (step.element == .index(Self.anyIndex) ? "…" : step.element.name)
            text += step.offset == 0 && step.element.key != nil ? name : "[\(name)]"
        }
    }
}
