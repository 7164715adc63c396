/// The limits up to which a framework reads a query.
public struct QueryLimits: Sendable, Hashable, Codable {
    /// The greatest nesting of a key, as the framework counts it. PHP and qs count the brackets of a key (`a[b][]` has
    /// two), Rack its dictionaries (`a` has one, `a[b]` and `a[][b]` have two). No parser goes beyond ``maximumDepth``.
    /// A ``QueryFramework/flat`` query has no depth.
    public var depth: Int
    /// The greatest number of pairs. PHP does not count empty ones, as between `&&`; the others do.
    public var pairs: Int
    /// The greatest length of the query in bytes of UTF-8; `nil` for no limit.
    public var bytes: Int?
    /// The greatest index that makes an array rather than a dictionary; `nil` for no limit except 2³⁰. Only qs has one
    /// (`arrayLimit`). Exceeding it is not an error: qs, and so the parser, then reads a dictionary.
    public var elements: Int?
    /// The greatest number of characters (Unicode scalars) in the keys of one dictionary together; `nil` for no limit.
    /// Only Rack has one (`key_space_limit`).
    public var keySpace: Int?

    /// The greatest depth to which any query is read, regardless of ``depth``, so that no tree overflows a thread's
    /// stack.
    public static let maximumDepth = 256

    /// Creates limits.
    public init(depth: Int, pairs: Int, bytes: Int? = nil, elements: Int? = nil, keySpace: Int? = nil) {
        self.depth = depth
        self.pairs = pairs
        self.bytes = bytes
        self.elements = elements
        self.keySpace = keySpace
    }
}
