/// A parser that reads a query, or the body of a form, as a server framework does.
///
/// ```swift
/// try QueryParser(style: .php).parse("user[name]=Zo%C3%AB&user[tags][]=a&user[tags][]=b")
/// // ["user": ["name": "Zoë", "tags": ["a", "b"]]]
/// ```
///
/// For every query, however malformed, the result is the tree that the framework builds from it: keys are renamed,
/// dropped, merged and overwritten in the same way. There are three exceptions:
/// - **Limits.** Exceeding ``QueryLimits`` is an error; PHP and qs ignore the excess without a report.
/// - **Text that is not UTF-8.** This is an error unless ``invalidText`` says otherwise, because the frameworks
///   disagree: PHP, Rack and Go pass the bytes to the application, Python, Node and Java replace them, Werkzeug keeps
///   their escapes, qs leaves such a key or value as it was sent.
/// - **Combining marks.** A key with more than 1,000 in a row is an error, because hashing it takes quadratic time.
///
/// **The tree.** The root is a dictionary. Leaves are ``ParameterValue/string(_:)``, with two exceptions: Rack's key
/// without `=` is ``ParameterValue/null``, and where qs merges a text into a dictionary, the text becomes a key whose
/// value is `true`.
/// - PHP has one type for lists and dictionaries. Below the root, an array that is empty or has the keys 0, 1, 2… in
///   that order is an ``ParameterValue/array(_:)``; every other one is a ``ParameterValue/dictionary(_:)``.
/// - In a flat query, and in Go's, the value of every key is an array. In querystring's, only the value of a repeated
///   key is an array.
///
/// Dictionaries are in order of first appearance. For qs and querystring, keys that are array indices come first, as in
/// every JavaScript object. Go's dictionaries have no order.
///
/// - Complexity: Linear in the length of the query, except for sorting qs's indices. A key with deep brackets
///   multiplies the time by its depth.
public struct QueryParser: Sendable {
    /// The server framework's rules by which queries are read.
    public let dialect: QueryDialect
    /// The part of a request with the query.
    public let part: QueryPart
    /// The limits beyond which a query is refused.
    public let limits: QueryLimits
    /// Whether qs reads keys that every JavaScript object has (its option `allowPrototypes`), as in Express.
    package var allowsPrototypes: Bool
    /// Whether qs is 6.15.2 or later, which reads a few malformed keys, and a text next to a dictionary, differently.
    package var isQS615 = false
    /// The treatment of text that is not UTF-8.
    public var invalidText = InvalidTextStrategy.refused
    /// The text before the digits that stand for a byte that is not UTF-8, such as `\x`; `nil` for U+FFFD.
    package var bytePrefix: String?

    /// Creates a parser with the rules of a framework.
    ///
    /// - Parameters:
    ///   - dialect: The rules to follow, by the name of the style that writes such queries.
    ///   - part: The part of a request with the query: some frameworks read a form by other rules or limits.
    ///   - limits: The limits beyond which a query is refused; `nil` for the dialect's own for this part.
    public init(style dialect: QueryDialect, in part: QueryPart = .query, limits: QueryLimits? = nil) {
        (self.dialect, self.part) = (dialect, part)
        self.limits = limits ?? dialect.limits(in: part)
        allowsPrototypes = dialect == .express4
    }

    /// Reads a query, and refuses one that exceeds a limit.
    ///
    /// - Parameter query: The part of a URL between `?` and `#`, or the body of a form.
    /// - Returns: The parameters, as a dictionary.
    /// - Throws: ``QueryParsingError`` for an exceeded limit, text that is not UTF-8, or a query that the framework
    ///   refuses.
    public func parse(_ query: String) throws -> ParameterValue { try reading(of: query, isStrict: true).parameters }

    /// Reads a query as the framework does, even beyond its limits.
    ///
    /// PHP, qs and querystring ignore what lies beyond their limits without an error; the others refuse the query. The
    /// depth of ``limits`` is at least 1 and at most ``QueryLimits/maximumDepth``.
    ///
    /// - Parameter isStrict: Whether an excess is an error nevertheless.
    /// - Throws: ``QueryParsingError``: text that is not UTF-8, or what the framework itself refuses.
    package func reading(
        of query: String, isStrict: Bool = false
    ) throws -> (parameters: ParameterValue, excesses: [QueryExcess]) {
        var sink = ParameterTreeSink(flags: [.isOrdered, .hasDistinctBytes])
        let excesses = try read(query, isStrict: isStrict, into: &sink)
        return (try ParameterValue(sink.tree), excesses)
    }

    /// Reads a query and passes the tree to a sink.
    ///
    /// - Parameter unwrapsSingles: Whether an array of one in a flat query is passed as its element. Otherwise every
    ///   value of a flat query is in an array.
    /// - Returns: The parts of the query that were ignored.
    @discardableResult
    func read(
        _ query: String, isStrict: Bool, into sink: inout some ValueSink, unwrapsSingles: Bool = false
    ) throws -> [QueryExcess] {
        // Nodes and texts are counted in 32 bits.
        let limit = min(limits.bytes ?? .max, Int(Int32.max))
        guard query.utf8.count <= limit else {
            throw QueryParsingError(
                code: .tooManyBytes, key: nil, offset: max(limit, 0),
                reason:
                    "The query has \(query.utf8.count) bytes, more than the \(limit) that are allowed. \(Self.advice)")
        }
        var excesses = QueryExcesses(isStrict: isStrict)
        var tree =
            switch dialect.parser {
            case .php: try PHPQueryReader(query, limits, &excesses).tree
            case .rack, .rails: try RackQueryReader(query, limits).tree
            case .qs:
                try QSQueryReader(query, limits, allowsPrototypes: allowsPrototypes, isQS615: isQS615, &excesses).tree
            case .spring, .aspNetCore: try BeanQueryReader(query, as: dialect, in: part, limits, &excesses).tree
            case .phoenix: try PlugQueryReader(query, limits).tree
            default:
                try FlatQueryReader(query, as: dialect, limits, isStrict: invalidText == .refused, &excesses).tree
            }
        let wrapsTexts = !unwrapsSingles && (dialect == .flat || dialect == .go)
        try tree.send(
            to: &sink, dialect, wrapsTexts: wrapsTexts, repairs: invalidText == .replaced, prefix: bytePrefix)
        return excesses.all
    }

    /// The treatment of a key or a value that is not UTF-8 once its escapes are decoded.
    public enum InvalidTextStrategy: Sendable, Hashable {
        /// An error, unless a later pair overwrites the text.
        case refused
        /// U+FFFD in place of each malformed sequence, as in Python and Node.
        case replaced
    }

    private static let advice = "Send less, or raise the limit here and on the server."
}
