/// Merges the trees of single keys as qs's `merge` does.
enum QSMerge {
    /// Returns the merger of a value with a second one for the same place. The collections of both are reused.
    // Recursive, but no deeper than `QueryLimits.maximumDepth`.
    static func merge(_ target: ParsedValue, _ source: ParsedValue) -> ParsedValue {
        switch (target, source) {
        case (_, .text(let text)) where text.isEmpty: return target
        case (.list(let list), .text), (.list(let list), .yes), (.list(let list), .null):
            list.append(source)
            return target
        case (.dictionary(let dictionary), .text(let text)):
            if !JavaScriptNames.contains(text) { dictionary.set(text, .yes) }
            return target
        case (_, .text), (_, .yes), (_, .null): return .list(ParsedList([target, source]))
        case (.list(let list), .list(let additions)):
            merge(additions, into: list)
            return target
        case (.list(let list), .dictionary(let additions)):
            let dictionary = ParsedDictionary()
            for (key, value) in entries(of: list) { dictionary.set(key, value) }
            return merge(entries(of: additions), into: dictionary)
        case (.dictionary(let dictionary), .list(let additions)):
            return merge(entries(of: additions), into: dictionary)
        case (.dictionary(let dictionary), .dictionary(let additions)):
            return merge(entries(of: additions), into: dictionary)
        case (_, .list(let additions)):
            let list = ParsedList([target])
            list.append(contentsOf: additions)
            return .list(list)
        case (_, .dictionary): return .list(ParsedList([target, source]))
        }
    }

    private static func merge(_ additions: ParsedList, into list: ParsedList) {
        for index in additions.indices {
            guard let addition = additions[index] else { continue }
            guard let present = list[index] else {
                list[index] = addition
                continue
            }
            if present.isCollection, addition.isCollection {
                list[index] = merge(present, addition)
            } else {
                list.append(addition)
            }
        }
    }

    private static func merge(
        _ additions: [(key: [UInt8], value: ParsedValue)], into dictionary: ParsedDictionary
    ) -> ParsedValue {
        for (key, addition) in additions {
            dictionary.set(key, dictionary[key].map { merge($0, addition) } ?? addition)
        }
        return .dictionary(dictionary)
    }

    private static func entries(of list: ParsedList) -> [(key: [UInt8], value: ParsedValue)] {
        list.indices.compactMap { index in list[index].map { (Array(String(index).utf8), $0) } }
    }

    private static func entries(of dictionary: ParsedDictionary) -> [(key: [UInt8], value: ParsedValue)] {
        dictionary.javaScriptOrder.map { (dictionary.keys[$0], dictionary.values[$0]) }
    }
}
