extension Sequence {
    /// Returns the elements in groups with the same key, in the order of the first of each.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        let groups = Dictionary(grouping: enumerated()) { key($0.element) }.values
        return groups.sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element) }
    }

    /// Returns the elements in groups of equal ones, keeping the order.
    package func grouped(where isAlike: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { groups, element in
            if let position = groups.firstIndex(where: { isAlike($0[0], element) }) {
                groups[position].append(element)
            } else {
                groups.append([element])
            }
        }
    }

    /// Returns the elements with a partner, and the partner of each: the first of the others with the same name that
    /// no earlier element has.
    func paired<Other, Name: Hashable>(
        with others: [Other], by name: (Element) -> Name, _ otherName: (Other) -> Name
    ) -> [(Element, Other)] {
        var waiting = Dictionary(grouping: others.reversed(), by: otherName)
        return compactMap { element in waiting[name(element)]?.popLast().map { (element, $0) } }
    }
}
