/// Finds what Rack would merge in an array of dictionaries.
///
/// Rack sees no indices: a pair belongs to the array's last dictionary unless that has the pair's entry already, and a
/// pair that goes into an array further in always does. The first pair of a dictionary must therefore have its like in the
/// dictionary before.
struct RackElements {
    let style: QueryStyle

    /// The position of the first dictionary that would be merged into the one before it.
    func firstMerged(of elements: [Any]) throws -> Int? {
        var previous: ParameterEntries?
        for (position, element) in elements.enumerated() {
            guard case .dictionary(let entries) = try style.node(of: element), entries.count > 0 else {
                previous = nil
                continue
            }
            if let previous {
                guard let path = try firstPath(of: entries), try has(path, in: previous) else { return position }
            }
            previous = entries
        }
        return nil
    }

    /// The keys of the first pair; nil if that is in an array.
    private func firstPath(of entries: ParameterEntries) throws -> [String]? {
        var path: [String] = []
        var entries = entries
        while let first = try first(of: entries) {
            path.append(first.writtenKey)
            switch try style.node(of: first.value) {
            case .leaf: return path
            case .dictionary(let inner) where path.count < QueryLimits.maximumDepth: entries = inner
            case .dictionary, .array, .set: return nil
            }
        }
        return nil
    }

    /// The entry that is written first.
    private func first(of entries: ParameterEntries) throws -> QueryStyle.WrittenEntry? {
        let all = try style.entries(of: entries)
        guard style.order == .sorted else { return all.first }
        let precedes = style.precedes ?? KeyOrder.precedes
        return all.min { precedes($0.key, $1.key) }
    }

    private func has(_ path: [String], in entries: ParameterEntries) throws -> Bool {
        var entries = entries
        for (depth, key) in path.enumerated() {
            let all = try style.entries(of: entries)
            guard let entry = all.first(where: { $0.writtenKey.utf8.elementsEqual(key.utf8) }) else { return false }
            guard depth + 1 < path.count else { return true }
            guard case .dictionary(let inner) = try style.node(of: entry.value) else { return false }
            entries = inner
        }
        return true
    }
}
