/// The error of a query that could not be read: the problem, its place, and the remedy.
public struct QueryParsingError: Error, Sendable {
    /// The kind of problem. More kinds may be added: switch over them with a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A query of more bytes than ``QueryLimits/bytes``.
        public static let tooManyBytes = Code("tooManyBytes")
        /// A query of more pairs than ``QueryLimits/pairs``.
        public static let tooManyPairs = Code("tooManyPairs")
        /// A key nested deeper than ``QueryLimits/depth``.
        public static let tooDeep = Code("tooDeep")
        /// An index above ``QueryLimits/elements``, or empty brackets, which Spring refuses.
        public static let invalidIndex = Code("invalidIndex")
        /// A dictionary whose keys together are longer than ``QueryLimits/keySpace``.
        public static let keySpaceExceeded = Code("keySpaceExceeded")
        /// A key or a value that is not UTF-8 after its escapes are decoded.
        public static let notUTF8 = Code("notUTF8")
        /// A key with more than 1,000 combining marks in a row.
        public static let tooManyMarks = Code("tooManyMarks")
        /// A `;` that is not escaped, which Go refuses.
        public static let semicolon = Code("semicolon")
        /// A `%` without two hexadecimal digits, which Rack and Go refuse.
        public static let invalidPercentEncoding = Code("invalidPercentEncoding")
        /// A key used as two of text, array and dictionary, which Rack and Spring refuse.
        public static let conflictingTypes = Code("conflictingTypes")

        /// The kind's name in this type, such as `tooManyPairs`.
        public let description: String

        private init(_ description: String) { self.description = description }
    }

    /// The kind of problem, such as ``Code/tooManyPairs``.
    public let code: Code
    /// The offending key, with its escapes decoded and bytes that are not UTF-8 replaced; `nil` where there is none.
    public let key: String?
    /// The offset of the offending pair in the query's UTF-8, in bytes; `nil` where that is not known.
    public let offset: Int?
    /// The problem and its remedy, in a sentence or two.
    public let reason: String
}

extension QueryParsingError: CustomStringConvertible, LocalizedError {
    /// The place, the problem and its remedy.
    public var description: String {
        switch (key, offset) {
        case (let key?, let offset?): "Key \(Self.shortened(key)) at byte \(offset): \(reason)"
        case (let key?, nil): "Key \(Self.shortened(key)): \(reason)"
        case (nil, let offset?): "At byte \(offset): \(reason)"
        case (nil, nil): reason
        }
    }

    /// The same as ``description``, so that `localizedDescription` returns it too.
    public var errorDescription: String? { description }
    /// The same as ``reason``: the description without the place.
    public var failureReason: String? { reason }

    static func shortened(_ key: String) -> String {
        let start = key.unicodeScalars.prefix(100)
        let isWhole = start.endIndex == key.unicodeScalars.endIndex
        return String(start).debugDescription + (isWhole ? "" : "…")
    }
}

extension QueryParsingError {
    static func tooManyPairs(_ limit: Int, offset: Int) -> QueryParsingError {
        QueryParsingError(
            code: .tooManyPairs, key: nil, offset: offset,
            reason: "The query has more than \(limit) pairs. Send fewer, or raise the limit here and on the server.")
    }

    static func tooDeep(_ limit: Int, key: some Sequence<UInt8>, offset: Int) -> QueryParsingError {
        QueryParsingError(
            code: .tooDeep, key: String(decoding: Array(key), as: UTF8.self), offset: offset,
            reason:
                "The key is nested deeper than \(limit) levels. Send it flatter, as JSON, or raise the limit here and "
                + "on the server.")
    }

    static func invalidPercentEncoding(_ reader: String, offset: Int) -> QueryParsingError {
        QueryParsingError(
            code: .invalidPercentEncoding, key: nil, offset: offset,
            reason: "A % without two hexadecimal digits is refused by \(reader). Write it as %25.")
    }

    static func conflictingTypes(key: String, offset: Int) -> QueryParsingError {
        QueryParsingError(
            code: .conflictingTypes, key: key, offset: offset,
            reason: "An earlier key made the same value a text, a list or an object. Use each key in one way.")
    }

    static func tooManyMarks(key: String) -> QueryParsingError {
        QueryParsingError(
            code: .tooManyMarks, key: key, offset: nil,
            reason: "The key has more than 1,000 combining marks in a row. Send a key with fewer.")
    }

    static func notUTF8(key: String?, offset: Int?) -> QueryParsingError {
        QueryParsingError(
            code: .notUTF8, key: key, offset: offset,
            reason: "The text is not UTF-8 once its escapes are decoded. Send it as UTF-8, and bytes as Base 64.")
    }
}

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
    /// The number of pairs with this effect.
    package fileprivate(set) var count = 1

    /// Returns a sentence on what the framework does with these pairs.
    package func description(by dialect: QueryDialect) -> String {
        let name = dialect.nameAtStart
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
    private(set) var pairs = 0

    /// Counts a pair and returns whether the framework reads it. A pair beyond the limit is recorded.
    ///
    /// - Parameter ignoresMore: Whether the framework ignores the pairs beyond the limit, rather than refuse the query.
    /// - Throws: ``QueryParsingError`` for a pair beyond the limit, where the rule is strict or the query is refused.
    mutating func reads(
        _ pair: QueryPairs.Pair, of text: QueryText, _ limit: Int, ignoresMore: Bool
    ) throws -> Bool {
        pairs += 1
        guard pairs > limit else { return true }
        guard ignoresMore else { throw QueryParsingError.tooManyPairs(limit, offset: pair.range.lowerBound) }
        try add(.pairsIgnored, limit, key: text.sent[pair.name], offset: pair.range.lowerBound)
        return false
    }

    /// Records a pair beyond a limit, or throws its error.
    ///
    /// - Throws: ``QueryParsingError`` where the rule is strict.
    mutating func add(_ effect: QueryExcess.Effect, _ limit: Int, key: some Collection<UInt8>, offset: Int) throws {
        guard !isStrict else {
            throw effect == .pairsIgnored
                ? QueryParsingError.tooManyPairs(limit, offset: offset)
                : QueryParsingError.tooDeep(limit, key: key, offset: offset)
        }
        // To qs, a separator at the end begins another pair.
        if effect == .pairsIgnored, key.isEmpty { return }
        if let position = all.firstIndex(where: { $0.effect == effect }) {
            all[position].count += 1
        } else {
            let name = QueryParsingError.shortened(String(decoding: Array(key), as: UTF8.self))
            all.append(QueryExcess(effect: effect, limit: limit, key: name, offset: offset))
        }
    }
}
