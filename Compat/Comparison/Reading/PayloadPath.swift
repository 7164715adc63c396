/// The place of a value in a payload.
///
/// Equal to one of the same place: keys by their UTF-8, because two canonically equivalent keys are two places, and
/// elements of a set as those of an array, because encoders write sets as arrays.
package struct PayloadPath: Sendable, Hashable {
    /// A step down.
    package enum Step: Sendable, Hashable {
        /// To the value under a dictionary's key.
        case key(String)
        /// To an element of an array.
        case index(Int)
        /// To an element of a set, in the order the query writes them.
        case element(Int)

        /// The key, or the index.
        var name: String { if case .key(let name) = self { name } else { "\(number ?? 0)" } }

        private var number: Int? {
            switch self {
            case .key: nil
            case .index(let index), .element(let index): index
            }
        }

        package static func == (left: Step, right: Step) -> Bool {
            switch (left, right) {
            case (.key(let left), .key(let right)): ByteKey(left) == ByteKey(right)
            case (.key, _), (_, .key): false
            default: left.number == right.number
            }
        }

        package func hash(into hasher: inout Hasher) {
            if case .key(let name) = self { hasher.combine(ByteKey(name)) } else { hasher.combine(number) }
        }
    }

    /// An index that stands for any.
    static let anyIndex = -1

    /// The steps from the top.
    package var steps: [Step]

    /// A path of steps.
    package init(_ steps: [Step] = []) { self.steps = steps }

    /// The path for people: `items[0][sku]`.
    package var text: String { text { $0 } }

    /// The same with each key in quotes that would otherwise be taken for a path, as `"user[name]"`.
    var quotedText: String {
        text { key in
            let isPlain = !key.isEmpty && !key.utf8.contains { [UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
            return isPlain ? key : "\"\(key)\""
        }
    }

    /// Whether all keys are ASCII, so that no other place has the same text.
    var isASCII: Bool {
        steps.allSatisfy { if case .key(let name) = $0 { name.utf8.allSatisfy { $0 < 0x80 } } else { true } }
    }

    /// The number of steps that two paths have in common from the top.
    func commonStepCount(with other: PayloadPath) -> Int {
        let end = min(steps.count, other.steps.count)
        return (0..<end).first { steps[$0] != other.steps[$0] } ?? end
    }

    func appending(_ step: Step) -> PayloadPath { PayloadPath(steps + [step]) }

    var parent: PayloadPath { prefix(steps.count - 1) }

    func prefix(_ count: Int) -> PayloadPath { PayloadPath(Array(steps.prefix(count))) }

    private func text(of key: (String) -> String) -> String {
        guard !steps.isEmpty else { return "(top level)" }
        var result = ""
        for position in steps.indices {
            switch steps[position] {
            case .key(let name): result += position == 0 ? key(name) : "[\(key(name))]"
            case .index(let index), .element(let index): result += index == Self.anyIndex ? "[…]" : "[\(index)]"
            }
        }
        return result
    }
}

/// A text that is equal to one of the same bytes, as a dictionary's key: Swift's own merge canonically equivalent ones.
struct ByteKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteKey, right: ByteKey) -> Bool {
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
