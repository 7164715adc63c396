import URLSerialization

/// The kinds of content in a payload that options are about, or that servers and encoders treat apart.
struct PayloadFeatures: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let arrays = Self(rawValue: 1)
    static let booleans = Self(rawValue: 1 << 1)
    static let bytes = Self(rawValue: 1 << 2)
    static let dates = Self(rawValue: 1 << 3)
    static let emptyCollections = Self(rawValue: 1 << 4)
    static let fractions = Self(rawValue: 1 << 5)
    static let nestedKeys = Self(rawValue: 1 << 6)
    static let nulls = Self(rawValue: 1 << 7)
    /// Keys with a letter, which key strategies change.
    static let letters = Self(rawValue: 1 << 8)
    /// A dictionary or an array below the top, so that there is an order.
    static let order = Self(rawValue: 1 << 9)
    static let integers = Self(rawValue: 1 << 10)
    static let urls = Self(rawValue: 1 << 11)
    /// Numbers that AFNetworking prints otherwise than Swift.
    static let roundedNumbers = Self(rawValue: 1 << 12)
    /// The first of the bits that are about the characters of keys and texts.
    static let spaces = Self(rawValue: 1 << 13)
    private static let characters = Array(" +&=;.[]%\0".utf8)
}

extension PayloadFeatures {
    /// The features of a key or a text.
    init(ofText text: String) {
        self = text.utf8.reduce(into: Self(rawValue: text.isEmpty ? 1 << 30 : 0)) { features, byte in
            let number = byte >= 0x80 ? Self.characters.count : Self.characters.firstIndex(of: byte)
            if let number { features.formUnion(Self(rawValue: Self.spaces.rawValue << number)) }
        }
    }

    /// The features of a leaf and of the way to it.
    init(of leaf: PayloadLeaf) {
        self = leaf.path.steps.count > 1 ? .order : []
        for (depth, step) in leaf.path.steps.enumerated() {
            guard case .key(let name) = step else {
                insert(.arrays)
                continue
            }
            formUnion(Self(ofText: name))
            if depth > 0 { insert(.nestedKeys) }
            if name.unicodeScalars.contains(where: \.properties.isAlphabetic) { insert(.letters) }
        }
        switch leaf.value {
        case .null: insert(.nulls)
        case .bool: insert(.booleans)
        case .data: insert(.bytes)
        // A date's description has spaces.
        case .date: formUnion([.dates, .spaces])
        case .double(let value):
            insert(String(format: "%.16g", value) == "\(value)" ? .fractions : [.fractions, .roundedNumbers])
        case .float: insert(.fractions)
        case .string(let text): formUnion(Self(ofText: text))
        case .int, .uint, .decimal: insert(.integers)
        case .url: insert(.urls)
        case .array, .set, .dictionary: insert(.emptyCollections)
        }
    }
}

extension Sequence<Payload> {
    /// The features of payloads together.
    var features: PayloadFeatures {
        reduce(into: []) { all, payload in
            for leaf in payload.leaves { all.formUnion(PayloadFeatures(of: leaf)) }
        }
    }
}
