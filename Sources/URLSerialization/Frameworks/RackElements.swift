/// The search for dictionaries in an array that Rack would merge.
///
/// Rack sees no indices. A pair belongs to the array's last dictionary unless that already has the pair's entry. A pair
/// that goes into an array further in always belongs to it. The first pair of a dictionary must therefore have a
/// counterpart in the dictionary before.
struct RackElements {
    let style: QueryStyle
    let nodes: ParameterNodes

    /// Returns the first dictionary of an array that would be merged into the one before it.
    func firstMerged(of array: Int32, _ order: inout ChildOrder) -> Int32? {
        var previous: Int32?
        for element in nodes.eachChild(of: array) {
            if nodes[element].kind.isDictionary, nodes[element].childCount > 0 {
                if let previous {
                    guard let path = firstPath(of: element, &order), has(path, in: previous) else { return element }
                }
                previous = element
            } else {
                previous = nil
            }
        }
        return nil
    }

    /// Returns the nodes on the way to the first pair, or `nil` if that is in an array.
    private func firstPath(of dictionary: Int32, _ order: inout ChildOrder) -> [Int32]? {
        var path: [Int32] = []
        var dictionary = dictionary
        while nodes[dictionary].childCount > 0 {
            order.sort(dictionary, of: nodes, as: style)
            let first = nodes[dictionary].firstChild
            path.append(first)
            let kind = nodes[first].kind
            if !kind.isCollection { return path }
            guard kind.isDictionary, path.count < QueryLimits.maximumDepth else { return nil }
            dictionary = first
        }
        return nil
    }

    private func has(_ path: [Int32], in dictionary: Int32) -> Bool {
        var dictionary = dictionary
        for (depth, node) in path.enumerated() {
            guard let entry = child(of: dictionary, writtenAs: node) else { return false }
            guard depth + 1 < path.count else { return true }
            guard nodes[entry].kind.isDictionary else { return false }
            dictionary = entry
        }
        return true
    }

    /// Returns the child of a dictionary whose key is written in the query as another node's is.
    private func child(of dictionary: Int32, writtenAs node: Int32) -> Int32? {
        let key = style.keys.text(of: nodes.keyText(of: node))
        return nodes.children(of: dictionary).first { child in
            style.keys.text(of: nodes.keyText(of: child)).utf8.elementsEqual(key.utf8)
        }
    }
}
