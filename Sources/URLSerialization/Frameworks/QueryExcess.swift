/// The parts of a query beyond one of a framework's limits, which it ignores without an error.
///
/// | framework | query | reading |
/// |---|---|---|
/// | PHP, limit of 2 pairs | `a=1&b=2&c=3` | `a`: `1`; `b`: `2` |
/// | PHP, limit of 1 bracket | `a[x]=1&b=2&a[y][z]=3` | `b`: `2` |
/// | qs, limit of 1 bracket | `a[b][c][d]=1` | `a`: `b`: `[c][d]`: `1` |
package struct QueryExcess: Sendable, Equatable {
    /// The treatment of what lies beyond a limit.
    package enum Effect: Sendable, Equatable {
        /// The pairs beyond the limit are not read (`max_input_vars`, `parameterLimit`, `maxKeys`).
        case pairsIgnored
        /// The key is not read, and the variable that it is part of is removed (`max_input_nesting_level`).
        case variableRemoved
        /// The rest of the key is one key, brackets included (qs's `depth`).
        case remainderKept
    }

    package let effect: Effect
    package let limit: Int
    /// The first key, shortened and quoted.
    package let key: String
    /// The first byte of the first pair.
    package let offset: Int
    /// The number of pairs.
    package fileprivate(set) var count = 1

    /// The treatment in a sentence.
    package func description(by framework: QueryFramework) -> String {
        let name = framework.nameAtStart
        let others = count == 1 ? "" : ", and \(count - 1) more"
        let place = "\(key) at byte \(offset)"
        let levels = limit == 1 ? "1 level" : "\(limit) levels"
        return switch effect {
        case .pairsIgnored:
            "\(name) reads \(limit) pairs and ignores the other \(count), from \(place) on."
        case .variableRemoved:
            "\(name) reads \(levels) and removes the whole variable of a deeper key: \(place)\(others)."
        case .remainderKept:
            "\(name) reads \(levels) and keeps the rest of a deeper key as one key: \(place)\(others)."
        }
    }
}

/// The rule for what lies beyond a limit: an error, or what the framework does, which is recorded.
struct QueryExcesses {
    let isStrict: Bool
    /// One for each effect, in the order of the query.
    private(set) var all: [QueryExcess] = []

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    /// Records a pair.
    ///
    /// - Throws: ``QueryParsingError`` where the rule is strict.
    mutating func add(_ effect: QueryExcess.Effect, _ limit: Int, key: some Collection<UInt8>, offset: Int) throws {
        guard !isStrict else {
            throw effect == .pairsIgnored
                ? QueryParsingError.tooManyPairs(limit, offset: offset)
                : QueryParsingError.tooDeep(limit, key: key, offset: offset)
        }
        // A separator at the end begins a pair to qs.
        if effect == .pairsIgnored, key.isEmpty { return }
        if let position = all.firstIndex(where: { $0.effect == effect }) {
            all[position].count += 1
        } else {
            let name = QueryParsingError.shortened(String(decoding: Array(key), as: UTF8.self))
            all.append(QueryExcess(effect: effect, limit: limit, key: name, offset: offset))
        }
    }
}
