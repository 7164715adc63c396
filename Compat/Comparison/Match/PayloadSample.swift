import URLSerialization

extension Payload {
    /// The number of values from which a search tries configurations on a sample.
    private static let largeCount = 1500

    /// A payload that replaces this one in a search. Long collections are reduced to their first elements and the first
    /// element of each additional kind, with the one after it, which a server may merge with it. A small payload is its
    /// own sample.
    var sample: Payload {
        guard let value = parameters as? ParameterValue, leafCount > Self.largeCount else { return self }
        // More than the 20 indices that qs reads, if few enough values remain.
        let samples = [24, 6, 3, 2].lazy.map { value.sample($0) }
        return with(samples.first { $0.leafCount <= Self.largeCount } ?? value.sample(2))
    }
}

extension ParameterValue {
    /// The number of leaves and of empty collections.
    var leafCount: Int { max(1, elements.reduce(0) { $0 + $1.leafCount }) }

    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    fileprivate func sample(_ limit: Int) -> ParameterValue {
        func first<Element>(_ elements: some Collection<Element>, _ shape: (Element) -> Set<Int>) -> [Element] {
            guard elements.count > limit else { return Array(elements) }
            var (seen, wasNew) = (Set<Set<Int>>(), false)
            return elements.enumerated().filter { position, element in
                let isNew = seen.insert(shape(element)).inserted
                defer { wasNew = isNew }
                return isNew || wasNew || position < limit
            }.map(\.element)
        }
        switch self {
        case .array(let elements): return .array(first(elements) { $0.shape() }.map { $0.sample(limit) })
        case .dictionary(let entries):
            let kept = first(entries) { $0.value.shape(Self.marks(in: $0.key)) }
            return .dictionary(ParameterDictionary(kept.map { ($0.key, $0.value.sample(limit)) }))
        default: return self
        }
    }

    /// Returns the hashes of the leaves' keys, each with the properties that configurations treat differently.
    func shape(_ key: Int = 0) -> Set<Int> {
        Set(PayloadLeaf.all(in: self).map { [key, $0.keysHash, $0.path.isInSet ? 1 : 0, $0.value.traits].hashValue })
    }

    /// The properties of a leaf: its kind, the number of its texts, and their characters.
    private var traits: Int {
        // The properties of a string's second text follow from those of the string.
        if case .string(let text) = self { return Self.marks(in: text) }
        let texts = PayloadLeaf(path: PayloadPath(), value: self).possibleTexts.compactMap { $0 }
        return ([SentPair.Kind(self).hashValue, texts.count, Set(texts).count] + texts.map(Self.marks)).hashValue
    }

    /// Returns the characters of a text that encoders and servers treat differently, and whether it is empty.
    private static func marks(in text: String) -> Int {
        text.utf8.reduce(text.isEmpty ? 1 : 0) { $0 | bits[Int($1)] }
    }

    private static let bits: [Int] = (0..<256).map { byte in
        byte >= 0x80
            ? 2 : byte < 0x20 ? 4 : " +&=;,.[]%<(:".utf8.firstIndex(of: UInt8(byte)) == nil ? 0 : 8 << (byte & 31)
    }
}
