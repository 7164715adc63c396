import TestSupport

@testable import URLSerialization

/// Random parameters, from which the same tree is made in every form that parameters may have.
indirect enum RandomTree: Hashable, Sendable {
    case leaf(Leaf)
    case array([RandomTree])
    case set(Set<RandomTree>)
    case dictionary([String: RandomTree])

    /// A leaf and its expected text.
    struct Leaf: Hashable, Sendable {
        let value: ParameterValue
        /// The text; `nil` for a null.
        let text: String?
    }

    /// The kinds of leaves in a tree.
    enum Leaves: Sendable {
        case all
        /// The leaves that JSON represents without loss.
        case exactInJSON
    }

    // MARK: - Making

    static func dictionary(
        using generator: inout SeededGenerator, leaves: Leaves = .all, hasSets: Bool = true, depth: Int = 4
    ) -> RandomTree {
        var entries: [String: RandomTree] = [:]
        for _ in 0..<generator.int(0...6) {
            entries[key(using: &generator)] = tree(using: &generator, leaves, hasSets, depth - 1)
        }
        return .dictionary(entries)
    }

    private static func key(using generator: inout SeededGenerator) -> String {
        // Brackets could not be distinguished from those of the key path.
        let scripts: [Script] = generator.oneIn(3) ? [.latin, .kana, .emoji, .marks, .byteOrderMark] : [.letters]
        return generator.text(scalars: generator.int(1...4), of: scripts)
    }

    private static func tree(
        using generator: inout SeededGenerator, _ leaves: Leaves, _ hasSets: Bool, _ depth: Int
    ) -> RandomTree {
        guard depth > 0, generator.oneIn(2) else { return .leaf(leaf(using: &generator, leaves)) }
        let count = generator.int(0...4)
        switch generator.int(hasSets ? 0...2 : 0...1) {
        case 0: return dictionary(using: &generator, leaves: leaves, hasSets: hasSets, depth: depth)
        case 1: return .array((0..<count).map { _ in tree(using: &generator, leaves, hasSets, depth - 1) })
        default: return .set(Set((0..<count).map { _ in tree(using: &generator, leaves, hasSets, depth - 1) }))
        }
    }

    private static func leaf(using generator: inout SeededGenerator, _ leaves: Leaves) -> Leaf {
        switch generator.int(leaves == .all ? 0...9 : 0...4) {
        case 0: return Leaf(value: nil, text: nil)
        case 1: return generator.oneIn(2) ? Leaf(value: true, text: "1") : Leaf(value: false, text: "0")
        case 2:
            let value = Int64(truncatingIfNeeded: generator.next()) >> Int64(generator.int(0...63))
            return Leaf(value: .int(value), text: "\(value)")
        case 3:
            let text = generator.text(scalars: generator.int(0...8), of: Script.allCases)
            return Leaf(value: .string(text), text: text)
        case 4:
            // A fraction of a power of two is no whole number, and exact in few digits.
            let value = Double(generator.int(-1_000_000...1_000_000)) + 0.125
            return Leaf(value: .double(value), text: String(format: "%0.16g", value))
        case 5:
            let value = DoubleSample.decimal.value(using: &generator)
            return Leaf(value: .double(value), text: String(format: "%0.16g", value))
        case 6:
            let value = Float(generator.int(-10_000...10_000)) / 8
            return Leaf(value: .float(value), text: String(format: "%0.7g", Double(value)))
        case 7:
            let second = generator.int(10...59)
            return Leaf(
                value: .date(Date(timeIntervalSince1970: TimeInterval(second) + 0.5)),
                text: "1970-01-01 00:00:\(second) +0000")
        case 8:
            let value = generator.next() | 1 << 63
            return Leaf(value: .uint(value), text: "\(value)")
        default:
            let url = URL(fileURLWithPath: "/\(generator.int(0...99))")
            return Leaf(value: .url(url), text: url.absoluteString)
        }
    }
}

extension RandomTree.Leaf {
    /// The value in an `Any`.
    var native: Any {
        switch value {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(value)
        case .uint(let value): value
        case .double(let value): value
        case .float(let value): value
        case .string(let value): value
        case .date(let value): value
        case .url(let value): value
        case .decimal, .data, .array, .set, .dictionary: value
        }
    }

    /// The object in an Objective-C collection.
    var foundation: NSObject {
        switch value {
        case .bool(let value): NSNumber(value: value)
        case .int(let value): NSNumber(value: value)
        case .uint(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .date(let value): value as NSDate
        case .url(let value): value as NSURL
        case .null, .decimal, .data, .array, .set, .dictionary: NSNull()
        }
    }
}
