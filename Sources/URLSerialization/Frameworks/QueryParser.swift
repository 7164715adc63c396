/// Reads a query, or the body of a form, as a server framework does.
///
/// ```swift
/// try QueryParser(.php).parse("user[name]=Zo%C3%AB&user[tags][]=a&user[tags][]=b")
/// // ["user": ["name": "Zoë", "tags": ["a", "b"]]]
/// ```
///
/// For every query, however broken, the tree is the one that the framework makes of it: keys are renamed, dropped,
/// merged and overwritten as there. Two things differ, both of them losses that the framework keeps silent about:
/// - **Limits.** Going beyond ``QueryLimits`` is an error; PHP and qs ignore what goes beyond.
/// - **Text that is not UTF-8.** PHP, Rack and Go hand the bytes to the application, Django and querystring replace them,
///   Werkzeug keeps their escapes. No text stands for all of these, so that it is an error, unless a later pair has overwritten it. qs
///   leaves such a key or value as it was sent, and so does the parser.
///
/// **The tree.** The root is a dictionary. Leaves are ``ParameterValue/string(_:)``, with two exceptions: Rack's key
/// without `=` is ``ParameterValue/null``, and where qs merges a text into a dictionary, the text becomes a key whose value
/// is `true`.
/// - PHP has one type for lists and dictionaries: below the root, an array whose keys are 0, 1, 2… in that order, or that
///   is empty, is an ``ParameterValue/array(_:)``, every other one a ``ParameterValue/dictionary(_:)``.
/// - In a flat query, and in Go's, every key has an array of its values, even of one; in querystring's of several alone.
///
/// Dictionaries have the framework's order: that of first appearance, except that for qs keys that are array indices
/// come first, as in every JavaScript object, and so for querystring. Go's have none.
///
/// - Complexity: Linear in the query, but for sorting qs's indices, and times the depth for a key with deep brackets.
public struct QueryParser: Sendable {
    /// Whose rules hold.
    public let framework: QueryFramework
    /// How much is read.
    public let limits: QueryLimits

    /// A parser with the rules of a framework.
    ///
    /// - Parameters:
    ///   - framework: Whose rules hold.
    ///   - limits: How much is read; nil for the framework's own ``QueryFramework/limits``.
    public init(_ framework: QueryFramework, limits: QueryLimits? = nil) {
        self.framework = framework
        self.limits = limits ?? framework.limits
    }

    /// Reads a query.
    ///
    /// - Parameter query: What stands between `?` and `#` in a URL, or the body of a form.
    /// - Returns: A dictionary.
    /// - Throws: ``QueryParsingError``: a limit exceeded, text that is not UTF-8, or what the framework itself refuses.
    public func parse(_ query: String) throws -> ParameterValue {
        try read(query, QueryExcesses(isStrict: true)).parameters
    }

    /// Reads a query as the framework does beyond its limits, too.
    ///
    /// PHP, qs and querystring pass over what lies beyond their limits without an error; the others refuse the query. The
    /// depth of ``limits`` is at least 1 and at most ``QueryLimits/maximumDepth``.
    ///
    /// - Throws: ``QueryParsingError``: text that is not UTF-8, or what the framework itself refuses.
    package func reading(of query: String) throws -> (parameters: ParameterValue, excesses: [QueryExcess]) {
        try read(query, QueryExcesses(isStrict: false))
    }

    private func read(
        _ query: String, _ excesses: QueryExcesses
    ) throws -> (parameters: ParameterValue, excesses: [QueryExcess]) {
        let bytes = Array(query.utf8)
        if let limit = limits.bytes, bytes.count > limit {
            throw QueryParsingError(
                .tooManyBytes, offset: max(limit, 0),
                reason: "The query has \(bytes.count) bytes, more than the \(limit) that are allowed. \(Self.advice)")
        }
        switch framework {
        case .php:
            var parser = PHPQueryParser(limits: limits, excesses: excesses)
            return (try parser.parse(bytes), parser.excesses.all)
        case .qs:
            var parser = QSQueryParser(limits: limits, excesses: excesses)
            return (try parser.parse(bytes), parser.excesses.all)
        case .querystring:
            var parser = NodeQueryParser(limits: limits, excesses: excesses)
            return (try parser.parse(bytes), parser.excesses.all)
        case .rack: return (try RackQueryParser(limits: limits).parse(bytes), [])
        case .flat: return (try FlatQueryParser(limits: limits).parse(bytes), [])
        case .go: return (try GoQueryParser(limits: limits).parse(bytes), [])
        }
    }

    private static let advice = "Send less, or raise the limit here and on the server."
}
