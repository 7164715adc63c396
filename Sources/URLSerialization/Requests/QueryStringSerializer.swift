/// Makes query strings of parameters (`AFQueryStringFromParameters`).
///
/// ```swift
/// try QueryStringSerializer().string(from: ["b": [1, 2], "a": true])  // "a=1&b%5B%5D=1&b%5B%5D=2"
/// ```
///
/// Keys are sorted at every level by NSString's `compare:`; a nested key is `k[sub]`, an array's element `k[]`, a set's
/// element the bare `k`; a null is a key without `=`. What differs from AFNetworking: bytes need a ``DataStrategy``,
/// anything but a dictionary or an empty array or set at the top is an error, and so is nesting beyond ``maximumDepth``.
///
/// - Complexity: Linear in the length of the result, but for sorting the keys of each dictionary.
public struct QueryStringSerializer: Sendable {
    /// How the query spells what a list of pairs has no form for.
    public var style: QueryStyle
    /// How many collections may be nested in each other, the outermost included.
    public var maximumDepth: Int

    /// A serializer; the defaults give AFNetworking's bytes.
    public init(style: QueryStyle = .afNetworking, maximumDepth: Int = 512) {
        self.style = style
        self.maximumDepth = maximumDepth
    }

    /// Returns the query string for a dictionary of parameters, or an empty one for an empty array or set.
    ///
    /// - Parameter parameters: A ``ParameterValue``, a `[String: Any]`, an `NSDictionary` or any other dictionary.
    /// - Throws: ``RequestSerializationError`` naming the key path; what a closure of the style throws, as it is.
    public func string(from parameters: Any) throws -> String {
        var walk = ParameterWalk(sink: QueryWriter(style: style), style: style, maximumDepth: maximumDepth)
        try walk.walk(parameters)
        try checkLength(walk.sink.count)
        return walk.sink.string()
    }

    /// The query string for a model: that of the equivalent dictionary.
    ///
    /// - Throws: As ``string(from:)``, and what the model's own `encode(to:)` throws.
    public func string(encoding model: some Encodable) throws -> String {
        try string(from: ModelEncoder.encode(model, maximumDepth: maximumDepth))
    }

    /// The pairs of the query string in its order, not percent-encoded (`AFQueryStringPairsFromDictionary`).
    ///
    /// - Throws: As ``string(from:)``.
    public func pairs(from parameters: Any) throws -> [ParameterPair] {
        var walk = ParameterWalk(sink: PairSink(), style: style, maximumDepth: maximumDepth)
        try walk.walk(parameters)
        return walk.sink.pairs
    }

    /// The bytes of the query string, all of them ASCII.
    func data(from parameters: Any) throws -> Data {
        var walk = ParameterWalk(sink: QueryWriter(style: style), style: style, maximumDepth: maximumDepth)
        try walk.walk(parameters)
        try checkLength(walk.sink.count)
        return walk.sink.data()
    }

    private func checkLength(_ count: Int) throws {
        guard let framework = style.framework, let limit = (style.limits ?? framework.limits).bytes, count > limit
        else {
            return
        }
        throw RequestSerializationError(
            .beyondLimits,
            reason:
                "The query has \(count) bytes, but \(framework.name) reads no more than \(limit). Send less, or raise "
                + "the style's limits and the server's.")
    }
}
