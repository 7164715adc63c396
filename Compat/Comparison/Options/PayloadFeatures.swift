import URLSerialization

/// The kinds of content in a payload, each of which some options are about.
package struct PayloadFeatures: Sendable, Equatable {
    var hasArrays = false
    var hasBooleans = false
    var hasBytes = false
    var hasDates = false
    var hasEmptyCollections = false
    var hasFractions = false
    var hasNestedKeys = false
    var hasNulls = false
    var hasSpaces = false
    /// Whether a key has a letter, which key strategies change.
    var hasLetters = false
    /// Whether a dictionary has several entries, or an array several elements, so that there is an order.
    var hasOrder = false

    /// The features of several payloads together.
    init(of payloads: [Payload]) {
        for leaf in payloads.flatMap(\.leaves) { add(leaf) }
    }

    private mutating func add(_ leaf: PayloadLeaf) {
        if leaf.isEmptyCollection { hasEmptyCollections = true }
        if leaf.path.steps.count > 1 { hasOrder = true }
        for (depth, step) in leaf.path.steps.enumerated() {
            switch step {
            case .key(let name):
                if depth > 0 { hasNestedKeys = true }
                if name.contains(" ") { hasSpaces = true }
                if name.unicodeScalars.contains(where: \.properties.isAlphabetic) { hasLetters = true }
            case .index, .element: hasArrays = true
            }
        }
        switch leaf.value {
        case .null: hasNulls = true
        case .bool: hasBooleans = true
        case .data: hasBytes = true
        // A date's description has spaces.
        case .date: (hasDates, hasSpaces) = (true, true)
        case .double, .float: hasFractions = true
        case .string(let text): if text.contains(" ") { hasSpaces = true }
        case .array, .int, .uint, .decimal, .url, .set, .dictionary: break
        }
    }
}
