import URLSerialization

extension Payload {
    /// The number of values from which a search tries configurations on a sample.
    private static let largeCount = 1500

    /// A payload that replaces this one in a search. Long collections are reduced to the first elements, and the first
    /// of each further kind. A small payload is its own sample.
    var sample: Payload {
        guard let value = parameters as? ParameterValue, leaves.count > Self.largeCount else { return self }
        // More than the 20 indices that qs reads, if few enough values remain.
        for limit in [24, 6, 3, 2] {
            let sample = with(value.sample(limit))
            if sample.leaves.count <= Self.largeCount || limit == 2 { return sample }
        }
        return self
    }
}

extension ParameterValue {
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    fileprivate func sample(_ limit: Int) -> ParameterValue {
        func first<Element>(_ elements: some Collection<Element>, _ shape: (Element) -> Set<String>) -> [Element] {
            var seen: Set<Set<String>> = []
            return elements.count <= limit
                ? Array(elements)
                : elements.enumerated().filter { seen.insert(shape($1)).inserted || $0 < limit }.map(\.element)
        }
        switch self {
        case .array(let elements): return .array(first(elements) { $0.shape }.map { $0.sample(limit) })
        case .dictionary(let entries):
            let kept = first(entries) { $0.value.shape.union(["\(Self.marks(in: [$0.key]))"]) }
            return .dictionary(ParameterDictionary(kept.map { ($0.key, $0.value.sample(limit)) }))
        default: return self
        }
    }

    /// The leaves' keys, each with the properties that configurations treat differently: the number of its texts, and
    /// their characters.
    private var shape: Set<String> {
        Set(
            PayloadLeaf.all(in: self).map { leaf in
                let texts = leaf.possibleTexts.compactMap { $0 }
                return "\(leaf.path.queryKey)=\(texts.count) \(Set(texts).count) \(Self.marks(in: texts))"
            })
    }

    /// Returns the characters of texts that encoders and servers treat differently, and whether a text is empty.
    private static func marks(in texts: [String]) -> String {
        let marks = Set(texts.joined().utf8.map { min($0, 0x80) }).intersection(Array(" +&=;.[]%\0<(:\u{80}".utf8))
        return "\(marks.sorted()) \(texts.contains(""))"
    }
}
