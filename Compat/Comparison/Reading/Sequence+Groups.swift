extension Sequence {
    /// Returns the elements in groups with the same key, in the order of the first of each.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        let groups = Dictionary(grouping: enumerated()) { key($0.element) }.values
        return groups.sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element) }
    }

    /// Returns the elements in groups of equal ones, keeping the order.
    package func grouped(where isAlike: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { groups, element in
            let position = groups.firstIndex { isAlike($0[0], element) } ?? groups.count
            if position == groups.count { groups.append([]) }
            groups[position].append(element)
        }
    }
}

extension Array {
    /// Returns the positions of the elements' partners in another list, by the elements' positions. A partner is the
    /// first of the others with the same name that no earlier element has. The elements without a partner are then
    /// paired by the next name.
    func partners<Name: Hashable>(in others: [Element], by names: [(Element) -> Name]) -> [Int: Int] {
        names.reduce(into: [:]) { partners, name in
            let taken = Set(partners.values)
            let left = others.indices.reversed().filter { !taken.contains($0) }
            var waiting = Dictionary(grouping: left) { name(others[$0]) }
            for number in indices where partners[number] == nil {
                if let partner = waiting[name(self[number])]?.popLast() { partners[number] = partner }
            }
        }
    }
}
