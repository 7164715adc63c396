/// The place of a value in a payload.
package struct PayloadPath: Sendable {
    /// A step down.
    package enum Step: Sendable {
        /// To the value under a dictionary's key.
        case key(String)
        /// To an element of an array.
        case index(Int)
        /// To an element of a set, in the order the query writes them.
        case element(Int)

        /// The key, or the index.
        var name: String {
            switch self {
            case .key(let name): name
            case .index(let index), .element(let index): "\(index)"
            }
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

    /// Bytes that are equal for the same place: keys by their UTF-8, because two canonically equivalent keys are two
    /// places, and elements of a set as those of an array, because encoders write sets as arrays.
    var identity: ByteKey {
        var bytes = ByteKey()
        for step in steps {
            // 0xFF and 0xFE occur in no UTF-8.
            switch step {
            case .key(let name):
                bytes.append(0xFF)
                bytes.append(contentsOf: name.utf8)
            case .index(let index), .element(let index):
                bytes.append(0xFE)
                bytes.append(contentsOf: String(index).utf8)
            }
        }
        return bytes
    }

    /// Whether all keys are ASCII, so that no other place has the same text.
    var isASCII: Bool {
        steps.allSatisfy { if case .key(let name) = $0 { name.utf8.allSatisfy { $0 < 0x80 } } else { true } }
    }

    /// The number of steps that two paths have in common from the top.
    func commonStepCount(with other: PayloadPath) -> Int {
        var count = 0
        while count < min(steps.count, other.steps.count) {
            switch (steps[count], other.steps[count]) {
            case (.key(let left), .key(let right)) where left.utf8.elementsEqual(right.utf8): count += 1
            case (.index(let left), .index(let right)) where left == right: count += 1
            case (.element(let left), .element(let right)) where left == right: count += 1
            default: return count
            }
        }
        return count
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

/// Bytes as a dictionary's key, hashed as a whole: an array of bytes is hashed one by one.
struct ByteKey: Hashable {
    private(set) var bytes: [UInt8]

    init(_ text: String = "") { bytes = Array(text.utf8) }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func append(contentsOf text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
